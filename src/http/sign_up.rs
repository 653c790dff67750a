//! Players open their own accounts.

use actix_web::{HttpResponse, http::header, post};
use uuid::Uuid;

use super::auth::{TokenTold, device_fault};
use super::people::Said;
use super::players::{email_fault, hash, password_fault, refuse_faults};
use super::{routes, sessions};
use crate::actions::players::SignUp;
use crate::app::App;
use crate::asked;
use crate::domain::act::{Actor, RequestKey};
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::ids::PlayerId;
use crate::domain::players::birth_date::BirthDate;
use crate::domain::players::mailbox::mailbox;
use crate::domain::players::nickname;
use crate::store::players::find_player;
use crate::web::caller::{Answer, Sends, submit};
use crate::web::key::{REPLAYED, sealed};
use crate::web::problem::Problem;
use crate::web::throttle::Guesser;
use crate::web::{device, password, sight};

asked! {
    /// An account of one's own.
    pub struct SignUpAsked {
        /// The name that others see: 1 to 30 characters, each of which can be seen; no two players have names that
        /// look alike.
        pub nickname: String,
        /// Where mail goes, and by which they sign in.
        pub email: String,
        /// By which they sign in, at least 10 characters.
        pub password: String,
        /// The real name. Each person has one account, by name and birth date.
        pub name: String,
        /// The day of birth.
        pub birth_date: BirthDate,
        /// The country in which they live, by ISO 3166-1.
        pub country: String,
        /// The region of it, by ISO 3166-2: needed where from some of the country's regions nobody may play.
        pub region: Option<String>,
        /// The postal address, in one line.
        pub address: Option<String>,
        /// `true`: they have accepted the terms of the house.
        pub accepted_terms: bool,
        /// How its owner calls the device; if it is not said, how the program calls itself.
        pub device: Option<String>
    }
}

/// What a body says, checked.
struct Newcomer {
    act: SignUp,
    password: String,
    device: Option<String>,
}

/// Reads the body, all but the hash of the password.
fn newcomer(body: SignUpAsked) -> Result<Newcomer, Problem> {
    let SignUpAsked { nickname, email, password, name, birth_date, country, region, address, accepted_terms, device } =
        body;
    let parsed = nickname::parse(&nickname);
    let mut faults: Vec<Fault> = Vec::new();
    faults.extend(parsed.as_ref().err().map(|how| Fault::new("/nickname", "nickname_malformed", how.as_str())));
    faults.extend(email_fault(&email));
    faults.extend(password_fault(&password));
    let said = Said { name: Some(name), birth_date: Some(birth_date), country: Some(country), region, address };
    let told = said.told(&mut faults);
    if !accepted_terms {
        faults.push(Fault::new("/accepted_terms", "terms_not_accepted", "nobody plays without accepting the terms"));
    }
    faults.extend(device_fault(device.as_deref()));
    refuse_faults(faults)?;
    // What is missing was refused above.
    let (nickname, name) = (parsed.map_err(|_| Code::Internal)?, told.name.ok_or(Code::Internal)?);
    let (place, address) = (told.place.ok_or(Code::Internal)?, told.address);
    let player = PlayerId(Uuid::now_v7());
    let act = SignUp { player, nickname, email, password: String::new(), name, birth_date, place, address };
    Ok(Newcomer { act, password, device })
}

/// Opens an account of one's own, and signs in
///
/// Needs who they are, their age, and where they live; a client app opens accounts with less (`/v1/players`). Answers like
/// a sign-in. Whether an address or a person has an account already cannot be hidden from whoever opens one: so no more
/// than twenty sign-ups from one network within a quarter of an hour are looked at, done or not.
#[utoipa::path(
    request_body(content = SignUpAsked, example = json!({
        "nickname": "Dana", "email": "dana@example.com", "password": "a long enough one", "name": "Dana Lev",
        "birth_date": "1991-05-17", "country": "US", "region": "US-NY", "accepted_terms": true,
    })),
    responses(
        (status = 201, body = TokenTold),
        (status = 401, description = "A repeat, after which the password was changed"),
        (status = 403, description = "The house opens accounts itself"),
        (status = 429, description = "Too many sign-ups from here: Retry-After says how long to wait"),
    ),
)]
#[post("/v1/auth/sign-up")]
pub async fn sign_up(sends: Sends<routes::SignUp, SignUpAsked>) -> Answer {
    let app = &sends.app;
    if !app.config.sign_up {
        return Err(Code::SignUpClosed.into());
    }
    let Newcomer { act, password, device } = newcomer(sends.body)?;
    let guesser = Guesser::Newcomer(sends.from);
    app.throttle.check(&guesser, app.now())?;
    let turn = app.turns.turn(false).await?;
    app.throttle.guess(&guesser, app.now())?;
    let hashed = hash(password.clone()).await?;
    drop(turn);
    let key = sends.key.as_ref().ok_or(Code::IdempotencyKeyMissing)?;
    let email = act.email.clone();
    let done = submit(app, SignUp { password: hashed, ..act }, own_key(app, key)).await?;
    let replayed = done.replayed;
    let player = done.into_result().map_err(|refused| Problem { replayed, ..refused.into() })?.player;
    if replayed {
        check_still(app, player, password).await?;
    }
    let told = sessions::begin(app, Actor::Player(player), device.unwrap_or(sends.agent), sends.request).await?;
    let account = format!("player:{}", mailbox(&email));
    let device_secret = app.config.tokens.seeds.first().map(|seed| device::issue(seed, &account));
    let mut answer = HttpResponse::Created();
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    if replayed {
        answer.insert_header((REPLAYED, "true"));
    }
    Ok(answer.json(TokenTold { device_secret, ..told }))
}

/// All sign-ups share one owner of keys: theirs are kept apart from the house's own.
fn own_key(app: &App, key: &RequestKey) -> RequestKey {
    let digest = sealed(&app.config.tokens.seeds, key.digest);
    RequestKey { key: format!("sign-up:{}", password::secret_digest(&key.key)), digest, request: key.request }
}

/// A repeat opens nothing: it signs in, by the password as it is now.
async fn check_still(app: &App, player: PlayerId, password: String) -> Result<(), Problem> {
    let found = app.store.read(move |db| find_player(db, player)).await.map_err(|error| sight::away(&error))?;
    let (hash, hasher) = (found.and_then(|player| player.password), app.hasher.clone());
    let turn = app.turns.turn(false).await?;
    let checked = actix_web::web::block(move || (hasher.0)(&password, hash.as_deref())).await;
    drop(turn);
    match checked {
        Ok(true) => Ok(()),
        Ok(false) => Err(Code::SignInFailed.into()),
        Err(_) => Err(Code::Internal.into()),
    }
}
