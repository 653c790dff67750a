//! The settings of live streams.

use std::time::Duration;

use super::Faults;

/// What stands on the command line or in the environment.
#[derive(Debug, Clone, clap::Args)]
pub struct StreamOptions {
    /// Live streams that may be open at once; more are answered 503 `streams_full`
    #[arg(long, env = "KUPA_STREAMS", value_name = "N", default_value = "10000")]
    pub streams: String,
    /// Live streams that one person may have open; more are answered 429 `too_many_streams`
    #[arg(long, env = "KUPA_STREAMS_OF_PERSON", value_name = "N", default_value = "20")]
    pub streams_of_person: String,
    /// Live streams that one client app may have open
    #[arg(long, env = "KUPA_STREAMS_OF_CLIENT", value_name = "N", default_value = "5000")]
    pub streams_of_client: String,
    /// Live streams that may be open from one address (of IPv6: one network of 64 bits)
    #[arg(long, env = "KUPA_STREAMS_OF_ADDRESS", value_name = "N", default_value = "5000")]
    pub streams_of_address: String,
    /// After how many seconds of silence a live stream says that it is there
    #[arg(long, env = "KUPA_HEARTBEAT_S", value_name = "SECONDS", default_value = "15")]
    pub heartbeat_s: String,
}

/// How many live streams there may be, and how often they say that they are there.
#[derive(Debug, Clone, Copy)]
pub struct StreamConfig {
    /// In all.
    pub all: usize,
    /// Of one person.
    pub of_person: usize,
    /// Of one client app.
    pub of_client: usize,
    /// From one address.
    pub of_address: usize,
    /// The longest silence.
    pub heartbeat: Duration,
}

impl StreamConfig {
    pub(super) fn check(options: &StreamOptions, faults: &mut Faults) -> Self {
        const MOST: usize = 10_000_000;
        Self {
            all: faults.number("streams", &options.streams, 0, MOST),
            of_person: faults.number("streams-of-person", &options.streams_of_person, 1, MOST),
            of_client: faults.number("streams-of-client", &options.streams_of_client, 1, MOST),
            of_address: faults.number("streams-of-address", &options.streams_of_address, 1, MOST),
            heartbeat: faults.seconds("heartbeat-s", &options.heartbeat_s, 1, 3600),
        }
    }
}

impl Default for StreamConfig {
    fn default() -> Self {
        Self { all: 10_000, of_person: 20, of_client: 5_000, of_address: 5_000, heartbeat: Duration::from_secs(15) }
    }
}
