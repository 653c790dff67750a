//! What is wrong with a document that somebody wants to save: all of it at once, each with its place.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::rules::rating::Rating;

/// The highest rating that a document may name, in points.
const MAX_RATING: i64 = 100_000;

/// Every word by which a fault is known, sorted. A word is never renamed or reused.
#[rustfmt::skip]
pub const WORDS: &[&str] = &[
    "address_malformed", "amount_negative", "amount_out_of_range", "automatic_doubles_out_of_range",
    "band_after_last", "band_empty", "bands_not_contiguous", "bands_out_of_range", "bound_given_twice",
    "bound_missing", "bound_out_of_range", "bounds_not_ascending", "break_after_last_level",
    "break_time_out_of_range", "breaks_not_ascending", "cap_missing", "cap_not_used", "cap_out_of_range",
    "chip_ratio_out_of_range", "chips_below_first_fee", "chips_out_of_range", "control_characters",
    "coupon_for_free_entry", "coupon_given_twice", "coupon_place_given_twice", "coupon_place_not_paid",
    "coupon_price_differs", "coupon_unknown", "coupons_not_covered", "cube_max_out_of_range",
    "cube_without_backgammon", "cube_without_variant", "currencies_missing", "cursor_malformed", "cut_in_the_future",
    "cut_malformed", "days_out_of_range", "device_malformed", "duplicate_field", "entrants_not_covered",
    "face_value_not_positive", "few_rounds_start", "figures_count_differs", "figures_for_own_currency",
    "figures_not_set", "first_tier_not_from_zero", "guarantee_exposure", "guarantee_never_reached", "kinds_missing",
    "last_tier_not_open", "late_registration_never_closes", "late_registration_never_open",
    "late_registration_of_sit_and_go", "least_players_of_sit_and_go", "least_players_out_of_range",
    "least_rating_below_schedule", "level_out_of_range", "level_time_out_of_range", "levels_missing",
    "malformed_document", "match_maximum_below_base", "match_not_in_schedule", "missing_field", "name_malformed",
    "name_missing", "name_not_plain", "name_too_long", "nickname_malformed", "no_round_starts", "not_a_day",
    "not_a_decimal", "not_a_place", "not_a_slug", "not_a_time", "not_an_email", "not_an_id", "nothing_to_win",
    "other_currency", "out_of_range", "password_length", "percent_out_of_range", "places_out_of_range",
    "players_out_of_range", "points_out_of_range", "pool_out_of_range", "price_not_positive", "prize_rises",
    "rake_exceeds_amount", "rating_out_of_range", "rating_too_many_decimals", "ratings_empty",
    "re_entries_out_of_range", "re_entry_cheaper", "re_entry_never_closes", "re_entry_never_open",
    "reference_malformed", "round_fee_falls", "schedule_not_in_force", "seats_out_of_range", "share_rises",
    "share_zero", "shares_do_not_sum", "slug_malformed", "stake_not_positive", "stakes_not_ascending",
    "stakes_out_of_range", "start_in_past", "surcharges_betray_ratings", "terms_not_accepted",
    "test_gives_no_coupons", "tie_may_pay_less", "tiers_leave_a_gap", "tiers_missing", "tiers_overlap", "too_long",
    "too_many_breaks", "too_many_coupons", "too_many_decimal_places", "too_many_levels", "too_many_tiers",
    "unknown_country", "unknown_currency", "unknown_field", "unknown_place", "unknown_region", "unknown_word",
    "unseen_characters", "variant_given_twice", "variants_missing", "wait_out_of_range", "waiting_by_invitation",
    "waiting_list_of_sit_and_go", "waiting_list_out_of_range", "window_out_of_range", "wrong_type",
];

/// One fault of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Where: a JSON pointer into the document (RFC 6901).
    pub pointer: String,
    /// Which: a stable word.
    pub code: Cow<'static, str>,
    /// The same as a sentence for whoever edits the document.
    pub message: String,
}

impl Fault {
    /// A fault at a place.
    pub fn new(pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), code: Cow::Borrowed(code), message: message.into() }
    }
}

/// The fault of a rating that a document names, if it is not a sane one.
pub(super) fn rating_fault(rating: Rating, pointer: &str) -> Option<Fault> {
    let sane = (0..=MAX_RATING * 1_000_000).contains(&rating.millionths());
    (!sane).then(|| Fault::new(pointer, "rating_out_of_range", format!("a rating from 0 to {MAX_RATING}")))
}
