//! Every kind of row comes back as it was written.

use std::collections::BTreeMap;

use diesel::prelude::*;
use kupa::domain::act::row::Row;
use kupa::domain::act::{Hold, Keeper};
use kupa::store::columns::{Whole, all_of};
use kupa::store::committer::Books;
use kupa::store::dialect::AnyKeeper;
use kupa::store::schema::{self, KEPT};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::support::databases::{Database, on_both};
use crate::support::invented::{Fits, mix, row};

/// What is only ever appended: on SQLite a key that is there is a fault, since no rival can have been first.
const LOGS: [&str; 3] = ["transfers", "postings", "events"];

fn keeper(database: &Database) -> AnyKeeper {
    AnyKeeper::open(&database.address(), 1).unwrap().pop().unwrap().0
}

/// Writes rows, changes them, and reads them each time; nothing is committed, so nothing need have a parent.
fn come_back<R: Row + Fits>(keeper: &mut AnyKeeper, seed: u64) {
    keeper.rollback();
    keeper.begin(1).unwrap();
    let rows: BTreeMap<R::Key, R> =
        (0..6).map(|n| row::<R>(mix(seed ^ n), mix(seed + n))).map(|r| (r.key(), r)).collect();
    let absent = row::<R>(mix(seed ^ 99), 0).key();
    let mut keys: Vec<R::Key> = rows.keys().cloned().collect();
    if !rows.contains_key(&absent) {
        keys.push(absent);
    }
    keys.sort();
    let by_key = |rows: Vec<R>| rows.into_iter().map(|row| (row.key(), row)).collect::<BTreeMap<_, _>>();

    assert_eq!(keeper.load::<R>(&keys, Hold::Locked).unwrap(), []);
    let (early, late) = rows.values().partition::<Vec<&R>, _>(|row| row.key() <= keys[keys.len() / 2]);
    assert_eq!(keeper.insert(&early).unwrap(), early.len());
    let late: Vec<R> = late.into_iter().cloned().collect();
    if !late.is_empty() {
        keeper.append(&late).unwrap();
    }
    if !LOGS.contains(&R::TABLE) {
        assert_eq!(keeper.insert(&rows.values().collect::<Vec<_>>()).unwrap(), 0, "none of these keys is new");
    }
    assert_eq!(by_key(keeper.load::<R>(&keys, Hold::Locked).unwrap()), rows);
    assert_eq!(by_key(keeper.load::<R>(&keys, Hold::None).unwrap()), rows);
    assert_eq!(by_key(keeper.load::<R>(&keys, Hold::Shared).unwrap()), rows);

    if !R::GROUP_COLUMNS.is_empty() {
        let group = rows.values().next().unwrap().group();
        let expected: Vec<&R> = rows.values().filter(|row| row.group() == group).collect();
        assert_eq!(by_key(keeper.load_groups::<R>(&[group]).unwrap()).values().collect::<Vec<_>>(), expected);
    }
    if !R::IMMUTABLE {
        let changed: BTreeMap<R::Key, R> =
            (0..6).map(|n| row::<R>(mix(seed ^ n), mix(seed + n + 1_000))).map(|r| (r.key(), r)).collect();
        keeper.update(&changed.values().collect::<Vec<_>>()).unwrap();
        assert_eq!(by_key(keeper.load::<R>(&keys, Hold::Locked).unwrap()), changed);
    }
    keeper.rollback();
}

macro_rules! all_kinds { ($($row:ty),+ $(,)?) => {
    fn each_kind_comes_back(keeper: &mut AnyKeeper, seed: u64) { $(come_back::<$row>(keeper, seed);)+ }

    #[test]
    fn no_kind_of_row_is_forgotten_here() {
        let mut here = [$(<$row>::TABLE),+];
        let mut kept: Vec<&str> = KEPT.iter().map(|kept| kept.table).collect();
        here.sort_unstable();
        kept.sort_unstable();
        assert_eq!(here.as_slice(), kept);
    }
} }
all_kinds!(
    kupa::domain::act::remembered::Remembered,
    kupa::domain::act::remembered::Claim,
    kupa::domain::sessions::refresh_token::RefreshToken,
    kupa::domain::sessions::session::Session,
    kupa::domain::sessions::sign_outs::SignOuts,
    kupa::domain::staff::member::Member,
    kupa::domain::staff::client::Client,
    kupa::domain::finance::approval::Approval,
    kupa::domain::switches::Switchboard,
    kupa::domain::conduct::Jurisdictions,
    kupa::domain::outages::ServiceAlive,
    kupa::domain::finance::day_total::DayTotal,
    kupa::domain::wallets::deposit::Deposit,
    kupa::domain::wallets::withdrawal::Withdrawal,
    kupa::domain::wallets::obligation::Obligation,
    kupa::domain::games::game::Game,
    kupa::domain::games::settlement::Settlement,
    kupa::domain::rooms::version::RoomBook,
    kupa::domain::rooms::version::RoomVersion,
    kupa::domain::rake::version::RakeSchedule,
    kupa::domain::rake::version::ScheduleVersion,
    kupa::domain::players::player::Player,
    kupa::domain::players::person::Person,
    kupa::domain::mails::Mail,
    kupa::domain::players::rating::Rating,
    kupa::domain::ledger::transfer::Transfer,
    kupa::domain::ledger::transfer::Posting,
    kupa::domain::ledger::account::Account,
    kupa::domain::ledger::event::Event,
    kupa::domain::ledger::proof::ProvenShard,
    kupa::domain::ledger::proof::ProvenAccount,
    kupa::domain::ledger::proof::ProvenStream,
);

on_both! {
    fn what_is_written_is_read_back(database) {
        let keeper = std::cell::RefCell::new(keeper(&database));
        let mut runner = TestRunner::new(ProptestConfig { cases: 12, max_shrink_iters: 0, failure_persistence: None, ..Default::default() });
        runner.run(&any::<u64>(), |seed| { each_kind_comes_back(&mut keeper.borrow_mut(), seed); Ok(()) }).unwrap();
    }

    fn a_whole_row_is_read_by_an_ordinary_query(database) {
        use kupa::domain::players::player::Player;
        use schema::players;
        let mut keeper = keeper(&database);
        let written: Vec<Player> = (1..4).map(|n| row(n, n)).collect();
        let state = keeper.begin(1).unwrap();
        keeper.insert(&written.iter().collect::<Vec<_>>()).unwrap();
        keeper.commit(1, state.next_seq, state.clock).unwrap();
        let read = players::table
            .filter(players::nickname.eq(&written[1].nickname))
            .select(all_of::<Player>())
            .load::<Whole<Player>>(&mut *database.store().reader().unwrap());
        assert_eq!(read.unwrap().into_iter().map(|Whole(row)| row).collect::<Vec<_>>(), written[1..2]);
    }
}
