//! What is written in mail: a template for each kind and language. The first line is the subject.

use crate::domain::mails::{Language, MailKind};

/// A letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub body: String,
}

fn template(kind: MailKind, language: Language) -> &'static str {
    match (kind, language) {
        (MailKind::Reset, Language::En) => include_str!("../../templates/mail/reset.en.txt"),
        (MailKind::Reset, Language::He) => include_str!("../../templates/mail/reset.he.txt"),
        (MailKind::Verification, Language::En) => include_str!("../../templates/mail/verification.en.txt"),
        (MailKind::Verification, Language::He) => include_str!("../../templates/mail/verification.he.txt"),
    }
}

/// The letter of a kind that holds a secret: in a link below the house's page, where there is one, else by itself. It stands
/// behind a `#`, so that no server's log has it.
#[must_use]
pub fn letter(kind: MailKind, language: Language, page: &str, secret: &str) -> Letter {
    let key = if page.is_empty() { secret.to_owned() } else { format!("{page}{kind}#{secret}") };
    let (subject, body) = template(kind, language).split_once('\n').unwrap_or_default();
    Letter { subject: subject.to_owned(), body: body.trim_start().replace("{key}", &key) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_subject_and_its_secret_once() {
        for kind in MailKind::ALL {
            for language in Language::ALL {
                let plain = letter(*kind, *language, "", "kupa_m_x");
                assert!(!plain.subject.is_empty() && plain.body.matches("kupa_m_x").count() == 1, "{plain:?}");
                let linked = letter(*kind, *language, "https://play.example/", "kupa_m_x");
                let link = format!("https://play.example/{kind}#kupa_m_x");
                assert!(linked.body.contains(&link) && !linked.body.contains('{'), "{linked:?}");
            }
        }
    }
}
