//! Rummy, Rummy 51, Rummy 40 and Rummy 500: what a finished hand is worth (page 003, §10).
//!
//! [`value`] takes a [`Report`]: how the hand ended, and what each seat has left and has melded. It gives a [`Valuation`]: who
//! won, each loser's negative points, and every summand of them. What a room may play otherwise is in [`RummyRules`].
//!
//! ```
//! use kupa::rules::cards::cards;
//! use kupa::rules::rummy::{Ended, Report, RummyGame, RummyRules, Seat, value};
//!
//! let loser = Seat { left: cards("2C 2D 3S")?, ..Seat::default() };
//! let report = Report { ended: Ended::Hand, winner: Some(0), seats: vec![Seat::default(), loser] };
//! let valuation = value(&RummyRules::of(RummyGame::Rummy51), &report)?;
//! assert_eq!(valuation.losses[0].negative_points, 2 + 2 + 3 + 25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod game;
mod report;
mod valuation;

pub use error::RummyError;
pub use game::{RummyGame, RummyRules, Scoring};
pub use report::{Ended, Report, Seat};
pub use valuation::{Loss, Score, Valuation, value};

#[cfg(test)]
mod tests;
