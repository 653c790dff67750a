//! The levels that ship make an end of tournaments of the sizes that rooms have.

use kupa::domain::tournaments::forecast::forecast;
use kupa::domain::tournaments::forecast::model::Model;
use kupa::domain::tournaments::game::Game;
use kupa::domain::tournaments::settings::Settings;
use kupa::domain::tournaments::shipped::{levels, payouts};
use serde_json::json;

#[test]
fn the_shipped_levels_end_a_tournament_of_any_usual_size_in_an_evening() {
    let payout = payouts().into_iter().find(|(slug, _)| *slug == "flat").unwrap().1;
    for (slug, template) in levels() {
        let (game, seats, words) = match slug.split_once('_').unwrap() {
            ("backgammon", _) => (Game::Backgammon, 2, "backgammon"),
            ("gin", _) => (Game::Gin, 2, "gin"),
            _ => (Game::Rummy51, 4, "rummy_51"),
        };
        let most_h = if slug.ends_with("fast") { 3 } else { 8 };
        let settings: Settings = serde_json::from_value(json!({
            "name": {"en": "Sunday", "he": "Sunday"}, "game": words, "start": {"at": "2026-01-04T18:00:00Z"},
            "players": {"least": 2, "most": 290}, "seats": seats, "currency": "EUR", "buy_in": "10", "fee": "1",
            "starting_chips": template.starting_chips, "levels": template.levels, "payout": payout.bands,
        }))
        .unwrap();
        assert_eq!(settings.validate(), Vec::new());
        for entrants in [8, 30, 100, 250] {
            let told = forecast(&settings, &Model::of(game, false), entrants, 5, 1).unwrap();
            assert_eq!(told.unended_runs, 0, "{slug}, {entrants} entrants");
            let hours = told.length_s.most / 3600;
            assert!(hours < most_h, "{slug}, {entrants} entrants: {} s", told.length_s.most);
        }
    }
}
