//! A rating set by hand.

use serde::{Deserialize, Serialize};

use super::rating::Rating;
use crate::domain::act::{Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::Variant;
use crate::domain::games::play::{Strength, strength};
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;

/// The highest rating that may be set, in millionths: 100,000 points.
const MAX_RATING: i64 = 100_000_000_000;
/// The highest experience that may be set.
const MAX_EXPERIENCE: i64 = 1_000_000_000;

/// A rating was set by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingCorrected {
    /// In which game.
    pub variant: Variant,
    /// What it was.
    pub before: Strength,
    /// What it is.
    pub after: Strength,
}

/// Whether a rating and an experience may be set.
///
/// # Errors
/// `rating_out_of_range`.
pub fn check(strength: Strength) -> Result<(), Refused> {
    let fits = (0..=MAX_RATING).contains(&strength.rating) && (0..=MAX_EXPERIENCE).contains(&strength.experience);
    if fits { Ok(()) } else { Err(Code::RatingOutOfRange.into()) }
}

/// Sets a rating, and tells so. The act has locked the player and the rating.
///
/// # Errors
/// `rating_out_of_range`.
pub fn correct(
    world: &mut World,
    player: PlayerId,
    variant: Variant,
    after: Strength,
    reason: &str,
) -> Result<RatingCorrected, Refused> {
    check(after)?;
    let before = strength(world, player, variant);
    let row = world.ratings.edit_or_insert(&(player, variant), || Rating::start(player, variant));
    (row.rating_millionths, row.experience) = (after.rating, after.experience);
    let corrected = RatingCorrected { variant, before, after };
    world.tell_why(Stream::Player(player), "rating.corrected", &corrected, Some(reason))?;
    Ok(corrected)
}
