//! The end of a proof: the rows of accounts and games against what the postings come to.

use std::collections::BTreeMap;

use super::books::money;
use super::fault::{Fault, What};
use super::rows::ProvenAccount;
use super::run::{PAGE, Run, Total, Unproven};
use crate::domain::act::row::Row;
use crate::domain::games::game::{Game, GameState};
use crate::domain::games::settlement::Settlement;
use crate::domain::ids::GameId;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind, Side};
use crate::domain::ledger::reading::Ledger;
use crate::domain::ledger::transfer::{Transfer, TransferKind};
use crate::domain::money::{Currency, Minor};

impl<L: Ledger> Run<'_, L> {
    /// Every account's row, as of the cut at which it is read.
    pub(super) fn compare_accounts(&mut self) -> Result<(), Unproven<L::Error>> {
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
            let (heads, rows) = self.ledger.find_at_cut::<Account>(&row_keys).map_err(Unproven::Away)?;
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
    pub(super) fn compare_games(&mut self) -> Result<(), Unproven<L::Error>> {
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
            let (heads, games) = self.ledger.find_at_cut::<Game>(&ids).map_err(Unproven::Away)?;
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
    pub(super) fn compare_totals(&mut self) -> Result<Vec<Total>, Unproven<L::Error>> {
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
}
