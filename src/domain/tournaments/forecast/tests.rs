use super::*;
use crate::domain::tournaments::game::Game;
use crate::domain::tournaments::shipped::{self, LevelTemplate};
use crate::domain::tournaments::terms::ShortWinner;

fn levels(slug: &str) -> LevelTemplate {
    shipped::levels().into_iter().find(|(name, _)| *name == slug).unwrap().1
}

/// Rummy at tables of four: buy-in 10, fee 1, one re-entry up to level 6, 300 guaranteed.
pub(super) fn settings() -> Settings {
    let levels = levels("rummy_fast");
    let payout = shipped::payouts().into_iter().find(|(slug, _)| *slug == "flat").unwrap().1;
    let text = serde_json::json!({
        "name": {"en": "Sunday rummy", "he": "Sunday rummy"}, "game": "rummy_51", "start": {"at": "2026-01-04T18:00:00Z"},
        "players": {"least": 2, "most": 200}, "seats": 4, "currency": "EUR", "buy_in": "10", "fee": "1",
        "starting_chips": levels.starting_chips, "levels": levels.levels, "payout": payout.bands, "guarantee": "300",
        "re_entry": {"allowed": 1, "last_level": 6, "price": "10"},
    });
    let settings: Settings = serde_json::from_value(text).unwrap();
    assert_eq!(settings.validate(), Vec::new());
    settings
}

pub(super) fn model() -> Model {
    Model::of(Game::Rummy51, false)
}

fn asked(settings: &Settings, entrants: u32, runs: u32, seed: u64) -> Forecast {
    forecast(settings, &model(), entrants, runs, seed).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_forecast_and_another_does_not() {
    let one = asked(&settings(), 20, 10, 1);
    assert_eq!(one, asked(&settings(), 20, 10, 1));
    assert_ne!(one, asked(&settings(), 20, 10, 2));
}

#[test]
fn the_pool_is_what_entrants_pay_and_the_house_adds_up_to_the_guarantee() {
    let few = asked(&settings(), 10, 20, 3);
    // 10 buy-ins and at most 10 re-entries of 10 each; 300 is guaranteed, so that the house always adds.
    assert_eq!((few.overlay_bp, few.pool_minor.least, few.pool_minor.most), (10_000, 30_000, 30_000));
    assert_eq!(few.overlay_minor.most, 30_000 - 10_000 - few.re_entries.least * 1000);
    assert_eq!(few.overlay_minor.least, 30_000 - 10_000 - few.re_entries.most * 1000);
    assert_eq!(few.house_minor.most, 1000 - few.overlay_minor.least);
    let many = asked(&settings(), 40, 20, 3);
    assert_eq!((many.overlay_bp, many.overlay_minor.most), (0, 0));
    assert_eq!(many.pool_minor.least, 40_000 + many.re_entries.least * 1000);
    assert_eq!((many.house_minor.least, many.house_minor.most), (4000, 4000));
}

#[test]
fn nobody_re_enters_where_the_model_or_the_settings_say_so() {
    let never = Model { re_enters_bp: 0, ..model() };
    assert_eq!(forecast(&settings(), &never, 30, 10, 4).unwrap().re_entries.most, 0);
    let always = Model { re_enters_bp: 10_000, ..model() };
    let all = forecast(&settings(), &always, 30, 10, 4).unwrap().re_entries;
    assert!(all.most > 0 && all.most <= 30, "{all:?}");
    let without = Settings { re_entry: None, ..settings() };
    assert_eq!(asked(&without, 30, 10, 4).re_entries.most, 0);
}

#[test]
fn longer_rounds_make_a_longer_tournament() {
    let slow = Model { round_s: model().round_s.iter().map(|length| length * 4).collect(), ..model() };
    let (quick, slow) = (asked(&settings(), 30, 20, 5), forecast(&settings(), &slow, 30, 20, 5).unwrap());
    assert!(quick.length_s.p50 < slow.length_s.p50, "{quick:?} {slow:?}");
    assert!(quick.final_table_after_s.p50 < quick.length_s.p50 && quick.unended_runs == 0);
}

#[test]
fn one_table_needs_no_moves_and_begins_at_its_final_table() {
    let one = asked(&settings(), 4, 10, 6);
    assert_eq!((one.moves.most, one.waits.most, one.final_table_after_s.most), (0, 0, 0));
    assert_eq!(one.re_entries.most, 0, "the final table closes re-entry from its first round on");
}

#[test]
fn a_round_of_certain_length_and_outcome_can_be_reckoned_by_hand() {
    // Heads up, each stake covered at once: the first round decides.
    let certain = Model { round_s: vec![100], negative_points: vec![1_000_000], ..model() };
    let two = forecast(&settings(), &certain, 2, 5, 7).unwrap();
    let once = |spread: Spread| (spread.least, spread.most);
    assert_eq!((once(two.length_s), once(two.rounds)), ((100, 100), (1, 1)));
    // Five at tables of four: 3 and 2 play 100 s; both winners meet and play another 100.
    let settings = Settings { re_entry: None, short_winner: ShortWinner::Unlimited, ..settings() };
    let five = forecast(&settings, &certain, 5, 5, 7).unwrap();
    assert_eq!((once(five.length_s), once(five.rounds), once(five.moves)), ((200, 200), (3, 3), (1, 1)));
    assert_eq!(once(five.final_table_after_s), (100, 100));
}

#[test]
fn a_run_that_does_not_end_is_broken_off_and_counted() {
    let impatient = Model { longest_s: 700, round_s: vec![600], ..model() };
    let broken = forecast(&settings(), &impatient, 40, 5, 8).unwrap();
    assert_eq!((broken.unended_runs, broken.length_s.most, broken.rounds.most), (5, 600, 20));
}

#[test]
fn every_format_and_size_is_played_to_its_end() {
    for (game, seats) in [("gin", 2), ("backgammon", 2), ("rummy", 3), ("rummy_500", 6)] {
        let mut text = serde_json::to_value(settings()).unwrap();
        text["game"] = game.into();
        text["seats"] = seats.into();
        let levels = levels(&format!("{}_fast", game.trim_end_matches("_500")));
        text["starting_chips"] = levels.starting_chips.0.into();
        text["levels"] = serde_json::to_value(levels.levels).unwrap();
        if seats > 2 {
            text["final_table_seats"] = 5.into();
        }
        text["breaks"] = serde_json::json!([{"after_level": 1, "seconds": 300}, {"after_level": 3, "seconds": 60}]);
        text["no_round_last_s"] = 20.into();
        let settings: Settings = serde_json::from_value(text).unwrap();
        assert_eq!(settings.validate(), Vec::new());
        for entrants in (2..=12).chain([19, 33]) {
            let played = forecast(&settings, &Model::of(settings.game, false), entrants, 1, entrants.into()).unwrap();
            assert_eq!(played.unended_runs, 0, "{game} {entrants}");
            assert!(played.places_paid.least >= 1 && played.best_prize_minor.least > 0);
        }
    }
}

#[test]
fn what_cannot_be_forecast_is_refused() {
    let code = |entrants, runs, model: &Model| forecast(&settings(), model, entrants, runs, 1).unwrap_err();
    assert_eq!(code(1, 1, &model()), ForecastError::Entrants { least: 2, most: 200 });
    assert_eq!(code(201, 1, &model()), ForecastError::Entrants { least: 2, most: 200 });
    assert_eq!(code(10, 0, &model()), ForecastError::Runs);
    assert_eq!(code(200, 50_001, &model()), ForecastError::Runs);
    for wrong in [
        Model { round_s: vec![], ..model() },
        Model { round_s: vec![0], ..model() },
        Model { negative_points: vec![], ..model() },
        Model { negative_points: vec![1_000_001], ..model() },
        Model { re_enters_bp: 10_001, ..model() },
        Model { longest_s: 0, ..model() },
    ] {
        assert!(matches!(code(10, 1, &wrong), ForecastError::Model(_)), "{wrong:?}");
    }
}

#[test]
fn a_final_table_larger_than_others_waits_until_nobody_may_come_back() {
    let mut text = serde_json::to_value(settings()).unwrap();
    (text["seats"], text["final_table_seats"]) = (3.into(), 6.into());
    text["re_entry"]["last_level"] = 8.into();
    let settings: Settings = serde_json::from_value(text).unwrap();
    // Whoever is out may come back to the end, and never does: a window is open after every round that puts one out.
    let never = Model { re_enters_bp: 0, ..model() };
    let played = forecast(&settings, &never, 20, 10, 11).unwrap();
    assert!(played.final_table_after_s.most < played.length_s.most, "{played:?}");
}
