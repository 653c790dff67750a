//! Acts through the real writer on real databases: what one act breaks, it breaks for itself alone.

use diesel::connection::SimpleConnection;
use kupa::domain::act::{Act, Actor, Needs, Refused, RequestKey, World};
use kupa::domain::codes::Code;
use kupa::domain::ids::PlayerId;
use kupa::domain::ledger::account::{Account, AccountKey};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::time::Time;
use kupa::store::committer::{Committer, Fault, Patience, Settings, Waiter, Waiting, Writer};
use kupa::store::dialect::AnyKeeper;
use kupa::store::memory::Memory;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use uuid::Uuid;

use super::{act, deposit, open_and_deposit, open_player};
use crate::support::databases::{Database, on_both};
use crate::support::meddled::{Meddled, Moment};

fn writer(database: &Database) -> Writer<AnyKeeper> {
    database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap()
}

/// An act that takes money out of a wallet without asking whether it is there: no row of the database allows that.
#[derive(Debug, Serialize)]
struct Poison {
    player: u128,
    panics: bool,
}

impl Poison {
    fn account(&self) -> AccountKey {
        AccountKey::cash(PlayerId(Uuid::from_u128(self.player)), Currency::usd())
    }
}

impl Act for Poison {
    type Answer = ();
    const NAME: &'static str = "poison";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.accounts.lock(self.account().row_key());
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<(), Refused> {
        let AccountKey { kind, owner, currency } = self.account();
        let empty = || Account { kind, owner, currency, balance: Minor::ZERO, postings: 0 };
        world.accounts.edit_or_insert(&self.account().row_key(), empty).balance = Minor(-1);
        assert!(!self.panics, "an act that panics");
        Ok(())
    }
}

type Answering<A> = tokio::sync::oneshot::Receiver<Result<kupa::store::committer::Decided<A>, Refused>>;

fn waiting<A: Act>(key: &str, act: A) -> (Box<dyn Waiting>, Answering<A::Answer>) {
    let (waiter, answer) = Waiter::new(act, RequestKey::new(key.into(), &[], None));
    (Box::new(waiter), answer)
}

/// Deposits for one player, with an act among them that goes wrong in its own way.
fn among_deposits(database: &Database, poison: Poison) {
    let mut writer = writer(database);
    act(&mut writer, "open", open_player(1)).unwrap();
    act(&mut writer, "open 2", open_player(2)).unwrap();
    act(&mut writer, "first", deposit(100, 2)).unwrap();
    let mut batch = Vec::new();
    let mut answers = Vec::new();
    for number in 0..7 {
        let (deposit, answer) = waiting(&format!("d{number}"), deposit(number, 1));
        batch.push(deposit);
        answers.push(answer);
    }
    let (poison, mut poisoned) = waiting("poison", poison);
    batch.insert(3, poison);
    writer.process(batch);

    let refused = poisoned.try_recv().unwrap().and_then(|decided| decided.into_result()).unwrap_err();
    assert_eq!(refused.code, Code::Internal);
    for mut answer in answers {
        answer.try_recv().unwrap().unwrap().into_result().unwrap();
    }
    assert_eq!(act(&mut writer, "d9", deposit(9, 1)).unwrap().balance, Minor(8 * 500));
}

on_both! {
    fn deposits_are_booked_and_an_old_key_is_answered_as_before(database) {
        open_and_deposit(&mut writer(&database));
    }

    fn an_act_that_breaks_a_constraint_fails_alone(database) {
        among_deposits(&database, Poison { player: 2, panics: false });
    }

    fn an_act_that_breaks_a_constraint_of_a_new_row_fails_alone(database) {
        among_deposits(&database, Poison { player: 3, panics: false });
    }

    fn an_act_that_panics_fails_alone(database) {
        among_deposits(&database, Poison { player: 2, panics: true });
    }

    fn a_commit_whose_answer_is_lost_has_one_outcome(database) {
        let mut lost = 0;
        let meddle = |moment, _: &mut AnyKeeper| match moment {
            Moment::Committed if lost < 2 => {
                lost += 1;
                Err(Fault::Passing("the answer is lost".into()))
            }
            _ => Ok(()),
        };
        let books = AnyKeeper::open(&database.address(), 1).unwrap().pop().unwrap().0;
        let mut writer = Writer::new(Meddled { books, meddle }, 1, None, Patience::default());
        open_and_deposit(&mut writer);
        assert_eq!(writer.figures().faults.load(Ordering::Relaxed), 2);
    }

    fn a_batch_that_cannot_be_written_in_time_is_answered_and_the_writer_goes_on(database) {
        let mut away = true;
        let meddle = |moment, _: &mut AnyKeeper| match moment {
            Moment::Begin if std::mem::take(&mut away) => Err(Fault::Passing("away".into())),
            _ => Ok(()),
        };
        let books = AnyKeeper::open(&database.address(), 1).unwrap().pop().unwrap().0;
        let patience = Patience { limit: std::time::Duration::ZERO, pause: |_| () };
        let mut writer = Writer::new(Meddled { books, meddle }, 1, None, patience);
        assert_eq!(act(&mut writer, "open", open_player(1)).unwrap_err().code, Code::DatabaseAway);
        open_and_deposit(&mut writer);
    }

    fn numbers_are_dense_and_times_grow_in_a_shard(database) {
        use diesel::prelude::*;
        use kupa::store::schema::{events, shards, transfers};
        let mut writer = writer(&database);
        open_and_deposit(&mut writer);
        let mut db = database.store().reader().unwrap();
        let mut all: Vec<(i64, kupa::store::columns::Instant)> =
            events::table.select((events::seq, events::at)).load(&mut *db).unwrap();
        all.extend(transfers::table.select((transfers::seq, transfers::at))
            .load::<(i64, kupa::store::columns::Instant)>(&mut *db).unwrap());
        all.sort_unstable();
        let numbers: Vec<i64> = all.iter().map(|(seq, _)| *seq).collect();
        assert_eq!(numbers, (1..=7).collect::<Vec<_>>());
        assert!(all.is_sorted_by_key(|(_, at)| *at));
        let (next, last): (i64, kupa::store::columns::Instant) =
            shards::table.filter(shards::shard.eq(1)).select((shards::next_seq, shards::last_at)).first(&mut *db).unwrap();
        assert_eq!((next, last), (8, all[6].1));
    }
}

#[test]
fn a_full_queue_refuses_as_busy_at_once() {
    let (began, begins) = channel();
    let (go, gate) = channel::<()>();
    let meddle = move |moment, _: &mut Memory| {
        if moment == Moment::Begin {
            began.send(()).unwrap();
            gate.recv().unwrap();
        }
        Ok(())
    };
    let writer = Writer::new(Meddled { books: Memory::default(), meddle }, 1, None, Patience::default());
    let committer = Committer::start(vec![writer], Settings { batch: 1, queue: 2 }).unwrap();
    let submit = |number: u128| {
        let key = RequestKey::new(number.to_string(), &[], None);
        committer.submit_and_wait(open_player(number), key)
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(|| submit(1));
        begins.recv().unwrap();
        let waiting = [scope.spawn(|| submit(2)), scope.spawn(|| submit(3))];
        while committer.depth() < 2 {
            std::thread::yield_now();
        }
        assert_eq!(submit(4).unwrap_err().code, Code::Busy);
        for _ in 0..3 {
            go.send(()).unwrap();
        }
        assert!(first.join().unwrap().is_ok());
        assert!(waiting.into_iter().all(|thread| thread.join().unwrap().is_ok()));
    });
}

#[test]
fn a_session_that_is_ended_at_the_commit_is_replaced_and_the_act_done_once() {
    let Some(database) = Database::postgres() else { return };
    let mut owner = database.owner();
    let mut commits = 0;
    let meddle = |moment, _: &mut AnyKeeper| {
        if moment == Moment::Commit {
            commits += 1;
            if commits % 2 == 1 {
                let end = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE application_name = 'kupa writer' AND datname = current_database()";
                owner.batch_execute(end).unwrap();
            }
        }
        Ok(())
    };
    let books = AnyKeeper::open(&database.address(), 1).unwrap().pop().unwrap().0;
    let mut writer = Writer::new(Meddled { books, meddle }, 1, None, Patience::default());
    open_and_deposit(&mut writer);
    assert!(writer.figures().faults.load(Ordering::Relaxed) >= 2);
}

#[test]
fn a_database_that_is_gone_is_told_and_one_that_comes_back_is_used() {
    let database = Database::sqlite();
    let patience = Patience { limit: std::time::Duration::ZERO, pause: |_| () };
    let mut writer = database.store().writers(1, None, patience).unwrap().pop().unwrap();
    if let AnyKeeper::Lite(keeper) = writer.books() {
        keeper.connection().batch_execute("PRAGMA busy_timeout = 0").unwrap();
    }
    let mut other = database.owner();
    other.batch_execute("BEGIN IMMEDIATE").unwrap();
    assert_eq!(act(&mut writer, "open", open_player(1)).unwrap_err().code, Code::DatabaseAway);
    other.batch_execute("ROLLBACK").unwrap();
    open_and_deposit(&mut writer);
}
