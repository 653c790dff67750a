//! Who may play, from where, and with one account.

use kupa::actions::conduct::SetJurisdictions;
use kupa::actions::players::{ChangePerson, ClosePlayer, OpenPlayer};
use kupa::domain::act::{Actor, Refused};
use kupa::domain::codes::Code;
use kupa::domain::conduct::Jurisdictions;
use kupa::domain::ids::PlayerId;
use kupa::domain::players::access::Role;
use kupa::domain::players::person::{Person, Told};
use kupa::domain::players::player::Player;

use crate::support::club::{Club, code};
use crate::support::table::{club, single};

fn told(name: &str, born: &str, place: &str) -> Told {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let (name, birth_date, place) = (some(name), born.parse().ok(), place.parse().ok());
    Told { name, birth_date, place, address: None }
}

fn open(club: &mut Club, nickname: &str, email: Option<&str>, person: Told) -> Result<PlayerId, Refused> {
    let player = PlayerId(club.uuid());
    let (nickname, email) = (nickname.to_owned(), email.map(str::to_owned));
    club.act(OpenPlayer { by: Actor::System, player, nickname, email, password: None, person }).map(|it| it.player)
}

fn set(club: &mut Club, change: impl FnOnce(&mut Jurisdictions)) {
    let by = club.staff(Role::Owner);
    let mut row = club.writer.books().row::<Jurisdictions>(&1).cloned().unwrap_or_default();
    let version = row.stream_seq;
    change(&mut row);
    club.act(SetJurisdictions { by, version, terms: row.terms(), reason: "counsel says so".into() }).unwrap();
}

fn person(club: &mut Club, player: PlayerId) -> Person {
    club.writer.books().row::<Person>(&player).cloned().unwrap_or_else(|| Person::unknown(player))
}

fn change(club: &mut Club, by: Actor, player: PlayerId, told: Told) -> Result<(), Refused> {
    let (before, reason) = (person(club, player), Some("a letter".to_owned()));
    club.act(ChangePerson { by, player, before, told, reason }).map(drop)
}

#[test]
fn one_mailbox_has_one_account_however_it_is_spelt() {
    let mut club = Club::new();
    open(&mut club, "ann", Some("Ann.Lee@gmail.com"), Told::default()).unwrap();
    for email in ["ANNLEE@gmail.com", "a.n.n.lee+kupa@googlemail.com", "Ann.Lee@gmail.com"] {
        assert_eq!(code(open(&mut club, "bob", Some(email), Told::default())), Code::EmailTaken, "{email}");
    }
    open(&mut club, "bob", Some("annlee@example.com"), Told::default()).unwrap();
}

#[test]
fn one_person_has_one_account_also_after_it_was_closed() {
    let mut club = Club::new();
    let ann = open(&mut club, "ann", None, told("Noa Ben-Lev", "1980-02-29", "IL")).unwrap();
    let again = told("LEV, noa  ben", "1980-02-29", "CA");
    assert_eq!(code(open(&mut club, "bob", None, again.clone())), Code::PersonKnown);
    let by = club.staff(Role::Director);
    club.act(ClosePlayer { by, player: ann, reason: "a program played".into() }).unwrap();
    assert_eq!(code(open(&mut club, "bob", None, again)), Code::PersonKnown);
    // Another day is another person; who does not say it is nobody in particular.
    open(&mut club, "bob", None, told("Noa Ben-Lev", "1980-02-28", "IL")).unwrap();
    open(&mut club, "eve", None, told("Noa Ben-Lev", "", "IL")).unwrap();
}

#[test]
fn accounts_are_for_people_of_age() {
    // The club's clock stands at 2027-01-15.
    let mut club = Club::new();
    for (born, refused) in [
        ("2009-01-16", Code::TooYoung),
        ("2027-01-15", Code::TooYoung),
        ("2027-01-16", Code::BirthDateImpossible),
        ("9999-12-31", Code::BirthDateImpossible),
    ] {
        assert_eq!(code(open(&mut club, "ann", None, told("Ann", born, ""))), refused, "{born}");
    }
    open(&mut club, "ann", None, told("Ann", "2009-01-15", "")).unwrap();
    set(&mut club, |row| row.min_age = 21);
    assert_eq!(code(open(&mut club, "bob", None, told("Bob", "2009-01-14", ""))), Code::TooYoung);
    open(&mut club, "bob", None, told("Bob", "2006-01-15", "")).unwrap();
}

#[test]
fn nobody_opens_an_account_where_nobody_may_play() {
    let mut club = Club::new();
    for place in ["US-AZ", "US-CT", "US-FL", "US-LA", "US-MT"] {
        assert_eq!(code(open(&mut club, "ann", None, told("", "", place))), Code::BarredPlace, "{place}");
    }
    assert_eq!(code(open(&mut club, "ann", None, told("", "", "US"))), Code::RegionMissing);
    open(&mut club, "ann", None, told("", "", "US-NY")).unwrap();
}

#[test]
fn a_place_that_is_barred_later_bars_every_seat_and_lets_money_out() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let by = Actor::Player(ann);
    change(&mut club, by, ann, told("", "", "FR")).unwrap();
    let offered = club.open(ann, "main", single(500)).unwrap();
    let playing = club.begin(ann, bob, "main", single(500));
    set(&mut club, |row| assert!(row.barred.0.insert("FR".parse().unwrap())));
    assert_eq!(code(club.open(ann, "main", single(500))), Code::BarredPlace);
    // Of the opener no more is told than that it is them.
    assert_eq!(code(club.join(offered, bob)), Code::OpponentUnavailable);
    let other = club.open(bob, "main", single(500)).unwrap();
    assert_eq!(code(club.join(other, ann)), Code::BarredPlace);
    club.report(Actor::System, playing, ann, 1, 1).unwrap();
    club.withdraw(ann, 1_000).unwrap();
    set(&mut club, |row| assert!(row.barred.0.remove(&"FR".parse().unwrap())));
    club.join(other, ann).unwrap();
}

#[test]
fn where_a_place_is_required_nobody_sits_down_without() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.open(bob, "main", single(500)).unwrap();
    set(&mut club, |row| row.place_required = true);
    assert_eq!(code(club.open(ann, "main", single(500))), Code::PlaceMissing);
    change(&mut club, Actor::Player(ann), ann, told("", "", "IL")).unwrap();
    assert_eq!(code(club.join(game, ann)), Code::OpponentUnavailable);
    change(&mut club, Actor::Player(bob), bob, told("", "", "IL")).unwrap();
    club.join(game, ann).unwrap();
}

#[test]
fn who_moves_is_judged_and_staff_record_the_truth() {
    let (mut club, ann, _) = club(10_000, 0);
    let by = Actor::Player(ann);
    assert_eq!(code(change(&mut club, by, ann, told("", "", "US-FL"))), Code::BarredPlace);
    assert_eq!(code(change(&mut club, by, ann, told("", "", "US"))), Code::RegionMissing);
    change(&mut club, by, ann, told("", "", "US-NY")).unwrap();
    assert_eq!(code(change(&mut club, by, ann, told("", "", "US-NY"))), Code::AlreadySo);
    let staff = club.staff(Role::Support);
    change(&mut club, staff, ann, told("", "", "US-FL")).unwrap();
    assert_eq!(club.writer.books().row::<Player>(&ann).unwrap().place, "US-FL".parse().ok());
    assert_eq!(code(club.open(ann, "main", single(500))), Code::BarredPlace);
}

#[test]
fn name_and_birth_date_are_told_once_and_put_right_by_staff() {
    let mut club = Club::new();
    let (ann, bob) = (club.player("ann", 0), club.player("bob", 0));
    let by = Actor::Player(ann);
    change(&mut club, by, ann, told("Ann Lee", "", "")).unwrap();
    change(&mut club, by, ann, told("", "1980-01-01", "")).unwrap();
    change(&mut club, by, ann, told("Ann Lee", "", "IL")).unwrap();
    assert_eq!(code(change(&mut club, by, ann, told("Eve Lee", "", ""))), Code::PersonFixed);
    assert_eq!(code(change(&mut club, by, ann, told("", "1980-01-02", ""))), Code::PersonFixed);
    assert_eq!(code(change(&mut club, by, ann, told("", "2020-01-02", ""))), Code::PersonFixed);
    let as_bob = Actor::Player(bob);
    assert_eq!(code(change(&mut club, as_bob, bob, told("Lee Ann", "1980-01-01", ""))), Code::PersonKnown);
    assert_eq!(code(change(&mut club, as_bob, bob, told("Bob", "2020-01-01", ""))), Code::TooYoung);
    assert_eq!(code(change(&mut club, as_bob, ann, told("Bob", "", ""))), Code::NotYours);

    let staff = club.staff(Role::Compliance);
    let act = |club: &mut Club, reason: Option<&str>, before: Person| {
        let (told, reason) = (told("Anne Lee", "", ""), reason.map(str::to_owned));
        club.act(ChangePerson { by: staff, player: ann, before, told, reason })
    };
    let before = person(&mut club, ann);
    assert_eq!(code(act(&mut club, None, before.clone())), Code::ReasonMissing);
    act(&mut club, Some("a passport"), before.clone()).unwrap();
    assert_eq!(code(act(&mut club, Some("a passport"), before)), Code::AccountChanged);
    // The name that was wrong is somebody else's to have.
    change(&mut club, as_bob, bob, told("Lee Ann", "1980-01-01", "")).unwrap();
    assert_eq!(code(open(&mut club, "eve", None, told("anne lee", "1980-01-01", ""))), Code::PersonKnown);
}

#[test]
fn events_tell_what_was_told_of_a_person_and_not_what_it_says() {
    let mut club = Club::new();
    let person = Told { address: Some("12 Main St".into()), ..told("Noa Lev", "1980-02-29", "IL") };
    let ann = open(&mut club, "ann", Some("noa@example.com"), person).unwrap();
    change(&mut club, Actor::Player(ann), ann, told("", "", "CA")).unwrap();
    let opened = club.events("player.opened").pop().unwrap().facts;
    let changed = club.events("player.person_changed").pop().unwrap().facts;
    assert!(opened.contains(r#""told":["email","name","birth_date","place","address"]"#), "{opened}");
    assert!(changed.contains(r#""changed":["place"]"#), "{changed}");
    for secret in ["Noa", "1980", "noa@", "Main St", "IL", "CA"] {
        assert!(!opened.contains(secret) && !changed.contains(secret), "{secret}: {opened} {changed}");
    }
}

#[test]
fn the_places_are_set_by_few_with_a_reason_by_who_has_read_them() {
    let mut club = Club::new();
    let by = club.staff(Role::Owner);
    let terms = Jurisdictions { min_age: 21, ..Jurisdictions::default() }.terms();
    let act = SetJurisdictions { by, version: 0, terms, reason: "counsel".into() };
    for role in [Role::Director, Role::Floor, Role::Finance, Role::Support, Role::Viewer] {
        let by = club.staff(role);
        assert_eq!(code(club.act(SetJurisdictions { by, ..act.clone() })), Code::Forbidden, "{role}");
    }
    assert_eq!(code(club.act(SetJurisdictions { reason: " ".into(), ..act.clone() })), Code::ReasonMissing);
    for (min_age, place) in [(17, "FR"), (100, "FR"), (18, "YU")] {
        let barred = [place.parse().unwrap()].into();
        let terms = kupa::domain::conduct::jurisdictions::Terms { barred, min_age, place_required: false };
        assert_eq!(code(club.act(SetJurisdictions { terms, ..act.clone() })), Code::DocumentInvalid);
    }
    assert_eq!(club.act(act.clone()).unwrap().version, 1);
    assert_eq!(code(club.act(act.clone())), Code::StaleDocument);
    assert_eq!(code(club.act(SetJurisdictions { version: 1, ..act })), Code::AlreadySo);
    let facts = club.events("jurisdictions.set").pop().unwrap().facts;
    assert!(facts.contains(r#""before":{"barred":["US-AZ""#) && facts.contains(r#""min_age":21"#), "{facts}");
}
