//! The draw of a tournament against the Python of its page.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use kupa::domain::tournaments::draw::draw;
use kupa::domain::tournaments::seats::Seats;
use kupa::domain::tournaments::seed::{METHOD, Seed};
use kupa::rules::secret::Secret;
use serde_json::{Value, json};

use crate::support::missing::found;

const PAGE: &str = include_str!("../../../../docs/tournaments-draw.md");

/// The first block of the page in that language.
fn block(language: &str) -> &'static str {
    let after = PAGE.split_once(&format!("```{language}\n")).unwrap().1;
    after.split_once("```").unwrap().0
}

/// What is published of a draw.
fn published(secret: [u8; 32], entrants: &[String], seats: u8) -> Value {
    let seed = Seed::new(Secret::new(secret));
    let places = draw(&seed, entrants, Seats::try_from(seats).unwrap());
    let mut seated: Vec<_> =
        places.iter().zip(entrants).filter_map(|(place, entrant)| Some((*place)?).zip(Some(entrant))).collect();
    seated.sort_unstable();
    let players = |table: u32| seated.iter().filter(move |(place, _)| place.table == table).map(|(_, entrant)| entrant);
    let count = seated.last().map_or(0, |(place, _)| place.table);
    let tables: Vec<Vec<_>> = (1..=count).map(|table| players(table).collect()).collect();
    json!({
        "method": METHOD, "commitment": seed.commitment().to_string(), "seed": seed.reveal(), "seats": seats,
        "entrants": entrants, "tables": tables,
    })
}

fn say(python: &Path, input: &Value) -> String {
    let mut python = Command::new(python)
        .args(["-X", "utf8", "-c", block("python")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "{input}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_example_of_the_page_is_drawn_as_it_says() {
    let example: Value = serde_json::from_str(block("json")).unwrap();
    let entrants: Vec<String> = serde_json::from_value(example["entrants"].clone()).unwrap();
    assert_eq!(published([7; 32], &entrants, 3), example);
}

#[test]
fn a_few_lines_of_python_recompute_a_draw() {
    let Some(python) = found("python3") else { return };
    for (n, (players, seats)) in
        [(2, 2), (3, 2), (33, 2), (7, 6), (100, 6), (1001, 4), (13, 5), (1, 3), (0, 2)].into_iter().enumerate()
    {
        let entrants: Vec<String> = (0..players).map(|player| format!("plr_{player}\u{5e9}")).collect();
        let drawn = published([u8::try_from(n).unwrap(); 32], &entrants, seats);
        let lines = say(&python, &drawn);
        let tables = drawn["tables"].as_array().unwrap();
        assert_eq!(lines.lines().count(), tables.len());
        assert!(lines.lines().all(|line| line.ends_with(" as published")), "{lines}");
        let Some(first) = tables.first() else { continue };
        let mut turned = drawn.clone();
        turned["tables"][0] = first.as_array().unwrap().iter().rev().cloned().collect();
        assert!(say(&python, &turned).lines().next().unwrap().ends_with("NOT as published"));
    }
}
