//! `kupa tournament forecast`, and the example of its page.

use std::path::PathBuf;

use clap::Parser;
use kupa::cli::tournament::TournamentCommand;
use kupa::cli::tournament::forecast::{ForecastArgs, run};
use kupa::cli::{Cli, Command};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/tournaments-forecast.md");

/// The blocks of JSON on the page.
fn blocks() -> Vec<&'static str> {
    PAGE.split("```json\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect()
}

fn args(options: &[&str]) -> ForecastArgs {
    let line = ["kupa", "tournament", "forecast"].iter().chain(options);
    match Cli::try_parse_from(line).unwrap().command {
        Command::Tournament(TournamentCommand::Forecast(args)) => args,
        other => panic!("{other:?}"),
    }
}

fn asked(settings: &str, args: &ForecastArgs) -> Result<Value, String> {
    let mut output = Vec::new();
    let ended = run(args, settings.as_bytes(), &mut output).map_err(|error| error.to_string())?;
    assert!(ended);
    Ok(serde_json::from_slice(&output).unwrap())
}

#[test]
fn the_example_of_the_page_is_forecast_as_it_says() {
    let [settings, model, answer] = blocks()[..] else { panic!() };
    let told = asked(settings, &args(&["--entrants", "60", "--runs", "100", "--seed", "7"])).unwrap();
    assert_eq!(told, serde_json::from_str::<Value>(answer).unwrap(), "{told}");
    assert_eq!(told["model"], serde_json::from_str::<Value>(model).unwrap());
}

#[test]
fn a_model_of_ones_own_replaces_what_is_usual() {
    let settings = blocks()[0];
    let file = tempfile::NamedTempFile::new().unwrap();
    let model = json!({"round_s": [100], "negative_points": [1], "re_enters_bp": 0, "longest_s": 250});
    std::fs::write(file.path(), model.to_string()).unwrap();
    let told =
        asked(settings, &args(&["--entrants", "20", "--runs", "2", "--model", file.path().to_str().unwrap()])).unwrap();
    assert_eq!((&told["model"], &told["unended_runs"], &told["length_s"]["most"]), (&model, &json!(2), &json!(200)));
    std::fs::write(file.path(), json!({"round_s": [100]}).to_string()).unwrap();
    let error = asked(settings, &args(&["--entrants", "20", "--model", file.path().to_str().unwrap()])).unwrap_err();
    assert!(error.contains("negative_points"), "{error}");
}

#[test]
fn what_cannot_be_forecast_says_why() {
    let settings = blocks()[0];
    let error = |settings: &str, options: &[&str]| asked(settings, &args(options)).unwrap_err();
    assert!(error(settings, &["--entrants", "1"]).starts_with("from 20 to 200 entrants"));
    assert!(error(settings, &["--entrants", "50", "--runs", "0"]).starts_with("at least one run"));
    assert!(error("nonsense", &["--entrants", "50"]).starts_with("-: expected"));
    let mut wrong: Value = serde_json::from_str(settings).unwrap();
    wrong["seats"] = json!(7);
    wrong["starting_chips"] = json!(0);
    let faults = error(&wrong.to_string(), &["--entrants", "50"]);
    assert!(faults.contains("/seats: ") && faults.contains("(chips_out_of_range)"), "{faults}");
    let absent = ForecastArgs { file: PathBuf::from("no/such/file"), ..args(&["--entrants", "50"]) };
    assert!(asked("", &absent).unwrap_err().starts_with("no/such/file: "));
    assert!(error(&" ".repeat((1 << 20) + 1), &["--entrants", "50"]).contains("longer than 1048576 bytes"));
}
