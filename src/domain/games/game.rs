//! A money game's row.

use serde::{Deserialize, Serialize};

use super::settle::Finish;
use super::terms::{GameKind, GameOptions, Terms, Variant};
use crate::domain::act::row::{Field, Kind, Sink, Source, Unreadable};
use crate::domain::act::{Json, Refused};
use crate::domain::codes::Code;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::money::{Currency, Minor};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

crate::words! {
    /// How far a game is.
    pub enum GameState {
        /// A seat is free.
        Open = "open",
        /// The opener took the offer back before anybody joined.
        Withdrawn = "withdrawn",
        /// Nobody joined in time.
        Expired = "expired",
        /// Both sat down; stakes are in escrow.
        Playing = "playing",
        /// A player claims to have won; the other has not yet confirmed.
        Reported = "reported",
        /// The players contradict each other; staff decide.
        Disputed = "disputed",
        /// Paid.
        Settled = "settled",
        /// All stakes went back.
        Voided = "voided",
    }
}

impl GameState {
    /// Whether stakes are in escrow.
    #[must_use]
    pub fn is_under_way(self) -> bool {
        matches!(self, Self::Playing | Self::Reported | Self::Disputed)
    }
}

crate::words! {
    /// One of the two seats.
    pub enum Seat {
        /// Who opened the game.
        Opener = "opener",
        /// Who joined it.
        Joiner = "joiner",
    }
}

impl Seat {
    /// The other seat.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Opener => Self::Joiner,
            Self::Joiner => Self::Opener,
        }
    }
}

crate::words! {
    /// A single game or a match.
    pub enum KindWord {
        /// One game.
        Single = "single",
        /// First to so many points.
        Match = "match",
    }
}

/// A result claimed by a player, waiting for the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    /// Who claims.
    pub by: PlayerId,
    /// Who is said to have won.
    pub winner: PlayerId,
    /// 1 single, 2 gammon, 3 backgammon; a match: 1.
    pub result: i64,
    /// The cube at the end; a match: 1.
    pub cube: i64,
}

impl Claimed {
    /// The same as a finish; none where the row holds numbers that no result has.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        let (result, cube) = (u8::try_from(self.result).ok()?, u32::try_from(self.cube).ok()?);
        Some(Finish { winner: self.winner, result, cube })
    }
}

crate::row! {
    /// A money game.
    pub struct Game in "games" key (
        /// Identity.
        id: GameId
    ) {
        /// Where.
        room: Slug,
        /// A single game or a match.
        kind: KindWord,
        /// The match's length.
        points: Option<i64>,
        /// Which game.
        variant: Variant,
        /// What is played for: times cube and result in a single game, once in a match.
        stake: Minor,
        /// Of which currency.
        currency: Currency,
        /// The most that can pass, as agreed.
        stake_limit: Option<Minor>,
        /// Cube, Jacoby, beavers, ..
        options: Json<GameOptions>,
        /// How far it is.
        state: GameState,
        /// Who opened it.
        opener: PlayerId,
        /// Who joined it.
        joiner: Option<PlayerId>,
        /// The room's version in force when it began.
        room_version: Option<i64>,
        /// The rake schedule, as the room named it when it began.
        schedule: Option<Slug>,
        /// The schedule's version in force when it began.
        schedule_version: Option<i64>,
        /// Whether the room rates games.
        rated: bool,
        /// The opener's rating at the start.
        opener_rating: Option<i64>,
        /// The opener's experience at the start.
        opener_experience: Option<i64>,
        /// The joiner's rating at the start.
        joiner_rating: Option<i64>,
        /// The joiner's experience at the start.
        joiner_experience: Option<i64>,
        /// The cube's value, as reported so far.
        cube: i64,
        /// Who holds it; none: centred.
        cube_owner: Option<Seat>,
        /// Whose double (or beaver) waits for an answer.
        doubled_by: Option<Seat>,
        /// That the waiting double is a beaver.
        beavered: bool,
        /// The most that can pass from now on: what the poorer could cover at a double.
        cap: Option<Minor>,
        /// What the opener has in escrow.
        opener_escrow: Minor,
        /// What the joiner has in escrow.
        joiner_escrow: Minor,
        /// A result claimed and not yet confirmed.
        claimed: Option<Json<Claimed>>,
        /// When something is due: an unjoined game expires, an unconfirmed claim becomes a dispute, an unanswered double
        /// lapses.
        due_at: Option<Time>,
        /// When it was opened.
        opened_at: Time,
        /// When both sat down.
        started_at: Option<Time>,
        /// When it was settled, voided, withdrawn or expired.
        ended_at: Option<Time>,
        /// Events told of this game.
        stream_seq: i64,
        /// Since when something is due: outages are reckoned from here.
        due_set_at: Option<Time>,
    }
}

impl Game {
    /// A game on offer.
    #[must_use]
    pub fn offered(id: GameId, room: Slug, opener: PlayerId, terms: &Terms, opened_at: Time, due_at: Time) -> Self {
        let (kind, points) = match terms.kind {
            GameKind::Single => (KindWord::Single, None),
            GameKind::Match { points } => (KindWord::Match, Some(i64::from(points))),
        };
        Self {
            id,
            room,
            kind,
            points,
            variant: terms.variant,
            stake: terms.stake,
            currency: terms.currency,
            stake_limit: terms.limit,
            options: Json(terms.options),
            state: GameState::Open,
            opener,
            joiner: None,
            room_version: None,
            schedule: None,
            schedule_version: None,
            rated: false,
            opener_rating: None,
            opener_experience: None,
            joiner_rating: None,
            joiner_experience: None,
            cube: 1,
            cube_owner: None,
            doubled_by: None,
            beavered: false,
            cap: None,
            opener_escrow: Minor::ZERO,
            joiner_escrow: Minor::ZERO,
            claimed: None,
            due_at: Some(due_at),
            due_set_at: Some(opened_at),
            opened_at,
            started_at: None,
            ended_at: None,
            stream_seq: 0,
        }
    }

    /// What was agreed.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            kind: match self.kind {
                KindWord::Single => GameKind::Single,
                KindWord::Match => GameKind::Match { points: self.length() },
            },
            variant: self.variant,
            stake: self.stake,
            currency: self.currency,
            limit: self.stake_limit,
            options: *self.options,
        }
    }

    /// The match's length, 1 for a single game: what it counts in ratings.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.points.and_then(|points| u32::try_from(points).ok()).unwrap_or(1)
    }

    /// The most that can pass: what the table agreed on, or what the poorer could cover at a double if that is less.
    #[must_use]
    pub fn limit(&self) -> Option<Minor> {
        match (self.stake_limit, self.cap) {
            (Some(limit), Some(cap)) => Some(limit.min(cap)),
            (limit, cap) => limit.or(cap),
        }
    }

    /// Whether the cube was turned: an automatic double leaves it in the centre (`edge-cases` 25).
    #[must_use]
    pub fn cube_turned(&self) -> bool {
        self.cube_owner.is_some()
    }

    /// The cube as a number to reckon with.
    ///
    /// # Errors
    /// `internal` where the row holds none.
    pub fn cube_value(&self) -> Result<u32, Refused> {
        u32::try_from(self.cube).map_err(|_| Code::Internal.into())
    }

    /// What a seat has in escrow.
    #[must_use]
    pub fn escrow_of(&self, seat: Seat) -> Minor {
        match seat {
            Seat::Opener => self.opener_escrow,
            Seat::Joiner => self.joiner_escrow,
        }
    }

    /// The seat of a player.
    ///
    /// # Errors
    /// `not_at_table`.
    pub fn need_seat(&self, player: PlayerId) -> Result<Seat, Refused> {
        self.seat_of(player).ok_or_else(|| Code::NotAtTable.into())
    }

    /// Refuses unless the game is in one of these states.
    ///
    /// # Errors
    /// The code that says what it is instead: `game_not_started`, `game_reported`, `game_disputed`, `game_ended`.
    pub fn need_state(&self, allowed: &[GameState]) -> Result<(), Refused> {
        if allowed.contains(&self.state) {
            return Ok(());
        }
        Err(match self.state {
            GameState::Open => Code::GameNotStarted.into(),
            GameState::Playing => Code::NothingClaimed.into(),
            GameState::Reported => Code::GameReported.into(),
            GameState::Disputed => Code::GameDisputed.into(),
            GameState::Withdrawn | GameState::Expired | GameState::Settled | GameState::Voided => {
                Refused::new(Code::GameEnded).with("state", self.state)
            }
        })
    }

    /// The result that the other player claims.
    ///
    /// # Errors
    /// `not_at_table`, `nothing_claimed`, `own_claim`, and the state of a game where no claim waits.
    pub fn claim_of_other(&self, player: PlayerId) -> Result<&Claimed, Refused> {
        self.need_seat(player)?;
        self.need_state(&[GameState::Reported])?;
        let claimed = self.claimed.as_ref().ok_or(Code::NothingClaimed)?;
        if claimed.by == player { Err(Code::OwnClaim.into()) } else { Ok(&claimed.0) }
    }

    /// The seat of a player, if they have one.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        if player == self.opener {
            Some(Seat::Opener)
        } else if Some(player) == self.joiner {
            Some(Seat::Joiner)
        } else {
            None
        }
    }

    /// The player in a seat; the joiner's may be free.
    #[must_use]
    pub fn player_in(&self, seat: Seat) -> Option<PlayerId> {
        match seat {
            Seat::Opener => Some(self.opener),
            Seat::Joiner => self.joiner,
        }
    }
}

impl Field for Variant {
    const KIND: Kind = Kind::Text;
    fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable> {
        to.text(Some(self.slug()));
        Ok(())
    }
    fn take<S: Source>(from: &mut S) -> Result<Self, Unreadable> {
        let word = from.text()?.unwrap_or_default();
        let found = Self::ALL.into_iter().find(|variant| variant.slug() == word);
        found.ok_or_else(|| Unreadable(format!("no variant {word:?}")))
    }
}
