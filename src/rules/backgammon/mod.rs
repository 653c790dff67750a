//! Backgammon and its kin, as a referee needs them. Pure, and without any other part of this crate: it can be read, used
//! and taken away alone.
//!
//! A [`Position`] is seen by the side to move and cannot be an impossible one. A [`Roll`] is two dice. [`Plays`] are all
//! that the rules allow with them. A [`Game`] offers what may be done, and refuses everything else with the rule; a
//! [`Match`] is games to so many points. [`evaluate`] judges positions; [`notation`] writes and reads all of it for other programs.
//!
//! ```
//! use kupa::rules::backgammon::{Plays, Position, Roll, Variant};
//!
//! let start = Position::start(Variant::Backgammon);
//! let plays = Plays::of(&start, Roll::new(3, 1)?);
//! assert_eq!(plays.len(), 16);
//! let five_point = plays.iter().find(|legal| legal.play.to_string() == "8/5 6/5").expect("the best opening");
//! let theirs = five_point.position.turned();
//! assert_eq!(theirs.to_string(), "b....E.C...eE...b.db...B....");
//! # Ok::<(), kupa::rules::backgammon::NoSuchDie>(())
//! ```

mod cube;
pub mod evaluate;
mod game;
mod judge;
mod match_play;
pub mod notation;
mod player;
mod plays;
mod position;
mod result;
mod roll;
mod side;
mod step;
mod variant;

pub use cube::{CUBE_MAX, Cube};
pub use game::{Act, ActRefusal, Ending, Game, Offer, Options, Outcome, ReplayError, Resignation, State};
pub use judge::{Illegal, Why, judge_moves, judge_result};
pub use match_play::{LENGTH_MAX, Match, MatchGame, MatchOptions, MatchReplayError};
pub use player::Player;
pub use plays::{Legal, Move, Play, Plays, ways};
pub use position::{BAR, Board, CHECKERS, Counts, Impossible, Impossibles, OFF, Points, Position, Whose};
pub use result::{Class, result, tied};
pub use roll::{NoSuchDie, Roll};
pub use step::Refusal;
pub use variant::{Movement, Next, Variant};

#[cfg(test)]
mod tests;
