//! Outages: no clock of a player runs while no node serves.

use kupa::actions::games::{EscalateClaim, ExpireGame, LapseDouble, MoveDeadline};
use kupa::actions::outages::{EndOutage, RecordOutage};
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::games::game::GameState;
use kupa::domain::ids::GameId;
use kupa::domain::outages::{Outage, SERVICE, ServiceAlive};
use proptest::prelude::*;

use crate::support::club::{Club, code};
use crate::support::table::{club, single};

fn alive(club: &mut Club) -> Option<Outage> {
    club.act(RecordOutage).unwrap().outage
}

fn state(club: &mut Club, game: GameId) -> GameState {
    club.game(game).state
}

/// For how long the node is there, and says so every two seconds.
fn serve(club: &mut Club, seconds: i64) {
    for _ in 0..seconds / 2 {
        club.wait_s(2);
        assert_eq!(alive(club), None);
    }
    club.wait_s(seconds % 2);
}

#[test]
fn silence_of_more_than_ten_seconds_is_an_outage_told_once() {
    let (mut club, ..) = club(0, 0);
    assert_eq!(alive(&mut club), None);
    club.wait_s(9);
    assert_eq!(alive(&mut club), None);
    club.wait_s(250);
    let outage = alive(&mut club).unwrap();
    assert_eq!(outage.until.since(outage.from).num_seconds(), 250);
    assert_eq!(alive(&mut club), None);
    let told = club.events("service.outage");
    assert_eq!((told.len(), told[0].stream_seq), (1, 1));
    assert!(told[0].facts.contains("\"seconds\":250"), "{}", told[0].facts);
    assert_eq!(club.act(EndOutage { until: outage.until }).unwrap().outages, 1);
    assert_eq!(code(club.act(EndOutage { until: outage.until })), Code::NotDue);
    assert!(club.writer.books().row::<ServiceAlive>(&SERVICE).unwrap().outages.is_empty());
}

#[test]
fn a_deadline_inside_an_outage_never_fires_be_it_recorded_or_not() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    alive(&mut club);
    let offered = club.open(ann, "main", single(100)).unwrap();
    let claimed = club.begin(ann, bob, "main", single(100));
    let doubled = club.begin(ann, bob, "main", single(100));
    club.report(Actor::Player(ann), claimed, ann, 1, 1).unwrap();
    club.double(doubled, ann).unwrap();
    let due = club.game(offered).due_at.unwrap();
    // Away for a day: all three would be long over.
    club.wait_s(86_400);
    for recorded in [false, true] {
        assert_eq!(code(club.act(ExpireGame { game: offered })), Code::NotDue);
        assert_eq!(code(club.act(EscalateClaim { game: claimed })), Code::NotDue);
        assert_eq!(code(club.act(LapseDouble { game: doubled })), Code::NotDue);
        if !recorded {
            assert!(alive(&mut club).is_some());
        }
    }
    // Whoever comes now comes in time, whether the deadline is moved or not.
    let moved = club.act(MoveDeadline { game: offered }).unwrap();
    // Less the microseconds that the acts before it took of this clock.
    assert_eq!((moved.stopped_s, moved.due_at.since(due).num_seconds()), (86_399, 86_399));
    assert_eq!(code(club.act(MoveDeadline { game: offered })), Code::NotDue);
    assert_eq!(club.events("game.clock_stopped").len(), 1);
    club.join(offered, bob).unwrap();
    club.take(doubled, bob).unwrap();
    assert_eq!(state(&mut club, claimed), GameState::Reported);
    // What begins after the outage owes nothing to it.
    let later = club.open(ann, "main", single(100)).unwrap();
    assert_eq!(code(club.act(MoveDeadline { game: later })), Code::NotDue);
    club.prove();
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Serves(i64),
    Away(i64),
    Says,
    Moves,
    Ends,
    Restarts,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => (1_i64..60).prop_map(Step::Serves),
        2 => (11_i64..4_000).prop_map(Step::Away),
        2 => Just(Step::Says),
        2 => Just(Step::Moves),
        1 => Just(Step::Ends),
        1 => Just(Step::Restarts),
    ];
    prop::collection::vec(step, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn an_offer_expires_when_it_was_served_for_its_time_whatever_came_between(steps in steps()) {
        let (mut club, ann, _) = club(10_000, 0);
        alive(&mut club);
        let game = club.open(ann, "main", single(100)).unwrap();
        let row = club.game(game);
        let wait = row.due_at.unwrap().since(row.opened_at).num_seconds();
        // Seconds in which a node was there, and since when none has said so.
        let (mut served, mut unsaid) = (0, 0);
        for step in steps {
            match step {
                Step::Serves(seconds) => {
                    alive(&mut club);
                    serve(&mut club, seconds);
                    served += seconds;
                    unsaid = seconds % 2;
                }
                Step::Away(seconds) => {
                    club.wait_s(seconds);
                    // Silence counts from the last word.
                    served -= unsaid;
                    unsaid = 0;
                    alive(&mut club);
                }
                Step::Says => { alive(&mut club); unsaid = 0; }
                Step::Moves => { let _done = club.act(MoveDeadline { game }); }
                Step::Ends => {
                    // Only once nothing is left to move.
                    let moved = club.act(MoveDeadline { game });
                    prop_assert!(moved.is_ok() || code(moved) == Code::NotDue);
                    let row = club.writer.books().row::<ServiceAlive>(&SERVICE).unwrap();
                    if let Some(until) = row.outages.iter().map(|outage| outage.until).max() {
                        club.act(EndOutage { until }).unwrap();
                    }
                }
                Step::Restarts => {
                    // A short one: nobody notices.
                    alive(&mut club);
                    club.wait_s(9);
                    alive(&mut club);
                    served += 9;
                    unsaid = 0;
                }
            }
            // Each act takes a microsecond of this clock at least: a second is left out on both sides.
            if served < wait - 1 {
                prop_assert_eq!(code(club.act(ExpireGame { game })), Code::NotDue);
            } else if served > wait + 1 {
                let expired = club.act(ExpireGame { game });
                prop_assert!(expired.is_ok());
                return Ok(());
            }
        }
    }
}
