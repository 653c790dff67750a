//! Mail goes out by SMTP, through the server that the house names.

mod letter;

use std::time::Duration;

use lettre::message::{Mailbox, SinglePart, header::ContentType};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

pub use letter::{Letter, letter};

use crate::config::MailConfig;

/// How long the server may take with an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Hands mail to the house's server.
#[derive(Debug, Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// The server or the sender's address will not do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadMail(pub String);

/// Why a mail was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// The server could not be reached, or asks for patience.
    #[error("not now: {0}")]
    NotNow(String),
    /// It will never take this one.
    #[error("refused: {0}")]
    Refused(String),
}

impl Mailer {
    /// A mailer; nothing is connected yet.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn new(config: &MailConfig) -> Result<Self, BadMail> {
        // The address may hold a password: it is not repeated.
        let bad =
            |_: SmtpError| BadMail("smtp-url: smtp://USER:PASSWORD@HOST:PORT is expected, or smtps://".to_owned());
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.url).map_err(bad)?;
        let from = config.from.parse().map_err(|error| BadMail(format!("mail-from: {:?}: {error}", config.from)))?;
        Ok(Self { transport: builder.timeout(Some(PATIENCE)).build(), from })
    }

    /// Sends a letter to an address.
    ///
    /// # Errors
    /// [`NotSent`].
    pub async fn send(&self, to: &str, letter: Letter) -> Result<(), NotSent> {
        let never = |error: &dyn std::fmt::Display| NotSent::Refused(error.to_string());
        let to: Mailbox = to.parse().map_err(|_| NotSent::Refused("no address that mail can go to".to_owned()))?;
        let message = Message::builder().from(self.from.clone()).to(to).subject(letter.subject);
        let body = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(letter.body);
        let message = message.message_id(None).singlepart(body).map_err(|error| never(&error))?;
        self.transport.send(message).await.map(drop).map_err(|error| {
            // What the server said may name the address: its status is enough.
            let said = error.status().map_or_else(|| "no answer".to_owned(), |status| status.to_string());
            if error.is_permanent() { NotSent::Refused(said) } else { NotSent::NotNow(said) }
        })
    }
}
