//! A moment of a match: all that ids tell.

use super::super::cube::{CUBE_MAX, Cube};
use super::super::game::{Ending, Game, State};
use super::super::match_play::Match;
use super::super::player::Player;
use super::super::position::Position;
use super::super::result::Class;
use super::super::roll::Roll;
use super::IdError;

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The opening roll is yet to come.
    NotBegun,
    /// Under way.
    Playing,
    /// Played to its end.
    Played,
    /// Ended by a resignation.
    Resigned(Class),
    /// Ended by a dropped double or beaver.
    Dropped,
}

/// What waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pending {
    /// The double of whose turn it is.
    Double,
    /// The beaver on it. The cube is the opponent's already, at the value of the double.
    Beaver,
    /// A resignation.
    Resignation {
        /// Who resigns.
        by: Player,
        /// As what.
        class: Class,
    },
}

/// A moment of a match, or of a session of single games. Its movement is that of backgammon: other games have no ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Seen by whose turn it is; once the game has ended, by who played last.
    pub position: Position,
    /// Whose turn it is: who rolls or has rolled.
    pub turn: Player,
    /// The dice that are to be played.
    pub roll: Option<Roll>,
    /// What waits for an answer.
    pub pending: Option<Pending>,
    /// Where the game stands.
    pub stage: Stage,
    /// The cube.
    pub cube: Cube,
    /// The match's length; 0 in a session of single games.
    pub length: u32,
    /// The score, white's first.
    pub score: [u64; 2],
    /// Whether it is the Crawford game.
    pub crawford: bool,
    /// Whether gammons count only once a double was taken.
    pub jacoby: bool,
    /// Whether beavers are allowed.
    pub beavers: bool,
    /// No double is offered at this cube.
    pub cube_max: u32,
}

impl Moment {
    /// A game of a match to `length` points, at a score. Where the game has ended, the score after it.
    #[must_use]
    pub fn of(game: &Game, length: u32, score: [u64; 2]) -> Self {
        let options = game.options();
        let roll = match game.state() {
            State::ToPlay { roll, .. } => Some(roll),
            _ => None,
        };
        let pending = match game.state() {
            State::Doubled => Some(Pending::Double),
            State::Beavered => Some(Pending::Beaver),
            _ => game.resignation().map(|offer| Pending::Resignation { by: offer.by, class: offer.class }),
        };
        let stage = match game.state() {
            State::Opening => Stage::NotBegun,
            State::Over(outcome) => match outcome.ending {
                Ending::Played(_) | Ending::Tied => Stage::Played,
                Ending::Resigned(class) => Stage::Resigned(class),
                Ending::Dropped | Ending::BeaverDropped => Stage::Dropped,
            },
            _ => Stage::Playing,
        };
        Self {
            position: *game.position(),
            turn: game.turn(),
            roll,
            pending,
            stage,
            cube: game.cube(),
            length,
            score,
            crawford: options.crawford,
            jacoby: options.jacoby,
            beavers: options.beavers,
            cube_max: options.cube_max.clamp(1, CUBE_MAX),
        }
    }

    /// The present moment of a match.
    #[must_use]
    pub fn of_match(played: &Match) -> Option<Self> {
        let last = played.games().last()?;
        Some(Self::of(&last.game, played.options().length, played.score()))
    }

    /// Itself, unless what it tells cannot all be true.
    pub(super) fn consistent(self) -> Result<Self, IdError> {
        let wrong = |what| Err(IdError::Contradiction(what));
        let length = u64::from(self.length);
        let under_way = matches!(self.stage, Stage::NotBegun | Stage::Playing);
        if under_way && length > 0 && self.score.iter().any(|points| *points >= length) {
            return wrong("a game is under way in a match that is won");
        }
        if self.crawford && (length == 0 || under_way && !self.score.iter().any(|points| points + 1 == length)) {
            return wrong("it cannot be the Crawford game: nobody is one point short");
        }
        if self.crawford
            && (self.cube != Cube::START || matches!(self.pending, Some(Pending::Double | Pending::Beaver)))
        {
            return wrong("the Crawford game is played without the cube");
        }
        if self.cube.value > self.cube_max {
            return wrong("the cube is above its maximum");
        }
        match (self.pending, self.cube.owner) {
            (Some(Pending::Double), Some(owner)) if owner != self.turn => wrong("who doubles does not own the cube"),
            (Some(Pending::Beaver), owner) if owner != Some(self.turn.other()) => {
                wrong("who beavers does not own the cube")
            }
            _ => Ok(self),
        }
    }

    /// Who is to answer, else whose turn it is.
    #[must_use]
    pub fn to_act(&self) -> Player {
        match self.pending {
            Some(Pending::Double) => self.turn.other(),
            Some(Pending::Resignation { by, .. }) => by.other(),
            Some(Pending::Beaver) | None => self.turn,
        }
    }
}
