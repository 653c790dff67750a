use kupa::actions::players::OpenPlayer;
use kupa::actions::staff::{AddClient, AddStaff, ChangeStaffRole, DisableClient, DisableStaff, RotateClientSecret};
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::ids::{ClientId, PlayerId, StaffId};
use kupa::domain::ledger::event::Event;
use kupa::domain::players::access::{Role, Scope};
use kupa::domain::staff::client::Client;
use kupa::domain::staff::member::Member;

use crate::support::club::{Club, code};

fn add(club: &mut Club, by: Actor, email: &str, role: Role) -> AddStaff {
    AddStaff { by, staff: StaffId(club.uuid()), email: email.into(), password: "$argon2id$secret".into(), role }
}

fn add_client(club: &mut Club, by: Actor) -> AddClient {
    AddClient {
        by,
        client: ClientId(club.uuid()),
        name: "A room".into(),
        secret: "5ec2e7".into(),
        scopes: vec![Scope::PlayersWrite],
        rooms: vec![],
    }
}

fn open_by(club: &mut Club, by: Actor, nickname: &str) -> OpenPlayer {
    let (player, nickname) = (PlayerId(club.uuid()), nickname.into());
    OpenPlayer { by, player, nickname, email: None, password: None, person: Default::default() }
}

#[test]
fn an_owner_adds_staff_and_nobody_else_does() {
    let mut club = Club::new();
    let owner = club.staff(Role::Owner);
    let act = add(&mut club, owner, "new@house.example", Role::Support);
    let added = club.act(act).unwrap();
    assert_eq!(club.writer.books().row::<Member>(&added.staff).unwrap().role, Role::Support);
    for role in Role::ALL.iter().copied().filter(|role| *role != Role::Owner) {
        let by = club.staff(role);
        let act = add(&mut club, by, "other@house.example", Role::Viewer);
        assert_eq!(code(club.act(act)), Code::Forbidden, "{role}");
    }
}

#[test]
fn a_staff_address_is_had_by_one_member_whatever_its_case() {
    let mut club = Club::new();
    let act = add(&mut club, Actor::System, "boss@house.example", Role::Owner);
    club.act(act).unwrap();
    let again = add(&mut club, Actor::System, "BOSS@house.example", Role::Viewer);
    assert_eq!(code(club.act(again)), Code::EmailTaken);
}

#[test]
fn a_client_app_is_bound_to_rooms_that_are_there() {
    let mut club = Club::new();
    let owner = club.staff(Role::Owner);
    let rooms = vec!["nosuch".parse().unwrap()];
    let act = AddClient { rooms: rooms.clone(), ..add_client(&mut club, owner) };
    assert_eq!(code(club.act(act)), Code::UnknownRoom);
    // On the house's own machine also before the first room is there.
    let act = AddClient { rooms, ..add_client(&mut club, Actor::System) };
    club.act(act).unwrap();
}

#[test]
fn no_password_and_no_secret_is_told_in_an_event() {
    let mut club = Club::new();
    club.staff(Role::Owner);
    let act = add_client(&mut club, Actor::System);
    let client = club.act(act).unwrap().client;
    club.act(RotateClientSecret { by: Actor::System, client, secret: "5ec2e8".into() }).unwrap();
    let told: Vec<_> = club.writer.books().rows::<Event>().map(|event| event.facts.clone()).collect();
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|facts| !facts.contains("argon2id") && !facts.contains("5ec2e")), "{told:?}");
}

#[test]
fn a_disabled_member_may_do_nothing_more_and_cannot_be_disabled_twice() {
    let mut club = Club::new();
    let (owner, support) = (club.staff(Role::Owner), club.staff(Role::Support));
    let act = DisableStaff { by: owner, staff: StaffId(support.uuid()), reason: "left the house".into() };
    club.act(act.clone()).unwrap();
    let open = open_by(&mut club, support, "ann");
    assert_eq!(code(club.act(open)), Code::StaffDisabled);
    assert_eq!(code(club.act(act.clone())), Code::AlreadySo);
    let unknown = StaffId(club.uuid());
    assert_eq!(code(club.act(DisableStaff { staff: unknown, ..act.clone() })), Code::UnknownStaff);
    assert_eq!(code(club.act(DisableStaff { reason: "  ".into(), ..act })), Code::ReasonMissing);
}

#[test]
fn the_last_owner_stays_since_nobody_acts_on_themselves() {
    let mut club = Club::new();
    let (one, two) = (club.staff(Role::Owner), club.staff(Role::Owner));
    let id = |actor: Actor| StaffId(actor.uuid());
    let by_self = DisableStaff { by: one, staff: id(one), reason: "tired".into() };
    assert_eq!(code(club.act(by_self)), Code::OwnAccount);
    let demote = |by, staff| ChangeStaffRole { by, staff, role: Role::Viewer, reason: "tired".into() };
    assert_eq!(code(club.act(demote(one, id(one)))), Code::OwnAccount);
    club.act(demote(one, id(two))).unwrap();
    assert_eq!(code(club.act(demote(two, id(one)))), Code::Forbidden);
}

#[test]
fn a_change_of_role_bites_at_once_and_is_told_with_before_and_after() {
    let mut club = Club::new();
    let (owner, member) = (club.staff(Role::Owner), club.staff(Role::Viewer));
    let open = open_by(&mut club, member, "ann");
    assert_eq!(code(club.act(open)), Code::Forbidden);
    let staff = StaffId(member.uuid());
    let act = ChangeStaffRole { by: owner, staff, role: Role::Support, reason: "trained".into() };
    club.act(act.clone()).unwrap();
    let open = open_by(&mut club, member, "ann");
    club.act(open).unwrap();
    assert_eq!(code(club.act(act.clone())), Code::AlreadySo);
    let unknown = StaffId(club.uuid());
    assert_eq!(code(club.act(ChangeStaffRole { staff: unknown, ..act.clone() })), Code::UnknownStaff);
    assert_eq!(code(club.act(ChangeStaffRole { reason: String::new(), ..act })), Code::ReasonMissing);
    let event = club.events("staff.role_changed").pop().unwrap();
    assert_eq!((event.actor, event.reason.as_deref()), (owner.uuid(), Some("trained")));
    let facts: serde_json::Value = serde_json::from_str(&event.facts).unwrap();
    assert_eq!((facts["before"].as_str(), facts["after"].as_str()), (Some("viewer"), Some("support")));
}

#[test]
fn a_client_app_does_what_its_scopes_allow_until_it_is_disabled() {
    let mut club = Club::new();
    let owner = club.staff(Role::Owner);
    let act = add_client(&mut club, owner);
    let client = club.act(act).unwrap().client;
    let open = open_by(&mut club, Actor::Client(client), "ann");
    club.act(open).unwrap();
    let foreign = add_client(&mut club, Actor::Client(client));
    assert_eq!(code(club.act(foreign)), Code::Forbidden);
    let disable = DisableClient { by: owner, client, reason: "stolen".into() };
    assert_eq!(code(club.act(DisableClient { reason: String::new(), ..disable.clone() })), Code::ReasonMissing);
    club.act(disable.clone()).unwrap();
    assert_eq!(code(club.act(disable.clone())), Code::AlreadySo);
    let open = open_by(&mut club, Actor::Client(client), "bob");
    assert_eq!(code(club.act(open)), Code::ClientDisabled);
    let unknown = ClientId(club.uuid());
    assert_eq!(code(club.act(DisableClient { client: unknown, ..disable })), Code::UnknownClient);
}

#[test]
fn a_rotated_secret_takes_the_place_of_the_old_one() {
    let mut club = Club::new();
    let owner = club.staff(Role::Owner);
    let act = add_client(&mut club, owner);
    let client = club.act(act).unwrap().client;
    let rotate = RotateClientSecret { by: owner, client, secret: "5ec2e8".into() };
    club.act(rotate.clone()).unwrap();
    assert_eq!(club.writer.books().row::<Client>(&client).unwrap().secret, "5ec2e8");
    let finance = club.staff(Role::Finance);
    assert_eq!(code(club.act(RotateClientSecret { by: finance, ..rotate.clone() })), Code::Forbidden);
    let unknown = ClientId(club.uuid());
    assert_eq!(code(club.act(RotateClientSecret { client: unknown, ..rotate })), Code::UnknownClient);
}
