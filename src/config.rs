//! Settings: from the command line and the environment, checked once, every fault named at once.
//!
//! Each setting is an option; its environment variable has the same name with the prefix `KUPA_` (`DATABASE_URL`
//! keeps its usual name).

mod logging;
mod mail;
mod serving;
mod sessions;
mod streams;

use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

use base64::Engine;

pub use logging::{LogFormat, LogOptions};
pub use mail::{MailConfig, MailOptions};
pub use serving::{CertificateFiles, Rates, Serving, ServingOptions};
pub use sessions::SessionConfig;
pub use streams::{StreamConfig, StreamOptions};

use crate::domain::exact::Exact;

/// How long who asks for an act waits for its outcome.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// What stands on the command line or in the environment, as text: checked by [`Config::from_options`].
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Where the service listens: an address and a port
    #[arg(long, env = "KUPA_LISTEN", value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// Writers: each works one shard of the books (SQLite has one shard and takes 1)
    #[arg(long, env = "KUPA_WRITERS", value_name = "N", default_value = "1")]
    pub writers: String,
    /// The most acts that one writer puts into one transaction
    #[arg(long, env = "KUPA_BATCH", value_name = "N", default_value = "500")]
    pub batch: String,
    /// The most acts that wait for one writer; more are answered 503 `busy`
    #[arg(long, env = "KUPA_QUEUE", value_name = "N", default_value = "4000")]
    pub queue: String,
    /// How many seconds a writer goes on trying while the database is away, before it answers 503 `database_away`
    #[arg(long, env = "KUPA_PATIENCE_S", value_name = "SECONDS", default_value = "8")]
    pub patience_s: String,
    /// Threads that serve HTTP; 0: one a processor
    #[arg(long, env = "KUPA_WORKERS", value_name = "N", default_value = "0")]
    pub workers: String,
    /// The largest request body, in bytes
    #[arg(long, env = "KUPA_BODY_LIMIT", value_name = "BYTES", default_value = "65536")]
    pub body_limit: String,
    /// How many seconds a client may take to send a request
    #[arg(long, env = "KUPA_REQUEST_TIMEOUT_S", value_name = "SECONDS", default_value = "10")]
    pub request_timeout_s: String,
    /// How many seconds an idle connection is kept
    #[arg(long, env = "KUPA_KEEP_ALIVE_S", value_name = "SECONDS", default_value = "75")]
    pub keep_alive_s: String,
    /// How many seconds requests under way may take when the service is stopped
    #[arg(long, env = "KUPA_SHUTDOWN_S", value_name = "SECONDS", default_value = "30")]
    pub shutdown_s: String,
    /// How many seconds the service goes on serving after SIGTERM while `/readyz` says `draining`, so that a proxy turns
    /// to another node first
    #[arg(long, env = "KUPA_DRAIN_S", value_name = "SECONDS", default_value = "5")]
    pub drain_s: String,
    /// Proxies of yours that a request passes, each adding to X-Forwarded-For; 0: the header is not believed
    #[arg(long, env = "KUPA_PROXIES", value_name = "N", default_value = "0")]
    pub proxies: String,
    /// Ed25519 seeds that sign tokens: base64 of 32 bytes each, made by `openssl rand -base64 32`; several with
    /// commas: the first signs, the others are believed too
    #[arg(long, env = "KUPA_TOKEN_KEY", value_name = "SEED,..", default_value = "", hide_env_values = true)]
    pub token_key: String,
    /// How many seconds a token is valid
    #[arg(long, env = "KUPA_TOKEN_LIFETIME_S", value_name = "SECONDS", default_value = "900")]
    pub token_lifetime_s: String,
    /// Who issues tokens (their `iss`)
    #[arg(long, env = "KUPA_TOKEN_ISSUER", value_name = "NAME", default_value = "kupa")]
    pub token_issuer: String,
    /// Whom tokens are for (their `aud`)
    #[arg(long, env = "KUPA_TOKEN_AUDIENCE", value_name = "NAME", default_value = "kupa")]
    pub token_audience: String,
    /// How many hours a session may stay unused: a refresh token that nobody brings for so long is good no longer
    #[arg(long, env = "KUPA_SESSION_IDLE_H", value_name = "HOURS", default_value = "336")]
    pub session_idle_h: String,
    /// How many hours a session lasts at most, however much it is used
    #[arg(long, env = "KUPA_SESSION_MOST_H", value_name = "HOURS", default_value = "2160")]
    pub session_most_h: String,
    /// What one person may adjust alone in a day (UTC), in units of each currency; beyond it a second must agree
    #[arg(long, env = "KUPA_ADJUSTMENT_LIMIT", value_name = "AMOUNT", default_value = "100")]
    pub adjustment_limit: String,
    /// Whether players open accounts by themselves: `open` or `closed`
    #[arg(long, env = "KUPA_SIGN_UP", value_name = "open|closed", default_value = "open")]
    pub sign_up: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub streams: StreamOptions,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub serving: ServingOptions,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub mail: MailOptions,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub logging: LogOptions,
}

/// Which database, and how.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseOptions {
    /// The database: `sqlite:FILE` or `postgres://USER@HOST/NAME`
    #[arg(long, env = "DATABASE_URL", value_name = "URL", default_value = "sqlite:kupa.db", hide_env_values = true)]
    pub database_url: String,
    /// Connections for reading
    #[arg(long, env = "KUPA_POOL", value_name = "N", default_value = "8")]
    pub pool: String,
}

/// The checked settings.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the service listens.
    pub listen: SocketAddr,
    /// Which database.
    pub database: Database,
    /// Writers.
    pub writers: usize,
    /// The most acts in one transaction.
    pub batch: usize,
    /// The most acts that wait for one writer.
    pub queue: usize,
    /// How long a writer tries while the database is away.
    pub patience: Duration,
    /// How long who asks for an act waits for its outcome, before they are told to ask again.
    pub answer_within: Duration,
    /// Threads that serve HTTP; none: one a processor.
    pub workers: Option<usize>,
    /// The largest request body, in bytes.
    pub body_limit: usize,
    /// How long a client may take to send a request.
    pub request_timeout: Duration,
    /// How long an idle connection is kept.
    pub keep_alive: Duration,
    /// How long requests under way may take at the stop.
    pub shutdown: Duration,
    /// How long it goes on serving once it is asked to stop.
    pub drain: Duration,
    /// Proxies of ours that a request passes.
    pub proxies: usize,
    /// Tokens.
    pub tokens: TokenConfig,
    /// Sessions.
    pub sessions: SessionConfig,
    /// What one person may adjust alone in a day.
    pub adjustment_limit: Exact,
    /// Live streams.
    pub streams: StreamConfig,
    /// How it meets whoever asks.
    pub serving: Serving,
    /// Whether players open accounts by themselves.
    pub sign_up: bool,
    /// How mail is sent; none: it is not.
    pub mail: Option<MailConfig>,
}

/// Which database, and how.
#[derive(Debug, Clone)]
pub struct Database {
    /// Its address.
    pub url: String,
    /// Connections for reading.
    pub pool: u32,
}

/// How tokens are made.
#[derive(Clone)]
pub struct TokenConfig {
    /// Ed25519 seeds: the first signs, all are believed. Never empty.
    pub seeds: Vec<[u8; 32]>,
    /// How long a token is valid.
    pub lifetime: Duration,
    /// `iss`.
    pub issuer: String,
    /// `aud`.
    pub audience: String,
}

impl std::fmt::Debug for TokenConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} token keys of {}, valid {:?}", self.seeds.len(), self.issuer, self.lifetime)
    }
}

/// Everything that is wrong with the settings: a line each, with the setting's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the settings cannot be used:\n  {}", .0.join("\n  "))]
pub struct BadConfig(pub Vec<String>);

/// Collects the faults of settings.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, setting: &str, what: impl std::fmt::Display) {
        self.0.push(format!("{setting}: {what}"));
    }

    /// A number within bounds; the lower bound where it is none.
    fn number<N: FromStr + PartialOrd + Copy + std::fmt::Display>(
        &mut self,
        setting: &str,
        text: &str,
        least: N,
        most: N,
    ) -> N {
        match text.trim().parse::<N>() {
            Ok(number) if number >= least && number <= most => number,
            _ => {
                self.add(setting, format!("{text:?} is not a whole number from {least} to {most}"));
                least
            }
        }
    }

    fn seconds(&mut self, setting: &str, text: &str, least: u64, most: u64) -> Duration {
        Duration::from_secs(self.number(setting, text, least, most))
    }

    fn word(&mut self, setting: &str, text: &str) -> String {
        if text.trim().is_empty() {
            self.add(setting, "must not be empty");
        }
        text.trim().to_owned()
    }

    fn end<T>(self, value: T) -> Result<T, BadConfig> {
        if self.0.is_empty() { Ok(value) } else { Err(BadConfig(self.0)) }
    }
}

impl Config {
    /// Checks the options.
    ///
    /// # Errors
    /// [`BadConfig`] with every fault.
    pub fn from_options(options: &Options) -> Result<Self, BadConfig> {
        let mut faults = Faults::default();
        let listen = options.listen.parse().unwrap_or_else(|_| {
            faults.add("listen", format!("{:?} is not an address with a port, like 127.0.0.1:8080", options.listen));
            SocketAddr::from(([127, 0, 0, 1], 8080))
        });
        let database = Database::check(&options.database, &mut faults);
        let workers = faults.number("workers", &options.workers, 0, 1024);
        let config = Self {
            listen,
            writers: faults.number("writers", &options.writers, 1, 64),
            batch: faults.number("batch", &options.batch, 1, 10_000),
            queue: faults.number("queue", &options.queue, 1, 1_000_000),
            patience: faults.seconds("patience-s", &options.patience_s, 0, 600),
            answer_within: ANSWER_WITHIN,
            workers: (workers > 0).then_some(workers),
            body_limit: faults.number("body-limit", &options.body_limit, 1024, 16 << 20),
            request_timeout: faults.seconds("request-timeout-s", &options.request_timeout_s, 1, 600),
            keep_alive: faults.seconds("keep-alive-s", &options.keep_alive_s, 1, 3600),
            shutdown: faults.seconds("shutdown-s", &options.shutdown_s, 0, 3600),
            drain: faults.seconds("drain-s", &options.drain_s, 0, 3600),
            proxies: faults.number("proxies", &options.proxies, 0, 16),
            tokens: TokenConfig::check(options, &mut faults),
            sessions: SessionConfig::check(options, &mut faults),
            adjustment_limit: adjustment_limit(&options.adjustment_limit, &mut faults),
            streams: StreamConfig::check(&options.streams, &mut faults),
            serving: Serving::check(&options.serving, &mut faults),
            sign_up: sign_up(&options.sign_up, &mut faults),
            mail: MailConfig::check(&options.mail, &mut faults),
            database,
        };
        if config.writers > 1 && config.database.is_sqlite() {
            faults.add("writers", "SQLite has one shard: 1 is the only number");
        }
        if let Err(what) = LogFormat::check(&options.logging) {
            faults.add("log-format", what);
        }
        faults.end(config)
    }

    /// Settings for tests: nothing listens on a fixed port, the token key is known, one thread serves.
    #[must_use]
    pub fn for_testing(database_url: &str) -> Self {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        Self { workers: Some(1), ..Self::usual(anywhere, database_url, [7; 32]) }
    }

    /// Settings for a demonstration: a token is good for a day.
    #[must_use]
    pub fn for_demo(listen: SocketAddr, database_url: &str, seed: [u8; 32]) -> Self {
        let mut config = Self::usual(listen, database_url, seed);
        config.tokens.lifetime = Duration::from_secs(86_400);
        config
    }

    fn usual(listen: SocketAddr, database_url: &str, seed: [u8; 32]) -> Self {
        Self {
            listen,
            database: Database { url: database_url.to_owned(), pool: 4 },
            writers: 1,
            batch: 500,
            queue: 4_000,
            patience: Duration::from_secs(2),
            answer_within: ANSWER_WITHIN,
            workers: None,
            body_limit: 65_536,
            request_timeout: Duration::from_secs(10),
            keep_alive: Duration::from_secs(75),
            shutdown: Duration::from_secs(5),
            drain: Duration::ZERO,
            proxies: 0,
            tokens: TokenConfig {
                seeds: vec![seed],
                lifetime: Duration::from_secs(900),
                issuer: "kupa".to_owned(),
                audience: "kupa".to_owned(),
            },
            sessions: SessionConfig { idle_s: 336 * 3_600, most_s: 2_160 * 3_600 },
            adjustment_limit: Exact(100.into()),
            streams: StreamConfig::default(),
            serving: Serving::usual(),
            sign_up: true,
            mail: None,
        }
    }
}

impl Database {
    /// Checks the options of the database alone, for commands that need nothing else.
    ///
    /// # Errors
    /// [`BadConfig`] with every fault.
    pub fn from_options(options: &DatabaseOptions) -> Result<Self, BadConfig> {
        let mut faults = Faults::default();
        let database = Self::check(options, &mut faults);
        faults.end(database)
    }

    fn check(options: &DatabaseOptions, faults: &mut Faults) -> Self {
        let url = options.database_url.trim().to_owned();
        let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
        if !matches!(scheme, "sqlite" | "postgres" | "postgresql") {
            // The address itself may hold a password: it is not repeated.
            faults.add("database-url", "must begin with sqlite:, postgres:// or postgresql://");
        }
        Self { url, pool: faults.number("pool", &options.pool, 1, 1000) }
    }

    /// Whether it is SQLite.
    #[must_use]
    pub fn is_sqlite(&self) -> bool {
        self.url.starts_with("sqlite:")
    }
}

impl TokenConfig {
    fn check(options: &Options, faults: &mut Faults) -> Self {
        let mut seeds = Vec::new();
        for (number, text) in options.token_key.split(',').map(str::trim).enumerate() {
            if text.is_empty() {
                continue;
            }
            let bytes = base64::engine::general_purpose::STANDARD.decode(text).ok();
            match bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok()) {
                Some(seed) if seeds.contains(&seed) => {
                    faults.add("token-key", format!("key {} is there twice", number + 1))
                }
                Some(seed) => seeds.push(seed),
                None => faults.add("token-key", format!("key {} is not base64 of 32 bytes", number + 1)),
            }
        }
        if options.token_key.trim_matches([',', ' ']).is_empty() {
            faults.add(
                "token-key",
                "no key to sign tokens with. Make one with `openssl rand -base64 32`, keep it secret, and give it as \
                 KUPA_TOKEN_KEY",
            );
        }
        Self {
            seeds,
            lifetime: faults.seconds("token-lifetime-s", &options.token_lifetime_s, 30, 86_400),
            issuer: faults.word("token-issuer", &options.token_issuer),
            audience: faults.word("token-audience", &options.token_audience),
        }
    }
}

fn sign_up(text: &str, faults: &mut Faults) -> bool {
    match text.trim() {
        "open" => true,
        "closed" => false,
        other => {
            faults.add("sign-up", format!("{other:?} is neither open nor closed"));
            false
        }
    }
}

fn adjustment_limit(text: &str, faults: &mut Faults) -> Exact {
    match text.trim().parse::<Exact>() {
        Ok(limit) if !limit.is_negative() => limit,
        _ => {
            faults.add("adjustment-limit", format!("{text:?} is not an amount from 0"));
            Exact::ZERO
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(arguments: &[&str]) -> Options {
        Line::parse_from(std::iter::once("kupa").chain(arguments.iter().copied())).options
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let bad = ["--listen=here", "--batch=0", "--token-key=short", "--log-format=xml", "--database-url=mysql://x"];
        let BadConfig(faults) = Config::from_options(&options(&bad)).expect_err("five faults");
        for setting in ["listen", "batch", "token-key", "log-format", "database-url"] {
            assert!(faults.iter().any(|fault| fault.starts_with(setting)), "{setting} is not named: {faults:?}");
        }
        assert_eq!(faults.len(), 5);
    }

    #[test]
    fn how_it_is_served_is_checked_too() {
        let bad = ["--tls-cert=a.pem", "--cors-origins=*", "--metrics-token=short", "--rate-players=-1", "--slow-ms=0"];
        let BadConfig(faults) = Config::from_options(&options(&bad)).expect_err("faults");
        for setting in ["tls-key", "cors-origins", "metrics-token", "rate-players", "slow-ms"] {
            assert!(faults.iter().any(|fault| fault.starts_with(setting)), "{setting} is not named: {faults:?}");
        }
    }

    #[test]
    fn a_missing_token_key_says_how_to_make_one() {
        let error = Config::from_options(&options(&[])).expect_err("no key").to_string();
        assert!(error.contains("openssl rand -base64 32"), "{error}");
    }

    #[test]
    fn sqlite_takes_one_writer() {
        let key = format!("--token-key={}", base64::engine::general_purpose::STANDARD.encode([1; 32]));
        assert!(Config::from_options(&options(&[&key, "--writers=2"])).is_err());
        let on_postgres = options(&[&key, "--writers=2", "--database-url=postgres://localhost/kupa"]);
        assert_eq!(Config::from_options(&on_postgres).expect("good").writers, 2);
    }

    #[test]
    fn the_first_of_several_keys_signs() {
        let keys = [[1_u8; 32], [2; 32]].map(|seed| base64::engine::general_purpose::STANDARD.encode(seed)).join(",");
        let config = Config::from_options(&options(&[&format!("--token-key={keys}")])).expect("good");
        assert_eq!(config.tokens.seeds, [[1; 32], [2; 32]]);
        assert!(
            Config::from_options(&options(&[&format!("--token-key={keys},{keys}")])).is_err(),
            "each is there twice"
        );
    }
}
