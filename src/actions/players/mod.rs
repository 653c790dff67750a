//! Acts on players' accounts.

mod close_player;
mod correct_rating;
mod open_player;
mod reinstate_player;
mod suspend_player;

pub use close_player::{ClosePlayer, PlayerClosed};
pub use correct_rating::{CorrectRating, RatingCorrected};
pub use open_player::{OpenPlayer, PlayerOpened};
pub use reinstate_player::{PlayerReinstated, ReinstatePlayer};
pub use suspend_player::{PlayerSuspended, SuspendPlayer};
