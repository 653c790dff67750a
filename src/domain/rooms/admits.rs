//! Whether a room offers what two players want to agree on.

use rust_decimal::Decimal;

use super::room::{Room, Stakes};
use crate::domain::exact::Exact;
use crate::domain::games::terms::{GameKind, Terms, Variant};
use crate::domain::money::Currency;
use crate::rules::rating::Rating;

/// Why a room does not admit a game or a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RoomRefusal {
    /// Not a currency of this room.
    #[error("this room does not play for {currency}")]
    CurrencyNotOffered {
        /// The currency asked for.
        currency: Currency,
    },
    /// A game for money has a stake above 0.
    #[error("the stake must be above 0")]
    StakeNotPositive,
    /// Not one of the stakes of this room.
    #[error("{stake} {currency} is not a stake of this room")]
    StakeNotOffered {
        /// The stake asked for.
        stake: Exact,
        /// Its currency.
        currency: Currency,
    },
    /// No single games here.
    #[error("this room offers no single games")]
    SingleNotOffered,
    /// No matches here (page 000, Dark Room).
    #[error("this room offers no matches")]
    MatchNotOffered,
    /// A match is to at least 1 point and at most to the room's longest.
    #[error("matches here are to 1 up to {points_max} points")]
    PointsOutOfRange {
        /// The longest match.
        points_max: u32,
    },
    /// Not a variant of this room.
    #[error("this room does not offer {}", variant.slug())]
    VariantNotOffered {
        /// The variant asked for.
        variant: Variant,
    },
    /// An option that the room does not offer, or that does not go with the kind of game, the variant or another
    /// option: its name.
    #[error("the option {option} is not offered for this game")]
    OptionNotOffered {
        /// The option asked for.
        option: &'static str,
    },
    /// More automatic doubles than the room allows.
    #[error("at most {most} automatic doubles are offered here")]
    TooManyAutomaticDoubles {
        /// The most.
        most: u8,
    },
    /// A cube maximum that is not a power of two from 2 to the room's highest.
    #[error("the cube maximum is a power of two from 2 to {cube_max}")]
    CubeMaxOutOfRange {
        /// The room's highest.
        cube_max: u32,
    },
    /// A limit below the stake: even a single game could not pass whole.
    #[error("the limit must be at least the stake")]
    LimitBelowStake,
    /// A player is rated below the least rating.
    #[error("a rating of at least {least} is needed here")]
    RatingTooLow {
        /// The least rating.
        least: Rating,
    },
}

impl RoomRefusal {
    /// The stable word of this refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::CurrencyNotOffered { .. } => "currency_not_offered",
            Self::StakeNotPositive => "stake_not_positive",
            Self::StakeNotOffered { .. } => "stake_not_offered",
            Self::SingleNotOffered => "single_not_offered",
            Self::MatchNotOffered => "match_not_offered",
            Self::PointsOutOfRange { .. } => "points_out_of_range",
            Self::VariantNotOffered { .. } => "variant_not_offered",
            Self::OptionNotOffered { .. } => "option_not_offered",
            Self::TooManyAutomaticDoubles { .. } => "too_many_automatic_doubles",
            Self::CubeMaxOutOfRange { .. } => "cube_max_out_of_range",
            Self::LimitBelowStake => "limit_below_stake",
            Self::RatingTooLow { .. } => "rating_too_low",
        }
    }

    /// What the sentence speaks of, by name.
    #[must_use]
    pub fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::CurrencyNotOffered { currency } => vec![("currency", currency.to_string())],
            Self::StakeNotOffered { stake, currency } => {
                vec![("stake", stake.to_string()), ("currency", currency.to_string())]
            }
            Self::PointsOutOfRange { points_max } => vec![("points_max", points_max.to_string())],
            Self::VariantNotOffered { variant } => vec![("variant", variant.slug().to_owned())],
            Self::OptionNotOffered { option } => vec![("option", (*option).to_owned())],
            Self::TooManyAutomaticDoubles { most } => vec![("most", most.to_string())],
            Self::CubeMaxOutOfRange { cube_max } => vec![("cube_max", cube_max.to_string())],
            Self::RatingTooLow { least } => vec![("least", least.to_string())],
            Self::StakeNotPositive | Self::SingleNotOffered | Self::MatchNotOffered | Self::LimitBelowStake => {
                Vec::new()
            }
        }
    }
}

impl Stakes {
    /// Whether this is one of the stakes.
    #[must_use]
    pub fn allow(&self, stake: Exact) -> bool {
        match self {
            Self::List(stakes) => stakes.contains(&stake),
            Self::Range { least, most, step } => {
                let above = stake.0.checked_sub(least.0).and_then(|above| above.checked_rem(step.0));
                stake >= *least && stake <= *most && above == Some(Decimal::ZERO)
            }
        }
    }
}

impl Room {
    /// Whether a game on these terms may be offered here.
    ///
    /// # Errors
    /// [`RoomRefusal`]: the first reason against it.
    pub fn admits(&self, terms: &Terms) -> Result<(), RoomRefusal> {
        let currency = terms.currency;
        if !terms.stake.is_positive() {
            return Err(RoomRefusal::StakeNotPositive);
        }
        let stakes = self.stakes.get(&currency).ok_or(RoomRefusal::CurrencyNotOffered { currency })?;
        let stake = Exact(terms.stake.to_decimal(currency));
        if !stakes.allow(stake) {
            return Err(RoomRefusal::StakeNotOffered { stake, currency });
        }
        if !self.variants.contains(&terms.variant) {
            return Err(RoomRefusal::VariantNotOffered { variant: terms.variant });
        }
        match (terms.kind, self.kinds.matches) {
            (GameKind::Single, _) if !self.kinds.single => return Err(RoomRefusal::SingleNotOffered),
            (GameKind::Match { .. }, None) => return Err(RoomRefusal::MatchNotOffered),
            (GameKind::Match { points }, Some(matches)) if !(1..=matches.points_max).contains(&points) => {
                return Err(RoomRefusal::PointsOutOfRange { points_max: matches.points_max });
            }
            _ => {}
        }
        self.admits_options(terms)
    }

    /// Whether a player with this rating may sit down here. The room's schedule may ask for more
    /// ([`Room::least_rating_with`]).
    ///
    /// # Errors
    /// [`RoomRefusal::RatingTooLow`].
    pub fn admits_rating(&self, rating: Rating) -> Result<(), RoomRefusal> {
        match self.least_rating {
            Some(least) if rating < least => Err(RoomRefusal::RatingTooLow { least }),
            _ => Ok(()),
        }
    }

    fn admits_options(&self, terms: &Terms) -> Result<(), RoomRefusal> {
        let (offered, asked) = (&self.options, &terms.options);
        let single = terms.kind == GameKind::Single;
        let asked_and_offered = [
            ("cube", asked.cube, offered.cube && terms.variant.has_cube()),
            ("jacoby", asked.jacoby, offered.jacoby && single && asked.cube),
            ("beavers", asked.beavers, offered.beavers && single && asked.cube),
            ("automatic_doubles", asked.automatic_doubles > 0, single && asked.cube),
            ("limit", terms.limit.is_some(), offered.limit && single),
            ("without_crawford", !asked.crawford && !single && asked.cube, offered.without_crawford),
        ];
        for (option, asked, offered) in asked_and_offered {
            if asked && !offered {
                return Err(RoomRefusal::OptionNotOffered { option });
            }
        }
        if asked.automatic_doubles > offered.automatic_doubles_max {
            return Err(RoomRefusal::TooManyAutomaticDoubles { most: offered.automatic_doubles_max });
        }
        let cube_max = offered.cube_max;
        if asked.cube && !(asked.cube_max.is_power_of_two() && (2..=cube_max).contains(&asked.cube_max)) {
            return Err(RoomRefusal::CubeMaxOutOfRange { cube_max });
        }
        match terms.limit {
            Some(limit) if limit < terms.stake => Err(RoomRefusal::LimitBelowStake),
            _ => Ok(()),
        }
    }
}
