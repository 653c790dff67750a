//! The worked cases through the reckoning itself, and quotes.

use kupa::domain::exact::Exact;
use kupa::domain::games::terms::GameKind;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::{
    Explanation, Played, Question, RakeError, Reckoning, Schedule, TierBasis, quote, reckon, shipped,
};
use kupa::rules::rating::Rating;
use serde_json::Value;

const CASES: &str = include_str!("../../data/rake.jsonl");

fn cases() -> Vec<Value> {
    CASES.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn exact(value: &Value) -> Exact {
    value.as_str().unwrap().parse().unwrap()
}

fn number<T: TryFrom<u64>>(value: &Value) -> T {
    T::try_from(value.as_u64().unwrap()).ok().unwrap()
}

fn schedule_of(input: &Value) -> Schedule {
    let schedule = shipped::find_schedule(input["schedule"].as_str().unwrap()).unwrap();
    let by_amount = input["tier_basis"] == "amount";
    Schedule { tier_basis: if by_amount { TierBasis::Amount } else { TierBasis::Stake }, ..schedule }
}

fn game_of(input: &Value) -> Result<Reckoning, RakeError> {
    let currency: Currency = input["currency"].as_str().unwrap().parse().unwrap();
    let played = match input["kind"].as_str().unwrap() {
        "single" => Played::Single { cube: number(&input["cube"]), result: number(&input["result"]) },
        _ => Played::Match { points: number(&input["points"]) },
    };
    Ok(Reckoning {
        played,
        stake: Minor::from_decimal(exact(&input["stake"]).0, currency)?,
        currency,
        limit: None,
        rating_winner: Rating::from_decimal(exact(&input["rating_winner"]).0)?,
        rating_loser: Rating::from_decimal(exact(&input["rating_loser"]).0)?,
        surcharges: true,
        adjudicated: None,
    })
}

fn reckoned(input: &Value) -> Result<Explanation, RakeError> {
    reckon(&schedule_of(input), &game_of(input)?)
}

/// The cases' word for a refusal.
fn word(error: RakeError) -> &'static str {
    match error {
        RakeError::RatingTooLow { .. } => "giants_rating",
        other => other.code(),
    }
}

#[test]
fn every_worked_case_comes_out_to_the_cent() {
    let cases = cases();
    for case in &cases {
        let (input, expect) = (&case["input"], &case["expect"]);
        let explanation = match reckoned(input) {
            Ok(explanation) => explanation,
            Err(error) => {
                assert_eq!(expect["error"], word(error), "{input}");
                continue;
            }
        };
        let shown = serde_json::to_value(explanation.shown()).unwrap();
        assert_eq!(&shown, expect, "{input}");
    }
    assert_eq!(cases.len(), 604);
}

#[test]
fn every_explanation_is_reckoned_again_from_what_was_stored() {
    for case in cases() {
        let Ok(explanation) = reckoned(&case["input"]) else { continue };
        let stored: Explanation = serde_json::from_str(&serde_json::to_string(&explanation).unwrap()).unwrap();
        assert_eq!(stored, explanation);
        assert_eq!(reckon(&schedule_of(&case["input"]), &stored.game), Ok(explanation));
    }
}

fn question(kind: GameKind) -> Question {
    let rating = |points: i64| Rating::from_millionths(points * 1_000_000);
    Question {
        kind,
        stake: Minor(500),
        currency: Currency::usd(),
        limit: None,
        ratings: [rating(1900), rating(1700)],
        surcharges: true,
        cube_max: 64,
        result_max: 3,
    }
}

#[test]
fn a_quote_has_a_line_for_each_cube_and_result() {
    let sheshbesh = shipped::find_schedule("sheshbesh").unwrap();
    let lines = quote(&sheshbesh, &question(GameKind::Single)).unwrap().lines;
    let results: Vec<_> = lines.iter().map(|line| line.played).collect();
    let expected: Vec<_> = [1, 2, 4, 8, 16, 32, 64]
        .into_iter()
        .flat_map(|cube| [1, 2, 3].map(|result| Played::Single { cube, result }))
        .collect();
    assert_eq!(results, expected);
    let last = &lines[20];
    assert_eq!(
        (last.figures.amount.to_string(), last.figures.rake_each.to_string()),
        ("960.00".into(), "94.08".into())
    );
    assert!(lines.iter().all(|line| line.steps.iter().any(|step| step.step == "gap_surcharge")));
}

#[test]
fn a_quote_is_what_the_settlement_will_say() {
    let sheshbesh = shipped::find_schedule("sheshbesh").unwrap();
    let asked = Question { limit: Some(Minor(4000)), ..question(GameKind::Single) };
    for line in quote(&sheshbesh, &asked).unwrap().lines {
        assert_eq!(reckon(&sheshbesh, &line.explanation.game), Ok(line.explanation));
        assert_eq!(line.figures, line.explanation.shown());
        assert!(line.explanation.amount <= Minor(4000));
        let turned = Reckoning {
            rating_winner: line.explanation.game.rating_loser,
            rating_loser: line.explanation.game.rating_winner,
            ..line.explanation.game
        };
        assert_eq!(reckon(&sheshbesh, &turned).unwrap().rake_each, line.explanation.rake_each, "whoever wins");
    }
}

#[test]
fn a_match_is_quoted_by_one_line() {
    let gammonempire = shipped::find_schedule("gammonempire").unwrap();
    let lines = quote(&gammonempire, &question(GameKind::Match { points: 3 })).unwrap().lines;
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].figures.rate_percent.to_string(), "3.5");
}

#[test]
fn a_quote_ends_at_the_tables_cube_and_the_variants_result() {
    let sheshbesh = shipped::find_schedule("sheshbesh").unwrap();
    let tavla = Question { cube_max: 1, result_max: 2, ..question(GameKind::Single) };
    assert_eq!(quote(&sheshbesh, &tavla).unwrap().lines.len(), 2);
    let odd = Question { cube_max: 48, ..question(GameKind::Single) };
    assert_eq!(quote(&sheshbesh, &odd), Err(RakeError::CubeNotPowerOfTwo));
    let none = Question { result_max: 0, ..question(GameKind::Single) };
    assert_eq!(quote(&sheshbesh, &none), Err(RakeError::ResultOutOfRange));
    let giants = shipped::find_schedule("giants").unwrap();
    assert_eq!(quote(&giants, &question(GameKind::Single)).unwrap_err().code(), "rating_too_low");
}
