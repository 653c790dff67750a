//! The house's switches: what they stop, and what goes on.

use kupa::actions::switches::ThrowSwitch;
use kupa::actions::wallets::{CancelWithdrawal, ConfirmWithdrawal, SendWithdrawal};
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::ids::WithdrawalId;
use kupa::domain::players::access::{Role, Scope};
use kupa::domain::switches::Switch;
use kupa::domain::switches::board::{BOARD, Switchboard};

use crate::support::club::{Club, code};
use crate::support::table::{club, single};

fn throw(by: Actor, switch: &str, on: bool) -> ThrowSwitch {
    ThrowSwitch { by, switch: switch.parse().unwrap(), on, reason: "a leak in the roof".into() }
}

fn send(withdrawal: WithdrawalId) -> SendWithdrawal {
    SendWithdrawal { by: Actor::System, withdrawal, reference: "R".into() }
}

#[test]
fn under_maintenance_no_game_is_offered_or_begins_and_all_else_goes_on() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let (running, offered) = (club.begin(ann, bob, "main", single(500)), club.open(ann, "main", single(500)).unwrap());
    club.act(throw(Actor::System, "maintenance", true)).unwrap();
    assert_eq!(code(club.open(ann, "main", single(500))), Code::Maintenance);
    assert_eq!(code(club.open(ann, "dark_room", single(500))), Code::Maintenance);
    assert_eq!(code(club.join(offered, bob)), Code::Maintenance);
    // A game under way is doubled, settled and paid; money comes and goes.
    club.double(running, ann).unwrap();
    club.take(running, bob).unwrap();
    club.settle(running, ann, 1, 2);
    club.deposit(bob, 100).unwrap();
    let withdrawal = club.withdraw(ann, 100).unwrap();
    club.act(send(withdrawal)).unwrap();
    club.act(throw(Actor::System, "maintenance", false)).unwrap();
    club.join(offered, bob).unwrap();
    club.prove();
}

#[test]
fn a_stopped_room_takes_no_new_game_and_no_other_room_is_touched() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let (running, offered) = (club.begin(ann, bob, "main", single(500)), club.open(ann, "main", single(500)).unwrap());
    club.room("side", "main", |_| ());
    club.act(throw(Actor::System, "stop_room:main", true)).unwrap();
    assert_eq!(code(club.open(ann, "main", single(500))), Code::RoomStopped);
    assert_eq!(code(club.join(offered, bob)), Code::RoomStopped);
    club.begin(ann, bob, "side", single(500));
    club.settle(running, bob, 1, 1);
    // Both at once: either alone still stops.
    club.act(throw(Actor::System, "maintenance", true)).unwrap();
    club.act(throw(Actor::System, "stop_room:main", false)).unwrap();
    assert_eq!(code(club.join(offered, bob)), Code::Maintenance);
    club.act(throw(Actor::System, "maintenance", false)).unwrap();
    club.join(offered, bob).unwrap();
    assert_eq!(code(club.act(throw(Actor::System, "stop_room:nosuch", true))), Code::UnknownRoom);
}

#[test]
fn stopped_withdrawals_are_neither_asked_for_nor_sent_and_those_on_their_way_come_to_their_end() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let (sent, asked, unwanted) =
        (club.withdraw(ann, 100).unwrap(), club.withdraw(ann, 200).unwrap(), club.withdraw(ann, 300).unwrap());
    club.act(send(sent)).unwrap();
    club.act(throw(Actor::System, "stop_withdrawals", true)).unwrap();
    assert_eq!(code(club.withdraw(ann, 100)), Code::WithdrawalsStopped);
    assert_eq!(code(club.act(send(asked))), Code::WithdrawalsStopped);
    club.act(ConfirmWithdrawal { by: Actor::System, withdrawal: sent }).unwrap();
    club.act(CancelWithdrawal { by: Actor::Player(ann), withdrawal: unwanted }).unwrap();
    club.begin(ann, bob, "main", single(500));
    club.act(throw(Actor::System, "stop_withdrawals", false)).unwrap();
    club.act(send(asked)).unwrap();
    club.prove();
}

#[test]
fn a_switch_is_turned_with_a_reason_by_who_may_and_told() {
    let mut club = Club::new();
    for role in Role::ALL {
        let by = club.staff(*role);
        let may = matches!(role, Role::Owner | Role::Director | Role::Finance);
        let turned = club.act(throw(by, "maintenance", true));
        assert_eq!(turned.is_ok(), may, "{role}");
        match turned {
            Ok(_) => {
                club.act(throw(by, "maintenance", false)).unwrap();
            }
            refused => assert_eq!(code(refused), Code::Forbidden),
        }
    }
    let app = club.client(Scope::GamesReport, "main");
    assert_eq!(code(club.act(throw(app, "maintenance", true))), Code::Forbidden);

    let owner = club.staff(Role::Owner);
    let silent = ThrowSwitch { reason: " ".into(), ..throw(owner, "maintenance", true) };
    assert_eq!(code(club.act(silent)), Code::ReasonMissing);
    assert_eq!(code(club.act(throw(owner, "maintenance", false))), Code::AlreadySo);
    club.act(throw(owner, "maintenance", true)).unwrap();
    assert_eq!(code(club.act(throw(owner, "maintenance", true))), Code::AlreadySo);
    let board = club.writer.books().row::<Switchboard>(&BOARD).unwrap().clone();
    let on = &board.thrown[&Switch::Maintenance];
    assert_eq!((board.thrown.len(), on.by, on.reason.as_str()), (1, owner, "a leak in the roof"));
    club.act(throw(owner, "maintenance", false)).unwrap();
    let event = club.events("switch.off").pop().unwrap();
    assert_eq!((event.actor, event.reason.as_deref()), (owner.uuid(), Some("a leak in the roof")));
    let facts: serde_json::Value = serde_json::from_str(&event.facts).unwrap();
    assert_eq!((&facts["switch"], &facts["on"]), (&"maintenance".into(), &false.into()));
    assert_eq!(facts["before"]["reason"], "a leak in the roof");
    let numbers: Vec<i64> = club.events("switch.on").iter().map(|event| event.stream_seq).collect();
    assert_eq!(numbers, [1, 3, 5, 7], "the switches share one stream");
}
