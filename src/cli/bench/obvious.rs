//! The obvious way to settle: the same rows as the act writes, in one transaction a settlement, by prepared statements
//! over a connection of one's own, many at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::fill::Ready;
use super::plain::{Direct, PlainError};
use crate::domain::act::remembered::Remembered;
use crate::domain::act::{ActorKind, Json};
use crate::domain::games::game::{Game, GameState};
use crate::domain::games::settlement::{SettledBy, Settlement};
use crate::domain::ids::ClientId;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::event::Event;
use crate::domain::ledger::transfer::{Posting, Transfer, TransferKind};
use crate::domain::money::{Currency, Minor};
use crate::domain::players::player::Player;
use crate::domain::players::rating::Rating as RatingRow;
use crate::domain::rake::{Played, Reckoning, Schedule, reckon};
use crate::domain::staff::client::Client;
use crate::domain::time::Time;
use crate::rules::rating::{Rated, Rating, change};
use crate::store::dialect::{Address, Db, Session};

/// When the house's row, which all settlements share, is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum House {
    /// Before everything else.
    First,
    /// By the last change before the commit.
    Last,
}

/// The shard whose house account all share, and the first of the clients' own shards. Theirs make each client's
/// numbers dense without a row that all wait for.
const HOUSE_SHARD: i64 = 900;
const FIRST_SHARD: i64 = 1_000;

/// What all clients know.
#[derive(Debug)]
pub struct Setting<'a> {
    /// The database.
    pub address: &'a Address,
    /// The client app that reports.
    pub client: ClientId,
    /// The schedule of the room, parsed once.
    pub schedule: &'a Schedule,
}

/// What a sweep's run gave.
#[derive(Debug, Clone, Copy)]
pub struct Obvious {
    /// How many connections.
    pub clients: usize,
    /// When the house's row was locked.
    pub house: House,
    /// Settlements a second.
    pub rate: f64,
}

/// The house's account as the obvious way keeps it.
fn house() -> AccountKey {
    AccountKey::of_shard(AccountKind::Rake, Currency::usd(), HOUSE_SHARD)
}

/// Makes the house's row.
///
/// # Errors
/// What the database says.
pub fn prepare(address: &Address) -> Result<(), PlainError> {
    let mut direct = connect(address)?;
    let AccountKey { kind, owner, currency } = house();
    direct.insert(&[Account { kind, owner, currency, balance: Minor::ZERO, postings: 0 }])
}

fn connect(address: &Address) -> Result<Direct, PlainError> {
    let connected = address.connect(Session::Owner).map_err(|error| PlainError::Settlement(error.to_string()))?;
    let mut direct = Direct(connected);
    if matches!(direct.0, Db::Lite(_)) {
        // Many writers of one file: some wait long for their turn.
        direct.run("PRAGMA busy_timeout = 60000")?;
    }
    Ok(direct)
}

/// Settles all games over so many connections.
///
/// # Errors
/// The first that any client meets.
pub fn run(
    setting: &Setting<'_>,
    ready: &[Ready],
    clients: usize,
    house: House,
    run: usize,
) -> Result<Obvious, PlainError> {
    let mut connections = Vec::with_capacity(clients);
    for number in 0..clients {
        // A run's clients get shards of their own.
        let shard = FIRST_SHARD + i64::try_from(run * 100 + number).unwrap_or(0);
        connections.push((connect(setting.address)?, shard));
    }
    let next = AtomicUsize::new(0);
    let fault = Mutex::new(None);
    let began = Instant::now();
    std::thread::scope(|threads| {
        for (direct, shard) in &mut connections {
            let (next, fault) = (&next, &fault);
            threads.spawn(move || {
                if let Err(error) = settle_many(setting, direct, *shard, ready, next, house)
                    && let Ok(mut first) = fault.lock()
                {
                    first.get_or_insert(error);
                }
            });
        }
    });
    let elapsed = began.elapsed();
    match fault.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(Obvious { clients, house, rate: per_second(ready.len(), elapsed) }),
    }
}

/// So many in such a time, a second.
#[must_use]
pub fn per_second(count: usize, elapsed: Duration) -> f64 {
    count as f64 / elapsed.as_secs_f64().max(1e-9)
}

fn settle_many(
    setting: &Setting<'_>,
    direct: &mut Direct,
    shard: i64,
    ready: &[Ready],
    next: &AtomicUsize,
    order: House,
) -> Result<(), PlainError> {
    let mut seq = 1;
    let mut last = Time::default();
    while let Some(ready) = ready.get(next.fetch_add(1, Ordering::Relaxed)) {
        last = Time::from_utc(chrono::Utc::now()).max(last);
        direct.begin()?;
        settle(setting, direct, (shard, seq, last), ready, order)?;
        direct.commit()?;
        seq += 2;
    }
    if seq > 1 {
        let at = match direct.0 {
            Db::Pg(_) => format!("'{last}'"),
            Db::Lite(_) => last.micros().to_string(),
        };
        direct.run(&format!("INSERT INTO shards (shard, next_seq, last_at) VALUES ({shard}, {seq}, {at})"))?;
    }
    Ok(())
}

/// The rows of one settlement, read, reckoned and written one statement after the other.
fn settle(
    setting: &Setting<'_>,
    direct: &mut Direct,
    (shard, seq, now): (i64, i64, Time),
    ready: &Ready,
    order: House,
) -> Result<(), PlainError> {
    let usd = Currency::usd();
    let house_row = |direct: &mut Direct| one(direct.select::<Account>(&[house().row_key()], true)?, "house");
    let early = if order == House::First { Some(house_row(direct)?) } else { None };
    let key = (Uuid::new_v4().to_string(), setting.client.0);
    if !direct.select::<Remembered>(std::slice::from_ref(&key), false)?.is_empty() {
        return Err(PlainError::Settlement("a key was used before".into()));
    }
    one(direct.select::<Client>(&[setting.client], false)?, "client")?;
    let mut game = one(direct.select::<Game>(&[ready.game], true)?, "game")?;
    direct.select::<Player>(&[ready.winner, ready.loser], true)?;
    let mut ratings = direct.select::<RatingRow>(&[(ready.winner, game.variant), (ready.loser, game.variant)], true)?;
    let keys =
        [AccountKey::cash(ready.winner, usd), AccountKey::cash(ready.loser, usd), AccountKey::escrow(game.id, usd)];
    let mut accounts = direct.select::<Account>(&keys.map(AccountKey::row_key), true)?;

    let rating = |millionths: Option<i64>| Rating::from_millionths(millionths.unwrap_or_default());
    let reckoning = Reckoning {
        played: Played::Single { cube: 1, result: 2 },
        stake: game.stake,
        currency: usd,
        limit: None,
        rating_winner: rating(game.opener_rating),
        rating_loser: rating(game.joiner_rating),
        surcharges: true,
        adjudicated: None,
    };
    let explanation =
        reckon(setting.schedule, &reckoning).map_err(|error| PlainError::Settlement(error.to_string()))?;
    let experience = |count: Option<i64>| u64::try_from(count.unwrap_or_default()).unwrap_or_default();
    let rated = |at, count| Rated { rating: rating(at), experience: experience(count) };
    let winner = rated(game.opener_rating, game.opener_experience);
    let changes = change(1, winner, rated(game.joiner_rating, game.joiner_experience));
    let changes = changes.map_err(|error| PlainError::Settlement(error.to_string()))?;
    for row in &mut ratings {
        let change = if row.player == ready.winner { changes.winner } else { changes.loser };
        row.rating_millionths += change.millionths();
        row.experience += 1;
    }

    let escrow = game.opener_escrow.0 + game.joiner_escrow.0;
    let lines = [
        (keys[0], game.opener_escrow.0 + explanation.winner.0),
        (keys[1], game.joiner_escrow.0 - explanation.amount.0),
        (keys[2], -escrow),
    ];
    let mut postings = Vec::with_capacity(4);
    for (n, (account, amount)) in (1..).zip(lines) {
        let row = accounts.iter_mut().find(|row| row.account() == account);
        let row = row.ok_or_else(|| PlainError::Settlement("an account is missing".into()))?;
        row.balance = Minor(row.balance.0 + amount);
        row.postings += 1;
        postings.push(posting(row, (shard, seq, n), amount));
    }
    for row in &ratings {
        direct.update(row)?;
    }
    for row in &accounts {
        direct.update(row)?;
    }
    direct.insert(&[Settlement {
        game: game.id,
        transfer: Some(crate::domain::ids::TransferId::at(shard, seq)),
        winner: ready.winner,
        loser: ready.loser,
        settled_by: SettledBy::Report,
        amount: explanation.amount,
        rake_each: explanation.rake_each,
        currency: usd,
        schedule: game.schedule.ok_or_else(|| PlainError::Settlement("a game without a schedule".into()))?,
        schedule_version: game.schedule_version.unwrap_or_default(),
        explanation: Json(explanation),
        winner_rating_change: changes.winner.millionths(),
        loser_rating_change: changes.loser.millionths(),
        settled_at: now,
    }])?;
    (game.state, game.ended_at) = (GameState::Settled, Some(now));
    (game.opener_escrow, game.joiner_escrow) = (Minor::ZERO, Minor::ZERO);
    game.stream_seq += 1;
    direct.update(&game)?;
    let (kind, subject) = (TransferKind::Settlement, game.id.0);
    direct.insert(&[Transfer { shard, seq, kind, subject, reverses: None, legs: 4, at: now }])?;
    let outcome = serde_json::json!({ "done": { "game": game.id, "winner": ready.winner } }).to_string();
    let facts =
        serde_json::json!({ "winner": ready.winner, "amount": explanation.amount, "rake_each": explanation.rake_each });
    direct.insert(&[Event {
        shard,
        seq: seq + 1,
        stream: game.id.0,
        stream_seq: game.stream_seq,
        kind: "game.settled".into(),
        actor_kind: ActorKind::Client,
        actor: setting.client.0,
        reason: None,
        request: None,
        facts: facts.to_string(),
        at: now,
    }])?;
    direct.insert(&[Remembered { key: key.0, owner: key.1, digest: Uuid::new_v4(), outcome, at: now }])?;
    let mut house = match early {
        Some(row) => row,
        None => house_row(direct)?,
    };
    house.balance = Minor(house.balance.0 + explanation.house.0);
    house.postings += 1;
    postings.push(Posting { balance_after: None, ..posting(&house, (shard, seq, 4), explanation.house.0) });
    direct.insert(&postings)?;
    direct.update(&house)
}

fn posting(row: &Account, (shard, seq, n): (i64, i64, i64), amount: i64) -> Posting {
    Posting {
        shard,
        seq,
        n,
        kind: row.kind,
        owner: row.owner,
        currency: row.currency,
        amount: Minor(amount),
        account_seq: row.postings,
        balance_after: Some(row.balance),
    }
}

fn one<R>(rows: Vec<R>, what: &str) -> Result<R, PlainError> {
    rows.into_iter().next().ok_or_else(|| PlainError::Settlement(format!("no {what}")))
}
