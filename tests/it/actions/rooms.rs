use kupa::actions::rake::PublishSchedule;
use kupa::actions::rooms::{PublishRoom, shipped_acts};
use kupa::domain::act::{Actor, Refused};
use kupa::domain::codes::Code;
use kupa::domain::money::Currency;
use kupa::domain::players::access::Role;
use kupa::domain::rake::Schedule;
use kupa::domain::rake::shipped::find_schedule;
use kupa::domain::rooms::version::RoomVersion;
use kupa::domain::rooms::{Room, shipped};
use kupa::domain::time::Time;

use crate::support::club::{Club, code};
use crate::support::table::{club, single};

const NOON: i64 = 1_800_000_000_000_000;

fn schedule(document: Schedule) -> PublishSchedule {
    let schedule = "club".parse().unwrap();
    PublishSchedule { by: Actor::System, schedule, replaces: 0, document, effective_from: None }
}

fn main_room() -> Room {
    shipped::rooms().into_iter().find(|(name, _)| *name == "main").unwrap().1
}

fn room(document: Room) -> PublishRoom {
    let room = "club".parse().unwrap();
    PublishRoom { by: Actor::System, room, replaces: 0, document, effective_from: None }
}

fn pointers(refused: &Refused) -> Vec<&str> {
    refused.faults.iter().map(|fault| fault.pointer.as_str()).collect()
}

#[test]
fn the_shipped_documents_are_installed_once_however_often_they_are_asked_for() {
    let (mut club, ..) = club(0, 0);
    let shipped = shipped_acts();
    assert_eq!((shipped.schedules.len(), shipped.rooms.len()), (4, 4));
    for (key, act) in shipped.rooms {
        let again = club.act_with_key(act.clone(), &key.key).unwrap();
        assert_eq!((again.version, again.warnings.len()), (1, 0), "{}", act.room);
        assert_eq!(code(club.act(act)), Code::StaleDocument);
    }
    assert_eq!(club.writer.books().rows::<RoomVersion>().count(), 4);
}

#[test]
fn every_fault_of_a_document_is_told_with_its_place() {
    let mut club = Club::new();
    let mut document = find_schedule("sheshbesh").unwrap();
    document.name.en = String::new();
    document.single[0].rate_percent = "200".parse().unwrap();
    let refused = club.act(schedule(document)).unwrap_err();
    assert_eq!(refused.code, Code::DocumentInvalid);
    assert_eq!(pointers(&refused), ["/name/en", "/single/0/rate_percent"]);

    let mut document = main_room();
    document.variants.clear();
    let refused = club.act(room(document)).unwrap_err();
    assert_eq!(pointers(&refused), ["/variants", "/schedule"]);
}

#[test]
fn a_rooms_schedule_must_be_in_force_when_the_room_is() {
    let mut club = Club::new();
    let mut document = main_room();
    document.schedule = "club".into();
    assert_eq!(code(club.act(room(document.clone()))), Code::DocumentInvalid);
    let later = Time::from_micros(NOON + 60_000_000);
    let coming = PublishSchedule { effective_from: Some(later), ..schedule(find_schedule("sheshbesh").unwrap()) };
    club.act(coming).unwrap();
    assert_eq!(code(club.act(room(document.clone()))), Code::DocumentInvalid);
    club.act(PublishRoom { effective_from: Some(later), ..room(document) }).unwrap();
    let ann = club.player("ann", 10_000);
    assert_eq!(code(club.open(ann, "club", single(100))), Code::RoomNotInForce);
    club.wait_s(60);
    club.open(ann, "club", single(100)).unwrap();
}

#[test]
fn a_version_names_the_one_that_it_replaces_and_comes_after_it() {
    let mut club = Club::new();
    let document = find_schedule("sheshbesh").unwrap();
    let now = |micros| Some(Time::from_micros(NOON + micros));
    let publish = |replaces, effective_from| PublishSchedule { replaces, effective_from, ..schedule(document.clone()) };
    assert_eq!(code(club.act(publish(0, now(-1)))), Code::EffectiveInPast);
    let refused = club.act(publish(1, None)).unwrap_err();
    assert_eq!((refused.code, refused.params["version"].as_str()), (Code::StaleDocument, "0"));
    assert_eq!(club.act(publish(0, now(60_000_000))).unwrap().version, 1);
    assert_eq!(code(club.act(publish(0, None))), Code::StaleDocument);
    assert_eq!(code(club.act(publish(1, now(60_000_000)))), Code::EffectiveNotAfterLast);
    let second = club.act(publish(1, now(60_000_001))).unwrap();
    assert_eq!((second.version, second.effective_from), (2, Time::from_micros(NOON + 60_000_001)));
    assert_eq!(club.events("schedule.published").len(), 2);
}

#[test]
fn only_owners_publish() {
    let (mut club, ann, _) = club(0, 0);
    let director = club.staff(Role::Director);
    let owner = club.staff(Role::Owner);
    for by in [director, Actor::Player(ann)] {
        assert_eq!(code(club.act(PublishRoom { by, ..room(main_room()) })), Code::Forbidden);
        let act = PublishSchedule { by, ..schedule(find_schedule("sheshbesh").unwrap()) };
        assert_eq!(code(club.act(act)), Code::Forbidden);
    }
    club.act(PublishRoom { by: owner, ..room(main_room()) }).unwrap();
    let version = club.writer.books().row::<RoomVersion>(&("club".parse().unwrap(), 1)).unwrap().clone();
    assert_eq!(version.published_by, owner.staff());
}

#[test]
fn what_an_owner_should_know_is_told_and_forbids_nothing() {
    let (mut club, ..) = club(0, 0);
    let mut document = main_room();
    let stakes = document.stakes[&Currency::usd()].clone();
    document.stakes.insert(Currency::from_code("EUR").unwrap(), stakes);
    let published = club.act(room(document)).unwrap();
    assert_eq!(published.warnings.iter().map(|fault| &*fault.code).collect::<Vec<_>>(), ["figures_not_set"]);
}

#[test]
fn a_room_whose_offer_has_changed_refuses_what_was_opened_before() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.open(ann, "main", single(100)).unwrap();
    let mut document = main_room();
    document.kinds.single = false;
    let act = PublishRoom { room: "main".parse().unwrap(), replaces: 1, ..room(document) };
    club.act(act).unwrap();
    assert_eq!(code(club.join(game, bob)), Code::SingleNotOffered);
}

#[test]
fn a_rivals_first_version_is_seen_for_what_it_is_also_without_its_list() {
    let (mut club, ..) = club(0, 0);
    let (rival, owner) = ("rival".parse().unwrap(), club.staff(Role::Owner));
    // As a batch sees it that read the absent list before the rival's commit, and the version after it.
    let version = RoomVersion {
        room: rival,
        version: 1,
        effective_from: Time::from_micros(0),
        document: kupa::domain::act::Json(main_room()),
        published_by: None,
        published_at: Time::from_micros(0),
    };
    club.writer.books().fill(&[version], None);
    let act = PublishRoom { by: owner, room: rival, ..room(main_room()) };
    assert_eq!(code(club.act(act)), Code::StaleDocument);
}
