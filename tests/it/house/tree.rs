//! Files and folders: their names, lengths and words.

use super::source::{Fault, files_below, read};

const LONGEST: usize = 500;

/// Names that say nothing of what is inside.
const VAGUE: &[&str] = &["util", "utils", "helper", "helpers", "common", "manager", "service", "core", "types", "misc"];

/// Marks of work left undone, and of tests that do not judge.
const LEFTOVERS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("HA", "CK"),
    concat!("#[ig", "nore"),
    concat!("thread::sl", "eep"),
    concat!("time::sl", "eep"),
];

fn fault(file: &str, line: usize, what: impl Into<String>) -> Fault {
    Fault { file: file.to_owned(), line, what: what.into() }
}

/// A path with a vague name in it.
pub fn vague(file: &str) -> Option<Fault> {
    let mut parts = file.trim_end_matches(".rs").split('/');
    parts.find(|part| VAGUE.contains(part)).map(|part| fault(file, 1, format!("{part} says nothing of what is inside")))
}

/// A file that should be two.
pub fn long(file: &str, text: &str) -> Option<Fault> {
    let lines = text.lines().count();
    (lines > LONGEST)
        .then(|| fault(file, LONGEST + 1, format!("{lines} lines: split it where its name needs an \"and\"")))
}

/// Words that have no place in what is finished.
pub fn leftovers(file: &str, text: &str) -> Vec<Fault> {
    let lines = text.lines().enumerate();
    let found = lines.flat_map(|(at, line)| {
        LEFTOVERS.iter().filter(move |word| line.contains(**word)).map(move |word| (at + 1, *word))
    });
    found.map(|(line, word)| fault(file, line, format!("{word} does not belong here"))).collect()
}

/// Every file written by hand in Rust, SQL or as a page.
pub fn written() -> Vec<(String, String)> {
    let folders = ["src", "tests", "benches", "migrations", "templates", "docs"];
    let ours = |file: &String| {
        !file.starts_with("tests/data/") && [".rs", ".sql", ".md"].iter().any(|end| file.ends_with(end))
    };
    folders.iter().flat_map(|folder| files_below(folder)).filter(ours).map(|file| (file.clone(), read(&file))).collect()
}

#[test]
fn vague_names_are_found_wherever_they_stand() {
    for file in ["src/utils/money.rs", "src/domain/helpers.rs", "src/core/mod.rs", "tests/it/common/mod.rs"] {
        assert!(vague(file).is_some(), "{file}");
    }
    assert_eq!(vague("src/domain/money.rs"), None);
    assert_eq!(vague("src/web/typesetting.rs"), None);
}

#[test]
fn a_file_of_more_lines_than_a_reader_keeps_in_mind_is_found() {
    assert!(long("src/a.rs", &"\n".repeat(LONGEST + 1)).is_some());
    assert_eq!(long("src/a.rs", &"\n".repeat(LONGEST)), None);
}

#[test]
fn leftovers_are_found_on_their_line() {
    let text = format!("fn f() {{\n    // {}: later\n}}", LEFTOVERS[0]);
    assert_eq!(leftovers("src/a.rs", &text).iter().map(|fault| fault.line).collect::<Vec<_>>(), [2]);
}
