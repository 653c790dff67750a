//! How positions, games and matches are written for other programs: GNU Backgammon's ids, XGID, `.mat` and SGF.
//! `docs/backgammon-notation.md` tells what each of them cannot say.
//!
//! ```
//! use kupa::rules::backgammon::notation::gnu_id;
//! use kupa::rules::backgammon::{Position, Variant};
//!
//! let start = Position::start(Variant::Backgammon);
//! assert_eq!(gnu_id::of_position(&start)?, "4HPwATDgc/ABMA");
//! assert_eq!(gnu_id::position("4HPwATDgc/ABMA")?, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod gnu_id;
mod id_error;
pub mod mat;
mod moment;
mod replay;
pub mod sgf;
mod transcript;
pub mod xgid;

pub use id_error::{IdError, Unsayable};
pub use moment::{Moment, Pending, Stage};
pub use transcript::{Fault, Transcript, TranscriptError};
