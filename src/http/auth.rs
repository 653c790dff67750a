//! Tokens: people sign in by e-mail and password, client apps by their credentials.

use actix_web::{get, post};

use super::routes;
use crate::app::App;
use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::ids::{ClientId, SessionId};
use crate::domain::players::access::Scope;
use crate::domain::players::mailbox::mailbox;
use crate::domain::players::player::PlayerState;
use crate::domain::sessions::session::MAX_DEVICE_CHARS;
use crate::domain::text::is_label;
use crate::store::players::find_player_by_email;
use crate::store::staff::{find_client, find_member_by_email};
use crate::web::caller::{Answer, Looks, Nothing, Sends};
use crate::web::problem::Problem;
use crate::web::throttle::Guesser;
use crate::web::token::{Bearer, PublicKey};
use crate::web::wire::Shape;
use crate::web::{device as known_device, documents, password, sight};
use crate::{asked, told};

crate::words! {
    /// As what somebody signs in.
    pub enum PersonWord {
        /// As a player.
        Player = "player",
        /// As a member of staff.
        Staff = "staff",
    }
}
crate::wire_words!(PersonWord);

asked! {
    /// By what a person signs in.
    pub struct SignInAsked {
        /// As what.
        pub r#as: PersonWord,
        /// The e-mail address.
        pub email: String,
        /// The password.
        pub password: String,
        /// How its owner calls the device; if it is not said, how the program calls itself.
        pub device: Option<String>,
        /// What the last sign-in to this account on this device gave: its guesses are then counted apart from all others',
        /// and it goes before them.
        pub device_secret: Option<String>
    }
}

asked! {
    /// By what a client app gets a token.
    pub struct TokenAsked {
        /// `client_credentials`.
        pub grant_type: String,
        /// The client app.
        pub client_id: ClientId,
        /// Its secret.
        pub client_secret: String,
        /// Fewer scopes than it has, with spaces; all of them if it is not said.
        pub scope: Option<String>
    }
}

told! {
    /// A token.
    pub struct TokenTold {
        /// The token.
        pub access_token: String,
        /// `Bearer`.
        pub token_type: String,
        /// How many seconds it is valid.
        pub expires_in: i64,
        /// Whose it is.
        pub subject: String,
        /// A client app: its scopes, with spaces.
        pub scope: Option<String>,
        /// A person: the session that has begun or goes on.
        pub session: Option<SessionId>,
        /// A person: by what the session goes on, once.
        pub refresh_token: Option<String>,
        /// For how many seconds that is good.
        pub refresh_expires_in: Option<i64>,
        /// A sign-in: to be kept on this device and brought with the next. It opens nothing by itself.
        pub device_secret: Option<String>
    }
}

told! {
    /// The keys by which our tokens can be checked (RFC 7517).
    pub struct KeysTold {
        /// The keys.
        pub keys: Vec<PublicKey>
    }
}

impl Shape for PublicKey {
    fn shape() -> serde_json::Value {
        let field = serde_json::json!({"type": "string"});
        let fields = ["kty", "crv", "alg", "use", "kid", "x"];
        let properties: serde_json::Map<_, _> = fields.iter().map(|name| ((*name).to_owned(), field.clone())).collect();
        serde_json::json!({"type": "object", "required": fields, "properties": properties})
    }
}

/// An access token for somebody who has shown who they are.
pub(super) fn told(app: &App, bearer: &Bearer, session: Option<SessionId>) -> Result<TokenTold, Problem> {
    let issued = app.tokens.issue_in(session, bearer, app.now())?;
    let (subject, scope) = match bearer {
        Bearer::Player(id) => (id.to_string(), None),
        Bearer::Staff(id, _) => (id.to_string(), None),
        Bearer::Client(id, scopes) => {
            let words: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
            (id.to_string(), Some(words.join(" ")))
        }
    };
    Ok(TokenTold {
        access_token: issued.token,
        token_type: "Bearer".to_owned(),
        expires_in: issued.expires_in,
        subject,
        scope,
        session,
        refresh_token: None,
        refresh_expires_in: None,
        device_secret: None,
    })
}

/// What is wrong with how a device is called.
pub(super) fn device_fault(device: Option<&str>) -> Option<Fault> {
    let fits = |device: &str| is_label(device) && (1..=MAX_DEVICE_CHARS).contains(&device.chars().count());
    let how = || format!("1 to {MAX_DEVICE_CHARS} characters that can be seen, no blanks around");
    device.filter(|device| !fits(device)).map(|_| Fault::new("/device", "device_malformed", how()))
}

/// Signs a person in
///
/// The access token is short; the refresh token gives the next, and is used up by that (`/v1/auth/refresh`).
///
/// More than five wrong guesses at one account from one network within a quarter of an hour are answered 429, and so
/// are more than a hundred from one network at whatever accounts. What others guess from elsewhere locks nobody out. A
/// device that brings the `device_secret` of an earlier sign-in is counted by itself, ten sign-ins a quarter of an hour,
/// and goes before others where many wait.
#[utoipa::path(
    request_body(content = SignInAsked, example = json!({
        "as": "player", "email": "noa@example.com", "password": "a long enough one",
    })),
    responses((status = 200, body = TokenTold)),
)]
#[post("/v1/auth/sign-in")]
pub async fn sign_in(sends: Sends<routes::SignIn, SignInAsked>) -> Answer {
    let SignInAsked { r#as: person, email, password, device, device_secret } = sends.body;
    super::players::refuse_faults(device_fault(device.as_deref()).into_iter().collect())?;
    // However it is spelt: a mailbox of a player is one account.
    let spelt_alike = if person == PersonWord::Player { mailbox(&email) } else { email.to_lowercase() };
    let (app, account) = (&sends.app, format!("{person}:{spelt_alike}"));
    let seeds = &app.config.tokens.seeds;
    let known = device_secret.as_deref().and_then(|secret| known_device::known(seeds, &account, secret));
    let guesser = match known {
        Some(device) => Guesser::Device(device),
        None => Guesser::Network { account: account.clone(), from: sends.from },
    };
    app.throttle.check(&guesser, app.now())?;
    let turn = app.turns.turn(known.is_some()).await?;
    app.throttle.guess(&guesser, app.now())?;
    let (hash, by) = find_person(app, person, email).await?.unzip();
    let hasher = app.hasher.clone();
    let checked = actix_web::web::block(move || (hasher.0)(&password, hash.flatten().as_deref())).await;
    drop(turn);
    match (checked, by) {
        (Ok(true), Some(by)) => {
            app.throttle.forget(&guesser);
            let told = super::sessions::begin(app, by, device.unwrap_or(sends.agent), sends.request).await?;
            let given = || seeds.first().map(|seed| known_device::issue(seed, &account));
            let device_secret = device_secret.filter(|_| known.is_some()).or_else(given);
            Ok(super::sessions::answer(TokenTold { device_secret, ..told }))
        }
        (Ok(_), _) => Err(Code::SignInFailed.into()),
        (Err(_), _) => Err(Code::Internal.into()),
    }
}

/// The hash of a password, where there is one, and who signs in by it.
type Credentials = (Option<String>, Actor);

/// Who signs in by an e-mail address.
async fn find_person(app: &App, person: PersonWord, email: String) -> Result<Option<Credentials>, Problem> {
    let found = app.store.read(move |db| {
        Ok(match person {
            PersonWord::Player => find_player_by_email(db, &email)?
                .filter(|player| player.state != PlayerState::Closed)
                .map(|player| (player.password, Actor::Player(player.id))),
            PersonWord::Staff => find_member_by_email(db, &email)?
                .filter(|member| !member.disabled)
                .map(|member| (Some(member.password), Actor::Staff(member.id))),
        })
    });
    Ok(found.await.map_err(|error| sight::away(&error))?)
}

/// Gives a client app a token
#[utoipa::path(
    request_body(content = TokenAsked, example = json!({
        "grant_type": "client_credentials", "client_id": "cli_0190b3c6f1d27a5e8c3f4b2a19d7e605",
        "client_secret": "kupa_J0mSPRKJ9gYVuBVtEU2hwR1GdpVYTbYEYFM3oyOmOAg",
    })),
    responses(
        (status = 200, body = TokenTold),
        (status = 403, description = "A scope that the client app does not have"),
    ),
)]
#[post("/v1/auth/token")]
pub async fn token(sends: Sends<routes::IssueToken, TokenAsked>) -> Answer {
    let TokenAsked { grant_type, client_id, client_secret, scope } = sends.body;
    if grant_type != "client_credentials" {
        return Err(super::games::fault("/grant_type", "unknown_word", "client_credentials is the only one"));
    }
    let found =
        sends.app.store.read(move |db| find_client(db, client_id)).await.map_err(|error| sight::away(&error))?;
    let client = found.filter(|client| !client.disabled);
    if !password::verify_secret(&client_secret, client.as_ref().map(|client| client.secret.as_str())) {
        // A secret of 256 bits cannot be guessed: no wait is needed, and none can be forced on others.
        return Err(Code::SignInFailed.into());
    }
    let scopes = client.map(|client| client.scopes.0).unwrap_or_default();
    let scopes = match scope {
        Some(asked) => narrowed(&scopes, &asked)?,
        None => scopes,
    };
    let told = told(&sends.app, &Bearer::Client(client_id, scopes), None)?;
    Ok(super::sessions::answer(told))
}

/// The scopes asked for, each of which the client app must have.
fn narrowed(has: &[Scope], asked: &str) -> Result<Vec<Scope>, Problem> {
    let one = |word: &str| word.parse::<Scope>().ok().filter(|scope| has.contains(scope));
    let scopes: Option<Vec<Scope>> = asked.split(' ').filter(|word| !word.is_empty()).map(one).collect();
    scopes.ok_or_else(|| Refused::new(Code::Forbidden).with("permission", asked).into())
}

/// The keys by which our tokens can be checked
///
/// Ask again after the time that `Cache-Control` says, or when a token names a key that is not among them: a new key is
/// published before it signs. `If-None-Match` with the `ETag` of an earlier answer is answered 304.
#[utoipa::path(responses((status = 200, body = KeysTold)))]
#[get("/v1/auth/keys")]
pub async fn keys(looks: Looks<routes::PublicKeys, Nothing>) -> Answer {
    let keys = looks.app.tokens.public_keys();
    documents::kept(looks.headers(), None, &KeysTold { keys }, "public, max-age=300")
}
