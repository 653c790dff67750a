//! Who may import whom.

use std::collections::BTreeMap;

use super::source::{Fault, Source};

/// A layer, and the layers that it may name beside itself. `app` and `lib` wire all.
const TABLE: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("domain", &["rules"]),
    ("actions", &["domain", "rules"]),
    ("store", &["domain", "rules"]),
    ("config", &["domain", "rules"]),
    ("telemetry", &["config"]),
    ("mail", &["store", "domain", "rules", "config", "telemetry"]),
    ("exports", &["store", "domain", "rules", "config", "telemetry"]),
    ("webhooks", &["store", "domain", "rules", "config", "telemetry"]),
    ("web", &["app", "actions", "store", "domain", "rules", "config", "telemetry"]),
    ("http", EDGE),
    ("pages", EDGE),
    ("jobs", EDGE),
    ("simulate", &["actions", "store", "domain", "rules"]),
    ("cli", CLI),
    ("main", &["cli"]),
];

/// What an edge may name: never another edge.
const EDGE: &[&str] =
    &["app", "web", "actions", "store", "domain", "rules", "config", "telemetry", "mail", "exports", "webhooks"];

/// What the command line may name: what an edge may, and what is never deployed.
const CLI: &[&str] = &[
    "app",
    "web",
    "actions",
    "store",
    "domain",
    "rules",
    "config",
    "telemetry",
    "mail",
    "exports",
    "webhooks",
    "simulate",
];

const WIRES_ALL: &[&str] = &["app", "lib"];

/// The layers named where they may not be, in all sources.
pub fn check(sources: &[Source]) -> Vec<Fault> {
    let mut macros = BTreeMap::new();
    for source in sources {
        macros.extend(source.names.exported_macros.iter().map(|name| (name.as_str(), source.layer())));
    }
    sources.iter().flat_map(|source| check_one(source, &macros)).collect()
}

fn check_one(source: &Source, macros: &BTreeMap<&str, &str>) -> Vec<Fault> {
    let from = source.layer();
    if WIRES_ALL.contains(&from) {
        return Vec::new();
    }
    let Some((_, allowed)) = TABLE.iter().find(|(layer, _)| *layer == from) else {
        return vec![
            source.fault(1, format!("{from} is no layer: add it to the table in design and test, or move it")),
        ];
    };
    let mut faults = Vec::new();
    for (path, line) in &source.names.paths {
        let [root, named, ..] = path.as_slice() else { continue };
        let to = macros.get(named.as_str()).copied().unwrap_or(named);
        if root == "crate" && to != from && !allowed.contains(&to) {
            faults.push(source.fault(*line, format!("{from} may not name {to}: {}", path.join("::"))));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(file: &str, text: &str) -> usize {
        let row = Source::parse("src/domain/act/row.rs", "#[macro_export] macro_rules! row { () => {} }");
        check(&[row, Source::parse(file, text)]).len()
    }

    #[test]
    fn an_arrow_that_points_up_or_aside_is_found() {
        assert_eq!(faults("src/actions/games/open_game.rs", "use crate::store::memory::Memory;"), 1);
        assert_eq!(faults("src/store/memory.rs", "fn f() -> crate::actions::games::OpenGame {}"), 1);
        assert_eq!(faults("src/domain/money.rs", "use super::super::actions;"), 1);
        assert_eq!(faults("src/rules/dice.rs", "use crate::domain::money::Minor;"), 1);
        assert_eq!(faults("src/http/games.rs", "use crate::pages::player;"), 1);
        assert_eq!(faults("src/domain/money.rs", "macro_rules! m { () => { $crate::store::open() } }"), 1);
        assert_eq!(faults("src/rules/dice.rs", "crate::row!();"), 1);
        assert_eq!(faults("src/store/a.rs", "pub use crate::{domain, actions::games};"), 1);
        assert_eq!(faults("src/shed/a.rs", ""), 1);
    }

    #[test]
    fn arrows_that_point_down_are_free() {
        assert_eq!(faults("src/http/games.rs", "use crate::{web, actions, store, domain, rules, app};"), 0);
        assert_eq!(faults("src/store/rows.rs", "crate::row!(); use crate::domain::act; use super::memory;"), 0);
        assert_eq!(faults("src/app.rs", "use crate::{http, pages, jobs, cli, web, actions, store};"), 0);
    }
}
