//! What the service says about itself: log lines with spans. No secret, token, password or body is ever logged.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, LogOptions};

/// Begins to log to standard error. A second call changes nothing.
///
/// # Errors
/// The sentence for a filter or format that cannot be read.
pub fn start(options: &LogOptions) -> Result<(), String> {
    let format = LogFormat::check(options)?;
    let filter = EnvFilter::try_new(&options.log).map_err(|error| format!("log: {error}"))?;
    let colours = std::io::stderr().is_terminal();
    // A line that cannot be written is lost in silence: to complain on the same standard error would end the thread.
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).log_internal_errors(false);
    let lines = lines.with_writer(std::io::stderr);
    let started = match format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    if format == LogFormat::Json && started.is_ok() {
        // A line of JSON like all others, in place of the standard library's text.
        std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a fault of ours")));
    }
    // Somebody else's subscriber is as good; tests start several services in one process.
    if started.is_err() {
        tracing::debug!("logging was started before");
    }
    Ok(())
}
