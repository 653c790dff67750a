//! The course of a proof: shards side by side from the last checkpoint to the present, then the rows that say what
//! the postings come to.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::books::{Books, Counts, State, Turn, money, put_up};
use super::fault::{Fault, What};
use super::lane::{Entry, Lane, Movement, Range};
use super::ledger::Ledger;
use super::rows::{Checkpoint, Head, ProvenAccount, ProvenShard, ProvenStream};
use crate::domain::act::row::Row;
use crate::domain::games::game::{Game, GameState};
use crate::domain::games::settlement::Settlement;
use crate::domain::ids::GameId;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind, Side};
use crate::domain::ledger::transfer::{Transfer, TransferKind};
use crate::domain::money::{Currency, Minor};
use crate::domain::rake::version::ScheduleVersion;
use crate::domain::time::Time;

/// How many numbers of a shard are read at once, and how many rows of other tables.
const CHUNK: i64 = 1_000;
const PAGE: usize = 1_000;

/// Why there is no proof.
#[derive(Debug)]
pub enum Unproven<E> {
    /// The books are wrong.
    Fault(Box<Fault>),
    /// They could not be read.
    Away(E),
}

impl<E> From<Fault> for Unproven<E> {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// Where a proof begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// From nothing.
    Nothing,
    /// From what was proved last time.
    Checkpoint,
}

/// One currency's books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// Which.
    pub currency: Currency,
    /// The sums of the lines; those of assets below zero.
    pub lines: BTreeMap<Side, Minor>,
}

/// What was proved.
#[derive(Debug, Clone, PartialEq)]
pub struct Proved {
    /// In numbers; what an earlier proof covers is not counted again.
    pub counts: Counts,
    /// Where it began: shard and number.
    pub since: Vec<(i64, i64)>,
    /// Up to where.
    pub cut: Vec<(i64, i64)>,
    /// The books of each currency at the cut.
    pub totals: Vec<Total>,
    /// To go on from next time.
    pub checkpoint: Checkpoint,
}

/// Proves the books, from postings alone; `progress` hears of it from time to time. The service may be running.
///
/// # Errors
/// The first fault; or that the books could not be read.
pub fn prove<L: Ledger>(
    ledger: &mut L,
    since: Since,
    progress: &mut dyn FnMut(&Counts),
) -> Result<Proved, Unproven<L::Error>> {
    let mut run = Run { ledger, books: Books::default(), lanes: BTreeMap::new(), from_nothing: true, progress };
    let since = run.begin(since)?;
    let in_use = run.ledger.shards_in_use().map_err(Unproven::Away)?;
    let heads = run.ledger.heads().map_err(Unproven::Away)?;
    if let Some(stray) = in_use.iter().find(|shard| heads.iter().all(|head| head.shard != **shard)) {
        let known: Vec<i64> = heads.iter().map(|head| head.shard).collect();
        return Err(
            Fault::new(What::NoShard, format!("shard {stray}"), format!("one of {known:?}"), "rows in it").into()
        );
    }
    run.advance(&heads)?;
    run.compare_accounts()?;
    run.compare_games()?;
    let totals = run.compare_totals()?;
    Ok(run.end(since, totals))
}

struct Run<'a, L: Ledger> {
    ledger: &'a mut L,
    books: Books,
    lanes: BTreeMap<i64, Lane>,
    from_nothing: bool,
    progress: &'a mut dyn FnMut(&Counts),
}

impl<L: Ledger> Run<'_, L> {
    fn begin(&mut self, since: Since) -> Result<Vec<(i64, i64)>, Unproven<L::Error>> {
        let proven = match since {
            Since::Nothing => Vec::new(),
            Since::Checkpoint => self.all::<ProvenShard>()?,
        };
        self.from_nothing = proven.is_empty();
        let lane = |row: &ProvenShard| (row.shard, Lane::new(row.shard, row.seq, row.at));
        self.lanes = proven.iter().map(lane).collect();
        Ok(proven.iter().map(|row| (row.shard, row.seq)).collect())
    }

    /// Goes on to where the shards had come. A shard whose next entry follows on another's waits for it.
    fn advance(&mut self, heads: &[Head]) -> Result<(), Unproven<L::Error>> {
        for head in heads {
            let lane = self.lanes.entry(head.shard).or_insert_with(|| Lane::new(head.shard, 0, Time::default()));
            let of = format!("shard {}", head.shard);
            if head.last < lane.read {
                return Err(Fault::new(What::Gap, of, format!("a count of {} or more", lane.read), head.last).into());
            }
            if let Some(highest) = head.highest.filter(|highest| *highest > head.last) {
                let fault = Fault::new(What::BeyondHead, of, format!("nothing above {}", head.last), highest);
                return Err(fault.at(head.shard, highest).into());
            }
            lane.to = head.last;
        }
        loop {
            let mut moved = false;
            let mut stuck: Option<(Time, Fault)> = None;
            let shards: Vec<i64> = self.lanes.keys().copied().collect();
            for shard in shards {
                let (taken, waits) = self.drain(shard)?;
                moved |= taken;
                if let Some(waits) = waits
                    && stuck.as_ref().is_none_or(|(first, _)| waits.0 < *first)
                {
                    stuck = Some(waits);
                }
            }
            match stuck {
                None => return Ok(()),
                Some((_, fault)) if !moved => return Err(fault.into()),
                Some(_) => {}
            }
        }
    }

    /// Takes a shard's entries until its end or until one has to wait.
    fn drain(&mut self, shard: i64) -> Result<(bool, Option<(Time, Fault)>), Unproven<L::Error>> {
        let mut taken = false;
        loop {
            let Some(lane) = self.lanes.get_mut(&shard) else { return Ok((taken, None)) };
            let Some(entry) = lane.waiting.pop_front() else {
                if lane.read >= lane.to {
                    return Ok((taken, None));
                }
                self.read(shard)?;
                (self.progress)(&self.books.counts);
                continue;
            };
            if let Turn::Waits(fault) = self.books.turn(&entry) {
                let at = match &entry {
                    Entry::Moved(movement) => movement.transfer.at,
                    Entry::Told(event) => event.at,
                    Entry::Broken(_) => Time::default(),
                };
                lane.waiting.push_front(entry);
                return Ok((taken, Some((at, fault))));
            }
            self.books.take(entry)?;
            taken = true;
        }
    }

    /// Reads the next numbers of a shard and all that their entries refer to.
    fn read(&mut self, shard: i64) -> Result<(), Unproven<L::Error>> {
        let Some((after, end)) = self.lanes.get(&shard).map(|lane| (lane.read, lane.to)) else { return Ok(()) };
        let mut to = end.min(after.saturating_add(CHUNK));
        let range = loop {
            match self.ledger.range(shard, after, to) {
                Ok(range) => break range,
                Err(error) => match L::unreadable(&error) {
                    // Half as many, until the one row that cannot be read is alone.
                    Some(_) if to - after > 1 => to = after + (to - after) / 2,
                    Some(why) => {
                        let fault = Fault::new(What::Unreadable, "transfer, posting or event", "a readable row", why);
                        return Err(fault.at(shard, to).into());
                    }
                    None => return Err(Unproven::Away(error)),
                },
            }
        };
        self.open(&range)?;
        if let Some(lane) = self.lanes.get_mut(&shard) {
            lane.fill(range, to);
        }
        self.refer(shard)
    }

    /// Brings in what the last proof knew of the accounts and streams that a range touches.
    fn open(&mut self, range: &Range) -> Result<(), Unproven<L::Error>> {
        if self.from_nothing {
            return Ok(());
        }
        let accounts: FxHashSet<AccountKey> = range.postings.iter().map(|posting| posting.account()).collect();
        let mut keys: Vec<_> = accounts.iter().filter(|key| !self.books.accounts.contains_key(key)).collect();
        keys.sort_unstable();
        let keys: Vec<_> = keys.into_iter().map(|key| key.row_key()).collect();
        for row in self.rows::<ProvenAccount>(&keys)? {
            let account = AccountKey { kind: row.kind, owner: row.owner, currency: row.currency };
            let state = State { postings: row.postings, balance: row.balance, ..State::default() };
            self.books.accounts.insert(account, state);
            if row.kind == AccountKind::Escrow && !row.balance.is_zero() {
                self.recall_stakes(account, row.postings)?;
            }
        }
        let mut streams: Vec<_> = range.events.iter().map(|event| event.stream).collect();
        streams.sort_unstable();
        streams.dedup();
        streams.retain(|stream| !self.books.streams.contains_key(stream));
        let proven = self.rows::<ProvenStream>(&streams)?;
        self.books.streams.extend(proven.into_iter().map(|row| (row.stream, row.events)));
        Ok(())
    }

    /// Who had put up what for a game that was under way at the last proof.
    fn recall_stakes(&mut self, escrow: AccountKey, postings: i64) -> Result<(), Unproven<L::Error>> {
        let legs = self.ledger.history(escrow, postings).map_err(Unproven::Away)?;
        let stakes = self.books.stakes.entry(escrow.owner).or_default();
        for transfer in legs.chunk_by(|a, b| (a.shard, a.seq) == (b.shard, b.seq)) {
            for (_, more) in put_up(transfer).filter(|(game, _)| *game == escrow.owner) {
                for (player, amount) in more {
                    match stakes.iter_mut().find(|(known, _)| *known == player) {
                        Some((_, sum)) => sum.0 = sum.0.saturating_add(amount.0),
                        None => stakes.push((player, amount)),
                    }
                }
            }
        }
        Ok(())
    }

    /// Brings in the games, settlements, schedules and reversed transfers that waiting entries refer to.
    fn refer(&mut self, shard: i64) -> Result<(), Unproven<L::Error>> {
        let waiting = self.lanes.get(&shard).into_iter().flat_map(|lane| &lane.waiting);
        let moved: Vec<&Transfer> = waiting
            .filter_map(|entry| match entry {
                Entry::Moved(movement) => Some(&movement.transfer),
                _ => None,
            })
            .collect();
        let settled = moved.iter().filter(|transfer| transfer.kind == TransferKind::Settlement);
        let mut games: Vec<GameId> = settled.map(|transfer| GameId(transfer.subject)).collect();
        let mut reversed: Vec<_> = moved.iter().filter_map(|transfer| transfer.reverses).map(|id| id.place()).collect();
        for keys in [&mut reversed] {
            keys.sort_unstable();
            keys.dedup();
        }
        games.sort_unstable();
        games.dedup();
        let rows = self.rows::<Settlement>(&games)?;
        let mut settlements: BTreeMap<GameId, Settlement> = rows.into_iter().map(|row| (row.game, row)).collect();
        let rows = self.rows::<Game>(&games)?;
        let mut games: BTreeMap<GameId, Game> = rows.into_iter().map(|row| (row.id, row)).collect();
        self.learn_schedules(settlements.values())?;
        let reversed: FxHashSet<_> = self.rows::<Transfer>(&reversed)?.iter().map(Row::key).collect();
        let Some(lane) = self.lanes.get_mut(&shard) else { return Ok(()) };
        for entry in &mut lane.waiting {
            let Entry::Moved(Movement { transfer, game, settlement, reversed_exists, .. }) = entry else { continue };
            *reversed_exists = transfer.reverses.is_some_and(|id| reversed.contains(&id.place()));
            if transfer.kind == TransferKind::Settlement {
                let id = GameId(transfer.subject);
                (*game, *settlement) = (games.remove(&id).map(Box::new), settlements.remove(&id).map(Box::new));
            }
        }
        Ok(())
    }

    fn learn_schedules<'s>(
        &mut self,
        settlements: impl Iterator<Item = &'s Settlement>,
    ) -> Result<(), Unproven<L::Error>> {
        let mut keys: Vec<_> = settlements.map(|row| (row.schedule, row.schedule_version)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.retain(|key| !self.books.schedules.contains_key(key));
        for row in self.rows::<ScheduleVersion>(&keys)? {
            self.books.schedules.insert((row.schedule, row.version), row.document.0);
        }
        Ok(())
    }

    /// Every account's row, as of the cut at which it is read.
    fn compare_accounts(&mut self) -> Result<(), Unproven<L::Error>> {
        let mut after = None;
        loop {
            let (heads, rows) = self.page::<Account>(after.as_ref())?;
            self.advance(&heads)?;
            let Some(last) = rows.last() else { break };
            after = Some(last.key());
            let mut known = BTreeMap::new();
            if !self.from_nothing {
                let unknown = rows.iter().filter(|row| !self.books.accounts.contains_key(&row.account()));
                let keys: Vec<_> = unknown.map(Row::key).collect();
                known.extend(self.rows::<ProvenAccount>(&keys)?.into_iter().map(|row| (row.key(), row)));
            }
            for row in rows {
                let proven = known.get(&row.key()).map(|proven| (proven.postings, proven.balance));
                self.books.compare(&row, proven)?;
            }
            (self.progress)(&self.books.counts);
        }
        self.compare_late_accounts()
    }

    /// Accounts whose rows came in behind the pages; what then has no row has lost it.
    fn compare_late_accounts(&mut self) -> Result<(), Unproven<L::Error>> {
        let mut late: Vec<AccountKey> =
            self.books.accounts.iter().filter(|(_, state)| !state.compared).map(|(key, _)| *key).collect();
        late.sort_unstable();
        for keys in late.chunks(PAGE) {
            let row_keys: Vec<_> = keys.iter().map(|key| key.row_key()).collect();
            let (heads, rows) = self.ledger.rows_at_cut::<Account>(&row_keys).map_err(Unproven::Away)?;
            self.advance(&heads)?;
            for row in rows {
                self.books.compare(&row, None)?;
            }
            for key in keys {
                let state = self.books.accounts.get(key).copied().unwrap_or_default();
                if !state.compared {
                    let fault = Fault::new(What::AccountRow, key, money(state.balance, *key), "no row");
                    return Err(state.last.map_or(fault.clone(), |(shard, seq)| fault.at_transfer(shard, seq)).into());
                }
            }
        }
        Ok(())
    }

    /// Escrows against their games: from nothing all games, otherwise those that money moved for.
    fn compare_games(&mut self) -> Result<(), Unproven<L::Error>> {
        let mut after = None;
        while self.from_nothing {
            let (heads, games) = self.page::<Game>(after.as_ref())?;
            self.advance(&heads)?;
            let Some(last) = games.last() else { break };
            after = Some(last.id);
            for game in &games {
                self.books.compare_game(game)?;
            }
            self.compare_settled(&games)?;
            (self.progress)(&self.books.counts);
        }
        let escrows = self.books.accounts.iter().filter(|(key, _)| key.kind == AccountKind::Escrow);
        let open = escrows.filter(|(_, state)| !self.from_nothing || !state.balance.is_zero());
        let mut open: Vec<AccountKey> = open.map(|(key, _)| *key).collect();
        open.sort_unstable();
        for keys in open.chunks(PAGE) {
            let ids: Vec<GameId> = keys.iter().map(|key| GameId(key.owner)).collect();
            let (heads, games) = self.ledger.rows_at_cut::<Game>(&ids).map_err(Unproven::Away)?;
            self.advance(&heads)?;
            let known: BTreeMap<GameId, Game> = games.into_iter().map(|game| (game.id, game)).collect();
            for key in keys {
                match known.get(&GameId(key.owner)).filter(|game| game.currency == key.currency) {
                    Some(game) => self.books.compare_game(game)?,
                    None => return Err(Fault::new(What::Escrow, key, "a game", "none").into()),
                }
            }
        }
        Ok(())
    }

    /// Games that say they were settled have a settlement, and it names a transfer of theirs.
    fn compare_settled(&mut self, games: &[Game]) -> Result<(), Unproven<L::Error>> {
        let settled: Vec<&Game> = games.iter().filter(|game| game.state == GameState::Settled).collect();
        let keys: Vec<GameId> = settled.iter().map(|game| game.id).collect();
        let rows = self.rows::<Settlement>(&keys)?;
        self.learn_schedules(rows.iter())?;
        let known: BTreeMap<GameId, &Settlement> = rows.iter().map(|row| (row.game, row)).collect();
        let mut places: Vec<_> = rows.iter().filter_map(|row| row.transfer).map(|id| id.place()).collect();
        places.sort_unstable();
        let transfers = self.rows::<Transfer>(&places)?;
        let transfers: BTreeMap<_, _> = transfers.iter().map(|transfer| (transfer.id(), transfer)).collect();
        for game in settled {
            let Some(settlement) = known.get(&game.id) else {
                return Err(Fault::new(What::SettlementLink, game.id, "a settlement", "none").into());
            };
            let Some(id) = settlement.transfer else {
                self.books.check_reckoning(settlement, game)?;
                continue;
            };
            let is_its =
                |transfer: &&&Transfer| transfer.kind == TransferKind::Settlement && transfer.subject == game.id.0;
            if transfers.get(&id).filter(is_its).is_none() {
                return Err(Fault::new(What::SettlementLink, game.id, "a settlement's transfer", id).into());
            }
        }
        Ok(())
    }

    /// The sums of all accounts, as of one cut: in each currency assets = liabilities + escrows + pools + house.
    fn compare_totals(&mut self) -> Result<Vec<Total>, Unproven<L::Error>> {
        let (heads, trial) = self.ledger.trial().map_err(Unproven::Away)?;
        self.advance(&heads)?;
        let mut totals: BTreeMap<Currency, BTreeMap<Side, i128>> = BTreeMap::new();
        for (kind, currency, balance) in trial {
            *totals.entry(currency).or_default().entry(kind.side()).or_default() += i128::from(balance.0);
        }
        let mut out = Vec::with_capacity(totals.len());
        for (currency, lines) in totals {
            let sum: i128 = lines.values().sum();
            if sum != 0 {
                let fault = Fault::new(What::Totals, currency, "assets = liabilities + escrows + pools + house", sum);
                return Err(fault.into());
            }
            let minor = |(side, sum)| i64::try_from(sum).map(|sum| (side, Minor(sum)));
            let lines = lines.into_iter().map(minor).collect::<Result<_, _>>();
            let range = |_| Fault::new(What::Range, currency, "a total within the range", "more");
            out.push(Total { currency, lines: lines.map_err(range)? });
        }
        Ok(out)
    }

    fn end(self, since: Vec<(i64, i64)>, totals: Vec<Total>) -> Proved {
        let shards =
            self.lanes.values().map(|lane| ProvenShard { shard: lane.shard, seq: lane.read, at: lane.last_at() });
        let shards: Vec<ProvenShard> = shards.collect();
        let accounts = self.books.accounts.iter().map(|(key, state)| ProvenAccount {
            kind: key.kind,
            owner: key.owner,
            currency: key.currency,
            postings: state.postings,
            balance: state.balance,
        });
        let streams =
            self.books.streams.iter().map(|(stream, events)| ProvenStream { stream: *stream, events: *events });
        let mut checkpoint = Checkpoint {
            from_nothing: self.from_nothing,
            accounts: accounts.collect(),
            streams: streams.collect(),
            shards: shards.clone(),
        };
        checkpoint.accounts.sort_unstable_by_key(Row::key);
        checkpoint.streams.sort_unstable_by_key(Row::key);
        let cut = shards.iter().map(|row| (row.shard, row.seq)).collect();
        Proved { counts: self.books.counts, since, cut, totals, checkpoint }
    }

    /// Rows by key; one that cannot be read is named.
    fn rows<R: Row>(&mut self, keys: &[R::Key]) -> Result<Vec<R>, Unproven<L::Error>> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        match (self.ledger.rows::<R>(keys), keys) {
            (Ok(rows), _) => Ok(rows),
            (Err(error), keys) => match (L::unreadable(&error), keys) {
                (None, _) => Err(Unproven::Away(error)),
                (Some(why), [key]) => {
                    let of = format!("{} {key:?}", R::TABLE);
                    Err(Fault::new(What::Unreadable, of, "a readable row", why).into())
                }
                (Some(_), keys) => {
                    let mut all = Vec::with_capacity(keys.len());
                    for key in keys {
                        all.extend(self.rows::<R>(std::slice::from_ref(key))?);
                    }
                    Ok(all)
                }
            },
        }
    }

    /// The next page of a table; a row that cannot be read is named by the one before it.
    fn page<R: Row>(&mut self, after: Option<&R::Key>) -> Result<(Vec<Head>, Vec<R>), Unproven<L::Error>> {
        let mut most = PAGE;
        loop {
            match self.ledger.page::<R>(after, most) {
                Ok(page) => return Ok(page),
                Err(error) => match L::unreadable(&error) {
                    Some(_) if most > 1 => most /= 2,
                    Some(why) => {
                        let of = format!("the row of {} after {after:?}", R::TABLE);
                        return Err(Fault::new(What::Unreadable, of, "a readable row", why).into());
                    }
                    None => return Err(Unproven::Away(error)),
                },
            }
        }
    }

    fn all<R: Row>(&mut self) -> Result<Vec<R>, Unproven<L::Error>> {
        let mut all: Vec<R> = Vec::new();
        loop {
            let after = all.last().map(Row::key);
            let (_, rows) = self.page::<R>(after.as_ref())?;
            if rows.is_empty() {
                return Ok(all);
            }
            all.extend(rows);
        }
    }
}
