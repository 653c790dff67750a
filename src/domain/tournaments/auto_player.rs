//! What the auto-player does (page 003 §15): no more than the turn demands.

use crate::rules::backgammon::{Act, Legal, Offer, Player};

crate::words! {
    /// A step of a turn at cards.
    pub enum CardStep {
        /// A card is drawn from the stock.
        DrawFromStock = "draw_from_stock",
        /// That same card is discarded.
        DiscardDrawn = "discard_drawn",
    }
}

/// Its whole turn at cards: nothing is melded, laid off or knocked.
pub const CARD_TURN: [CardStep; 2] = [CardStep::DrawFromStock, CardStep::DiscardDrawn];

/// Its play at backgammon: of the positions that the legal plays lead to, the first in the order of their texts' bytes.
#[must_use]
pub fn first_play(plays: &[Legal]) -> Option<&Legal> {
    plays.iter().min_by_key(|legal| legal.position.to_string())
}

/// What it does at backgammon, of what is offered to the player: plays, passes, refuses a double, accepts a
/// resignation. Never doubles; the referee rolls for it. None where nothing waits for the player but a roll.
#[must_use]
pub fn act(by: Player, offers: &[Offer], plays: &[Legal]) -> Option<Act> {
    offers.iter().find_map(|offer| match offer {
        Offer::Play { by: whose } if *whose == by => first_play(plays).map(|legal| Act::of_play(by, &legal.play)),
        Offer::Pass { by: whose } if *whose == by => Some(Act::Pass { by }),
        Offer::Drop { by: whose } if *whose == by => Some(Act::Drop { by }),
        Offer::Accept { by: whose } if *whose == by => Some(Act::Accept { by }),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
