//! A match as a transcript tells it, and what is wrong with one.

use super::super::game::ActRefusal;
use super::super::match_play::{LENGTH_MAX, Match};

/// A match and who played it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// The players' names, white's first.
    pub players: [String; 2],
    /// What was played, replayed by the rules.
    pub played: Match,
}

/// What is wrong with a transcript, and where.
#[derive(Debug, Clone, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct TranscriptError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a line of a transcript.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// A rule refuses what was done.
    #[error("{0}")]
    Refused(ActRefusal),
    /// It does not begin as a transcript does.
    #[error("this is no transcript: {0}")]
    NotATranscript(&'static str),
    /// Something that has no place here.
    #[error("{found:?} has no place here")]
    Unreadable {
        /// What it is; shortened.
        found: String,
    },
    /// A match longer than any.
    #[error("a match goes to {LENGTH_MAX} points at most")]
    LengthOutOfRange,
    /// A variant that this notation does not know.
    #[error("{found:?} is no variant that can be read here")]
    UnknownVariant {
        /// What is named; shortened.
        found: String,
    },
    /// A position that was set up, not played to.
    #[error("{property} sets something up: a transcript begins at the start, and is played")]
    SetUp {
        /// The property that does so.
        property: String,
    },
    /// Games of one transcript that were played by different rules.
    #[error("the games were not played by the same rules")]
    OtherRules,
    /// A game is followed by another, or by nothing, before its end.
    #[error("the game before has no end")]
    GameNotFinished,
    /// A game opens with a double.
    #[error("the opening roll cannot be a double")]
    OpeningDouble,
    /// A hit is shown where none was made.
    #[error("no checker is hit on point {point}")]
    NothingHit {
        /// The point, from the mover's side.
        point: u8,
    },
    /// Another value of the cube is shown.
    #[error("the cube is shown at {shown}, and goes to {cube}")]
    CubeShown {
        /// What is shown.
        shown: u64,
        /// What it is.
        cube: u64,
    },
    /// Another result is shown.
    #[error("{shown} points are shown as won, where {worth} are")]
    PointsShown {
        /// What is shown.
        shown: u64,
        /// What the game is worth, or a single game at the cube if it is not played out.
        worth: u64,
    },
    /// Another winner is shown.
    #[error("the game was not won by who is shown")]
    WinnerShown,
    /// Another score is shown.
    #[error("the score is shown as {}-{}, and is {}-{}", .shown[0], .shown[1], .score[0], .score[1])]
    ScoreShown {
        /// What is shown.
        shown: [u64; 2],
        /// What it is.
        score: [u64; 2],
    },
}

impl Fault {
    /// The stable word of this fault: the rule's own where a rule refuses.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code(),
            Self::NotATranscript(_) => "not_a_transcript",
            Self::Unreadable { .. } => "unreadable",
            Self::LengthOutOfRange => "length_out_of_range",
            Self::UnknownVariant { .. } => "unknown_variant",
            Self::SetUp { .. } => "set_up",
            Self::OtherRules => "other_rules",
            Self::GameNotFinished => "game_not_finished",
            Self::OpeningDouble => "opening_double",
            Self::NothingHit { .. } => "nothing_hit",
            Self::CubeShown { .. } => "cube_shown",
            Self::PointsShown { .. } => "points_shown",
            Self::WinnerShown => "winner_shown",
            Self::ScoreShown { .. } => "score_shown",
        }
    }

    /// Something that has no place, with as much of it as a reader needs.
    pub(super) fn unreadable(found: &str) -> Self {
        Self::Unreadable { found: found.chars().take(40).collect() }
    }
}

impl From<ActRefusal> for Fault {
    fn from(refusal: ActRefusal) -> Self {
        Self::Refused(refusal)
    }
}
