//! Finished hands of all games, as the page's rules value them.

use kupa::rules::cards::{Card, Step};
use kupa::rules::gin::{GinGame, GinRules, Outcome, Side, value_reported};
use kupa::rules::rummy::{Ended, Report, RummyGame, RummyRules, Seat, value};
use serde_json::Value;

const CASES: &str = include_str!("../../../data/rummy.jsonl");

fn list(of: &Value) -> Vec<Card> {
    of.as_array()
        .map_or_else(Vec::new, |cards| cards.iter().map(|card| card.as_str().unwrap().parse().unwrap()).collect())
}

/// The last figure of a seat, and the sum that its steps tell.
fn told(steps: &[Step], seat: usize, step: &str) -> Option<i64> {
    steps.iter().find(|told| told.seat == Some(seat) && told.step == step).map(|told| told.value)
}

fn assert_summands(steps: &[Step]) {
    for step in steps.iter().filter(|step| !step.cards.is_empty()) {
        assert_eq!(step.cards.iter().map(|valued| i64::from(valued.value)).sum::<i64>(), step.value, "{step:?}");
    }
    assert!(steps.iter().all(|step| step.rule.contains('§') || step.rule.contains("decided")));
}

fn gin(game: GinGame, input: &Value, expect: &Value) {
    let knocker = input["knocker"].as_str().unwrap();
    let players: Vec<&String> = input["deadwood"].as_object().unwrap().keys().collect();
    let defender = players.into_iter().find(|player| *player != knocker).unwrap();
    let of = |player: &str| list(&input["deadwood"][player]);
    let ended = Outcome::of_slug(input["ended"].as_str().unwrap()).unwrap();
    let figures = value_reported(&GinRules::of(game), ended, &of(knocker), &of(defender), None).unwrap();
    let (winner, loser) =
        if figures.winner == Side::Knocker { (knocker, defender.as_str()) } else { (defender.as_str(), knocker) };
    assert_eq!(
        (Value::from(winner), Value::from(figures.negative_points)),
        (expect["winner"].clone(), expect["negative_points"][loser].clone()),
        "{input}"
    );
    let steps = figures.steps();
    assert_summands(&steps);
    let seat = usize::from(figures.winner == Side::Knocker);
    let bonus = ["gin_bonus", "undercut_bonus"].iter().find_map(|bonus| told(&steps, seat, bonus)).unwrap_or(0);
    let whole = told(&steps, seat, "negative_points").unwrap();
    assert_eq!(told(&steps, seat, "difference").unwrap() + bonus, whole);
}

fn rummy(game: RummyGame, input: &Value, expect: &Value) {
    let mut names: Vec<&str> = input["left"].as_object().unwrap().keys().map(String::as_str).collect();
    names.push(input["winner"].as_str().unwrap());
    let seat = |name: &&str| Seat {
        left: list(&input["left"][*name]),
        melded: input.get("melded").map(|melded| list(&melded[*name])),
        melds: Vec::new(),
    };
    let seats = names.iter().map(seat).collect();
    let ended = Ended::of_slug(input["ended"].as_str().unwrap()).unwrap();
    let valuation = value(&RummyRules::of(game), &Report { ended, winner: Some(names.len() - 1), seats }).unwrap();
    assert_eq!(valuation.losses.len(), expect["negative_points"].as_object().unwrap().len(), "{input}");
    let steps = valuation.steps();
    assert_summands(&steps);
    for loss in &valuation.losses {
        assert_eq!(expect["negative_points"][names[loss.seat]], loss.negative_points, "{input}");
        let whole = told(&steps, loss.seat, "negative_points").unwrap();
        let reckoned = match told(&steps, loss.seat, "score") {
            Some(score) => (told(&steps, names.len() - 1, "score").unwrap() - score).max(0),
            None => told(&steps, loss.seat, "left").unwrap() + told(&steps, loss.seat, "hand_bonus").unwrap_or(0),
        };
        assert_eq!((whole, reckoned), (i64::from(loss.negative_points), i64::from(loss.negative_points)));
    }
    for (name, score) in names.iter().zip(&valuation.scores) {
        assert_eq!(expect["scores"][*name], score.points, "{input}");
    }
    assert_eq!(expect.get("scores").is_some(), !valuation.scores.is_empty());
}

#[test]
fn every_case_has_its_negative_points_and_can_say_why() {
    let mut cases = 0;
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (input, expect) = (&case["input"], &case["expect"]);
        let slug = input["game"].as_str().unwrap();
        match GinGame::of_slug(slug) {
            Some(game) => gin(game, input, expect),
            None => rummy(RummyGame::of_slug(slug).unwrap(), input, expect),
        }
        cases += 1;
    }
    assert_eq!(cases, 501);
}
