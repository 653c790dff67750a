//! Writers against each other: whoever is first, there is one outcome, and all are told of it.

use std::sync::atomic::Ordering;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use kupa::domain::act::RequestKey;
use kupa::domain::codes::Code;
use kupa::store::committer::{Committer, Patience, Settings, Writer};
use kupa::store::dialect::{AnyKeeper, Db};
use kupa::store::schema::{deposits, idempotency, postings, shards};

use super::{act, deposit, open_and_deposit, open_player};
use crate::support::databases::{Database, on_both};
use crate::support::meddled::{Meddled, Moment};

const KEYS: u128 = 40;

on_both! {
    fn two_processes_with_the_same_keys_come_to_one_outcome(database) {
        let store = || database.store().writers(2, None, Patience::default()).unwrap();
        let nodes = [store(), store()].map(|writers| Committer::start(writers, Settings::default()).unwrap());
        let key = |number: u128| RequestKey::new(number.to_string(), &[], None);
        nodes[0].submit_and_wait(open_player(1), key(1_000)).unwrap();
        let answers: Vec<_> = std::thread::scope(|scope| {
            let ask = |at: usize| {
                let node = &nodes[at % 2];
                move || (0..KEYS).map(|number| {
                    node.submit_and_wait(deposit(number, 1), key(number)).unwrap().into_result().unwrap().transfer
                }).collect::<Vec<_>>()
            };
            let threads: Vec<_> = (0..4).map(|at| scope.spawn(ask(at))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "every asker is told the same");
        drop(nodes);
        let mut db = database.store().reader().unwrap();
        let count = i64::try_from(KEYS).unwrap();
        assert_eq!(deposits::table.count().get_result(&mut *db), Ok(count));
        assert_eq!(postings::table.count().get_result(&mut *db), Ok(2 * count));
        assert_eq!(idempotency::table.count().get_result(&mut *db), Ok(count + 1));
    }

    fn two_processes_for_the_same_reference_book_it_once(database) {
        let mut nodes = [1, 2].map(|_| database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap());
        act(&mut nodes[0], "open", open_player(1)).unwrap();
        assert!(act(&mut nodes[0], "a", deposit(1, 1)).is_ok());
        let again = kupa::actions::wallets::BookDeposit { deposit: deposit(2, 1).deposit, ..deposit(1, 1) };
        assert_eq!(act(&mut nodes[1], "b", again).unwrap_err().code, Code::DepositKnown);
    }
}

fn meddled<M: FnMut(Moment, &mut AnyKeeper) -> Result<(), kupa::store::committer::Fault>>(
    database: &Database,
    meddle: M,
) -> Writer<Meddled<AnyKeeper, M>> {
    let (books, shard) = AnyKeeper::open(&database.address(), 1).unwrap().pop().unwrap();
    Writer::new(Meddled { books, meddle }, shard, None, Patience::default())
}

#[test]
fn a_lost_race_is_run_again_and_sees_the_winner() {
    let Some(database) = Database::postgres() else { return };
    let mut rival = database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap();
    act(&mut rival, "open", open_player(1)).unwrap();
    let mut first = true;
    let mut writer = meddled(&database, |moment, _| {
        if moment == Moment::Insert("claims") && std::mem::take(&mut first) {
            let rivals = kupa::actions::wallets::BookDeposit { deposit: deposit(2, 1).deposit, ..deposit(1, 1) };
            // The rival waits for nothing that is locked here: another player's wallet.
            let rivals = kupa::actions::wallets::BookDeposit { player: deposit(1, 2).player, ..rivals };
            act(&mut rival, "open 2", open_player(2)).unwrap();
            act(&mut rival, "rival", rivals).unwrap();
        }
        Ok(())
    });
    assert_eq!(act(&mut writer, "late", deposit(1, 1)).unwrap_err().code, Code::DepositKnown);
    assert_eq!(writer.figures().races.load(Ordering::Relaxed), 1);
}

fn pg(db: Db) -> PgConnection {
    match db {
        Db::Pg(connection) => connection,
        Db::Lite(_) => panic!("not PostgreSQL"),
    }
}

const LOCK_ACCOUNTS: &str = "BEGIN; SELECT FROM accounts FOR NO KEY UPDATE";

#[test]
fn a_lock_that_is_held_too_long_is_tried_again() {
    let Some(database) = Database::postgres() else { return };
    let mut holder = pg(database.owner());
    let mut begun = 0;
    let mut writer = meddled(&database, |moment, books| {
        match moment {
            Moment::Load("accounts") => {
                begun += 1;
                if begun == 4 {
                    holder.batch_execute(LOCK_ACCOUNTS).unwrap();
                    if let AnyKeeper::Pg(books) = books {
                        books.connection().batch_execute("SET lock_timeout = '20ms'").unwrap();
                    }
                }
            }
            Moment::Revive => holder.batch_execute("ROLLBACK").unwrap(),
            _ => {}
        }
        Ok(())
    });
    open_and_deposit(&mut writer);
    assert_eq!(act(&mut writer, "more", deposit(13, 1)).unwrap().balance.0, 2_000);
    assert_eq!(writer.figures().faults.load(Ordering::Relaxed), 1);
}

#[test]
fn a_deadlock_is_tried_again() {
    let Some(database) = Database::postgres() else { return };
    let mut watcher = pg(database.owner());
    let mut plain = database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap();
    open_and_deposit(&mut plain);
    drop(plain);
    let mut other = pg(database.owner());
    // The other waits longer before it looks for a deadlock: the writer is the one to find it, and to give way.
    other.batch_execute("SET deadlock_timeout = '1min'").unwrap();
    other.batch_execute(LOCK_ACCOUNTS).unwrap();
    std::thread::scope(|scope| {
        let mut crossing = Some(other);
        let mut writer = meddled(&database, |moment, books| {
            if moment == Moment::Load("accounts")
                && let Some(mut other) = crossing.take()
            {
                if let AnyKeeper::Pg(books) = books {
                    books.connection().batch_execute("SET deadlock_timeout = '10ms'").unwrap();
                }
                scope.spawn(move || other.batch_execute("SELECT FROM shards FOR UPDATE; ROLLBACK").unwrap());
                let waits =
                    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
                while diesel::sql_query(waits).execute(&mut watcher).unwrap() == 0 {
                    std::thread::yield_now();
                }
            }
            Ok(())
        });
        assert_eq!(act(&mut writer, "more", deposit(13, 1)).unwrap().balance.0, 2_000);
        // More than once where the writer is back before the other has woken.
        assert!(writer.figures().faults.load(Ordering::Relaxed) >= 1);
    });
}

#[test]
fn processes_lease_different_shards_and_one_that_ended_leaves_its_own_to_others() {
    let Some(database) = Database::postgres() else { return };
    let lease = |count| -> Vec<i64> {
        let keepers = AnyKeeper::open(&database.address(), count).unwrap();
        keepers.into_iter().map(|(_, shard)| shard).collect()
    };
    assert_eq!(lease(2), [1, 2]);
    assert_eq!(lease(1), [3]);
    database.owner().batch_execute("UPDATE shards SET lease_until = clock_timestamp() WHERE shard = 2").unwrap();
    assert_eq!(lease(2), [2, 4]);
    let mut db = database.store().reader().unwrap();
    assert_eq!(shards::table.count().get_result(&mut *db), Ok(4_i64));
}

#[test]
fn a_rival_seen_in_half_is_seen_whole_the_next_time() {
    let Some(database) = Database::postgres() else { return };
    let mut rival = database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap();
    act(&mut rival, "open", open_player(1)).unwrap();
    let mut transfer = None;
    let mut writer = meddled(&database, |moment, _| {
        // The key and the claim were read before the rival was done, the deposit after.
        if moment == Moment::Load("deposits") && transfer.is_none() {
            transfer = Some(act(&mut rival, "same", deposit(1, 1)).unwrap().transfer);
        }
        Ok(())
    });
    let answer = act(&mut writer, "same", deposit(1, 1)).unwrap().transfer;
    drop(writer);
    assert_eq!(Some(answer), transfer);
}
