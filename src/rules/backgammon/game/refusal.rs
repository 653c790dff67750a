//! Why an act is refused.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::super::judge::Illegal;
use super::super::player::Player;
use super::super::position::Impossibles;
use super::super::result::Class;
use super::super::roll::NoSuchDie;

/// The rule that refuses an act. In JSON `{"code", "message"}`.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ActRefusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// The opening roll comes first.
    #[error("the game begins with the opening roll")]
    NotBegun,
    /// The opening roll was thrown.
    #[error("the opening roll has been thrown")]
    AlreadyBegun,
    /// It is the other player's turn.
    #[error("it is {0}'s turn")]
    NotYourTurn(Player),
    /// A double, or a beaver, waits for its answer.
    #[error("a double waits for {0}'s answer")]
    DoublePending(Player),
    /// No double waits for an answer.
    #[error("no double waits for an answer")]
    NoDoublePending,
    /// A resignation waits for its answer.
    #[error("a resignation waits for {0}'s answer")]
    ResignationPending(Player),
    /// No resignation waits for an answer.
    #[error("no resignation waits for an answer")]
    NoResignationPending,
    /// The dice have not been rolled.
    #[error("the dice have not been rolled")]
    NotRolled,
    /// The dice have been rolled, and are to be played first.
    #[error("the dice have been rolled and are to be played")]
    AlreadyRolled,
    /// Who rolled 2-1 names a double first.
    #[error("{0} names a double first")]
    DoubleToName(Player),
    /// There is no double to name.
    #[error("only after a 2-1 played whole, in acey-deucey, is a double named")]
    NoDoubleToName,
    /// On the bar against a closed home board the turn passes without a roll.
    #[error("a checker is on the bar and the opponent's home board is closed: the turn passes without a roll")]
    ClosedOut,
    /// Only on the bar against a closed home board does a turn pass without a roll.
    #[error("nobody passes who can roll")]
    NotClosedOut,
    /// A number that no die shows.
    #[error(transparent)]
    DieOutOfRange(#[from] NoSuchDie),
    /// The play is not legal.
    #[error("{0}")]
    IllegalPlay(Box<Illegal>),
    /// The position that a play is said to reach cannot be.
    #[error("{0}")]
    PositionImpossible(Impossibles),
    /// Played without a cube.
    #[error("this game is played without the cube")]
    NoCube,
    /// The Crawford game is played without the cube.
    #[error("the Crawford game is played without the cube")]
    CrawfordGame,
    /// The cube is the opponent's.
    #[error("the cube is {0}'s")]
    CubeNotYours(Player),
    /// The cube is as high as it may be.
    #[error("no double is offered with the cube at its maximum, {cube_max}")]
    CubeAtMaximum {
        /// The maximum.
        cube_max: u32,
    },
    /// A single game already reaches the limit.
    #[error("the cube is dead: a single game already reaches the limit")]
    DeadCube,
    /// Beavers were not agreed.
    #[error("beavers were not agreed on")]
    BeaverNotAgreed,
    /// A beaver is not beavered.
    #[error("a beaver can be taken or dropped, not beavered")]
    BeaverOnBeaver,
    /// What is resigned cannot be lost.
    #[error("a {} cannot be lost any more", .0.slug())]
    CannotBeLost(Class),
    /// A limit is only lowered, and never to nothing.
    #[error("a limit is only ever lowered, and to 1 at least")]
    LimitNotLower,
}

impl ActRefusal {
    pub(super) fn illegal(illegal: Illegal) -> Self {
        Self::IllegalPlay(Box::new(illegal))
    }

    /// The stable word of this refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::MatchOver => "match_over",
            Self::NotBegun => "not_begun",
            Self::AlreadyBegun => "already_begun",
            Self::NotYourTurn(_) => "not_your_turn",
            Self::DoublePending(_) => "double_pending",
            Self::NoDoublePending => "no_double_pending",
            Self::ResignationPending(_) => "resignation_pending",
            Self::NoResignationPending => "no_resignation_pending",
            Self::NotRolled => "not_rolled",
            Self::AlreadyRolled => "already_rolled",
            Self::DoubleToName(_) => "double_to_name",
            Self::NoDoubleToName => "no_double_to_name",
            Self::ClosedOut => "closed_out",
            Self::NotClosedOut => "not_closed_out",
            Self::DieOutOfRange(_) => "die_out_of_range",
            Self::IllegalPlay(_) => "illegal_play",
            Self::PositionImpossible(_) => "position_impossible",
            Self::NoCube => "no_cube",
            Self::CrawfordGame => "crawford_game",
            Self::CubeNotYours(_) => "cube_not_yours",
            Self::CubeAtMaximum { .. } => "cube_at_maximum",
            Self::DeadCube => "dead_cube",
            Self::BeaverNotAgreed => "beaver_not_agreed",
            Self::BeaverOnBeaver => "beaver_on_beaver",
            Self::CannotBeLost(_) => "cannot_be_lost",
            Self::LimitNotLower => "limit_not_lower",
        }
    }
}

impl Serialize for ActRefusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut refusal = serializer.serialize_struct("ActRefusal", 2)?;
        refusal.serialize_field("code", self.code())?;
        refusal.serialize_field("message", &self.to_string())?;
        refusal.end()
    }
}
