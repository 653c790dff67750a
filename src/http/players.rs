//! Players: opened, sanctioned, rated.

pub mod read;

use actix_web::post;
use uuid::Uuid;

use super::games::ReasonAsked;
use super::people::Said;
use super::routes;
use crate::actions::players as acts;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::games::Variant;
use crate::domain::ids::PlayerId;
use crate::domain::players::birth_date::BirthDate;
use crate::domain::players::nickname;
use crate::domain::text::is_email;
use crate::domain::time::Time;
use crate::rules::rating::Rating;
use crate::web::caller::{Answer, Asks};
use crate::web::password::{self, MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS};
use crate::web::problem::Problem;
use crate::{asked, told};

asked! {
    /// A player's account to be opened.
    pub struct PlayerAccountAsked {
        /// The name that others see: 1 to 30 characters, each of which can be seen; no two players have names that
        /// look alike.
        pub nickname: String,
        /// Where mail goes, and by which they sign in.
        pub email: Option<String>,
        /// By which they sign in, at least 10 characters; none for players who come through a client app alone.
        pub password: Option<String>,
        /// The real name. Each person has one account, by name and birth date.
        pub name: Option<String>,
        /// The day of birth.
        pub birth_date: Option<BirthDate>,
        /// The country in which they live, by ISO 3166-1.
        pub country: Option<String>,
        /// The region of it, by ISO 3166-2: needed where from some of the country's regions nobody may play.
        pub region: Option<String>,
        /// The postal address, in one line.
        pub address: Option<String>
    }
}

asked! {
    /// Until when a player is suspended, and why.
    pub struct SuspensionAsked {
        /// Until then.
        pub until: Time,
        /// Why.
        pub reason: String
    }
}

asked! {
    /// A rating set by hand.
    pub struct RatingAsked {
        /// The rating.
        pub rating: Rating,
        /// The sum of the lengths of matches played; as it was if it is not said.
        pub experience: Option<i64>,
        /// Why.
        pub reason: String
    }
}

told! {
    /// A player.
    pub struct PlayerDone {
        /// The player.
        pub player: PlayerId
    }
}

told! {
    /// A rating was set by hand.
    pub struct RatingDone {
        /// In which game.
        pub variant: Variant,
        /// What it was.
        pub before: Rating,
        /// What it is.
        pub after: Rating,
        /// The sum of the lengths of matches played.
        pub experience: i64
    }
}

/// What is wrong with an e-mail address.
pub(super) fn email_fault(email: &str) -> Option<Fault> {
    (!is_email(email)).then(|| Fault::new("/email", "not_an_email", "an e-mail address is expected"))
}

/// What is wrong with a password.
pub(super) fn password_fault(password: &str) -> Option<Fault> {
    let fits = password.chars().count() >= MIN_PASSWORD_CHARS && password.len() <= MAX_PASSWORD_BYTES;
    let how = format!("{MIN_PASSWORD_CHARS} characters at least, {MAX_PASSWORD_BYTES} bytes at most");
    (!fits).then(|| Fault::new("/password", "password_length", how))
}

/// The faults found, as a refusal.
pub(super) fn refuse_faults(faults: Vec<Fault>) -> Result<(), Problem> {
    if faults.is_empty() { Ok(()) } else { Err(Problem::faults(Code::InvalidBody, faults)) }
}

/// Hashes a password where that holds up nobody.
pub(super) async fn hash(password: String) -> Result<String, Problem> {
    let hashed = actix_web::web::block(move || password::hash(&password)).await;
    Ok(hashed.map_err(|_| Refused::new(Code::Internal))??)
}

/// Opens a player's account
///
/// Who opens it for a player answers for what is told of them: whatever is told is judged, nothing of it must be.
#[utoipa::path(
    request_body(content = PlayerAccountAsked, example = json!({
        "nickname": "נועה", "email": "noa@example.com", "password": "a long enough one", "name": "נועה לב",
        "birth_date": "1980-02-29", "country": "IL",
    })),
    responses((status = 201, body = PlayerDone)),
)]
#[post("/v1/players")]
pub async fn open(asks: Asks<routes::OpenPlayer, PlayerAccountAsked>) -> Answer {
    let asks = asks.sealed();
    let body = asks.body.clone();
    let nickname = nickname::parse(&body.nickname);
    let fault = nickname.as_ref().err().map(|how| Fault::new("/nickname", "nickname_malformed", how.as_str()));
    let faults = fault.into_iter().chain(body.email.as_deref().and_then(email_fault));
    let mut faults: Vec<Fault> = faults.chain(body.password.as_deref().and_then(password_fault)).collect();
    let PlayerAccountAsked { name, birth_date, country, region, address, .. } = body.clone();
    let person = Said { name, birth_date, country, region, address }.told(&mut faults);
    refuse_faults(faults)?;
    let password = match body.password {
        Some(password) => Some(hash(password).await?),
        None => None,
    };
    // Without one it was refused above.
    let (nickname, email) = (nickname.map_err(|_| Code::Internal)?, body.email);
    let act = acts::OpenPlayer { by: asks.by, player: PlayerId(Uuid::now_v7()), nickname, email, password, person };
    asks.create(act, |opened| PlayerDone { player: opened.player }).await
}

/// Suspends a player until a date
#[utoipa::path(
    request_body(content = SuspensionAsked, example = json!({"until": "2099-01-01T00:00:00Z", "reason": "Stalling"})),
    responses((status = 200, body = PlayerDone)),
)]
#[post("/v1/players/{player}/suspend")]
pub async fn suspend(asks: Asks<routes::SuspendPlayer, SuspensionAsked>) -> Answer {
    let SuspensionAsked { until, reason } = asks.body.clone();
    let act = acts::SuspendPlayer { by: asks.by, player: asks.path("player")?, until, reason };
    asks.submit(act, |done| PlayerDone { player: done.player }).await
}

/// Closes a player's account; what it holds is frozen
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "Played with a program's help"})),
    responses((status = 200, body = PlayerDone)),
)]
#[post("/v1/players/{player}/close")]
pub async fn close(asks: Asks<routes::ClosePlayer, ReasonAsked>) -> Answer {
    let act = acts::ClosePlayer { by: asks.by, player: asks.path("player")?, reason: asks.body.reason.clone() };
    asks.submit(act, |done| PlayerDone { player: done.player }).await
}

/// Lets a suspended or closed player in again
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "It was somebody else"})),
    responses((status = 200, body = PlayerDone)),
)]
#[post("/v1/players/{player}/reinstate")]
pub async fn reinstate(asks: Asks<routes::ReinstatePlayer, ReasonAsked>) -> Answer {
    let act = acts::ReinstatePlayer { by: asks.by, player: asks.path("player")?, reason: asks.body.reason.clone() };
    asks.submit(act, |done| PlayerDone { player: done.player }).await
}

/// Sets a rating by hand
///
/// Games under way keep the ratings that they began with.
#[utoipa::path(
    request_body(content = RatingAsked, example = json!({"rating": "1700", "experience": 40, "reason": "Known from the club"})),
    responses((status = 200, body = RatingDone)),
)]
#[post("/v1/players/{player}/ratings/{variant}/correct")]
pub async fn correct_rating(asks: Asks<routes::CorrectRating, RatingAsked>) -> Answer {
    let slug: String = asks.path("variant")?;
    let variant = Variant::ALL.into_iter().find(|variant| variant.slug() == slug).ok_or(Code::NotFound)?;
    let RatingAsked { rating, experience, reason } = asks.body.clone();
    let (player, rating) = (asks.path("player")?, rating.millionths());
    let act = acts::CorrectRating { by: asks.by, player, variant, rating, experience, reason };
    asks.submit(act, |done| RatingDone {
        variant: done.variant,
        before: Rating::from_millionths(done.before.rating),
        after: Rating::from_millionths(done.after.rating),
        experience: done.after.experience,
    })
    .await
}
