//! Backgammon and its kin, as a referee needs them. Pure, and without any other part of this crate: this folder can be read,
//! used and taken away alone. It needs `serde` and `thiserror`; [`notation`] also `base64`, [`evaluate`] `libm` and `rust_decimal`.
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
//!
//! A whole match: what is offered is done, and the dice come from elsewhere. These players take the first legal play, and
//! never double. In the end the match is written for other programs, and is the same again from its acts.
//!
//! ```
//! use kupa::rules::backgammon::notation::{Transcript, mat, sgf};
//! use kupa::rules::backgammon::{Act, Match, MatchOptions, Offer, Options};
//!
//! let mut thrown = (1..=6).flat_map(|a| [5, 1, 3, 6, 2, 4].map(|b| [a, b])).cycle();
//! let mut throw = || thrown.next().unwrap_or([6, 5]);
//!
//! let agreed = MatchOptions::to(3, Options::default());
//! let mut played = Match::new(agreed);
//! while played.winner().is_none() {
//!     let plays = played.games().last().and_then(|last| last.game.plays());
//!     let act = played.offers().into_iter().find_map(|offer| match offer {
//!         Offer::OpeningRoll => Some(throw()).map(|[white, black]| Act::OpeningRoll { white, black }),
//!         Offer::Roll { by } => Some(Act::Roll { by, dice: throw() }),
//!         Offer::Pass { by } => Some(Act::Pass { by }),
//!         Offer::Play { by } => plays.iter().flatten().next().map(|legal| Act::of_play(by, &legal.play)),
//!         _ => None,
//!     });
//!     played.act(&act.expect("somebody can roll, play or pass"))?;
//! }
//!
//! let again = Match::replay(agreed, played.games().iter().map(|one| one.game.acts()))?;
//! assert_eq!(again, played);
//! let transcript = Transcript { players: ["Ann".to_owned(), "Bob".to_owned()], played };
//! assert_eq!(mat::read(&mat::write(&transcript)?)?.played.score(), transcript.played.score());
//! assert_eq!(sgf::read(&sgf::write(&transcript))?, transcript);
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
