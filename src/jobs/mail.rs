//! Mail that waits is sent: taken, handed to the house's server, marked. Any number of nodes may do so at once, and any may
//! die: what was taken and not marked is tried again after its rest, and may then arrive twice. What cannot be sent is tried
//! again, at growing intervals, for a day; that it was given up is told with the account. Old mail is forgotten.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::actions::mails::{LeaseMail, MarkMail, Outcome};
use crate::app::App;
use crate::domain::act::{Act, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::mails::{KEPT_DAYS, Mail};
use crate::mail::{Mailer, NotSent, letter};
use crate::store::StoreError;
use crate::store::mails::{any_old_mail, clear_mails, list_due_mails};
use crate::web::mail_token;

/// How often it is looked.
pub const EVERY: Duration = Duration::from_secs(2);
/// So many mails at once: the others are due a little later.
const MOST: i64 = 50;

/// Sends what is due now; says how many mails the server has taken.
///
/// # Errors
/// The database cannot be read.
pub async fn work(app: &App) -> Result<usize, StoreError> {
    let Some(mailer) = &app.mailer else { return Ok(0) };
    let now = app.now();
    let mut sent = 0;
    for mail in app.store.read(move |db| list_due_mails(db, now, MOST)).await? {
        match deliver(app, mailer, &mail).await {
            Ok(true) => sent += 1,
            Ok(false) => {}
            // Somebody was quicker, or the database's clock is behind ours.
            Err(refused) if refused.code == Code::NotDue => {}
            Err(refused) => tracing::warn!(mail = %mail.id, %refused, "a mail was not sent"),
        }
    }
    let before = now.after(-TimeDelta::days(KEPT_DAYS));
    if app.store.read(move |db| any_old_mail(db, before)).await? {
        app.store.write_beside(move |db| clear_mails(db, before)).await?;
    }
    Ok(sent)
}

async fn deliver(app: &App, mailer: &Mailer, mail: &Mail) -> Result<bool, Refused> {
    let of = mail.of().ok_or(Code::Internal)?;
    submit(app, LeaseMail { mail: mail.id }).await?;
    let seed = app.config.tokens.seeds.first().ok_or(Code::Internal)?;
    let page = app.config.mail.as_ref().map_or("", |mail| mail.page.as_str());
    let letter = letter(mail.kind, mail.language, page, &mail_token::text(seed, mail.id));
    let outcome = match mailer.send(&mail.address, letter).await {
        Ok(()) => Outcome::Sent,
        Err(error) => {
            tracing::warn!(mail = %mail.id, attempts = mail.attempts + 1, %error, "a mail was not taken");
            if matches!(error, NotSent::Refused(_)) { Outcome::Refused } else { Outcome::NotNow }
        }
    };
    submit(app, MarkMail { mail: mail.id, of, outcome }).await?;
    Ok(outcome == Outcome::Sent)
}

/// Under a key of its own: of two nodes that take the same mail the act lets one.
async fn submit<A: Act>(app: &App, act: A) -> Result<(), Refused> {
    let key = RequestKey::new(uuid::Uuid::now_v7().to_string(), &[A::NAME.as_bytes()], None);
    app.committer.submit(act, key).await?.into_result().map(drop)
}

/// Goes on for ever; who holds the task ends it.
pub async fn run(app: Arc<App>) {
    super::repeat(EVERY, "mail that is due cannot be found", async || work(&app).await.map(|_| None)).await;
}
