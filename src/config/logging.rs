//! Settings of the log.

/// What is logged, and how.
#[derive(Debug, Clone, clap::Args)]
pub struct LogOptions {
    /// What is logged: a level, or `target=level` with commas (what `actix_http` calls errors are requests that are no
    /// HTTP: with `actix_http=error` each is told)
    #[arg(long, env = "KUPA_LOG", value_name = "FILTER", default_value = "info,actix_server=warn,actix_http=off")]
    pub log: String,
    /// How: `text` for people, `json` for programs
    #[arg(long, env = "KUPA_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: String,
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl LogFormat {
    /// The format asked for.
    ///
    /// # Errors
    /// A sentence for the person who set it.
    pub fn check(options: &LogOptions) -> Result<Self, String> {
        match options.log_format.trim() {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            other => Err(format!("{other:?} is neither text nor json")),
        }
    }
}
