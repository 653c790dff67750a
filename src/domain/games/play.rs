//! Who may act at a table, and whether its terms can be played and settled.

use serde::{Deserialize, Serialize};

use crate::domain::act::{Actor, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::terms::{CUBE_MAX, GameKind, Terms, automatic_double, highest_result};
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::money::MAX_AMOUNT_MINOR;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::rating::START_MILLIONTHS;
use crate::domain::rake::{Played, Reckoning, reckon};
use crate::domain::rooms::in_force::Rules;
use crate::domain::slug::Slug;
use crate::rules::rating::Rating;

/// Acts on one game go to one writer.
#[must_use]
pub fn route(game: GameId) -> u64 {
    game.0.as_u64_pair().1
}

/// Whether who asks may act for a player at a table of a room: players for themselves alone; a client app with
/// `games:report` there, or staff, for anybody.
///
/// # Errors
/// `not_yours`, and as [`permit`].
pub fn may_act_for(world: &World, by: Actor, player: PlayerId, room: Slug) -> Result<(), Refused> {
    match by {
        Actor::Player(id) if id == player => Ok(()),
        Actor::Player(_) => Err(Code::NotYours.into()),
        _ => permit(world, by, Permission::GamesReport, Some(room)),
    }
}

/// A player's rating and experience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strength {
    /// In millionths.
    pub rating: i64,
    /// The sum of the lengths of rated matches played.
    pub experience: i64,
}

/// A player's rating and experience at a variant, from a row that the act has named.
#[must_use]
pub fn strength(world: &World, player: PlayerId, variant: super::Variant) -> Strength {
    let start = Strength { rating: START_MILLIONTHS, experience: 0 };
    let row = world.ratings.get(&(player, variant));
    row.map_or(start, |row| Strength { rating: row.rating_millionths, experience: row.experience })
}

/// Refuses terms that the room does not offer, ratings that it does not admit, and games that its schedule could not
/// settle: what cannot be settled is never begun.
///
/// # Errors
/// The codes of [`crate::domain::rooms::RoomRefusal`] and [`crate::domain::rake::RakeError`].
pub fn admit(rules: &Rules<'_>, terms: &Terms, ratings: [i64; 2]) -> Result<(), Refused> {
    rules.room.admits(terms)?;
    let ratings = ratings.map(Rating::from_millionths);
    for rating in ratings {
        rules.room.admits_rating(rating)?;
    }
    let reckoned = |played| {
        let game = Reckoning {
            played,
            stake: terms.stake,
            currency: terms.currency,
            limit: terms.limit,
            rating_winner: ratings[0],
            rating_loser: ratings[1],
            surcharges: rules.room.surcharges,
            adjudicated: None,
        };
        reckon(rules.schedule, &game).map(|_| ())
    };
    match terms.kind {
        GameKind::Match { points } => reckoned(Played::Match { points })?,
        GameKind::Single => {
            reckoned(Played::Single { cube: 1, result: 1 })?;
            let result = highest_result(terms.options, terms.variant, false);
            reckoned(Played::Single { cube: highest_start(terms), result })?;
        }
    }
    if terms.escrow_each()?.0 > MAX_AMOUNT_MINOR {
        return Err(Code::AmountOutOfRange.into());
    }
    Ok(())
}

/// The cube once every automatic double that was agreed has come.
fn highest_start(terms: &Terms) -> u32 {
    let next = |cube: &u32| automatic_double(terms.stake, *cube, terms.limit, terms.options);
    let doubles = usize::from(terms.options.automatic_doubles);
    std::iter::successors(Some(1), next).take(doubles + 1).last().unwrap_or(1).min(CUBE_MAX)
}
