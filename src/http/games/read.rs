//! Games as they are looked at. Players see what is offered, and their own.

use std::collections::HashMap;

use actix_web::{HttpResponse, get};
use diesel::QueryResult;

use crate::domain::act::Refused;
use crate::domain::act::row::Json;
use crate::domain::codes::Code;
use crate::domain::games::Variant;
use crate::domain::games::game::{Game, GameState, KindWord, Seat};
use crate::domain::games::settlement::SettledBy;
use crate::domain::ids::{GameId, PlayerId, TransferId};
use crate::domain::ledger::event::{Event, Stream};
use crate::domain::rake::version::in_force_at;
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::http::events::{EventTold, EventsQuery, EventsTold, Source, tell_events};
use crate::http::routes;
use crate::rules::rating::Rating;
use crate::store::dialect::Db;
use crate::store::games::{GamesAsked, Settled, find_game, list_games, list_settled};
use crate::store::rooms::{find_room, find_room_version, last_commit};
use crate::web::caller::{Answer, Looks, Nothing};
use crate::web::lists::{self, Page};
use crate::web::sight::Sight;
use crate::web::wire::{Document, Shown};
use crate::{asked, told};

asked! {
    /// Which games are asked for.
    pub struct GamesQuery {
        /// In this room.
        pub room: Option<Slug>,
        /// In this state. Players see other states than `open` of their own games only.
        pub state: Option<GameState>,
        /// Of this player.
        pub player: Option<PlayerId>,
        /// Opened at this time or later.
        pub from: Option<Time>,
        /// Opened before this time.
        pub to: Option<Time>,
        /// So many at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

told! {
    /// How a game was settled.
    pub struct SettlementTold {
        /// Who won; not told to the other player in a room where players are anonymous.
        pub winner: Option<PlayerId>,
        /// On whose word.
        pub settled_by: SettledBy,
        /// What passed between the players.
        pub amount: Shown,
        /// Each player's rake; the winner paid both.
        pub rake_each: Shown,
        /// What moved the money.
        pub transfer: Option<TransferId>,
        /// What undid it: the money and the ratings are as if this game had not been settled.
        pub reversed_by: Option<TransferId>,
        /// How the winner's rating changed.
        pub winner_rating_change: Rating,
        /// How the loser's rating changed.
        pub loser_rating_change: Rating,
        /// Every step of the reckoning, with its inputs; for staff and client apps.
        pub explanation: Option<serde_json::Value>,
        /// When.
        pub settled_at: Time
    }
}

told! {
    /// A game.
    pub struct GameTold {
        /// The game.
        pub game: GameId,
        /// Where.
        pub room: Slug,
        /// The room's version that it began with.
        pub room_version: Option<i64>,
        /// The rake schedule that it is settled by.
        pub schedule: Option<Slug>,
        /// The schedule's version.
        pub schedule_version: Option<i64>,
        /// How far it is.
        pub state: GameState,
        /// A single game or a match.
        pub kind: KindWord,
        /// A match: to so many points.
        pub points: Option<i64>,
        /// Which game.
        pub variant: Variant,
        /// What is played for.
        pub stake: Shown,
        /// The most that can pass, as agreed.
        pub limit: Option<Shown>,
        /// Cube, Jacoby, beavers, ..
        pub options: Document<crate::domain::games::GameOptions>,
        /// Who opened it; not told to the other player in a room where players are anonymous.
        pub opener: Option<PlayerId>,
        /// Who joined it; not told to the other player in a room where players are anonymous.
        pub joiner: Option<PlayerId>,
        /// What the cube shows.
        pub cube: i64,
        /// Who holds it.
        pub cube_owner: Option<Seat>,
        /// Whose double waits for an answer.
        pub doubled_by: Option<Seat>,
        /// The most that can pass from now on: what the poorer could cover at a double.
        pub cap: Option<Shown>,
        /// What the opener has in escrow.
        pub opener_escrow: Shown,
        /// What the joiner has in escrow.
        pub joiner_escrow: Shown,
        /// When it expires, becomes a dispute, or the double that waits lapses.
        pub due_at: Option<Time>,
        /// When it was opened.
        pub opened_at: Time,
        /// When both sat down.
        pub started_at: Option<Time>,
        /// When it ended.
        pub ended_at: Option<Time>,
        /// How it was settled.
        pub settlement: Option<SettlementTold>
    }
}

told! {
    /// Games, the newest first.
    pub struct GamesTold {
        /// The games.
        pub games: Vec<GameTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

/// For whom a game is shown: what may be told of the two players.
#[derive(Debug, Clone, Copy)]
struct Eyes {
    player: Option<PlayerId>,
    anonymous: bool,
}

impl Eyes {
    fn sees(self, player: PlayerId) -> bool {
        !self.anonymous || self.player.is_none_or(|own| own == player)
    }
}

impl GameTold {
    fn of(game: Game, settled: Option<Settled>, eyes: Eyes) -> Self {
        let money = |minor| Shown::of(minor, game.currency);
        Self {
            game: game.id,
            room: game.room,
            room_version: game.room_version,
            schedule: game.schedule,
            schedule_version: game.schedule_version,
            state: game.state,
            kind: game.kind,
            points: game.points,
            variant: game.variant,
            stake: money(game.stake),
            limit: game.stake_limit.map(money),
            options: Document(*game.options),
            opener: Some(game.opener).filter(|player| eyes.sees(*player)),
            joiner: game.joiner.filter(|player| eyes.sees(*player)),
            cube: game.cube,
            cube_owner: game.cube_owner,
            doubled_by: game.doubled_by,
            cap: game.cap.map(money),
            opener_escrow: money(game.opener_escrow),
            joiner_escrow: money(game.joiner_escrow),
            due_at: game.due_at,
            opened_at: game.opened_at,
            started_at: game.started_at,
            ended_at: game.ended_at,
            settlement: settled.map(|settled| SettlementTold::of(settled, eyes)),
        }
    }
}

impl SettlementTold {
    fn of(settled: Settled, eyes: Eyes) -> Self {
        let Settled { settlement: row, reversed_by } = settled;
        let Json(explanation) = row.explanation;
        Self {
            winner: Some(row.winner).filter(|winner| eyes.sees(*winner)),
            settled_by: row.settled_by,
            amount: Shown::of(row.amount, row.currency),
            rake_each: Shown::of(row.rake_each, row.currency),
            transfer: row.transfer,
            reversed_by,
            winner_rating_change: Rating::from_millionths(row.winner_rating_change),
            loser_rating_change: Rating::from_millionths(row.loser_rating_change),
            // It holds both ratings.
            explanation: eyes.player.is_none().then(|| serde_json::to_value(explanation).ok()).flatten(),
            settled_at: row.settled_at,
        }
    }
}

/// Whether players of a game are anonymous to each other.
fn is_anonymous(db: &mut Db, game: &Game, now: Time) -> QueryResult<bool> {
    let version = match game.room_version {
        Some(version) => Some(version),
        None => {
            let now = now.max(last_commit(db)?);
            find_room(db, game.room)?.and_then(|book| in_force_at(&book.versions, now))
        }
    };
    let Some(version) = version else { return Ok(false) };
    Ok(find_room_version(db, game.room, version)?.is_some_and(|version| version.document.anonymous))
}

/// What is asked for, as far as who asks may see it.
fn within_sight(mut asked: GamesAsked, sight: &Sight) -> Result<GamesAsked, Refused> {
    asked.rooms.clone_from(&sight.rooms);
    if let Some(own) = sight.player {
        if asked.player.is_some_and(|player| player != own) {
            return Err(Code::NotYours.into());
        }
        if asked.state != Some(GameState::Open) {
            asked.player = Some(own);
        }
    }
    Ok(asked)
}

/// Games, the newest first
#[utoipa::path(params(GamesQuery), responses((status = 200, body = GamesTold)))]
#[get("/v1/games")]
pub async fn list(looks: Looks<routes::ListGames, GamesQuery>) -> Answer {
    let GamesQuery { room, state, player, from, to, .. } = looks.query.clone();
    let (page, now) = ((looks.query.limit, looks.query.cursor.as_deref()), looks.app.now());
    let read = move |db: &mut Db, sight: &Sight, before, limit| {
        let asked = GamesAsked { room, rooms: Vec::new(), state, player, from, to, before, most: limit };
        let asked = match within_sight(asked, sight) {
            Ok(asked) => asked,
            Err(refused) => return Ok(Err(refused)),
        };
        let mut told = Vec::new();
        let mut known: HashMap<(Slug, Option<i64>), bool> = HashMap::new();
        let found = list_games(db, &asked)?;
        let ended: Vec<GameId> =
            found.iter().filter(|game| game.state == GameState::Settled).map(|game| game.id).collect();
        let mut settled = list_settled(db, &ended)?;
        for game in found {
            let place = (game.room, game.room_version);
            let anonymous = match known.get(&place) {
                Some(anonymous) => *anonymous,
                None => *known.entry(place).or_insert(is_anonymous(db, &game, now)?),
            };
            let settled = settled.remove(&game.id);
            told.push(GameTold::of(game, settled, Eyes { player: sight.player, anonymous }));
        }
        Ok(Ok(Page::of(told, limit, |game| game.game, |game| game)))
    };
    lists::answer(&looks, page, read, |games, next| GamesTold { games, next }).await
}

/// A game
///
/// A player sees what is open, and their own.
#[utoipa::path(responses((status = 200, body = GameTold)))]
#[get("/v1/games/{game}")]
pub async fn one(looks: Looks<routes::ReadGame, Nothing>) -> Answer {
    let (id, now) = (looks.path::<GameId>("game")?, looks.app.now());
    let told = looks.read(move |db, sight| {
        let Some(game) = find_game(db, id)?.filter(|game| sight.includes(game.room)) else {
            return Ok(Err(Code::UnknownGame.into()));
        };
        let own = sight.player.is_none_or(|player| game.seat_of(player).is_some());
        if !own && game.state != GameState::Open {
            return Ok(Err(Code::NotYours.into()));
        }
        let eyes = Eyes { player: sight.player, anonymous: is_anonymous(db, &game, now)? };
        let settled = list_settled(db, &[id])?.remove(&id);
        Ok(Ok(GameTold::of(game, settled, eyes)))
    });
    Ok(HttpResponse::Ok().json(told.await?))
}

/// What happened in a game, in order
///
/// A player sees what happened in their own games: not who of the house did it or why, and in a room where players are
/// anonymous nothing that names the other. With `Accept: text/event-stream` it is a live stream, which goes on as long as
/// the connection and the token do: `id` is the event's `seq`, `event` its `kind`, `data` the same JSON as in the list.
#[utoipa::path(
    params(EventsQuery, ("Last-Event-ID" = Option<i64>, Header, description = "A stream: go on after this event")),
    responses((status = 200, content((EventsTold = "application/json"), (String = "text/event-stream"))))
)]
#[get("/v1/games/{game}/events")]
pub async fn events(looks: Looks<routes::ListGameEvents, EventsQuery>) -> Answer {
    let game = looks.path::<GameId>("game")?;
    tell_events(looks, GameEvents(game)).await
}

/// The events of a game.
#[derive(Debug, Clone, Copy)]
struct GameEvents(GameId);

impl Source for GameEvents {
    type Eyes = Eyes;

    fn stream(self) -> Stream {
        Stream::Game(self.0)
    }

    fn look(self, db: &mut Db, sight: &Sight, now: Time) -> QueryResult<Result<(i64, Eyes), Refused>> {
        let Some(game) = find_game(db, self.0)?.filter(|game| sight.includes(game.room)) else {
            return Ok(Err(Code::UnknownGame.into()));
        };
        if sight.player.is_some_and(|player| game.seat_of(player).is_none()) {
            return Ok(Err(Code::NotYours.into()));
        }
        let anonymous = is_anonymous(db, &game, now)?;
        Ok(Ok((game.stream_seq, Eyes { player: sight.player, anonymous })))
    }

    fn tell(event: Event, eyes: &Eyes) -> EventTold {
        let Some(own) = eyes.player else { return EventTold::whole(event) };
        let other = |id: &str| id.parse::<PlayerId>().is_ok_and(|player| !eyes.sees(player));
        let is_told = |name: &str, value: &serde_json::Value| {
            TOLD_TO_PLAYERS.contains(&name) && !value.as_str().is_some_and(other)
        };
        EventTold::to_player(event, own, eyes.anonymous, is_told)
    }
}

/// The facts of an event that its players may know, whatever else it tells.
const TOLD_TO_PLAYERS: &[&str] = &[
    "game",
    "room",
    "terms",
    "player",
    "winner",
    "escrow_each",
    "room_version",
    "schedule",
    "schedule_version",
    "cube",
    "cap",
    "result",
    "settled_by",
    "amount",
    "rake_each",
    "currency",
    "due_at",
    "stopped_s",
];
