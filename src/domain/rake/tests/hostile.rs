//! Schedules that nobody validated: refused with a word, never a panic and never a wrong sum.

use super::*;

const HUGE: &str = "79228162514264337593543950335";
const TINY: &str = "0.0000000000000000000000000001";

fn with(edit: impl Fn(&mut Schedule)) -> Schedule {
    let mut schedule = schedule("giants");
    edit(&mut schedule);
    schedule
}

fn unusable(edit: impl Fn(&mut Schedule)) {
    let schedule = with(edit);
    assert!(!schedule.validate().is_empty(), "{schedule:?}");
    let refused = reckon(&schedule, &single(1000, 1, 1)).unwrap_err();
    assert_eq!(refused.code(), "schedule_unusable", "{schedule:?}");
}

#[test]
fn absurd_rates_are_unusable() {
    for rate in [HUGE, TINY, "-1", "10001"] {
        unusable(|schedule| schedule.single[0].rate_percent = rate.parse().unwrap());
    }
}

#[test]
fn absurd_surcharges_and_discounts_are_unusable() {
    for percent in [HUGE, TINY, "-1"] {
        unusable(|schedule| schedule.surcharges.gap[0].percent = percent.parse().unwrap());
        unusable(|schedule| schedule.discounts[0].percent = percent.parse().unwrap());
    }
    unusable(|schedule| schedule.discounts[0].percent = "100.01".parse().unwrap());
}

#[test]
fn a_cap_out_of_range_is_unusable() {
    unusable(|schedule| schedule.cap_each = Some(HUGE.parse().unwrap()));
    unusable(|schedule| schedule.cap_each = Some("-1".parse().unwrap()));
}

#[test]
fn a_table_that_holds_no_row_for_the_game_is_unusable() {
    unusable(|schedule| schedule.single.clear());
    unusable(|schedule| schedule.single[0].from = Some("20".parse().unwrap()));
    unusable(|schedule| schedule.discounts[0].above = Some("20".parse().unwrap()));
}

#[test]
fn a_rate_that_takes_more_than_passes_is_unusable() {
    unusable(|schedule| {
        schedule.single[0].rate_percent = "60".parse().unwrap();
        schedule.discounts[0].percent = "0".parse().unwrap();
        schedule.cap_each = None;
    });
}

#[test]
fn absurd_match_rates_are_unusable() {
    for edit in [HUGE, TINY, "-1"] {
        for field in 0..3 {
            let schedule = with(|schedule| {
                let tier = &mut schedule.matches.as_mut().unwrap()[0];
                let field =
                    [&mut tier.base_percent, &mut tier.step_percent, &mut tier.max_percent].into_iter().nth(field);
                *field.unwrap() = edit.parse().unwrap();
            });
            let long = game(Played::Match { points: u32::MAX }, 1000);
            assert_eq!(reckon(&schedule, &long), Err(RakeError::ScheduleUnusable));
        }
    }
}

#[test]
fn the_longest_match_and_the_widest_gap_are_reckoned() {
    let long = Reckoning {
        rating_winner: Rating::from_millionths(i64::MAX),
        rating_loser: Rating::from_millionths(i64::MIN),
        ..game(Played::Match { points: u32::MAX }, 1000)
    };
    let explanation = reckon(&schedule("sheshbesh"), &long).unwrap();
    assert_eq!((explanation.rate_percent.to_string().as_str(), explanation.rake_each), ("9.9", Minor(322)));
}
