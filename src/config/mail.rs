//! Settings of mail.

use super::Faults;

/// How mail is sent, as text.
#[derive(Debug, Clone, clap::Args)]
pub struct MailOptions {
    /// The server that takes mail: `smtp://USER:PASSWORD@HOST:PORT?tls=required`, or `smtps://..`; without it none is sent
    #[arg(long, env = "KUPA_SMTP_URL", value_name = "URL", default_value = "", hide_env_values = true)]
    pub smtp_url: String,
    /// From whom mail comes: `Our room <room@example.com>`
    #[arg(long, env = "KUPA_MAIL_FROM", value_name = "ADDRESS", default_value = "")]
    pub mail_from: String,
    /// The page to which links in mail lead: `https://play.example/account/`; `reset#SECRET` or `verification#SECRET` is added
    #[arg(long, env = "KUPA_MAIL_PAGE", value_name = "URL", default_value = "")]
    pub mail_page: String,
}

/// How mail is sent.
#[derive(Clone)]
pub struct MailConfig {
    /// The server.
    pub url: String,
    /// From whom it comes.
    pub from: String,
    /// The page to which links lead; empty: mail holds the secret alone.
    pub page: String,
}

impl std::fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mail from {}", self.from)
    }
}

impl MailConfig {
    pub(super) fn check(options: &MailOptions, faults: &mut Faults) -> Option<Self> {
        let text = |text: &str| text.trim().to_owned();
        let (url, from, page) = (text(&options.smtp_url), text(&options.mail_from), text(&options.mail_page));
        if url.is_empty() {
            return None;
        }
        if from.is_empty() {
            faults.add("mail-from", "mail needs a sender");
        }
        if !(page.is_empty() || page.starts_with("https://") || page.starts_with("http://")) {
            faults.add("mail-page", "must begin with https:// or http://");
        }
        Some(Self { url, from, page })
    }
}
