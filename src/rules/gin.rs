//! Gin and Oklahoma gin: what a finished hand is worth (page 003, §10).
//!
//! [`judge`] takes two whole hands, finds the best melds and lay-offs, and says how the hand ended. [`value_reported`] takes the
//! deadwood as somebody reports it. Both give [`Figures`]: the loser's negative points and every summand of them. What a room
//! may play otherwise is in [`GinRules`].
//!
//! ```
//! use kupa::rules::cards::cards;
//! use kupa::rules::gin::{GinRules, Hands, Outcome, Side, judge};
//!
//! let knocker = cards("AC 3C 2D 3D 4D AH 9H TH JH QH")?;
//! let defender = cards("4S 6S KS 4C 6C KC 5D 6D KD KH")?;
//! let round = judge(&GinRules::GIN, &Hands { knocker: &knocker, defender: &defender, ..Hands::default() })?;
//! assert_eq!((round.figures.outcome, round.figures.winner), (Outcome::Knock, Side::Knocker));
//! assert_eq!(round.lay_offs.len(), 1); // the five of diamonds goes to the knocker's run
//! assert_eq!(round.figures.negative_points, 8 - 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod figures;
mod game;
mod reported;
mod round;

pub use error::GinError;
pub use figures::{Figures, Outcome, Side};
pub use game::{BigGin, GinGame, GinRules};
pub use reported::value_reported;
pub use round::{Hands, Round, judge, least_deadwood};

#[cfg(test)]
mod tests;
