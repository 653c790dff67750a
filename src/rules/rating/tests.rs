use super::*;

fn rated(points: i64, experience: u64) -> Rated {
    Rated { rating: Rating::from_millionths(points * MILLION), experience }
}

#[test]
fn a_newcomer_moves_five_times_as_fast_as_a_veteran() {
    let change = change(1, rated(1500, 0), rated(1500, 400)).unwrap();
    assert_eq!((change.winner.millionths(), change.loser.millionths()), (10 * MILLION, -2 * MILLION));
}

#[test]
fn experience_above_400_changes_nothing_more() {
    let at = |experience| change(1, rated(1500, experience), rated(1500, 0)).unwrap().winner.millionths();
    assert_eq!([399, 400, 401, u64::MAX].map(at), [2_020_000, 2_000_000, 2_000_000, 2_000_000]);
}

#[test]
fn an_upset_moves_more_than_what_was_expected() {
    let strong = rated(1900, 400);
    let weak = rated(1500, 400);
    let upset = change(9, weak, strong).unwrap().winner;
    let expected = change(9, strong, weak).unwrap().winner;
    assert!(upset > expected);
    // 4 sqrt(9) (P + 1 - P)
    assert_eq!(upset.millionths() + expected.millionths(), 12 * MILLION);
}

#[test]
fn chances_of_both_add_up_to_one() {
    let (a, b) = (rated(1700, 0).rating, rated(1500, 0).rating);
    let sum = win_chance(5, a, b).unwrap() + win_chance(5, b, a).unwrap();
    assert!((sum - 1.0).abs() < 1e-15);
    assert!((win_chance(5, a, a).unwrap() - 0.5).abs() < f64::EPSILON);
}

#[test]
fn refuses_a_match_without_length_and_ratings_out_of_range() {
    let fine = rated(1500, 0);
    assert_eq!(change(0, fine, fine), Err(RatingError::LengthOutOfRange));
    assert_eq!(win_chance(0, fine.rating, fine.rating), Err(RatingError::LengthOutOfRange));
    for millionths in [i64::MIN, i64::MAX, MAX_MILLIONTHS + 1, -MAX_MILLIONTHS - 1] {
        let huge = Rated { rating: Rating::from_millionths(millionths), experience: 0 };
        assert_eq!(change(1, huge, fine), Err(RatingError::RatingOutOfRange));
        assert_eq!(change(1, fine, huge), Err(RatingError::RatingOutOfRange));
    }
    let top = Rated { rating: Rating::from_millionths(MAX_MILLIONTHS), experience: 0 };
    assert_eq!(change(1, top, top), Err(RatingError::RatingOutOfRange), "it would leave the range");
    let bottom = Rated { rating: Rating::from_millionths(-MAX_MILLIONTHS), experience: 0 };
    assert_eq!(change(1, bottom, bottom), Err(RatingError::RatingOutOfRange), "so would this");
    assert_eq!(RatingError::RatingOutOfRange.code(), "rating_out_of_range");
    assert_eq!(RatingError::RatingTooManyDecimals.code(), "rating_too_many_decimals");
    assert_eq!(RatingError::LengthOutOfRange.code(), "length_out_of_range");
}

#[test]
fn the_widest_gap_changes_nothing_for_the_favourite() {
    let top = Rated { rating: Rating::from_millionths(MAX_MILLIONTHS - MILLION), experience: 0 };
    let bottom = Rated { rating: Rating::from_millionths(-MAX_MILLIONTHS + MILLION), experience: 0 };
    let change = change(u32::MAX, top, bottom).unwrap();
    assert_eq!((change.winner.millionths(), change.loser.millionths()), (0, 0));
}

#[test]
fn is_shown_cut_and_never_rounded() {
    let shown = |millionths| Rating::from_millionths(millionths).shown();
    assert_eq!([1_619_990_000, 1_619_999_999, 1_620_000_000].map(shown), [1619, 1619, 1620]);
    assert_eq!(shown(-1), -1);
}

#[test]
fn is_exact_text_in_documents() {
    let rating = Rating::from_millionths(1_619_990_001);
    assert_eq!(serde_json::to_string(&rating).unwrap(), r#""1619.990001""#);
    assert_eq!(serde_json::from_str::<Rating>(r#""1619.990001""#).unwrap(), rating);
    assert_eq!(serde_json::to_string(&Rating::START).unwrap(), r#""1500""#);
    for wrong in [r#""1619.9900001""#, r#""1_800""#, r#""+5""#, "1800", r#""""#, r#""9999999999999""#] {
        assert!(serde_json::from_str::<Rating>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_change_can_be_taken_back_exactly() {
    let before = Rating::from_millionths(1_631_440_000);
    let change = Rating::from_millionths(-4_852_779);
    let undone = before.changed_by(change).unwrap().changed_by(Rating::from_millionths(4_852_779)).unwrap();
    assert_eq!(undone, before);
}
