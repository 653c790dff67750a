//! What some or all layers must not touch: the outside world, floats near money, panics.

use super::source::{Fault, Source};

/// Layers that only compute.
const PURE: &[&str] = &["rules", "domain", "actions"];

/// Layers that handle money.
const EXACT: &[&str] = &["domain", "actions", "store"];

/// Where the outside world begins: async, HTTP, SQL, files, the clock, chance, logs.
const WORLD: &[&str] = &[
    "tokio",
    "futures",
    "futures_util",
    "actix_web",
    "actix_http",
    "actix_rt",
    "tracing",
    "tracing_actix_web",
    "diesel",
    "diesel_migrations",
    "libsqlite3_sys",
    "pq_sys",
    "rand",
    "rand_core",
    "getrandom",
    "fastrand",
    "chrono::Local",
    "chrono::Utc::now",
    "std::time::SystemTime",
    "std::time::Instant",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
];

/// Crates that only some places may name.
const HOMES: &[(&str, &[&str])] = &[
    ("diesel", &["src/store/", "src/cli/bench/"]), // the benchmark writes the obvious way beside ours
    ("diesel_migrations", &["src/store/"]),
    ("libsqlite3_sys", &["src/store/"]),
    ("pq_sys", &["src/store/"]),
    ("actix_web", &["src/web/", "src/http/", "src/app.rs", "src/cli/", "src/telemetry.rs"]),
];

/// What a read can fail with: whoever reads may name it.
const ANYWHERE: &[&str] = &["diesel::QueryResult", "diesel::result::"];

/// The last words of calls that read the clock or throw dice.
const CHANCE: &[&str] = &["now_v1", "now_v6", "now_v7", "new_v4", "now"];

/// Ways to end a thread instead of answering.
const PANICS: &[&str] = &["panic", "todo", "unimplemented", "unreachable"];
const PANICKING: &[&str] = &["unwrap", "expect", "unwrap_err", "expect_err"];

/// Output past the log.
const PRINTS: &[&str] = &["dbg", "print", "println", "eprint", "eprintln"];

/// Conversions through a float.
const FLOATING: &[&str] = &["to_f32", "to_f64", "from_f32", "from_f64", "from_f32_retain", "from_f64_retain"];

/// Where a rule does not hold, with the reason.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    (
        "src/domain/act/table.rs",
        PANICS,
        "the world is strict: an act that reads or edits what its needs did not name is a fault of ours; the writer catches it",
    ),
    ("src/store/memory.rs", &["unreachable"], "the table filed under a type's id holds that type"),
    ("src/cli/", PRINTS, "commands print"),
    ("src/main.rs", PRINTS, "says on standard error why a command failed"),
];

fn excepted(source: &Source, word: &str) -> bool {
    EXCEPTIONS.iter().any(|(place, words, _)| source.file.starts_with(place) && words.contains(&word))
}

/// The outside world in a layer that only computes.
pub fn world(source: &Source) -> Vec<Fault> {
    if !PURE.contains(&source.layer()) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (path, line) in &source.names.paths {
        let whole = path.join("::");
        let outside = WORLD.iter().any(|name| whole == *name || whole.starts_with(&format!("{name}::")));
        let chance = path.len() > 1 && path.last().is_some_and(|last| CHANCE.contains(&last.as_str()));
        if outside || chance {
            faults.push(source.fault(*line, format!("{} only computes: {whole}", source.layer())));
        }
    }
    faults.extend(source.names.asyncs.iter().map(|line| source.fault(*line, "async in a layer that only computes")));
    faults
}

/// SQL and HTTP away from home.
pub fn homes(source: &Source) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, line) in &source.names.paths {
        let home = HOMES.iter().find(|(name, _)| path.len() > 1 && path[0] == *name);
        let away = home.is_some_and(|(_, places)| !places.iter().any(|place| source.file.starts_with(place)));
        let whole = path.join("::");
        if away && !ANYWHERE.iter().any(|name| whole.starts_with(name)) {
            faults.push(source.fault(*line, format!("{} belongs elsewhere: {whole}", path[0])));
        }
    }
    faults
}

/// Floats where money is.
pub fn floats(source: &Source) -> Vec<Fault> {
    if !EXACT.contains(&source.layer()) {
        return Vec::new();
    }
    let lines = source.names.floats.iter().copied();
    let called = source.names.methods.iter().map(|(name, line)| (name, *line));
    let named = source.names.paths.iter().filter_map(|(path, line)| path.last().map(|last| (last, *line)));
    let through = called.chain(named).filter(|(name, _)| FLOATING.contains(&name.as_str())).map(|(_, line)| line);
    lines.chain(through).map(|line| source.fault(line, "a float where money is")).collect()
}

/// Panics and prints.
pub fn panics(source: &Source) -> Vec<Fault> {
    let methods = source.names.methods.iter().filter(|(name, _)| PANICKING.contains(&name.as_str()));
    let paths = source.names.paths.iter().filter_map(|(path, line)| {
        let (last, before) = path.split_last()?;
        let of = before.last().is_some_and(|of| matches!(of.as_str(), "Option" | "Result"));
        (of && PANICKING.contains(&last.as_str())).then_some((last, line))
    });
    let forbidden = |name: &str| PANICS.contains(&name) || PRINTS.contains(&name);
    let macros = source.names.macros.iter().filter(|(name, _)| forbidden(name));
    let all = methods.chain(macros).map(|(name, line)| (name, line)).chain(paths);
    all.filter(|(name, _)| !excepted(source, name))
        .map(|(name, line)| source.fault(*line, format!("{name} outside a test")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(file: &str, text: &str) -> Source {
        Source::parse(file, text)
    }

    #[test]
    fn the_outside_world_is_found_in_pure_layers() {
        for text in [
            "use tokio::sync::mpsc;",
            "use diesel::prelude::*;",
            "fn f() { std::fs::read(\"x\"); }",
            "use std::{time::{Duration, Instant}};",
            "use chrono::Utc; fn f() { Utc::now(); }",
            "use uuid::Uuid; fn f() { let id = Uuid::now_v7(); }",
            "fn f() { assert_eq!(uuid::Uuid::new_v4(), x); }",
            "use std::time as t; fn f() { t::SystemTime::UNIX_EPOCH; }",
            "async fn f() {}",
            "fn f() { async { 1 }; }",
        ] {
            assert!(!world(&source("src/domain/money.rs", text)).is_empty(), "not found: {text}");
            assert!(world(&source("src/jobs/due.rs", text)).is_empty(), "found in an edge: {text}");
        }
    }

    #[test]
    fn the_clock_of_the_batch_and_spans_of_time_are_free() {
        let text = "use std::time::Duration; fn f(world: &World) { world.now(); let now = 1; }";
        assert_eq!(world(&source("src/domain/money.rs", text)), Vec::new());
    }

    #[test]
    fn sql_and_http_are_found_away_from_home() {
        assert_eq!(homes(&source("src/http/games.rs", "use diesel::prelude::*;")).len(), 1);
        assert_eq!(homes(&source("src/store/games.rs", "use actix_web::web;")).len(), 1);
        assert_eq!(homes(&source("src/store/games.rs", "use diesel::prelude::*;")), Vec::new());
        assert_eq!(homes(&source("src/web/sight.rs", "fn f() -> diesel::QueryResult<()> {}")), Vec::new());
    }

    #[test]
    fn floats_are_found_where_money_is() {
        for text in [
            "fn f(rate: f64) {}",
            "fn f() { let x = 0.5; }",
            "fn f() { x as f32; }",
            "fn f() { dec.to_f64(); }",
            "fn f() { Decimal::from_f64_retain(x); }",
            "m! { rate: Vec<f64> }",
            "fn f() { assert_eq!(x, 1.5); }",
            "struct S { rate: Option<f64> }",
        ] {
            assert!(!floats(&source("src/store/a.rs", text)).is_empty(), "not found: {text}");
            assert!(floats(&source("src/rules/rating.rs", text)).is_empty(), "found in the rules: {text}");
        }
        assert_eq!(floats(&source("src/store/a.rs", "fn f() { let x = (1, 2).0; say(\"1.5\"); }")), Vec::new());
    }

    #[test]
    fn panics_and_prints_are_found_outside_tests() {
        for text in [
            "fn f() { x.unwrap(); }",
            "fn f() { x.expect(\"y\"); }",
            "fn f() { xs.map(Option::unwrap); }",
            "fn f() { panic!(); }",
            "fn f() { todo!() }",
            "fn f() { unimplemented!() }",
            "fn f() { std::unreachable!() }",
            "fn f() { dbg!(1); }",
            "fn f() { println!(); }",
            "macro_rules! m { () => { x.unwrap() } }",
            "fn f() { vec![x.unwrap()]; }",
            "macro_rules! m { () => { panic!() } }",
        ] {
            assert!(!panics(&source("src/domain/money.rs", text)).is_empty(), "not found: {text}");
            let test = format!("#[cfg(test)] mod tests {{ {text} }}");
            assert!(panics(&source("src/domain/money.rs", &test)).is_empty(), "found in a test: {text}");
        }
        assert_eq!(panics(&source("src/domain/money.rs", "fn f() { x.unwrap_or(1); y.expected(); }")), Vec::new());
    }

    #[test]
    fn an_exception_is_for_its_place_and_word_alone() {
        assert_eq!(panics(&source("src/cli/serve.rs", "fn f() { println!(); }")), Vec::new());
        assert_eq!(panics(&source("src/cli/serve.rs", "fn f() { panic!(); }")).len(), 1);
        assert_eq!(panics(&source("src/web/gate.rs", "fn f() { println!(); }")).len(), 1);
    }
}
