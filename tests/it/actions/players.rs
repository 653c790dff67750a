use kupa::actions::players::{ClosePlayer, OpenPlayer, ReinstatePlayer, SuspendPlayer};
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::ids::PlayerId;
use kupa::domain::players::access::Role;
use kupa::domain::players::person::Told;
use kupa::domain::time::Time;

use crate::support::club::{Club, code};

fn open(club: &mut Club, nickname: &str) -> OpenPlayer {
    OpenPlayer {
        by: Actor::System,
        player: PlayerId(club.uuid()),
        nickname: nickname.into(),
        email: None,
        password: None,
        person: Told::default(),
    }
}

#[test]
fn a_nickname_is_had_by_one_player_whatever_its_case() {
    let mut club = Club::new();
    club.player("Ann", 0);
    let again = open(&mut club, "aNN");
    assert_eq!(code(club.act(again)), Code::NicknameTaken);
}

#[test]
fn a_player_opens_no_account_for_another() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let act = OpenPlayer { by: Actor::Player(ann), ..open(&mut club, "bob") };
    assert_eq!(code(club.act(act)), Code::Forbidden);
}

fn suspend(by: Actor, player: PlayerId, until_s: i64) -> SuspendPlayer {
    let until = Time::from_micros(1_800_000_000_000_000 + until_s * 1_000_000);
    SuspendPlayer { by, player, until, reason: "stalling".into() }
}

#[test]
fn a_suspended_player_is_free_again_once_the_date_has_passed() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 1_000), club.staff(Role::Compliance));
    club.act(suspend(by, ann, 60)).unwrap();
    assert_eq!(code(club.withdraw(ann, 100)), Code::PlayerSuspended);
    club.deposit(ann, 100).unwrap();
    club.act(suspend(by, ann, 120)).unwrap();
    club.wait_s(61);
    assert_eq!(code(club.withdraw(ann, 100)), Code::PlayerSuspended);
    club.wait_s(60);
    club.withdraw(ann, 100).unwrap();
}

#[test]
fn a_suspension_ends_in_the_future_and_says_why() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Compliance));
    assert_eq!(code(club.act(suspend(by, ann, -1))), Code::UntilPast);
    assert_eq!(code(club.act(SuspendPlayer { reason: " ".into(), ..suspend(by, ann, 60) })), Code::ReasonMissing);
    let nobody = PlayerId(club.uuid());
    assert_eq!(code(club.act(suspend(by, nobody, 60))), Code::UnknownPlayer);
}

#[test]
fn a_closed_account_takes_no_money_in_or_out_until_it_is_reinstated() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 1_000), club.staff(Role::Director));
    let close = ClosePlayer { by, player: ann, reason: "a program played".into() };
    club.act(close.clone()).unwrap();
    assert_eq!(code(club.act(close.clone())), Code::AlreadySo);
    assert_eq!(code(club.deposit(ann, 100)), Code::PlayerClosed);
    assert_eq!(code(club.withdraw(ann, 100)), Code::PlayerClosed);
    assert_eq!(code(club.act(suspend(by, ann, 60))), Code::PlayerClosed);
    let reinstate = ReinstatePlayer { by, player: ann, reason: "it was her sister".into() };
    club.act(reinstate.clone()).unwrap();
    club.withdraw(ann, 100).unwrap();
    assert_eq!(code(club.act(reinstate.clone())), Code::AlreadySo);
    assert_eq!(code(club.act(ReinstatePlayer { reason: String::new(), ..reinstate.clone() })), Code::ReasonMissing);
    assert_eq!(code(club.act(ClosePlayer { reason: String::new(), ..close.clone() })), Code::ReasonMissing);
    let nobody = PlayerId(club.uuid());
    assert_eq!(code(club.act(ClosePlayer { player: nobody, ..close })), Code::UnknownPlayer);
    assert_eq!(code(club.act(ReinstatePlayer { player: nobody, ..reinstate })), Code::UnknownPlayer);
}

#[test]
fn a_sanction_is_told_with_before_and_after_and_only_some_staff_may() {
    let mut club = Club::new();
    let (ann, owner) = (club.player("ann", 0), club.staff(Role::Owner));
    for role in [Role::Floor, Role::Finance, Role::Support, Role::Viewer] {
        let by = club.staff(role);
        assert_eq!(code(club.act(suspend(by, ann, 60))), Code::Forbidden, "{role}");
        let close = ClosePlayer { by, player: ann, reason: "why".into() };
        assert_eq!(code(club.act(close)), Code::Forbidden, "{role}");
        let reinstate = ReinstatePlayer { by, player: ann, reason: "why".into() };
        assert_eq!(code(club.act(reinstate)), Code::Forbidden, "{role}");
    }
    club.act(suspend(owner, ann, 60)).unwrap();
    let event = club.events("player.suspended").pop().unwrap();
    let facts: serde_json::Value = serde_json::from_str(&event.facts).unwrap();
    assert_eq!(facts["before"]["state"], "active");
    assert_eq!(facts["after"]["state"], "suspended");
    assert_eq!(event.reason.as_deref(), Some("stalling"));
}
