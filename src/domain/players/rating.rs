//! A player's rating in one variant.

use crate::domain::games::terms::Variant;
use crate::domain::ids::PlayerId;

/// The rating of who has not played: 1500, in millionths (`backgammon`, Ratings).
pub const START_MILLIONTHS: i64 = 1_500_000_000;

crate::row! {
    /// A rating.
    pub struct Rating in "ratings" key (
        /// Whose.
        player: PlayerId,
        /// In which game.
        variant: Variant
    ) {
        /// Millionths of a point; shown cut, never rounded.
        rating_millionths: i64,
        /// The sum of the lengths of rated matches played (a money game counts 1).
        experience: i64,
    }
}

impl Rating {
    /// That of a player who has not played this variant.
    #[must_use]
    pub fn start(player: PlayerId, variant: Variant) -> Self {
        Self { player, variant, rating_millionths: START_MILLIONTHS, experience: 0 }
    }
}
