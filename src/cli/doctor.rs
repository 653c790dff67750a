//! `kupa doctor`: looks at settings, secrets, database and disk, and says what is well and what to do about the rest.

mod database;
mod disk;
mod secrets;

use std::io::{self, Write};

use clap::Args;
use clap::builder::FalseyValueParser;
use serde::Serialize;

use crate::config::{BadConfig, Config, Options};

/// The options of `kupa doctor`: those of the service, and how to tell.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub options: Options,
    /// One JSON object in place of lines
    #[arg(long, env = "KUPA_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Well.
    Ok,
    /// It works, and should be otherwise.
    Warn,
    /// It does not work, or is not safe.
    Fail,
}

impl Level {
    fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "FAIL",
        }
    }
}

/// What was found of one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Of what.
    pub check: &'static str,
    /// How it is.
    pub level: Level,
    /// What was seen.
    pub found: String,
    /// What to do; none where it is well.
    #[serde(rename = "do", skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// Everything found so far.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    findings: Vec<Finding>,
}

impl Findings {
    fn ok(&mut self, check: &'static str, found: impl Into<String>) {
        self.findings.push(Finding { check, level: Level::Ok, found: found.into(), remedy: None });
    }

    fn warn(&mut self, check: &'static str, found: impl Into<String>, remedy: impl Into<String>) {
        self.findings.push(Finding { check, level: Level::Warn, found: found.into(), remedy: Some(remedy.into()) });
    }

    fn fail(&mut self, check: &'static str, found: impl Into<String>, remedy: impl Into<String>) {
        self.findings.push(Finding { check, level: Level::Fail, found: found.into(), remedy: Some(remedy.into()) });
    }

    /// `Ok`'s value; an error is a finding.
    fn seen<T>(&mut self, check: &'static str, read: Result<T, impl std::fmt::Display>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(error) => {
                self.fail(check, format!("cannot be looked at: {error}"), "see what the database's own log says");
                None
            }
        }
    }

    /// What was found, in the order in which it was looked at.
    #[must_use]
    pub fn all(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether nothing has failed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|finding| finding.level < Level::Fail)
    }
}

/// Looks at everything. Nothing is changed; files made to measure the disk are taken away again.
#[must_use]
pub fn examine(options: &Options) -> Findings {
    let mut findings = Findings::default();
    match Config::from_options(options) {
        Ok(config) => {
            findings.ok("settings", "every setting can be used");
            secrets::examine(&config, &mut findings);
        }
        Err(BadConfig(faults)) => {
            let remedy = "`kupa serve --help` tells what each setting takes";
            faults.into_iter().for_each(|fault| findings.fail("settings", fault, remedy));
        }
    }
    database::examine(options, &mut findings);
    findings
}

/// `kupa doctor`. `false`: something has failed.
///
/// # Errors
/// Nobody can be told.
pub fn run(args: &DoctorArgs, out: &mut dyn Write) -> Result<bool, Box<dyn std::error::Error>> {
    let findings = examine(&args.options);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&findings)?)?;
    } else {
        tell(&findings, out)?;
    }
    Ok(findings.is_sound())
}

fn tell(findings: &Findings, out: &mut dyn Write) -> io::Result<()> {
    for Finding { check, level, found, remedy } in &findings.findings {
        writeln!(out, "{:<4}  {check}: {found}", level.word())?;
        if let Some(remedy) = remedy {
            writeln!(out, "      do: {remedy}")?;
        }
    }
    Ok(())
}
