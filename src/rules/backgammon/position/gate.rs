//! What makes a board impossible.

use std::fmt;

use super::super::variant::Movement;
use super::{BAR, Board, CHECKERS, OFF, Whose};

/// A reason why a position cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// Its text has another length.
    #[error("a position is 28 characters, not {characters}")]
    Length {
        /// How many there are.
        characters: usize,
    },
    /// A character of its text says nothing there.
    #[error("character {at} of a position cannot be {found:?}")]
    Character {
        /// Which, from 1.
        at: u8,
        /// What it is.
        found: char,
    },
    /// What follows the 28 characters is not `/` and the number of a point, each once, in rising order.
    #[error("what follows the 28 characters does not name pinned points in order, each after a slash")]
    PinnedPoints,
    /// A side has not fifteen checkers.
    #[error("{whose} has {found} checkers, not 15")]
    Checkers {
        /// Which side.
        whose: Whose,
        /// How many it has.
        found: u16,
    },
    /// Both sides stand on one point.
    #[error("both sides stand on point {point}")]
    Shared {
        /// The point, from the mover's side.
        point: u8,
    },
    /// A point is said to hold a pinned checker, and does not: one checker of one side below, the other's on top.
    #[error("no checker can be pinned on point {point}")]
    Pinned {
        /// The point, from the mover's side.
        point: u8,
    },
    /// A checker on the bar of a game that has none.
    #[error("{whose} has checkers on the bar, and nothing is hit in this game")]
    Bar {
        /// Whose.
        whose: Whose,
    },
    /// A side holds all six points of its starting quarter, where that is forbidden.
    #[error("{whose} holds all six points of its starting quarter")]
    StartingQuarter {
        /// Which side.
        whose: Whose,
    },
    /// Both sides have borne all off.
    #[error("both sides have borne off all checkers")]
    BothOff,
    /// Both sides are on the bar against six made points: neither could ever have come there, or leave.
    #[error("both sides are on the bar against closed home boards")]
    BothClosedOut,
}

/// Every reason why a position cannot be; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impossibles(pub Vec<Impossible>);

impl fmt::Display for Impossibles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, impossible) in self.0.iter().enumerate() {
            write!(f, "{}{impossible}", if at > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Impossibles {}

/// Everything that is impossible on a board.
pub(super) fn judge(board: &Board) -> Impossibles {
    let mut found = Vec::new();
    checkers(board, &mut found);
    points(board, &mut found);
    if board.own[usize::from(OFF)] == CHECKERS && board.opp[usize::from(OFF)] == CHECKERS {
        found.push(Impossible::BothOff);
    }
    if board.movement == Movement::Running {
        let sides = [(Whose::Own, &board.own), (Whose::Opp, &board.opp)].into_iter();
        let held = sides.filter(|(_, counts)| counts[19..=24].iter().all(|count| *count > 0));
        found.extend(held.map(|(whose, _)| Impossible::StartingQuarter { whose }));
    }
    let on_bar = [board.own, board.opp].map(|counts| counts[usize::from(BAR)] > 0);
    if matches!(board.movement, Movement::Pinning | Movement::Running) {
        let sides = [Whose::Own, Whose::Opp].into_iter().zip(on_bar);
        found.extend(sides.filter(|(_, on_bar)| *on_bar).map(|(whose, _)| Impossible::Bar { whose }));
    } else if on_bar == [true; 2] && [board.own, board.opp].iter().all(|side| side[1..=6].iter().all(|on| *on > 1)) {
        found.push(Impossible::BothClosedOut);
    }
    Impossibles(found)
}

/// Fifteen a side. Where checkers enter at the start, those that are nowhere have yet to.
fn checkers(board: &Board, found: &mut Vec<Impossible>) {
    for (whose, counts) in [(Whose::Own, &board.own), (Whose::Opp, &board.opp)] {
        let checkers: u16 = counts.iter().map(|count| u16::from(*count)).sum();
        let enter = board.movement == Movement::Entering && checkers < u16::from(CHECKERS);
        if checkers != u16::from(CHECKERS) && !enter {
            found.push(Impossible::Checkers { whose, found: checkers });
        }
    }
}

/// No point shared, but with one pinned checker where checkers are pinned.
fn points(board: &Board, found: &mut Vec<Impossible>) {
    for point in 1..=24 {
        let across = board.movement.across(point);
        let (own, opp) = (board.own[usize::from(point)], board.opp[usize::from(across)]);
        let own_pinned = board.own_pinned >> point & 1 == 1;
        let opp_pinned = board.opp_pinned >> across & 1 == 1;
        if own_pinned || opp_pinned {
            let pinned = board.movement == Movement::Pinning
                && own_pinned != opp_pinned
                && if own_pinned { own == 1 && opp > 0 } else { opp == 1 && own > 0 };
            if !pinned {
                found.push(Impossible::Pinned { point });
            }
        } else if own > 0 && opp > 0 {
            found.push(Impossible::Shared { point });
        }
    }
    let no_point = !((1 << BAR) - 2);
    if (board.own_pinned | board.opp_pinned) & no_point != 0 {
        found.push(Impossible::PinnedPoints);
    }
}
