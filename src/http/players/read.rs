//! Players as they are looked at.

use actix_web::{HttpResponse, get};
use diesel::QueryResult;

use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::games::Variant;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::{Event, Stream};
use crate::domain::players::player::{Player, PlayerState};
use crate::domain::time::Time;
use crate::http::events::{EventTold, EventsQuery, EventsTold, Source, tell_events};
use crate::http::routes;
use crate::rules::rating::Rating;
use crate::store::dialect::Db;
use crate::store::players::{PlayersAsked, find_player, list_players, list_ratings};
use crate::web::caller::{Answer, Looks, Nothing};
use crate::web::lists::{self, Page};
use crate::web::sight::Sight;
use crate::{asked, told};

asked! {
    /// Which page of a list is asked for.
    pub struct PageQuery {
        /// So many at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

asked! {
    /// Which players are asked for.
    pub struct PlayersQuery {
        /// Who stand so.
        pub state: Option<PlayerState>,
        /// Who has this nickname, or one that looks like it.
        pub nickname: Option<String>,
        /// Who has this e-mail address, in any spelling of its mailbox.
        pub email: Option<String>,
        /// So many at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

told! {
    /// A player.
    pub struct PlayerTold {
        /// The player.
        pub player: PlayerId,
        /// The name that others see.
        pub nickname: String,
        /// Where mail goes.
        pub email: Option<String>,
        /// When they have shown that mail to it reaches them.
        pub email_verified_at: Option<Time>,
        /// How they stand.
        pub state: PlayerState,
        /// The end of a suspension.
        pub suspended_until: Option<Time>,
        /// They owe money: no play and no withdrawal until it is paid.
        pub frozen: bool,
        /// When the account was opened.
        pub opened_at: Time
    }
}

told! {
    /// Players, in the order of their identities.
    pub struct PlayersTold {
        /// The players.
        pub players: Vec<PlayerTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

told! {
    /// A player's rating in one game.
    pub struct RatingTold {
        /// Which game.
        pub variant: Variant,
        /// The rating.
        pub rating: Rating,
        /// The sum of the lengths of matches played.
        pub experience: i64
    }
}

told! {
    /// A player's ratings; 1500 in a game that is not listed.
    pub struct RatingsTold {
        /// The ratings.
        pub ratings: Vec<RatingTold>
    }
}

impl PlayerTold {
    fn of(row: Player) -> Self {
        Self {
            player: row.id,
            nickname: row.nickname,
            email: row.email,
            email_verified_at: row.email_verified_at,
            state: row.state,
            suspended_until: row.suspended_until,
            frozen: row.debts > 0,
            opened_at: row.opened_at,
        }
    }
}

/// Players
#[utoipa::path(params(PlayersQuery), responses((status = 200, body = PlayersTold)))]
#[get("/v1/players")]
pub async fn list(looks: Looks<routes::ListPlayers, PlayersQuery>) -> Answer {
    let page = (looks.query.limit, looks.query.cursor.as_deref());
    let PlayersQuery { state, nickname, email, .. } = looks.query.clone();
    let asked = PlayersAsked { state, nickname, email, ..PlayersAsked::default() };
    let read = move |db: &mut Db, _: &Sight, after, limit| {
        let rows = list_players(db, &PlayersAsked { after, most: limit, ..asked.clone() })?;
        Ok(Ok(Page::of(rows, limit, |player| player.id, PlayerTold::of)))
    };
    lists::answer(&looks, page, read, |players, next| PlayersTold { players, next }).await
}

/// A player
#[utoipa::path(responses((status = 200, body = PlayerTold)))]
#[get("/v1/players/{player}")]
pub async fn one(looks: Looks<routes::ReadPlayer, Nothing>) -> Answer {
    let id = looks.path::<PlayerId>("player")?;
    let player = looks.read(move |db, _| Ok(find_player(db, id)?.ok_or_else(|| Code::UnknownPlayer.into()))).await?;
    Ok(HttpResponse::Ok().json(PlayerTold::of(player)))
}

/// A player's ratings
#[utoipa::path(responses((status = 200, body = RatingsTold)))]
#[get("/v1/players/{player}/ratings")]
pub async fn ratings(looks: Looks<routes::ListRatings, Nothing>) -> Answer {
    let id = looks.path::<PlayerId>("player")?;
    let rows = looks.read(move |db, _| match find_player(db, id)? {
        Some(_) => Ok(Ok(list_ratings(db, id)?)),
        None => Ok(Err(Code::UnknownPlayer.into())),
    });
    let told = |row: crate::domain::players::rating::Rating| RatingTold {
        variant: row.variant,
        rating: Rating::from_millionths(row.rating_millionths),
        experience: row.experience,
    };
    Ok(HttpResponse::Ok().json(RatingsTold { ratings: rows.await?.into_iter().map(told).collect() }))
}

/// What happened to a player, in order
///
/// Their account, deposits, withdrawals, corrections, sanctions and sessions. The player is not told who of the house did
/// it, or why; of sessions nobody else is told more than that they were. With `Accept: text/event-stream` it is a live
/// stream, as that of a game.
#[utoipa::path(
    params(EventsQuery, ("Last-Event-ID" = Option<i64>, Header, description = "A stream: go on after this event")),
    responses((status = 200, content((EventsTold = "application/json"), (String = "text/event-stream"))))
)]
#[get("/v1/players/{player}/events")]
pub async fn events(looks: Looks<routes::ListPlayerEvents, EventsQuery>) -> Answer {
    let player = looks.path::<PlayerId>("player")?;
    tell_events(looks, PlayerEvents(player)).await
}

/// The events of a player.
#[derive(Debug, Clone, Copy)]
struct PlayerEvents(PlayerId);

impl Source for PlayerEvents {
    /// The player, where it is they who look.
    type Eyes = Option<PlayerId>;

    fn stream(self) -> Stream {
        Stream::Player(self.0)
    }

    fn look(self, db: &mut Db, sight: &Sight, _: Time) -> QueryResult<Result<(i64, Self::Eyes), Refused>> {
        let player = find_player(db, self.0)?;
        Ok(player.map(|player| (player.stream_seq, sight.player)).ok_or_else(|| Code::UnknownPlayer.into()))
    }

    fn tell(event: Event, eyes: &Self::Eyes) -> EventTold {
        let Some(own) = *eyes else {
            // On which devices somebody signs in is their own affair.
            let is_session = event.kind.starts_with("session.");
            let told = EventTold::whole(event);
            return if is_session { EventTold { facts: serde_json::json!({}), ..told } } else { told };
        };
        EventTold::to_player(event, own, true, |name, _| TOLD_TO_THEMSELVES.contains(&name))
    }
}

/// The facts of an event that the player of whom it tells may know, whatever else it tells.
const TOLD_TO_THEMSELVES: &[&str] = &[
    "player",
    "nickname",
    "email",
    "deposit",
    "withdrawal",
    "provider",
    "reference",
    "amount",
    "currency",
    "transfer",
    "reversal",
    "ratings",
    "variant",
    "before",
    "after",
    "until",
    "session",
    "device",
    "changed",
];
