use kupa::actions::players::CorrectRating;
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::games::Variant;
use kupa::domain::ids::PlayerId;
use kupa::domain::players::access::Role;

use crate::support::club::{Club, code};

fn correct(by: Actor, player: PlayerId, rating: i64) -> CorrectRating {
    CorrectRating { by, player, variant: Variant::Backgammon, rating, experience: None, reason: "a new card".into() }
}

#[test]
fn a_rating_is_corrected_with_a_reason_and_told_with_before_and_after() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let compliance = club.staff(Role::Compliance);
    let act = CorrectRating { experience: Some(40), ..correct(compliance, ann, 1_619_990_000) };
    let corrected = club.act(act).unwrap();
    assert_eq!((corrected.before.rating, corrected.before.experience), (1_500_000_000, 0));
    let again = club.act(correct(compliance, ann, 1_800_000_000)).unwrap();
    assert_eq!((again.before.rating, again.before.experience), (1_619_990_000, 40));
    assert_eq!((again.after.rating, again.after.experience), (1_800_000_000, 40));
    let event = club.events("rating.corrected").pop().unwrap();
    assert_eq!((event.reason.as_deref(), event.actor), (Some("a new card"), compliance.uuid()));
    assert!(event.facts.contains("1619990000") && event.facts.contains("1800000000"), "{}", event.facts);
}

#[test]
fn a_rating_is_corrected_by_who_may_with_a_reason_within_bounds() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let support = club.staff(Role::Support);
    assert_eq!(code(club.act(correct(support, ann, 1))), Code::Forbidden);
    assert_eq!(code(club.act(correct(Actor::Player(ann), ann, 1))), Code::Forbidden);
    let silent = CorrectRating { reason: "  ".into(), ..correct(Actor::System, ann, 1) };
    assert_eq!(code(club.act(silent)), Code::ReasonMissing);
    for rating in [-1, 100_000_000_001] {
        assert_eq!(code(club.act(correct(Actor::System, ann, rating))), Code::RatingOutOfRange);
    }
    let stranger = PlayerId(club.uuid());
    assert_eq!(code(club.act(correct(Actor::System, stranger, 1))), Code::UnknownPlayer);
}
