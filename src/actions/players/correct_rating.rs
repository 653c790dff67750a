use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::Variant;
use crate::domain::games::play::{Strength, strength};
use crate::domain::ids::PlayerId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::correction::{self, RatingCorrected};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

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
        correction::correct(world, self.player, self.variant, after, &self.reason)
    }
}
