//! Sessions: who goes on, who is thrown out, and when.

use kupa::actions::players::{ClosePlayer, ReinstatePlayer, SuspendPlayer};
use kupa::actions::sessions::{EndAllSessions, EndSession, RefreshSession, SessionRefreshed, StartSession};
use kupa::actions::staff::{ChangeStaffRole, DisableStaff};
use kupa::domain::act::{Actor, Refused};
use kupa::domain::codes::Code;
use kupa::domain::ids::{ClientId, SessionId, StaffId};
use kupa::domain::ledger::event::Event;
use kupa::domain::players::access::Role;
use kupa::domain::sessions::refresh_token::RefreshToken;
use kupa::domain::sessions::session::Session;
use kupa::domain::time::Time;

use crate::support::club::{Club, code};

const DAY_S: i64 = 86_400;

fn start(club: &mut Club, by: Actor, token: &str) -> Result<SessionId, Refused> {
    let session = SessionId(club.uuid());
    let (refresh, device) = (token.to_owned(), "a phone".to_owned());
    let act = StartSession { by, session, refresh, device, idle_s: 14 * DAY_S, most_s: 90 * DAY_S };
    club.act(act).map(|started| started.session)
}

/// A refresh that brings one token and has another for its successor.
fn bring(by: Actor, session: SessionId, presented: &str, successor: &str) -> RefreshSession {
    let (presented, successor) = (presented.to_owned(), successor.to_owned());
    RefreshSession { by, session, presented, successor, by_others: vec![], idle_s: 14 * DAY_S }
}

fn goes(refreshed: Result<SessionRefreshed, Refused>) -> (usize, Time, Option<Role>) {
    match refreshed {
        Ok(SessionRefreshed::Goes { secret, idle_until, role }) => (secret, idle_until, role),
        other => panic!("{other:?}"),
    }
}

fn session(club: &mut Club, id: SessionId) -> Session {
    club.writer.books().row::<Session>(&id).unwrap().clone()
}

#[test]
fn each_token_is_good_once_and_leads_to_the_next() {
    let mut club = Club::new();
    let by = Actor::Player(club.player("ann", 0));
    let id = start(&mut club, by, "t1").unwrap();
    for number in 1..20 {
        club.wait_s(900);
        goes(club.act(bring(by, id, &format!("t{number}"), &format!("t{}", number + 1))));
    }
    let row = session(&mut club, id);
    assert_eq!((row.current.as_str(), row.number, row.ended_at), ("t20", 20, None));
    assert_eq!(club.writer.books().rows::<RefreshToken>().count(), 20);
    assert!((19 * 900 - 1..=19 * 900).contains(&row.used_at.since(row.started_at).num_seconds()));
}

#[test]
fn a_used_up_token_ends_the_session_whoever_brings_it_and_however_old_it_is() {
    for old in ["t1", "t2", "t3"] {
        let mut club = Club::new();
        let by = Actor::Player(club.player("ann", 0));
        let (id, other) = (start(&mut club, by, "t1").unwrap(), start(&mut club, by, "o1").unwrap());
        for number in 1..4 {
            goes(club.act(bring(by, id, &format!("t{number}"), &format!("t{}", number + 1))));
        }
        assert_eq!(club.act(bring(by, id, old, "thief's")), Ok(SessionRefreshed::Ended), "{old}");
        assert_eq!(code(club.act(bring(by, id, "t4", "t5"))), Code::SessionOver, "the last is worth nothing more");
        assert_eq!(code(club.act(bring(by, id, old, "thief's"))), Code::SessionOver);
        assert_eq!(club.events("session.token_reused").len(), 1);
        goes(club.act(bring(by, other, "o1", "o2")));
    }
}

#[test]
fn the_very_same_refresh_is_answered_again_for_a_minute_and_no_other() {
    let mut club = Club::new();
    let by = Actor::Player(club.player("ann", 0));
    let id = start(&mut club, by, "t1").unwrap();
    let first = goes(club.act(bring(by, id, "t1", "t2")));
    for _ in 0..3 {
        club.wait_s(20);
        assert_eq!(goes(club.act(bring(by, id, "t1", "t2"))), first, "the same answer, and nothing is put off by it");
    }
    assert_eq!(session(&mut club, id).number, 2);
    club.wait_s(1);
    assert_eq!(club.act(bring(by, id, "t1", "t2")), Ok(SessionRefreshed::Ended), "after the minute");
}

#[test]
fn a_repeat_is_answered_no_more_once_its_successor_was_used() {
    let mut club = Club::new();
    let by = Actor::Player(club.player("ann", 0));
    let id = start(&mut club, by, "t1").unwrap();
    goes(club.act(bring(by, id, "t1", "t2")));
    goes(club.act(bring(by, id, "t2", "t3")));
    assert_eq!(club.act(bring(by, id, "t1", "t2")), Ok(SessionRefreshed::Ended));
}

#[test]
fn a_repeat_is_known_by_another_of_the_houses_secrets_too() {
    let mut club = Club::new();
    let by = Actor::Player(club.player("ann", 0));
    let id = start(&mut club, by, "t1").unwrap();
    goes(club.act(bring(by, id, "t1", "by the old secret")));
    let again = RefreshSession {
        by_others: vec!["by a third".into(), "by the old secret".into()],
        ..bring(by, id, "t1", "by the new secret")
    };
    assert_eq!(goes(club.act(again)).0, 2);
    assert_eq!(session(&mut club, id).current, "by the old secret");
}

#[test]
fn a_session_is_over_when_it_was_idle_too_long_and_at_its_end_in_any_case() {
    let mut club = Club::new();
    let by = Actor::Player(club.player("ann", 0));
    let id = start(&mut club, by, "t1").unwrap();
    club.wait_s(14 * DAY_S - 1);
    goes(club.act(bring(by, id, "t1", "t2")));
    club.wait_s(14 * DAY_S);
    assert_eq!(code(club.act(bring(by, id, "t2", "t3"))), Code::SessionOver);

    let id = start(&mut club, by, "u1").unwrap();
    for number in 1..9 {
        club.wait_s(10 * DAY_S);
        goes(club.act(bring(by, id, &format!("u{number}"), &format!("u{}", number + 1))));
    }
    let row = session(&mut club, id);
    assert_eq!((row.idle_until, row.ends_at.since(row.started_at).num_days()), (row.ends_at, 90));
    club.wait_s(10 * DAY_S - 1);
    goes(club.act(bring(by, id, "u9", "u10")));
    club.wait_s(2);
    assert_eq!(code(club.act(bring(by, id, "u10", "u11"))), Code::SessionOver);
}

#[test]
fn a_person_ends_their_own_sessions_and_nobody_elses() {
    let mut club = Club::new();
    let (ann, bob) = (Actor::Player(club.player("ann", 0)), Actor::Player(club.player("bob", 0)));
    let (one, two) = (start(&mut club, ann, "t1").unwrap(), start(&mut club, ann, "u1").unwrap());
    assert_eq!(code(club.act(EndSession { by: bob, session: one })), Code::UnknownSession);
    assert_eq!(code(club.act(bring(bob, one, "t1", "t2"))), Code::RefreshInvalid);
    let unknown = SessionId(club.uuid());
    assert_eq!(code(club.act(EndSession { by: ann, session: unknown })), Code::UnknownSession);
    club.act(EndSession { by: ann, session: one }).unwrap();
    assert_eq!(code(club.act(EndSession { by: ann, session: one })), Code::AlreadySo);
    assert_eq!(code(club.act(bring(ann, one, "t1", "t2"))), Code::SessionOver);
    goes(club.act(bring(ann, two, "u1", "u2")));
    assert_eq!(code(club.act(bring(ann, two, "t1", "x"))), Code::RefreshInvalid, "a token of another session");
}

#[test]
fn signing_out_everywhere_ends_what_was_begun_before_and_nothing_after() {
    let mut club = Club::new();
    let (ann, bob) = (Actor::Player(club.player("ann", 0)), Actor::Player(club.player("bob", 0)));
    let (one, two) = (start(&mut club, ann, "t1").unwrap(), start(&mut club, ann, "u1").unwrap());
    let others = start(&mut club, bob, "b1").unwrap();
    club.act(EndAllSessions { by: ann }).unwrap();
    // At the very same instant.
    let after = start(&mut club, ann, "v1").unwrap();
    assert_eq!(code(club.act(bring(ann, one, "t1", "t2"))), Code::SessionOver);
    assert_eq!(code(club.act(bring(ann, two, "u1", "u2"))), Code::SessionOver);
    assert_eq!(code(club.act(EndSession { by: ann, session: two })), Code::AlreadySo);
    goes(club.act(bring(ann, after, "v1", "v2")));
    goes(club.act(bring(bob, others, "b1", "b2")));
}

#[test]
fn a_closed_account_has_no_sessions_even_once_it_is_open_again() {
    let mut club = Club::new();
    let player = club.player("ann", 0);
    let (by, compliance) = (Actor::Player(player), club.staff(Role::Compliance));
    let id = start(&mut club, by, "t1").unwrap();
    let (until, reason) = (Time::from_micros(i64::MAX), "because".to_owned());
    club.act(SuspendPlayer { by: compliance, player, until, reason: reason.clone() }).unwrap();
    goes(club.act(bring(by, id, "t1", "t2")));
    club.act(ClosePlayer { by: compliance, player, reason: reason.clone() }).unwrap();
    assert_eq!(code(club.act(bring(by, id, "t2", "t3"))), Code::SessionOver);
    assert_eq!(code(start(&mut club, by, "u1")), Code::SessionOver, "who was let in a moment before");
    assert_eq!(code(club.act(EndAllSessions { by })), Code::SessionOver);
    club.act(ReinstatePlayer { by: compliance, player, reason }).unwrap();
    assert_eq!(code(club.act(bring(by, id, "t2", "t3"))), Code::SessionOver);
    let id = start(&mut club, by, "v1").unwrap();
    goes(club.act(bring(by, id, "v1", "v2")));
}

#[test]
fn a_member_goes_on_with_the_role_of_now_until_they_are_disabled() {
    let mut club = Club::new();
    let (owner, member) = (club.staff(Role::Owner), club.staff(Role::Support));
    let (staff, reason) = (StaffId(member.uuid()), "because".to_owned());
    let id = start(&mut club, member, "t1").unwrap();
    assert_eq!(goes(club.act(bring(member, id, "t1", "t2"))).2, Some(Role::Support));
    club.act(ChangeStaffRole { by: owner, staff, role: Role::Viewer, reason: reason.clone() }).unwrap();
    assert_eq!(goes(club.act(bring(member, id, "t2", "t3"))).2, Some(Role::Viewer));
    club.act(DisableStaff { by: owner, staff, reason }).unwrap();
    assert_eq!(code(club.act(bring(member, id, "t3", "t4"))), Code::SessionOver);
    assert_eq!(code(start(&mut club, member, "u1")), Code::SessionOver);
}

#[test]
fn programs_have_no_sessions() {
    let mut club = Club::new();
    for by in [Actor::System, Actor::Client(ClientId(club.uuid()))] {
        assert_eq!(code(start(&mut club, by, "t1")), Code::Forbidden);
        assert_eq!(code(club.act(EndAllSessions { by })), Code::Forbidden);
    }
}

#[test]
fn no_event_holds_a_token_or_its_digest() {
    let mut club = Club::new();
    let by = Actor::Player(club.player("ann", 0));
    let id = start(&mut club, by, "token-1").unwrap();
    goes(club.act(bring(by, id, "token-1", "token-2")));
    assert_eq!(club.act(bring(by, id, "token-1", "token-x")), Ok(SessionRefreshed::Ended));
    let id = start(&mut club, by, "token-3").unwrap();
    club.act(EndSession { by, session: id }).unwrap();
    club.act(EndAllSessions { by }).unwrap();
    let told: Vec<(String, String)> =
        club.writer.books().rows::<Event>().map(|event| (event.kind.clone(), event.facts.clone())).collect();
    let kinds: Vec<&str> = told.iter().map(|(kind, _)| kind.as_str()).collect();
    let expected = [
        "player.opened",
        "session.started",
        "session.token_reused",
        "session.started",
        "session.ended",
        "session.all_ended",
    ];
    assert_eq!(kinds, expected);
    assert!(told.iter().all(|(_, facts)| !facts.contains("token-")), "{told:?}");
}
