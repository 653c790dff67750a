//! One checker and one die: the law of a single move in every variant, and why a move is refused.

use super::plays::Move;
use super::position::{BAR, CHECKERS, OFF, Position, Whose};
use super::variant::Movement;

/// Where all checkers start where they start on one point.
pub(super) const START: u8 = 24;
/// The other side's starting point where both run one way.
const THEIR_START: u8 = 12;
/// The last point before the home board.
const HOME: u8 = 6;

/// Why a checker cannot be moved by a die. Places are the mover's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// No checker of the mover's stands there.
    #[error("no checker of yours stands on {}", Place(*.from))]
    NoChecker {
        /// Where none stands.
        from: u8,
    },
    /// Another checker is on the bar, and enters first.
    #[error("{die} from {}: a checker on the bar enters before another moves", Place(*.from))]
    OnBar {
        /// The checker that is to wait.
        from: u8,
        /// The die.
        die: u8,
    },
    /// The checker is pinned.
    #[error("{die} from {}: the checker there is pinned", Place(*.from))]
    Pinned {
        /// The checker.
        from: u8,
        /// The die.
        die: u8,
    },
    /// The first checker has not yet passed the other side's starting point.
    #[error("{die} from {}: no second checker moves before the first has passed the other side's starting point", Place(*.from))]
    FirstCheckerFirst {
        /// The checker that is to wait.
        from: u8,
        /// The die.
        die: u8,
    },
    /// The opponent holds the point.
    #[error("{die} from {}: the opponent holds {}", Place(*.from), Place(*.to))]
    Blocked {
        /// The checker.
        from: u8,
        /// The die.
        die: u8,
        /// The point that is held.
        to: u8,
    },
    /// All six points of the mover's starting quarter would be held.
    #[error("{die} from {}: it would hold all six points of the starting quarter", Place(*.from))]
    StartingQuarter {
        /// The checker.
        from: u8,
        /// The die.
        die: u8,
    },
    /// A checker is not home.
    #[error("{die} from {}: no bearing off while a checker stands on {}", Place(*.from), Place(*.outside))]
    NotHome {
        /// The checker.
        from: u8,
        /// The die.
        die: u8,
        /// The farthest checker that is not home. [`BAR`] also where one has yet to enter.
        outside: u8,
    },
    /// A checker of the mover's is pinned at home.
    #[error("{die} from {}: no bearing off while the checker on {} is pinned", Place(*.from), Place(*.pinned))]
    PinnedAtHome {
        /// The checker.
        from: u8,
        /// The die.
        die: u8,
        /// The checker that is pinned.
        pinned: u8,
    },
    /// The die is higher than the point, and a checker stands higher.
    #[error("{die} from {}: it bears off the highest checker only, which stands on {}", Place(*.from), Place(*.higher))]
    NotHighest {
        /// The checker.
        from: u8,
        /// The die.
        die: u8,
        /// The highest checker.
        higher: u8,
    },
}

/// A place as people say it.
pub(super) struct Place(pub u8);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            OFF => f.write_str("off"),
            BAR => f.write_str("the bar"),
            point => write!(f, "point {point}"),
        }
    }
}

impl Position {
    /// Whether a checker of a side is pinned on a point, by that side's count.
    pub(super) fn is_pinned(&self, whose: Whose, point: u8) -> bool {
        let side = if whose == Whose::Own { self.own } else { self.opp };
        side.pinned() >> point & 1 == 1
    }

    /// The farthest checker of the side to move, 0 where all are off.
    fn farthest(&self) -> u8 {
        if self.waiting() > 0 { BAR } else { (1..=BAR).rev().find(|place| self.own.count(*place) > 0).unwrap_or(OFF) }
    }

    /// Whether a checker of the side to move stands at a place, or yet has to enter from there.
    pub(super) fn stands(&self, place: u8) -> bool {
        (1..=BAR).contains(&place) && (self.own.count(place) > 0 || place == BAR && self.waiting() > 0)
    }

    /// Moves one checker by one die.
    ///
    /// # Errors
    /// [`Refusal`]: why this checker cannot be moved by this die.
    pub(super) fn step(&self, from: u8, die: u8) -> Result<(Move, Self), Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if !self.stands(from) {
            return Err(Refusal::NoChecker { from });
        }
        let on_bar = self.own.count(BAR);
        if on_bar > 0 && from != BAR {
            return Err(Refusal::OnBar { from, die });
        }
        if self.is_pinned(Whose::Own, from) {
            return Err(Refusal::Pinned { from, die });
        }
        if self.movement == Movement::Running && self.waits_for_the_first(from) {
            return Err(Refusal::FirstCheckerFirst { from, die });
        }
        let to = from.saturating_sub(die);
        match to {
            OFF => self.bears_off(from, die)?,
            to if self.is_blocked(to) => return Err(Refusal::Blocked { from, die, to }),
            _ => {}
        }
        let moved = self.moved(from, to);
        if self.movement == Movement::Running && (19..=24).all(|point| moved.1.own.count(point) > 0) {
            return Err(Refusal::StartingQuarter { from, die });
        }
        Ok(moved)
    }

    fn is_blocked(&self, to: u8) -> bool {
        let there = self.opp.count(self.movement.across(to));
        match self.movement {
            Movement::Hitting | Movement::Entering => there > 1,
            Movement::Pinning => there > 1 || self.is_pinned(Whose::Own, to),
            Movement::Running => there > 0,
        }
    }

    /// Until one checker has passed the other side's starting point, only one that has left its own moves.
    fn waits_for_the_first(&self, from: u8) -> bool {
        let passed = (OFF..THEIR_START).any(|place| self.own.count(place) > 0);
        !passed && from == START && self.own.count(START) < CHECKERS
    }

    fn bears_off(&self, from: u8, die: u8) -> Result<(), Refusal> {
        let farthest = self.farthest();
        if farthest > HOME {
            return Err(Refusal::NotHome { from, die, outside: farthest });
        }
        if let Some(pinned) = (1..=HOME).find(|point| self.is_pinned(Whose::Own, *point)) {
            return Err(Refusal::PinnedAtHome { from, die, pinned });
        }
        if from < die && from < farthest {
            return Err(Refusal::NotHighest { from, die, higher: farthest });
        }
        Ok(())
    }

    /// Whether, where both run one way, the mover holds the six points before one on which the opponent has all fifteen
    /// checkers.
    pub(super) fn shuts_in(&self) -> bool {
        let theirs = (HOME + 1..=24).find(|point| self.opp.count(*point) == CHECKERS);
        let ahead = |from: u8| (1..=6).all(|die| self.own.count(self.movement.across(from - die)) > 0);
        self.movement == Movement::Running && theirs.is_some_and(ahead)
    }

    /// The board after a move that is allowed.
    fn moved(&self, from: u8, to: u8) -> (Move, Self) {
        let mut after = *self;
        after.own = if self.own.count(from) > 0 { self.own.moved(from, to) } else { self.own.entered(to) };
        let across = |place| self.movement.across(place);
        if self.movement == Movement::Pinning && self.own.count(from) == 1 {
            after.opp = after.opp.freed(across(from));
        }
        let meets = to != OFF && self.opp.count(across(to)) == 1;
        if meets {
            after.opp = match self.movement {
                Movement::Pinning => after.opp.pinned_on(across(to)),
                _ => after.opp.moved(across(to), BAR),
            };
        }
        (Move { from, to, hit: meets && self.movement != Movement::Pinning }, after)
    }
}

#[cfg(test)]
mod tests;
