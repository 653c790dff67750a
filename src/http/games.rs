//! Money games: offered, joined, doubled, reported, decided.

pub mod read;

use actix_web::post;
use uuid::Uuid;

use super::routes;
use crate::actions::games as acts;
use crate::domain::act::Actor;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::games::game::{GameState, KindWord};
use crate::domain::games::{GameKind, GameOptions, Terms, Variant};
use crate::domain::ids::{GameId, PlayerId, TransferId};
use crate::domain::money::Money;
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::web::caller::{Answer, Asks};
use crate::web::problem::Problem;
use crate::web::wire::Shown;
use crate::{asked, told};

asked! {
    /// What players agree on beside kind, variant and stake.
    pub struct OptionsAsked {
        /// Played with the doubling cube; if it is not said: as the variant allows.
        pub cube: Option<bool>,
        /// Gammons count only once the cube was turned.
        pub jacoby: Option<bool>,
        /// Who is doubled may redouble at once and keep the cube.
        pub beavers: Option<bool>,
        /// So many doubles at most on equal opening dice.
        pub automatic_doubles: Option<u8>,
        /// No double is offered at this cube; 64 if it is not said.
        pub cube_max: Option<u32>,
        /// The Crawford rule in a match; on if it is not said.
        pub crawford: Option<bool>
    }
}

asked! {
    /// A game to be offered.
    pub struct GameAsked {
        /// In which room.
        pub room: Slug,
        /// A single game or a match.
        pub kind: KindWord,
        /// A match: to so many points.
        pub points: Option<u32>,
        /// Which game; backgammon if it is not said.
        pub variant: Option<Variant>,
        /// What is played for: times cube and result in a single game, once in a match.
        pub stake: Money,
        /// The most that can pass, in the stake's currency.
        pub limit: Option<Money>,
        /// What else is agreed.
        pub options: Option<OptionsAsked>,
        /// Who takes the first seat; a player's own token needs not say.
        pub player: Option<PlayerId>
    }
}

asked! {
    /// Which player acts; a player's own token needs not say.
    pub struct PlayerAsked {
        /// The player.
        pub player: Option<PlayerId>
    }
}

asked! {
    /// How a game ended.
    pub struct ResultAsked {
        /// Who won.
        pub winner: PlayerId,
        /// 1 single, 2 gammon, 3 backgammon; 1 for a match.
        pub result: u8,
        /// What the cube shows at the end; 1 for a match.
        pub cube: u32
    }
}

asked! {
    /// A player gives the game up.
    pub struct ConcessionAsked {
        /// What it is lost by: 1 single, 2 gammon, 3 backgammon; 1 for a match.
        pub result: u8,
        /// The player; a player's own token needs not say.
        pub player: Option<PlayerId>
    }
}

asked! {
    /// A player contradicts what was claimed.
    pub struct DisputeAsked {
        /// Why.
        pub reason: String,
        /// The player; a player's own token needs not say.
        pub player: Option<PlayerId>
    }
}

asked! {
    /// What staff decide about a disputed game: a winner and a result, or neither and it is void.
    pub struct DecisionAsked {
        /// Who won; nobody: both stakes go back.
        pub winner: Option<PlayerId>,
        /// 1 single, 2 gammon, 3 backgammon; needed with a winner of a single game.
        pub result: Option<u8>,
        /// Why.
        pub reason: String
    }
}

asked! {
    /// Why staff do it.
    pub struct ReasonAsked {
        /// The reason.
        pub reason: String
    }
}

told! {
    /// A game is on offer.
    pub struct OpenedTold {
        /// The game.
        pub game: GameId,
        /// How far it is.
        pub state: GameState,
        /// What each player will put up when it begins.
        pub escrow_each: Shown,
        /// When it expires if nobody joins.
        pub due_at: Time
    }
}

told! {
    /// A game has begun.
    pub struct JoinedTold {
        /// The game.
        pub game: GameId,
        /// How far it is.
        pub state: GameState,
        /// What each player has put up.
        pub escrow_each: Shown,
        /// What moved it.
        pub transfer: Option<TransferId>
    }
}

told! {
    /// A game was taken back.
    pub struct LeftTold {
        /// The game.
        pub game: GameId,
        /// How far it is.
        pub state: GameState
    }
}

told! {
    /// What became of the cube.
    pub struct CubeTold {
        /// The game.
        pub game: GameId,
        /// What the cube shows, or will if an offer is taken.
        pub cube: u32,
        /// The most that can pass, where a player could not cover more.
        pub cap: Option<Shown>,
        /// What moved the escrow: what was added, and what went back.
        pub transfers: Vec<TransferId>
    }
}

told! {
    /// How far a game is after a report, a claim or a decision. The figures are there once it is settled.
    pub struct EndedTold {
        /// The game.
        pub game: GameId,
        /// How far it is.
        pub state: GameState,
        /// Who won; not told to the other player in a room where players are anonymous.
        pub winner: Option<PlayerId>,
        /// What passed between the players.
        pub amount: Option<Shown>,
        /// Each player's rake; the winner paid both.
        pub rake_each: Option<Shown>,
        /// What moved the money.
        pub transfer: Option<TransferId>,
        /// A claim: when it becomes a dispute if nothing is said.
        pub due_at: Option<Time>
    }
}

impl EndedTold {
    fn state(game: GameId, state: GameState) -> Self {
        Self { game, state, winner: None, amount: None, rake_each: None, transfer: None, due_at: None }
    }

    /// In an anonymous room a player is not told of the other.
    fn settled(by: Actor, settled: acts::GameSettled) -> Self {
        let hidden = settled.anonymous && matches!(by, Actor::Player(own) if own != settled.winner);
        Self {
            winner: (!hidden).then_some(settled.winner),
            amount: Some(Shown::of(settled.amount, settled.currency)),
            rake_each: Some(Shown::of(settled.rake_each, settled.currency)),
            transfer: settled.transfer,
            ..Self::state(settled.game, GameState::Settled)
        }
    }

    fn said(by: Actor, said: acts::Said) -> Self {
        match said {
            acts::Said::Settled(settled) => Self::settled(by, settled),
            acts::Said::Reported { game, due_at } => {
                Self { due_at: Some(due_at), ..Self::state(game, GameState::Reported) }
            }
            acts::Said::Disputed { game } => Self::state(game, GameState::Disputed),
        }
    }

    fn voided(voided: &acts::GameVoided) -> Self {
        Self { transfer: voided.transfer, ..Self::state(voided.game, GameState::Voided) }
    }
}

/// The player for whom is acted: players are themselves, others say whom they mean.
fn player_of(by: Actor, named: Option<PlayerId>) -> Result<PlayerId, Problem> {
    match (by, named) {
        (_, Some(player)) => Ok(player),
        (Actor::Player(own), None) => Ok(own),
        _ => Err(fault("/player", "missing_field", "say for which player")),
    }
}

pub(super) fn fault(pointer: &str, code: &'static str, message: &str) -> Problem {
    Problem::faults(Code::InvalidBody, vec![Fault::new(pointer, code, message)])
}

impl GameAsked {
    /// The terms; what goes with what is the room's to judge, but a match has points and a limit a currency.
    pub(super) fn terms(&self) -> Result<Terms, Problem> {
        let kind = match (self.kind, self.points) {
            (KindWord::Single, None) => GameKind::Single,
            (KindWord::Match, Some(points)) => GameKind::Match { points },
            (KindWord::Single, Some(_)) => {
                return Err(fault("/points", "unknown_field", "a single game has no points"));
            }
            (KindWord::Match, None) => return Err(fault("/points", "missing_field", "a match is to so many points")),
        };
        if self.limit.is_some_and(|limit| limit.currency != self.stake.currency) {
            return Err(fault("/limit/currency", "other_currency", "the limit is in the stake's currency"));
        }
        let variant = self.variant.unwrap_or(Variant::Backgammon);
        let usual = GameOptions { cube: variant.has_cube(), ..GameOptions::default() };
        let options = self.options.as_ref().map_or(usual, |asked| GameOptions {
            cube: asked.cube.unwrap_or(usual.cube),
            jacoby: asked.jacoby.unwrap_or(usual.jacoby),
            beavers: asked.beavers.unwrap_or(usual.beavers),
            automatic_doubles: asked.automatic_doubles.unwrap_or(usual.automatic_doubles),
            cube_max: asked.cube_max.unwrap_or(usual.cube_max),
            crawford: asked.crawford.unwrap_or(usual.crawford),
        });
        let (stake, limit) = (self.stake.minor, self.limit.map(|limit| limit.minor));
        Ok(Terms { kind, variant, stake, currency: self.stake.currency, limit, options })
    }
}

/// Reports how a game ended
///
/// A client app with `games:report` for the room, or staff, settles alone. A player concedes, confirms the other's
/// claim, contradicts it, or claims to have won.
#[utoipa::path(
    request_body(content = ResultAsked, example = json!({"winner": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605", "result": 2, "cube": 1})),
    responses((status = 200, body = EndedTold)),
)]
#[post("/v1/games/{game}/report")]
pub async fn report(asks: Asks<routes::ReportGame, ResultAsked>) -> Answer {
    let ResultAsked { winner, result, cube } = asks.body;
    let act = acts::ReportGame { by: asks.by, game: asks.path("game")?, winner, result, cube };
    let by = asks.by;
    asks.submit(act, move |said| EndedTold::said(by, said)).await
}

/// Offers a game
///
/// No money moves before somebody joins.
#[utoipa::path(
    request_body(content = GameAsked, example = json!({
        "room": "main", "kind": "single", "stake": {"amount": "5.00", "currency": "USD"},
        "options": {"jacoby": true}, "player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605",
    })),
    responses((status = 201, body = OpenedTold)),
)]
#[post("/v1/games")]
pub async fn open(asks: Asks<routes::OpenGame, GameAsked>) -> Answer {
    let terms = asks.body.terms()?;
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::OpenGame { by: asks.by, game: GameId(Uuid::now_v7()), player, room: asks.body.room, terms };
    asks.create(act, move |opened| OpenedTold {
        game: opened.game,
        state: GameState::Open,
        escrow_each: Shown::of(opened.escrow_each, terms.currency),
        due_at: opened.due_at,
    })
    .await
}

/// Takes the second seat
///
/// Both stakes move to escrow, and the game begins by the rules in force.
#[utoipa::path(
    request_body(content = PlayerAsked, example = json!({"player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = JoinedTold)),
)]
#[post("/v1/games/{game}/join")]
pub async fn join(asks: Asks<routes::JoinGame, PlayerAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::JoinGame { by: asks.by, game: asks.path("game")?, player };
    asks.submit(act, |joined| JoinedTold {
        game: joined.game,
        state: GameState::Playing,
        escrow_each: Shown::of(joined.escrow_each, joined.currency),
        transfer: joined.transfer,
    })
    .await
}

/// Takes an offered game back before anybody joined
#[utoipa::path(
    request_body(content = PlayerAsked, example = json!({"player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = LeftTold)),
)]
#[post("/v1/games/{game}/leave")]
pub async fn leave(asks: Asks<routes::LeaveGame, PlayerAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::LeaveGame { by: asks.by, game: asks.path("game")?, player };
    asks.submit(act, |left| LeftTold { game: left.game, state: GameState::Withdrawn }).await
}

/// Offers a double
///
/// The offerer's escrow rises at once. `cap` tells what the game would be limited to if a player cannot cover more.
#[utoipa::path(
    request_body(content = PlayerAsked, example = json!({"player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = CubeTold)),
)]
#[post("/v1/games/{game}/double")]
pub async fn double(asks: Asks<routes::DoubleGame, PlayerAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::DoubleGame { by: asks.by, game: asks.path("game")?, player };
    asks.submit(act, CubeTold::offered).await
}

impl CubeTold {
    fn offered(offered: acts::DoubleOffered) -> Self {
        let cap = offered.cap.map(|cap| Shown::of(cap, offered.currency));
        Self { game: offered.game, cube: offered.cube, cap, transfers: offered.transfers }
    }
}

/// Takes a double
#[utoipa::path(
    request_body(content = PlayerAsked, example = json!({"player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = CubeTold)),
)]
#[post("/v1/games/{game}/take")]
pub async fn take(asks: Asks<routes::TakeDouble, PlayerAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::TakeDouble { by: asks.by, game: asks.path("game")?, player };
    asks.submit(act, |taken| {
        let cap = taken.cap.map(|cap| Shown::of(cap, taken.currency));
        CubeTold { game: taken.game, cube: taken.cube, cap, transfers: taken.transfers }
    })
    .await
}

/// Refuses a double: the game is lost at the value before it
#[utoipa::path(
    request_body(content = PlayerAsked, example = json!({"player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = EndedTold)),
)]
#[post("/v1/games/{game}/drop")]
pub async fn drop_double(asks: Asks<routes::DropDouble, PlayerAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::DropDouble { by: asks.by, game: asks.path("game")?, player };
    let by = asks.by;
    asks.submit(act, move |settled| EndedTold::settled(by, settled)).await
}

/// Takes a double, redoubles at once and keeps the cube
#[utoipa::path(
    request_body(content = PlayerAsked, example = json!({"player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = CubeTold)),
)]
#[post("/v1/games/{game}/beaver")]
pub async fn beaver(asks: Asks<routes::BeaverGame, PlayerAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::BeaverGame { by: asks.by, game: asks.path("game")?, player };
    asks.submit(act, CubeTold::offered).await
}

/// Reports an automatic double: equal opening dice
#[utoipa::path(responses((status = 200, body = CubeTold)))]
#[post("/v1/games/{game}/automatic-double")]
pub async fn automatic_double(asks: Asks<routes::AutomaticDouble, crate::web::caller::Nothing>) -> Answer {
    let act = acts::AutomaticDouble { by: asks.by, game: asks.path("game")? };
    asks.submit(act, |doubled| CubeTold { game: doubled.game, cube: doubled.cube, cap: None, transfers: Vec::new() })
        .await
}

/// Gives a game up
#[utoipa::path(
    request_body(content = ConcessionAsked, example = json!({"result": 1, "player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = EndedTold)),
)]
#[post("/v1/games/{game}/concede")]
pub async fn concede(asks: Asks<routes::ConcedeGame, ConcessionAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::ConcedeGame { by: asks.by, game: asks.path("game")?, player, result: asks.body.result };
    let by = asks.by;
    asks.submit(act, move |said| EndedTold::said(by, said)).await
}

/// Confirms the other player's claim
#[utoipa::path(
    request_body(content = PlayerAsked, example = json!({"player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605"})),
    responses((status = 200, body = EndedTold)),
)]
#[post("/v1/games/{game}/confirm")]
pub async fn confirm(asks: Asks<routes::ConfirmGame, PlayerAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let act = acts::ConfirmGame { by: asks.by, game: asks.path("game")?, player };
    let by = asks.by;
    asks.submit(act, move |settled| EndedTold::settled(by, settled)).await
}

/// Contradicts the other player's claim: staff decide
#[utoipa::path(
    request_body(content = DisputeAsked, example = json!({
        "reason": "I won this game", "player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605",
    })),
    responses((status = 200, body = EndedTold)),
)]
#[post("/v1/games/{game}/dispute")]
pub async fn dispute(asks: Asks<routes::DisputeGame, DisputeAsked>) -> Answer {
    let player = player_of(asks.by, asks.body.player)?;
    let reason = asks.body.reason.clone();
    let act = acts::DisputeGame { by: asks.by, game: asks.path("game")?, player, reason };
    let by = asks.by;
    asks.submit(act, move |said| EndedTold::said(by, said)).await
}

/// Decides a dispute
#[utoipa::path(
    request_body(content = DecisionAsked, example = json!({
        "winner": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605", "result": 1, "reason": "The transcript shows it",
    })),
    responses((status = 200, body = EndedTold)),
)]
#[post("/v1/games/{game}/decide")]
pub async fn decide(asks: Asks<routes::DecideGame, DecisionAsked>) -> Answer {
    let decision = match (asks.body.winner, asks.body.result) {
        // 0 where nothing is said: a match has no result, and a single game is then refused as out of range.
        (Some(winner), result) => acts::Decision::Settle { winner, result: result.unwrap_or(0) },
        (None, None) => acts::Decision::Void,
        (None, Some(_)) => return Err(fault("/winner", "missing_field", "a result has a winner")),
    };
    let act = acts::DecideGame { by: asks.by, game: asks.path("game")?, decision, reason: asks.body.reason.clone() };
    let by = asks.by;
    asks.submit(act, move |decided| match decided {
        acts::GameDecided::Settled(settled) => EndedTold::settled(by, settled),
        acts::GameDecided::Voided(voided) => EndedTold::voided(&voided),
    })
    .await
}

/// Ends a game under way as void: both stakes go back whole
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "The server that it was played on broke down"})),
    responses((status = 200, body = EndedTold)),
)]
#[post("/v1/games/{game}/void")]
pub async fn void(asks: Asks<routes::VoidGame, ReasonAsked>) -> Answer {
    let act = acts::VoidGame { by: asks.by, game: asks.path("game")?, reason: asks.body.reason.clone() };
    asks.submit(act, |voided| EndedTold::voided(&voided)).await
}
