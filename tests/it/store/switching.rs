//! A switch is thrown while acts that it stops are under way.

use diesel::connection::SimpleConnection;
use kupa::actions::games::{JoinGame, OpenGame, ReportGame};
use kupa::actions::rooms::shipped_acts;
use kupa::actions::switches::ThrowSwitch;
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::ids::{GameId, PlayerId};
use kupa::domain::switches::Switch;
use kupa::store::committer::{Books, Patience, Writer};
use kupa::store::dialect::{AnyKeeper, Db};
use uuid::Uuid;

use super::{act, deposit, open_player};
use crate::support::databases::{Database, on_both};
use crate::support::meddled::{Meddled, Moment};
use crate::support::table::single;

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

fn open(game: u128) -> OpenGame {
    let (by, room) = (Actor::Player(player(1)), "main".parse().unwrap());
    OpenGame { by, game: GameId(Uuid::from_u128(game)), player: player(1), room, terms: single(100) }
}

fn join(game: u128) -> JoinGame {
    JoinGame { by: Actor::Player(player(2)), game: GameId(Uuid::from_u128(game)), player: player(2) }
}

fn report(game: u128) -> ReportGame {
    ReportGame { by: Actor::System, game: GameId(Uuid::from_u128(game)), winner: player(1), result: 1, cube: 1 }
}

fn throw(on: bool) -> ThrowSwitch {
    ThrowSwitch { by: Actor::System, switch: Switch::Maintenance, on, reason: "a leak".into() }
}

/// Rooms, and two players with five dollars each.
fn found<B: Books>(writer: &mut Writer<B>) {
    let shipped = shipped_acts();
    for (key, one) in shipped.schedules {
        act(writer, &key.key, one).unwrap();
    }
    for (key, one) in shipped.rooms {
        act(writer, &key.key, one).unwrap();
    }
    for number in [1, 2] {
        act(writer, &format!("open {number}"), open_player(number)).unwrap();
        act(writer, &format!("pay {number}"), deposit(number, number)).unwrap();
    }
}

fn writer(database: &Database) -> Writer<AnyKeeper> {
    database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap()
}

/// Whether somebody else could throw a switch, or hold the board as acts do that heed it, at this very moment.
fn could(database: &Database, throw: bool) -> bool {
    let mut db = database.owner();
    db.batch_execute(match (&db, throw) {
        (Db::Pg(_), true) => "BEGIN; SELECT FROM switchboard FOR NO KEY UPDATE NOWAIT; ROLLBACK",
        (Db::Pg(_), false) => "BEGIN; SELECT FROM switchboard FOR SHARE NOWAIT; ROLLBACK",
        (Db::Lite(_), _) => "PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK",
    })
    .is_ok()
}

on_both! {
    fn nobody_throws_a_switch_while_an_act_that_it_stops_is_under_way(database) {
        found(&mut writer(&database));
        let mut seen = Vec::new();
        let (books, shard) = AnyKeeper::open(&database.address(), 1).unwrap().pop().unwrap();
        let meddle = |moment, _: &mut AnyKeeper| {
            if moment == Moment::Commit {
                seen.push((could(&database, true), could(&database, false)));
            }
            Ok(())
        };
        let mut held = Writer::new(Meddled { books, meddle }, shard, None, Patience::default());
        act(&mut held, "a", open(10)).unwrap();
        act(&mut held, "b", join(10)).unwrap();
        act(&mut held, "c", report(10)).unwrap();
        drop(held);
        // On SQLite whoever writes keeps all others out; on PostgreSQL those who heed the board share it, and a
        // settlement does not touch it.
        let heeds = (false, database.is_postgres());
        assert_eq!(seen, [heeds, heeds, (database.is_postgres(), database.is_postgres())]);
        assert!(could(&database, true), "nobody holds it for longer");
    }

    fn what_a_switch_stops_is_stopped_in_every_process_once_it_is_answered(database) {
        let mut nodes = [1, 2].map(|_| writer(&database));
        found(&mut nodes[0]);
        act(&mut nodes[0], "offer", open(10)).unwrap();
        act(&mut nodes[1], "on", throw(true)).unwrap();
        assert_eq!(act(&mut nodes[0], "a", open(11)).unwrap_err().code, Code::Maintenance);
        assert_eq!(act(&mut nodes[0], "b", join(10)).unwrap_err().code, Code::Maintenance);
        act(&mut nodes[0], "off", throw(false)).unwrap();
        act(&mut nodes[1], "c", join(10)).unwrap();
        // A refusal on state is remembered under its key.
        assert_eq!(act(&mut nodes[1], "a", open(11)).unwrap_err().code, Code::Maintenance);
    }

    fn a_switch_and_what_it_stops_in_one_batch_are_done_in_their_order(database) {
        use kupa::domain::act::RequestKey;
        use kupa::store::committer::{Waiter, Waiting};
        let mut writer = writer(&database);
        found(&mut writer);
        let key = |word: &str| RequestKey::new(word.into(), &[], None);
        let (before, mut opened) = Waiter::new(open(10), key("before"));
        let (turned, mut on) = Waiter::new(throw(true), key("on"));
        let (after, mut refused) = Waiter::new(open(11), key("after"));
        let batch: Vec<Box<dyn Waiting>> = vec![Box::new(before), Box::new(turned), Box::new(after)];
        writer.process(batch);
        opened.try_recv().unwrap().unwrap().into_result().unwrap();
        on.try_recv().unwrap().unwrap().into_result().unwrap();
        let refused = refused.try_recv().unwrap().unwrap().into_result();
        assert_eq!(refused.unwrap_err().code, Code::Maintenance);
    }

    fn a_switch_is_thrown_while_two_writers_never_cease_to_heed_it(database) {
        use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
        found(&mut writer(&database));
        let (thrown, opened) = (AtomicBool::new(false), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for node in 0..2_u128 {
                let (database, thrown, opened) = (&database, &thrown, &opened);
                scope.spawn(move || {
                    let mut writer = writer(database);
                    let mut number = 1_000 * (node + 1);
                    // Each goes on until it is stopped: had the switch to wait for a lull, this would never end.
                    loop {
                        number += 1;
                        let was_thrown = thrown.load(Ordering::SeqCst);
                        match act(&mut writer, &number.to_string(), open(number)) {
                            Ok(_) => assert!(!was_thrown, "a game was offered under maintenance"),
                            Err(refused) => break assert_eq!(refused.code, Code::Maintenance),
                        }
                        opened.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            while opened.load(Ordering::SeqCst) < 20 {
                std::thread::yield_now();
            }
            act(&mut writer(&database), "on", throw(true)).unwrap();
            thrown.store(true, Ordering::SeqCst);
        });
    }
}
