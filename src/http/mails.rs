//! What goes by mail: another password for who has forgotten theirs, and whether an address is a player's.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, post};
use uuid::Uuid;

use super::auth::PersonWord;
use super::players::{PlayerDone, email_fault, hash, password_fault, refuse_faults};
use super::routes;
use crate::actions::mails::{ConfirmReset, RequestReset, RequestVerification, VerifyEmail};
use crate::app::App;
use crate::domain::act::{Act, Actor, ActorKind, RequestKey};
use crate::domain::codes::Code;
use crate::domain::ids::{MailId, PlayerId};
use crate::domain::mails::{Language, Mail};
use crate::domain::players::mailbox::mailbox;
use crate::store::mails::find_mail;
use crate::web::caller::{Answer, Asks, Sends, submit};
use crate::web::key::{REPLAYED, sealed};
use crate::web::problem::Problem;
use crate::web::throttle::Guesser;
use crate::web::{mail_token, sight};
use crate::{asked, told};

asked! {
    /// Who has forgotten their password.
    pub struct ResetAsked {
        /// As what they sign in.
        pub r#as: PersonWord,
        /// By which address.
        pub email: String,
        /// The language of the mail: English if it is not said.
        pub language: Option<Language>
    }
}

asked! {
    /// Another password, by the secret of a mail.
    pub struct ResetConfirmAsked {
        /// The secret.
        pub token: String,
        /// The new password, at least 10 characters.
        pub password: String
    }
}

asked! {
    /// A mail to a player's address.
    pub struct VerificationAsked {
        /// The language of the mail: English if it is not said.
        pub language: Option<Language>
    }
}

asked! {
    /// The secret of a mail.
    pub struct VerifyAsked {
        /// The secret.
        pub token: String
    }
}

told! {
    /// It is being done, if it can be.
    pub struct AcceptedTold {
        /// `true`
        pub accepted: bool
    }
}

told! {
    /// The password was changed.
    pub struct ResetTold {
        /// How often the account has ended its sessions.
        pub times: i64
    }
}

fn accepted() -> HttpResponse {
    HttpResponse::build(StatusCode::ACCEPTED).json(AcceptedTold { accepted: true })
}

fn check_mailer(app: &App) -> Result<(), Problem> {
    if app.mailer.is_some() { Ok(()) } else { Err(Code::MailNotSetUp.into()) }
}

/// Asks for a mail by which a forgotten password is replaced
///
/// Answered alike whether an account has the address or not. From one network no more than twenty are looked at within a
/// quarter of an hour; to one address no more than five mails go in that time, whoever asks.
#[utoipa::path(
    request_body(content = ResetAsked, example = json!({"as": "player", "email": "noa@example.com", "language": "he"})),
    responses(
        (status = 202, body = AcceptedTold),
        (status = 422, description = "The house sends no mail"),
        (status = 429, description = "Too many requests from here: Retry-After says how long to wait"),
    ),
)]
#[post("/v1/auth/reset")]
pub async fn reset(sends: Sends<routes::RequestReset, ResetAsked>) -> Answer {
    let (app, ResetAsked { r#as: person, email, language }) = (&sends.app, sends.body);
    check_mailer(app)?;
    refuse_faults(email_fault(&email).into_iter().collect())?;
    app.throttle.guess(&Guesser::Mailing(sends.from), app.now())?;
    let (account_kind, spelt_alike) = match person {
        PersonWord::Player => (ActorKind::Player, mailbox(&email)),
        PersonWord::Staff => (ActorKind::Staff, email.to_lowercase()),
    };
    // Counted for addresses that nobody has, too: who is told nothing learns nothing.
    if app.throttle.guess(&Guesser::Addressee(format!("{person}:{spelt_alike}")), app.now()).is_ok() {
        let (mail, language) = (MailId(Uuid::now_v7()), language.unwrap_or(Language::En));
        let act = RequestReset { mail, account_kind, email, language };
        let key = RequestKey::new(mail.to_string(), &[], Some(sends.request));
        submit(app, act, key).await?.into_result()?;
    }
    Ok(accepted())
}

/// The mail whose secret somebody brings, and whose account it is about.
async fn find(app: &App, token: &str) -> Result<(Mail, Actor), Problem> {
    let id = mail_token::read(&app.config.tokens.seeds, token).ok_or(Code::MailTokenInvalid)?;
    let found = app.store.read(move |db| find_mail(db, id)).await.map_err(|error| sight::away(&error))?;
    let mail = found.ok_or(Code::MailTokenInvalid)?;
    let of = mail.of().ok_or(Code::MailTokenInvalid)?;
    Ok((mail, of))
}

/// Submits an act of somebody who is known by a mail's secret alone, and answers.
async fn answer<A: Act, T: serde::Serialize>(
    app: &App,
    act: A,
    key: Option<RequestKey>,
    told: impl FnOnce(A::Answer) -> T,
) -> Answer {
    let key = key.ok_or(Code::IdempotencyKeyMissing)?;
    let key = RequestKey { digest: sealed(&app.config.tokens.seeds, key.digest), ..key };
    let decided = submit(app, act, key).await?;
    let replayed = decided.replayed;
    let done = decided.into_result().map_err(|refused| Problem { replayed, ..refused.into() })?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    if replayed {
        answer.insert_header((REPLAYED, "true"));
    }
    Ok(answer.json(told(done)))
}

/// Sets another password by the secret of a mail
///
/// Good for an hour from when the mail was sent, and once. All sessions end, and every other such mail of before is good no
/// longer. Who had no password has one then: players who were brought over come in so.
#[utoipa::path(
    request_body(content = ResetConfirmAsked, example = json!({
        "token": "kupa_m_AZCzxvHSel6MP0sqGdfmBZh1yqf2a1mZp0mWQf0Gk3s5Ff0yJ0b7l3o2k9h8d7c6", "password": "a long enough one",
    })),
    responses(
        (status = 200, body = ResetTold),
        (status = 401, description = "The account is closed"),
        (status = 429, description = "Too many requests from here: Retry-After says how long to wait"),
    ),
)]
#[post("/v1/auth/reset/confirm")]
pub async fn confirm_reset(sends: Sends<routes::ConfirmReset, ResetConfirmAsked>) -> Answer {
    let (app, ResetConfirmAsked { token, password }) = (&sends.app, sends.body);
    refuse_faults(password_fault(&password).into_iter().collect())?;
    app.throttle.guess(&Guesser::Mailing(sends.from), app.now())?;
    let (mail, by) = find(app, &token).await?;
    let turn = app.turns.turn(false).await?;
    let password = hash(password).await?;
    drop(turn);
    answer(app, ConfirmReset { by, mail: mail.id, password }, sends.key, |done| ResetTold { times: done.times }).await
}

/// Sends a mail by which a player shows that their address is theirs
#[utoipa::path(
    request_body(content = VerificationAsked, example = json!({"language": "he"})),
    responses((status = 200, body = PlayerDone)),
)]
#[post("/v1/players/{player}/email/verification")]
pub async fn request_verification(asks: Asks<routes::RequestVerification, VerificationAsked>) -> Answer {
    check_mailer(&asks.app)?;
    let player: PlayerId = asks.path("player")?;
    asks.app.throttle.guess(&Guesser::Addressee(player.to_string()), asks.app.now())?;
    let (by, mail, language) = (asks.by, MailId(Uuid::now_v7()), asks.body.language.unwrap_or(Language::En));
    asks.submit(RequestVerification { by, mail, player, language }, |done| PlayerDone { player: done.player }).await
}

/// Shows that a player's address is theirs, by the secret of a mail
#[utoipa::path(
    request_body(content = VerifyAsked, example = json!({
        "token": "kupa_m_AZCzxvHSel6MP0sqGdfmBZh1yqf2a1mZp0mWQf0Gk3s5Ff0yJ0b7l3o2k9h8d7c6",
    })),
    responses(
        (status = 200, body = PlayerDone),
        (status = 429, description = "Too many requests from here: Retry-After says how long to wait"),
    ),
)]
#[post("/v1/auth/verify-email")]
pub async fn verify_email(sends: Sends<routes::VerifyEmail, VerifyAsked>) -> Answer {
    let app = &sends.app;
    app.throttle.guess(&Guesser::Mailing(sends.from), app.now())?;
    let (mail, by) = find(app, &sends.body.token).await?;
    let Actor::Player(player) = by else { return Err(Code::MailTokenInvalid.into()) };
    answer(app, VerifyEmail { player, mail: mail.id }, sends.key, |done| PlayerDone { player: done.player }).await
}
