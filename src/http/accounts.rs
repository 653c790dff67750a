//! What people change of their own accounts: password, e-mail address; and nicknames, by the house.

use actix_web::post;

use super::players::{PlayerDone, email_fault, password_fault, refuse_faults};
use super::routes;
use crate::actions::players::{ChangeEmail, ChangeNickname};
use crate::actions::sessions::ChangePassword;
use crate::app::App;
use crate::domain::act::Actor;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::ids::PlayerId;
use crate::domain::players::mailbox::mailbox;
use crate::domain::players::nickname;
use crate::store::players::find_player;
use crate::store::staff::find_member;
use crate::web::caller::{Answer, Asks};
use crate::web::network::Network;
use crate::web::problem::Problem;
use crate::web::throttle::Guesser;
use crate::web::{password, sight};
use crate::{asked, told};

asked! {
    /// Another password.
    pub struct PasswordAsked {
        /// The present one.
        pub old: String,
        /// The new one, at least 10 characters.
        pub new: String
    }
}

asked! {
    /// Another e-mail address.
    pub struct EmailAsked {
        /// The new address.
        pub email: String,
        /// A player: their password.
        pub password: Option<String>,
        /// Staff: why.
        pub reason: Option<String>
    }
}

asked! {
    /// Another nickname.
    pub struct NicknameAsked {
        /// The new name.
        pub nickname: String,
        /// Staff: why.
        pub reason: Option<String>
    }
}

told! {
    /// The password was changed.
    pub struct PasswordTold {
        /// How often the account has ended its sessions.
        pub times: i64
    }
}

/// By what somebody signs in: how guesses at it are counted, and the hash of the password.
struct Credentials {
    account: String,
    hash: Option<String>,
    email: Option<String>,
}

async fn credentials(app: &App, by: Actor) -> Result<Credentials, Problem> {
    let found = app.store.read(move |db| {
        Ok(match by {
            Actor::Player(id) => find_player(db, id)?.map(|row| {
                let account = format!("player:{}", row.email.as_deref().map_or_else(|| id.to_string(), mailbox));
                Credentials { account, hash: row.password, email: row.email }
            }),
            Actor::Staff(id) => find_member(db, id)?.map(|row| {
                let account = format!("staff:{}", row.email.to_lowercase());
                Credentials { account, hash: Some(row.password), email: Some(row.email) }
            }),
            Actor::Client(_) | Actor::System => None,
        })
    });
    found.await.map_err(|error| sight::away(&error))?.ok_or_else(|| Code::PasswordWrong.into())
}

/// Whether one of some passwords is somebody's, who is signed in: counted like a guess at a sign-in. Hashes another, if it
/// is, in the same turn.
async fn confirm(
    app: &App,
    from: Network,
    known: &Credentials,
    passwords: Vec<String>,
    next: Option<String>,
) -> Result<Option<String>, Problem> {
    let guesser = Guesser::Network { account: known.account.clone(), from };
    app.throttle.check(&guesser, app.now())?;
    let turn = app.turns.turn(false).await?;
    app.throttle.guess(&guesser, app.now())?;
    let (hasher, hash) = (app.hasher.clone(), known.hash.clone());
    let done = actix_web::web::block(move || {
        if !passwords.iter().any(|password| (hasher.0)(password, hash.as_deref())) {
            return Err(Code::PasswordWrong.into());
        }
        next.map(|next| password::hash(&next)).transpose()
    });
    let done = done.await.map_err(|_| Problem::from(Code::Internal))?;
    drop(turn);
    let hashed = done?;
    app.throttle.forget(&guesser);
    Ok(hashed)
}

/// Changes one's own password
///
/// All sessions end but this one. Wrong old passwords are counted like guesses at a sign-in.
#[utoipa::path(
    request_body(content = PasswordAsked, example = json!({"old": "a long enough one", "new": "another long one"})),
    responses(
        (status = 200, body = PasswordTold),
        (status = 429, description = "Too many wrong passwords from here: Retry-After says how long to wait"),
    ),
)]
#[post("/v1/auth/password")]
pub async fn change_password(asks: Asks<routes::ChangePassword, PasswordAsked>) -> Answer {
    let asks = asks.sealed();
    let PasswordAsked { old, new } = asks.body.clone();
    refuse_faults(
        password_fault(&new).map(|fault| Fault { pointer: "/new".to_owned(), ..fault }).into_iter().collect(),
    )?;
    let known = credentials(&asks.app, asks.by).await?;
    // The new one, too: a repeat, whose answer was lost, comes when it is the present one already.
    let password = confirm(&asks.app, asks.from(), &known, vec![old, new.clone()], Some(new)).await?;
    let (seen, password) = (known.hash.ok_or(Code::PasswordWrong)?, password.ok_or(Code::Internal)?);
    let act = ChangePassword { by: asks.by, session: asks.session, seen, password };
    asks.submit(act, |done| PasswordTold { times: done.times }).await
}

/// Gives a player another e-mail address
///
/// Players bring their password; staff say why.
#[utoipa::path(
    request_body(content = EmailAsked, example = json!({"email": "noa.lev@example.com", "reason": "Asked for by letter"})),
    responses(
        (status = 200, body = PlayerDone),
        (status = 429, description = "Too many wrong passwords from here: Retry-After says how long to wait"),
    ),
)]
#[post("/v1/players/{player}/email")]
pub async fn change_email(asks: Asks<routes::ChangeEmail, EmailAsked>) -> Answer {
    let asks = asks.sealed();
    let EmailAsked { email, password, reason } = asks.body.clone();
    let player: PlayerId = asks.path("player")?;
    let by_player = matches!(asks.by, Actor::Player(_));
    let missing = || Fault::new("/password", "missing_field", "players bring their password");
    let faults = email_fault(&email).into_iter().chain((by_player && password.is_none()).then(missing));
    refuse_faults(faults.collect())?;
    let known = credentials(&asks.app, Actor::Player(player)).await;
    let known = known.map_err(|_| Problem::from(Code::UnknownPlayer))?;
    if by_player {
        confirm(&asks.app, asks.from(), &known, password.into_iter().collect(), None).await?;
    }
    let seen = known.hash.filter(|_| by_player);
    let act = ChangeEmail { by: asks.by, player, before: known.email, email, seen, reason };
    asks.submit(act, |done| PlayerDone { player: done.player }).await
}

/// Gives a player another nickname; the old one stays theirs
#[utoipa::path(
    request_body(content = NicknameAsked, example = json!({"nickname": "Noa the 2nd", "reason": "The old one was an insult"})),
    responses((status = 200, body = PlayerDone)),
)]
#[post("/v1/players/{player}/nickname")]
pub async fn change_nickname(asks: Asks<routes::ChangeNickname, NicknameAsked>) -> Answer {
    let NicknameAsked { nickname, reason } = asks.body.clone();
    let nickname = nickname::parse(&nickname)
        .map_err(|how| Problem::faults(Code::InvalidBody, vec![Fault::new("/nickname", "nickname_malformed", how)]))?;
    let act = ChangeNickname { by: asks.by, player: asks.path("player")?, nickname, reason };
    asks.submit(act, |done| PlayerDone { player: done.player }).await
}
