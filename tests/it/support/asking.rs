//! Every operation of the table, asked for as its description shows it.

use std::collections::BTreeMap;

use kupa::http::description;
use kupa::web::operation::Spec;
use serde_json::Value;

use super::client::{Client, Reply};

/// What stands in paths, queries and bodies, by the names that paths have for it.
#[derive(Debug, Clone)]
pub struct Things(BTreeMap<&'static str, String>);

impl Things {
    /// Things that do not exist, and documents that do.
    pub fn of_nobody() -> Self {
        let known = [("room", "main"), ("schedule", "sheshbesh"), ("version", "1"), ("variant", "backgammon")];
        let known = known
            .into_iter()
            .chain([("switch", "maintenance"), ("format", "csv")])
            .map(|(name, value)| (name, value.to_owned()));
        let prefixes = [
            ("player", "plr"),
            ("game", "gam"),
            ("deposit", "dep"),
            ("withdrawal", "wdr"),
            ("transfer", "trf"),
            ("approval", "apr"),
            ("staff", "stf"),
            ("session", "ses"),
            ("client", "cli"),
        ];
        let strange = prefixes.map(|(name, prefix)| (name, format!("{prefix}_00000000000000000000000000000001")));
        Self(known.chain(strange).collect())
    }

    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        assert!(self.0.insert(name, value.to_string()).is_some(), "no path has a {name}");
        self
    }

    pub fn get(&self, name: &str) -> &str {
        &self.0[name]
    }

    fn path(&self, spec: &Spec) -> String {
        let put = |path: String, (name, value): (&&str, &String)| path.replace(&format!("{{{name}}}"), value);
        let path = self.0.iter().fold(spec.path.to_owned(), put);
        assert!(!path.contains('{'), "nothing to put into {path}");
        path
    }
}

/// A request that is about to be sent.
#[derive(Debug, Clone)]
pub struct Asked {
    pub method: &'static str,
    pub path: String,
    pub body: Value,
    pub edits: bool,
}

impl Asked {
    /// An operation about some things: its path, what its query must have, and its example with their player.
    pub fn of(spec: &Spec, things: &Things) -> Self {
        let operation = &description::document()["paths"][spec.path][spec.method.to_lowercase()];
        let required = operation["parameters"].as_array().into_iter().flatten();
        let required = required.filter(|one| one["in"] == "query" && one["required"] == true);
        let query: Vec<String> =
            required.map(|one| format!("{}={}", one["name"].as_str().unwrap(), value(one))).collect();
        let path = things.path(spec);
        let path = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        let example = if example.is_null() { "{}".to_owned() } else { example.to_string() };
        let body = example.replace("plr_0190b3c6f1d27a5e8c3f4b2a19d7e605", things.get("player"));
        Self { method: spec.method, path, body: serde_json::from_str(&body).unwrap(), edits: spec.edits }
    }

    pub fn send(&self, client: &Client) -> Reply {
        match self.method {
            "GET" => client.get(&self.path),
            // As if it were new: it is not, which is told to whoever may ask at all.
            _ if self.edits => client.edit(None, &self.path, &self.body),
            _ => client.post(&self.path, &self.body),
        }
    }
}

/// Some value for a parameter of a query.
fn value(parameter: &Value) -> &str {
    match parameter["name"].as_str().unwrap() {
        "room" => "main",
        "kind" => "single",
        "stake" => "5",
        "currency" => "USD",
        other => panic!("no value for {other}"),
    }
}
