//! All rows that a batch has loaded, table by table in the order of locking, and what it will add.

use serde::Serialize;
use uuid::Uuid;

use super::keeper::{Hold, Keeper};
use super::remembered::{Claim, Remembered};
use super::row::Row;
use super::table::{Missing, Table, Wanted};
use super::{Actor, Refused};
use crate::domain::codes::Code;
use crate::domain::conduct::Jurisdictions;
use crate::domain::finance::approval::Approval;
use crate::domain::finance::day_total::DayTotal;
use crate::domain::games::game::Game;
use crate::domain::games::settlement::Settlement;
use crate::domain::ledger::account::Account;
use crate::domain::ledger::event::{Event, Stream};
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::mails::Mail;
use crate::domain::outages::ServiceAlive;
use crate::domain::players::person::Person;
use crate::domain::players::player::Player;
use crate::domain::players::rating::Rating;
use crate::domain::rake::version::{RakeSchedule, ScheduleVersion};
use crate::domain::rooms::version::{RoomBook, RoomVersion};
use crate::domain::sessions::refresh_token::RefreshToken;
use crate::domain::sessions::session::Session;
use crate::domain::sessions::sign_outs::SignOuts;
use crate::domain::staff::client::Client;
use crate::domain::staff::member::Member;
use crate::domain::switches::Switchboard;
use crate::domain::time::Time;
use crate::domain::wallets::deposit::Deposit;
use crate::domain::wallets::obligation::Obligation;
use crate::domain::wallets::withdrawal::Withdrawal;

/// More passes over the tables than this means that an act's needs chase their own tail.
const PASSES: usize = 6;

/// Who is asking for what, while an act of the batch is at work.
#[derive(Debug, Clone, Copy)]
struct Turn {
    number: u64,
    by: Actor,
    request: Option<Uuid>,
}

/// Where each table's undo log and each log stood.
#[derive(Debug, Clone)]
pub struct Mark {
    tables: Vec<usize>,
    logs: Vec<usize>,
    next_seq: i64,
}

/// Says what it needs; see [`World::load`].
pub trait Asks {
    /// Names rows, as far as the rows loaded by now tell.
    fn ask(&self, world: &World, needs: &mut Needs);
}

macro_rules! world { (
    tables { $($(#[$tdoc:meta])* $table:ident: $row:ty),+ $(,)? }
    logs { $($(#[$ldoc:meta])* $log:ident: $lrow:ty),+ $(,)? }
) => {
    /// What an act asks for, table by table.
    #[derive(Debug, Default)]
    pub struct Needs { $($(#[$tdoc])* pub $table: Wanted<$row>),+ }

    impl Needs {
        fn clear(&mut self) { $(self.$table.clear();)+ }
    }

    /// The rows loaded for a batch, in the order of locking, and the rows it will add to the logs.
    #[derive(Debug)]
    pub struct World {
        $($(#[$tdoc])* pub $table: Table<$row>,)+
        $($(#[$ldoc])* $log: Vec<$lrow>,)+
        shard: i64,
        next_seq: i64,
        now: Time,
        turn: Turn,
    }

    impl World {
        /// An empty world that writes to one shard.
        #[must_use]
        pub fn new(shard: i64) -> Self {
            Self {
                $($table: Table::default(),)+ $($log: Vec::new(),)+
                shard, next_seq: 1, now: Time::default(), turn: Turn { number: 0, by: Actor::System, request: None },
            }
        }

        /// Forgets all rows but copies of those that never change.
        pub fn clear(&mut self) {
            $(self.$table.clear();)+
            $(self.$log.clear();)+
        }

        /// Loads what a batch needs: one pass over the tables in their order, asking again before each table with
        /// what the tables before it have taught. Another pass only where a need points backwards.
        ///
        /// # Errors
        /// The keeper's.
        pub fn load<K: Keeper>(&mut self, keeper: &mut K, asks: &[&dyn Asks], needs: &mut Vec<Needs>) -> Result<(), K::Error> {
            needs.resize_with(asks.len(), Needs::default);
            let mut taught = true;
            for _ in 0..PASSES {
                let mut loaded = false;
                $(
                    if taught {
                        for (act, needs) in asks.iter().zip(needs.iter_mut()) { needs.clear(); act.ask(self, needs); }
                    }
                    taught = fill(keeper, &mut self.$table, needs.iter().map(|needs| &needs.$table))?;
                    loaded |= taught;
                )+
                if !loaded { break; }
            }
            Ok(())
        }

        /// Begins the turn of one act: only what its needs named can be read, only what they locked be edited.
        pub fn begin_turn(&mut self, by: Actor, request: Option<Uuid>, needs: &Needs) {
            self.turn = Turn { number: self.turn.number + 1, by, request };
            $(self.$table.begin_turn(self.turn.number, &needs.$table);)+
        }

        /// Where things stand, to be able to come back.
        #[must_use]
        pub fn mark(&self) -> Mark {
            Mark { tables: vec![$(self.$table.mark()),+], logs: vec![$(self.$log.len()),+], next_seq: self.next_seq }
        }

        /// Undoes all that was done since the mark.
        pub fn undo_to(&mut self, mark: &Mark) {
            let mut tables = mark.tables.iter();
            $(if let Some(length) = tables.next() { self.$table.undo_to(*length); })+
            let mut logs = mark.logs.iter();
            $(if let Some(length) = logs.next() { self.$log.truncate(*length); })+
            self.next_seq = mark.next_seq;
        }

        /// Keeps what was done: it can no longer be undone alone.
        pub fn keep(&mut self) { $(self.$table.keep();)+ }

        /// Writes: rows with new keys first, then changed rows, then the logs. `false`: somebody else was first
        /// with a key; the batch has to be run again, and will see them.
        ///
        /// # Errors
        /// The keeper's.
        pub fn save<K: Keeper>(&self, keeper: &mut K) -> Result<bool, K::Error> {
            $(
                let rows = self.$table.new_rows();
                if !rows.is_empty() && keeper.insert(&rows)? < rows.len() { return Ok(false); }
            )+
            $(
                let rows = self.$table.changed_rows();
                if !rows.is_empty() { keeper.update(&rows)?; }
            )+
            $(if !self.$log.is_empty() { keeper.append(&self.$log)?; })+
            Ok(true)
        }
    }
} }

/// Loads what is missing in one table; says whether anything was.
fn fill<'a, K: Keeper, R: Row>(
    keeper: &mut K,
    table: &mut Table<R>,
    wanted: impl Iterator<Item = &'a Wanted<R>>,
) -> Result<bool, K::Error> {
    let Missing { lock, share, read, groups } = table.missing(wanted);
    let any = !(lock.is_empty() && share.is_empty() && read.is_empty() && groups.is_empty());
    for (keys, hold) in [(lock, Hold::Locked), (share, Hold::Shared), (read, Hold::None)] {
        if !keys.is_empty() {
            let rows = keeper.load::<R>(&keys, hold)?;
            table.arrived(keys, rows, hold);
        }
    }
    if !groups.is_empty() {
        let rows = keeper.load_groups::<R>(&groups)?;
        table.arrived_groups(groups, rows);
    }
    Ok(any)
}

world! {
    tables {
        /// What was asked before, and answered.
        remembered: Remembered,
        /// Words that only one may have.
        claims: Claim,
        /// Refresh tokens, those that were used up among them.
        refresh_tokens: RefreshToken,
        /// Sessions.
        sessions: Session,
        /// How often accounts have signed out everywhere.
        sign_outs: SignOuts,
        /// Members of staff.
        staff: Member,
        /// Client apps.
        clients: Client,
        /// The house's switches.
        switchboard: Switchboard,
        /// Where nobody may play, and from what age on.
        jurisdictions: Jurisdictions,
        /// That the service is there, and its outages.
        service_alive: ServiceAlive,
        /// What waits for a second person.
        approvals: Approval,
        /// What somebody has done today, of what is limited by the day.
        day_totals: DayTotal,
        /// Earlier transfers (to reverse them); they never change. Early in the order, without locks: they tell
        /// which rows a reversal has to lock.
        past_transfers: Transfer,
        /// Postings of earlier transfers; they never change.
        past_postings: Posting,
        /// Deposits.
        deposits: Deposit,
        /// Withdrawals.
        withdrawals: Withdrawal,
        /// What is owed and not yet paid.
        obligations: Obligation,
        /// Money games.
        games: Game,
        /// How games were settled; one a game.
        settlements: Settlement,
        /// Rooms: which versions there are.
        rooms: RoomBook,
        /// Versions of rooms; they never change.
        room_versions: RoomVersion,
        /// Rake schedules: which versions there are.
        schedules: RakeSchedule,
        /// Versions of rake schedules; they never change.
        schedule_versions: ScheduleVersion,
        /// Players.
        players: Player,
        /// Who they are.
        people: Person,
        /// Mail to people.
        mails: Mail,
        /// Their ratings, one a variant.
        ratings: Rating,
        /// Accounts of the ledger.
        accounts: Account,
    }
    logs {
        /// New transfers.
        transfers: Transfer,
        /// New postings.
        postings: Posting,
        /// New events.
        events: Event,
    }
}

impl World {
    /// The shard that this batch writes to.
    #[must_use]
    pub fn shard(&self) -> i64 {
        self.shard
    }

    /// The next free number of the shard.
    #[must_use]
    pub fn next_seq(&self) -> i64 {
        self.next_seq
    }

    /// The time of this batch: that of its transfers and events.
    #[must_use]
    pub fn now(&self) -> Time {
        self.now
    }

    /// Who asks, in the present turn.
    #[must_use]
    pub fn by(&self) -> Actor {
        self.turn.by
    }

    /// Begins a batch at a time, with the shard's next number.
    pub fn begin(&mut self, next_seq: i64, now: Time) {
        self.next_seq = next_seq;
        self.now = now;
    }

    /// Takes the shard's next number.
    pub(in crate::domain) fn take_seq(&mut self) -> i64 {
        self.next_seq += 1;
        self.next_seq - 1
    }

    pub(in crate::domain) fn log_transfer(&mut self, transfer: Transfer, postings: impl IntoIterator<Item = Posting>) {
        self.transfers.push(transfer);
        self.postings.extend(postings);
    }

    /// Tells that something happened: the audit entry, the live event and the webhook's body in one.
    /// The stream's own row must be locked by the act: it holds the stream's count.
    ///
    /// # Errors
    /// `internal` where the facts cannot be written as JSON.
    pub fn tell(&mut self, stream: Stream, kind: &'static str, facts: &impl Serialize) -> Result<(), Refused> {
        self.tell_why(stream, kind, facts, None)
    }

    /// As [`World::tell`], with the reason that staff gave.
    ///
    /// # Errors
    /// `internal` where the facts cannot be written as JSON.
    pub fn tell_why(
        &mut self,
        stream: Stream,
        kind: &'static str,
        facts: &impl Serialize,
        reason: Option<&str>,
    ) -> Result<(), Refused> {
        let facts = serde_json::to_string(facts).map_err(|_| Refused::new(Code::Internal))?;
        let stream_seq = stream.count(self);
        let event = Event {
            shard: self.shard,
            seq: self.take_seq(),
            stream: stream.uuid(),
            stream_seq,
            kind: kind.to_owned(),
            actor_kind: self.turn.by.kind(),
            actor: self.turn.by.uuid(),
            reason: reason.map(str::to_owned),
            request: self.turn.request,
            facts,
            at: self.now,
        };
        self.events.push(event);
        Ok(())
    }

    /// The events that this batch adds.
    #[must_use]
    pub fn new_events(&self) -> &[Event] {
        &self.events
    }

    /// The transfers that this batch adds.
    #[must_use]
    pub fn new_transfers(&self) -> &[Transfer] {
        &self.transfers
    }

    /// The postings that this batch adds.
    #[must_use]
    pub fn new_postings(&self) -> &[Posting] {
        &self.postings
    }
}
