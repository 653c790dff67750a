//! Plays found move by move, by the law of a single move alone: for the variants with a movement of their own, where the
//! order of moves can matter.

use super::super::position::{BAR, Position};
use super::super::roll::Roll;
use super::{Legal, Play, Plays};

/// What can be reached from a position with so many dice: each position once.
#[derive(Debug, Clone, Default)]
pub(super) struct Reached([Vec<Legal>; 5]);

/// Adds what one more die makes of each.
fn extend(from: &[Legal], die: u8, to: &mut Vec<Legal>) {
    for legal in from {
        for place in 1..=BAR {
            if let Ok((one, position)) = legal.position.step(place, die) {
                to.push(Legal { position, play: legal.play.and(one) });
            }
        }
    }
    to.sort_unstable();
    to.dedup_by_key(|legal| legal.position);
}

impl Reached {
    /// Starts again from a position. With a double the levels are of as many dice; else of none, the higher die, both,
    /// the lower die.
    fn fill(&mut self, position: &Position, roll: Roll) {
        self.0.iter_mut().for_each(Vec::clear);
        let [none, one, two, three, four] = &mut self.0;
        none.push(Legal { position: *position, play: Play::default() });
        let (high, low) = (roll.high(), roll.low());
        extend(none, high, one);
        if roll.is_double() {
            extend(one, high, two);
            extend(two, high, three);
            extend(three, high, four);
        } else {
            extend(one, low, two);
            extend(none, low, three);
            extend(three, high, two);
        }
    }
}

/// All that moves with these dice can lead to, whether or not more dice must be played.
pub(in super::super) fn reached(position: &Position, roll: Roll) -> Vec<Legal> {
    let mut reached = Reached::default();
    reached.fill(position, roll);
    reached.0.concat()
}

pub(super) fn find(plays: &mut Plays, position: &Position, roll: Roll) {
    let mut reached = std::mem::take(&mut plays.reached);
    reached.fill(position, roll);
    let [_, one, two, three, four] = &reached.0;
    if roll.is_double() {
        choose(plays, position, &[(4, four.as_slice()), (3, three), (2, two), (1, one)]);
    } else {
        choose(plays, position, &[(2, two.as_slice()), (1, one), (1, three)]);
    }
    plays.reached = reached;
}

/// Takes the first level, from that of the most dice, on which something may be left to the opponent.
fn choose(plays: &mut Plays, position: &Position, levels: &[(u8, &[Legal])]) {
    // Where the opponent is shut in already and cannot be let out, there is nothing to choose by.
    let lets_out = |legal: &&Legal| !legal.position.shuts_in();
    let any = position.shuts_in() && !levels.iter().any(|(_, level)| level.iter().any(|legal| lets_out(&legal)));
    for (at, (dice, level)) in levels.iter().enumerate() {
        plays.found.extend(level.iter().filter(|legal| any || lets_out(legal)));
        if !plays.found.is_empty() {
            plays.dice_used = *dice;
            // What ends the game at once leaves dice unplayed.
            let fewer = levels.iter().skip(at + 1).flat_map(|(_, level)| level.iter());
            plays.found.extend(fewer.filter(|legal| legal.position.ends_at_once()));
            return;
        }
    }
}
