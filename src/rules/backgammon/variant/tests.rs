use super::*;

#[test]
fn each_variant_is_known_by_its_word_alone() {
    for variant in Variant::ALL {
        assert_eq!(Variant::of_slug(variant.slug()), Some(variant));
        assert_eq!(serde_json::to_value(variant).unwrap(), variant.slug());
    }
    assert_eq!(Variant::of_slug("Backgammon"), None);
}

#[test]
fn a_point_seen_from_the_other_side_and_back_is_itself() {
    for movement in [Movement::Hitting, Movement::Pinning, Movement::Running, Movement::Entering] {
        for point in 1..=24 {
            assert!((1..=24).contains(&movement.across(point)));
            assert_eq!(movement.across(movement.across(point)), point);
        }
    }
    assert_eq!([1, 12, 13, 24].map(|point| Movement::Running.across(point)), [13, 24, 1, 12]);
    assert_eq!([1, 12, 13, 24].map(|point| Movement::Hitting.across(point)), [24, 13, 12, 1]);
}

#[test]
fn greek_games_and_acey_deucey_begin_with_a_new_roll() {
    let opening = Variant::ALL.map(Variant::opens_with_the_opening_dice);
    assert_eq!(opening, [true, true, true, false, false, false, false]);
}
