//! How the service meets whoever asks: how often they may, from which pages, over TLS or not, how many at once, and who
//! reads its figures.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use super::Faults;

/// What stands on the command line or in the environment.
#[derive(Debug, Clone, clap::Args)]
pub struct ServingOptions {
    /// Requests a minute for each player; 0: no limit
    #[arg(long, env = "KUPA_RATE_PLAYERS", value_name = "N", default_value = "600")]
    pub rate_players: String,
    /// Requests a minute for each member of staff; 0: no limit
    #[arg(long, env = "KUPA_RATE_STAFF", value_name = "N", default_value = "3000")]
    pub rate_staff: String,
    /// Requests a minute for each client app; 0: no limit
    #[arg(long, env = "KUPA_RATE_CLIENTS", value_name = "N", default_value = "0")]
    pub rate_clients: String,
    /// Requests a minute without a token from each address (of IPv6: from each /64); 0: no limit
    #[arg(long, env = "KUPA_RATE_NETWORKS", value_name = "N", default_value = "600")]
    pub rate_networks: String,
    /// Origins whose pages may use the API from a browser, with commas, like `https://play.example.com`; none if it is not
    /// said
    #[arg(long, env = "KUPA_CORS_ORIGINS", value_name = "ORIGIN,..", default_value = "")]
    pub cors_origins: String,
    /// A file with the certificate (PEM, with those that vouch for it): TLS is spoken; read again on SIGHUP
    #[arg(long, env = "KUPA_TLS_CERT", value_name = "FILE", default_value = "")]
    pub tls_cert: String,
    /// A file with the certificate's private key (PEM)
    #[arg(long, env = "KUPA_TLS_KEY", value_name = "FILE", default_value = "")]
    pub tls_key: String,
    /// The most connections that each thread serves at once; others wait to be taken in
    #[arg(long, env = "KUPA_CONNECTIONS", value_name = "N", default_value = "25000")]
    pub connections: String,
    /// The token with which /metrics is read; without it there is no /metrics
    #[arg(long, env = "KUPA_METRICS_TOKEN", value_name = "TOKEN", default_value = "", hide_env_values = true)]
    pub metrics_token: String,
    /// An answer that takes longer than so many milliseconds is logged as a warning
    #[arg(long, env = "KUPA_SLOW_MS", value_name = "MS", default_value = "1000")]
    pub slow_ms: String,
}

/// The checked settings.
#[derive(Clone)]
pub struct Serving {
    /// How often one may ask.
    pub rates: Rates,
    /// Origins whose pages may use the API.
    pub origins: Vec<String>,
    /// The certificate; none: no TLS.
    pub tls: Option<CertificateFiles>,
    /// The most connections of a thread.
    pub connections: usize,
    /// The token with which the figures are read.
    pub metrics_token: Option<String>,
    /// An answer that takes longer is slow.
    pub slow: Duration,
}

impl std::fmt::Debug for Serving {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rates, origins, tls, connections, metrics_token, slow } = self;
        let figures = if metrics_token.is_some() { "told" } else { "not told" };
        write!(f, "{rates:?}, for {origins:?}, {tls:?}, {connections} connections, figures {figures}, slow {slow:?}")
    }
}

/// Requests a minute; none: without limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rates {
    /// For each player.
    pub players: Option<NonZeroU32>,
    /// For each member of staff.
    pub staff: Option<NonZeroU32>,
    /// For each client app.
    pub clients: Option<NonZeroU32>,
    /// For each network, without a token.
    pub networks: Option<NonZeroU32>,
}

/// Where a certificate is: files in PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateFiles {
    /// The certificate, then those that vouch for it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// The shortest token that nobody guesses.
const LEAST_TOKEN: usize = 16;

impl Serving {
    pub(super) fn check(options: &ServingOptions, faults: &mut Faults) -> Self {
        let mut rate = |setting, text: &str| NonZeroU32::new(faults.number(setting, text, 0, 100_000_000));
        let rates = Rates {
            players: rate("rate-players", &options.rate_players),
            staff: rate("rate-staff", &options.rate_staff),
            clients: rate("rate-clients", &options.rate_clients),
            networks: rate("rate-networks", &options.rate_networks),
        };
        let origins = options.cors_origins.split(',').map(str::trim).filter(|origin| !origin.is_empty());
        let origins: Vec<String> = origins.map(str::to_owned).collect();
        for origin in origins.iter().filter(|origin| !is_origin(origin)) {
            faults.add("cors-origins", format!("{origin:?} is no origin, like https://play.example.com"));
        }
        let token = options.metrics_token.trim();
        if !token.is_empty() && (token.len() < LEAST_TOKEN || !token.bytes().all(|byte| byte.is_ascii_graphic())) {
            faults.add("metrics-token", format!("a token is {LEAST_TOKEN} visible ASCII characters or more"));
        }
        Self {
            rates,
            origins,
            tls: CertificateFiles::check(options, faults),
            connections: faults.number("connections", &options.connections, 1, 1_000_000),
            metrics_token: (!token.is_empty()).then(|| token.to_owned()),
            slow: Duration::from_millis(faults.number("slow-ms", &options.slow_ms, 1, 3_600_000)),
        }
    }

    /// What is usual: no limit, no pages of others, no TLS, no figures.
    pub(super) fn usual() -> Self {
        Self {
            rates: Rates::default(),
            origins: Vec::new(),
            tls: None,
            connections: 25_000,
            metrics_token: None,
            slow: Duration::from_secs(1),
        }
    }
}

impl CertificateFiles {
    fn check(options: &ServingOptions, faults: &mut Faults) -> Option<Self> {
        let (certificate, key) = (options.tls_cert.trim(), options.tls_key.trim());
        match (certificate.is_empty(), key.is_empty()) {
            (true, true) => None,
            (false, false) => Some(Self { certificate: certificate.into(), key: key.into() }),
            (true, false) => {
                faults.add("tls-cert", "a key without its certificate");
                None
            }
            (false, true) => {
                faults.add("tls-key", "a certificate without its key");
                None
            }
        }
    }
}

/// Whether a text is an origin as browsers send it: scheme, host, perhaps a port; no path, nothing that stands for many.
fn is_origin(text: &str) -> bool {
    let Some(host) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else { return false };
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || ".-:[]".contains(letter);
    !host.is_empty() && host.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        for good in ["https://play.example.com", "http://localhost:3000", "http://[::1]:8080"] {
            assert!(is_origin(good), "{good}");
        }
        for bad in
            ["*", "https://*.example.com", "https://example.com/", "example.com", "null", "https://", "HTTPS://a.b"]
        {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
