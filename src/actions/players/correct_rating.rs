use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::Variant;
use crate::domain::games::play::{Strength, strength};
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::rating::Rating;
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// The highest rating that may be set, in millionths: 100,000 points.
const MAX_RATING: i64 = 100_000_000_000;
/// The highest experience that may be set.
const MAX_EXPERIENCE: i64 = 1_000_000_000;

/// Sets a player's rating by hand. By staff, with a reason; games under way keep the ratings that they began with.
#[derive(Debug, Clone, Serialize)]
pub struct CorrectRating {
    /// Who asks.
    pub by: Actor,
    /// Whose.
    pub player: PlayerId,
    /// In which game.
    pub variant: Variant,
    /// The rating, in millionths of a point.
    pub rating: i64,
    /// The experience; none: as it was.
    pub experience: Option<i64>,
    /// Why.
    pub reason: String,
}

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

impl Act for CorrectRating {
    type Answer = RatingCorrected;
    const NAME: &'static str = "correct_rating";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.players.lock(self.player);
        needs.ratings.lock((self.player, self.variant));
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<RatingCorrected, Refused> {
        permit(world, self.by, Permission::RatingsCorrect, None)?;
        check_reason(&self.reason)?;
        world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        let before = strength(world, self.player, self.variant);
        let after = Strength { rating: self.rating, experience: self.experience.unwrap_or(before.experience) };
        if !(0..=MAX_RATING).contains(&after.rating) || !(0..=MAX_EXPERIENCE).contains(&after.experience) {
            return Err(Code::RatingOutOfRange.into());
        }
        let start = || Rating::start(self.player, self.variant);
        let row = world.ratings.edit_or_insert(&(self.player, self.variant), start);
        (row.rating_millionths, row.experience) = (after.rating, after.experience);
        let corrected = RatingCorrected { variant: self.variant, before, after };
        world.tell_why(Stream::Player(self.player), "rating.corrected", &corrected, Some(&self.reason))?;
        Ok(corrected)
    }
}
