//! Rows of every kind, made up from a number: what a column may hold at its edges.

use kupa::domain::act::ActorKind;
use kupa::domain::act::row::{Column, Row, Source, Unreadable};
use kupa::domain::finance::approval::{Approval, ApprovalState};
use kupa::domain::finance::day_total::Counted;
use kupa::domain::games::game::{Game, GameState, KindWord, Seat};
use kupa::domain::games::settlement::{SettledBy, Settlement};
use kupa::domain::games::terms::{GameOptions, Variant};
use kupa::domain::ledger::account::{Account, AccountKind};
use kupa::domain::ledger::transfer::{Posting, TransferKind};
use kupa::domain::mails::MailState;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::players::access::Role;
use kupa::domain::players::player::PlayerState;
use kupa::domain::rake::{Played, Reckoning, reckon, shipped};
use kupa::domain::sessions::session::Session;
use kupa::domain::time::Time;
use kupa::domain::wallets::deposit::DepositState;
use kupa::domain::wallets::obligation::{Obligation, ObligationKind, ObligationState};
use kupa::domain::wallets::withdrawal::WithdrawalState;
use kupa::rules::rating::Rating;
use uuid::Uuid;

/// A row with the key that belongs to one number and all else that belongs to another.
pub fn row<R: Row + Fits>(key: u64, rest: u64) -> R {
    let mut invented = Invented { table: R::TABLE, columns: R::COLUMNS, keys: R::KEY_COLUMNS, at: 0, key, rest };
    let mut row = R::take(&mut invented).unwrap_or_else(|error| panic!("{}: {error}", R::TABLE));
    row.fit();
    row
}

/// Makes a made-up row agree with itself, as the database demands.
pub trait Fits {
    fn fit(&mut self) {}
}

macro_rules! fit_as_they_are { ($($row:ty),+ $(,)?) => { $(impl Fits for $row {})+ } }
fit_as_they_are!(
    kupa::domain::act::remembered::Remembered,
    kupa::domain::act::remembered::Claim,
    kupa::domain::switches::Switchboard,
    kupa::domain::conduct::Jurisdictions,
    kupa::domain::outages::ServiceAlive,
    kupa::domain::finance::day_total::DayTotal,
    kupa::domain::sessions::refresh_token::RefreshToken,
    kupa::domain::sessions::sign_outs::SignOuts,
    kupa::domain::staff::member::Member,
    kupa::domain::staff::client::Client,
    kupa::domain::wallets::deposit::Deposit,
    kupa::domain::wallets::withdrawal::Withdrawal,
    kupa::domain::rooms::version::RoomBook,
    kupa::domain::rooms::version::RoomVersion,
    kupa::domain::rake::version::RakeSchedule,
    kupa::domain::rake::version::ScheduleVersion,
    kupa::domain::players::player::Player,
    kupa::domain::players::person::Person,
    kupa::domain::mails::Mail,
    kupa::domain::players::rating::Rating,
    kupa::domain::ledger::transfer::Transfer,
    kupa::domain::ledger::event::Event,
    kupa::domain::ledger::proof::ProvenShard,
    kupa::domain::ledger::proof::ProvenAccount,
    kupa::domain::ledger::proof::ProvenStream,
);

impl Fits for Game {
    fn fit(&mut self) {
        self.points = (self.kind == KindWord::Match).then_some(self.points.unwrap_or(7));
        let going =
            matches!(self.state, GameState::Open | GameState::Playing | GameState::Reported | GameState::Disputed);
        self.ended_at = (!going).then_some(self.ended_at.unwrap_or(self.opened_at));
    }
}

impl Fits for Settlement {
    fn fit(&mut self) {
        if self.winner == self.loser {
            self.loser.0 = Uuid::max();
        }
    }
}

impl Fits for Session {
    fn fit(&mut self) {
        self.ends_at = self.ends_at.max(self.idle_until);
    }
}

impl Fits for Obligation {
    fn fit(&mut self) {
        let owed = self.state == ObligationState::Owed;
        self.closed_at = (!owed).then_some(self.closed_at.unwrap_or(self.owed_at));
        if self.state == ObligationState::Paid {
            self.transfer.get_or_insert(kupa::domain::ids::TransferId::at(1, 1));
        }
    }
}

impl Fits for Approval {
    fn fit(&mut self) {
        let waits = self.state == ApprovalState::Waiting;
        self.decided_at = (!waits).then_some(self.decided_at.unwrap_or(self.asked_at));
        if self.decided_by == Some(self.asked_by) {
            self.decided_by = None;
        }
    }
}

impl Fits for Account {
    fn fit(&mut self) {
        if self.kind.has_floor() {
            self.balance = Minor(self.balance.0 & i64::MAX);
        } else if self.kind == AccountKind::Receivable {
            self.balance = Minor(self.balance.0 | i64::MIN);
        }
    }
}

impl Fits for Posting {
    fn fit(&mut self) {
        if self.kind.has_floor() {
            self.balance_after.get_or_insert(Minor::ZERO);
        }
    }
}

struct Invented {
    table: &'static str,
    columns: &'static [Column],
    keys: usize,
    at: usize,
    key: u64,
    rest: u64,
}

impl Invented {
    /// The next column, whether it holds something, and a number for it.
    fn next(&mut self) -> (&'static Column, bool, u64) {
        let column = &self.columns[self.at];
        let seed = if self.at < self.keys { self.key } else { self.rest };
        let chance = mix(seed.wrapping_add(mix(self.at as u64)));
        self.at += 1;
        (column, !(column.nullable && chance.is_multiple_of(4)), mix(chance))
    }
}

/// Scatters a number (splitmix64).
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn one_of<T: Clone>(list: &[T], chance: u64) -> T {
    list[usize::try_from(chance % list.len() as u64).unwrap()].clone()
}

fn words<T: ToString>(list: &[T]) -> Vec<String> {
    list.iter().map(T::to_string).collect()
}

/// What a text column may hold, where it may not hold just anything.
fn texts(table: &str, column: &str) -> Option<Vec<String>> {
    let json = |value: serde_json::Value| vec![value.to_string()];
    Some(match (table, column) {
        (_, "currency") => words(&["USD", "EUR", "JPY", "KWD"]),
        (_, "provider" | "room" | "slug" | "schedule") => words(&["paypal", "main", "dark_room", "a"]),
        ("staff", "role") => words(Role::ALL),
        ("players", "state") => words(PlayerState::ALL),
        ("mails", "kind") => words(kupa::domain::mails::MailKind::ALL),
        ("mails", "language") => words(kupa::domain::mails::Language::ALL),
        ("mails", "state") => words(MailState::ALL),
        ("players", "place") => words(&["IL", "US-AZ", "FR-75C"]),
        ("people", "birth_date") => words(&["1900-01-01", "1980-02-29"]),
        ("jurisdictions", "barred") => json(serde_json::json!(["IL", "US-AZ"])),
        ("games", "state") => words(GameState::ALL),
        ("games", "kind") => words(KindWord::ALL),
        ("games" | "ratings", "variant") => Variant::ALL.iter().map(|variant| variant.slug().to_owned()).collect(),
        ("games", "cube_owner" | "doubled_by") => words(Seat::ALL),
        ("games", "options") => json(serde_json::to_value(GameOptions::default()).unwrap()),
        ("games", "claimed") => {
            let player = format!("plr_{}", Uuid::from_u128(7).as_simple());
            json(serde_json::json!({"by": player, "winner": player, "result": 2, "cube": 4}))
        }
        ("settlements", "settled_by") => words(SettledBy::ALL),
        ("settlements", "explanation") => vec![explanation()],
        ("deposits", "state") => words(DepositState::ALL),
        ("withdrawals", "state") => words(WithdrawalState::ALL),
        ("obligations", "kind") => words(ObligationKind::ALL),
        ("obligations", "state") => words(ObligationState::ALL),
        ("day_totals", "counted") => words(Counted::ALL),
        ("approvals", "state") => words(ApprovalState::ALL),
        ("approvals", "request") => json(serde_json::json!({"kind": "payout", "amount": 5, "currency": "USD"})),
        ("clients", "scopes") => json(serde_json::json!(["play", "payments:write"])),
        ("service_alive", "outages") => json(serde_json::json!([{
            "from": "2026-11-30T08:00:00.000000Z", "until": "2026-11-30T08:04:10.000000Z",
        }])),
        ("switchboard", "thrown") => json(serde_json::json!({
            "stop_room:main": {"reason": "it smells", "by": "system", "at": Time::from_micros(1)},
        })),
        ("clients", "rooms") => json(serde_json::json!(["main"])),
        ("rooms" | "schedules", "versions") => json(
            serde_json::json!([{"version": 1, "from": Time::from_micros(1)}, {"version": 2, "from": Time::from_micros(2)}]),
        ),
        ("room_versions", "document") => {
            kupa::domain::rooms::shipped::rooms().iter().map(|(_, room)| serde_json::to_string(room).unwrap()).collect()
        }
        ("schedule_versions", "document") => kupa::domain::rake::shipped::schedules()
            .iter()
            .map(|(_, rake)| serde_json::to_string(rake).unwrap())
            .collect(),
        ("transfers", "kind") => words(TransferKind::ALL),
        ("accounts" | "postings" | "proven_accounts", "kind") => words(&[
            "cash",
            "payable",
            "receivable",
            "escrow",
            "pool",
            "rake",
            "fees",
            "guarantees",
            "coupons",
            "bad_debt",
            "equity",
            "bank",
            "clearing:paypal",
        ]),
        ("sessions" | "mails", "account_kind") => words(&["player", "staff"]),
        ("events", "actor_kind") => words(ActorKind::ALL),
        _ => return None,
    })
}

fn explanation() -> String {
    let game = Reckoning {
        played: Played::Single { cube: 2, result: 3 },
        stake: Minor(500),
        currency: Currency::usd(),
        limit: None,
        rating_winner: Rating::from_decimal(1_700.into()).unwrap(),
        rating_loser: Rating::from_decimal(1_400.into()).unwrap(),
        surcharges: true,
        adjudicated: None,
    };
    let (_, schedule) = shipped::schedules().swap_remove(0);
    serde_json::to_string(&reckon(&schedule, &game).unwrap()).unwrap()
}

/// Columns of numbers that count, or that must be above 0.
fn least(table: &str, column: &str) -> i64 {
    match (table, column) {
        ("transfers", "legs") => 2,
        ("jurisdictions", "min_age") => 18,
        ("games", "points" | "stake" | "stake_limit" | "cube")
        | ("deposits" | "withdrawals" | "obligations" | "postings", "amount")
        | ("sessions" | "refresh_tokens", "number")
        | ("sign_outs", "times")
        | (_, "version" | "seq" | "n" | "account_seq" | "stream_seq") => 1,
        ("games", "cap" | "opener_escrow" | "joiner_escrow")
        | ("settlements", "amount" | "rake_each")
        | (_, "balance_after" | "attempts" | "total" | "debts" | "experience" | "postings") => 0,
        _ => i64::MIN,
    }
}

impl Source for Invented {
    fn int(&mut self) -> Result<Option<i64>, Unreadable> {
        let (column, some, chance) = self.next();
        let least = least(self.table, column.name);
        let any = i64::from_ne_bytes(mix(chance).to_ne_bytes());
        let value = one_of(&[least, i64::MAX, any, any, any, any & 0xffff], chance);
        Ok(some.then_some(if value < least { (value & i64::MAX).max(least) } else { value }))
    }

    fn bool(&mut self) -> Result<Option<bool>, Unreadable> {
        let (_, some, chance) = self.next();
        Ok(some.then_some(chance % 2 == 0))
    }

    fn text(&mut self) -> Result<Option<String>, Unreadable> {
        let (column, some, chance) = self.next();
        let free =
            || vec![format!("{chance:x}"), format!("a\"b'c\\ {{}}\n\t{chance:x}"), format!("שלום 🎲 {chance:x}")];
        Ok(some.then(|| one_of(&texts(self.table, column.name).unwrap_or_else(free), mix(chance))))
    }

    fn uuid(&mut self) -> Result<Option<Uuid>, Unreadable> {
        let (_, some, chance) = self.next();
        Ok(some.then_some(Uuid::from_u64_pair(chance, mix(chance))))
    }

    fn time(&mut self) -> Result<Option<i64>, Unreadable> {
        let (_, some, chance) = self.next();
        let near = i64::try_from(chance % 4_000_000_000_000_000).unwrap();
        Ok(some.then_some(one_of(&[0, -1, 946_684_800_000_000, near, near], mix(chance))))
    }
}
