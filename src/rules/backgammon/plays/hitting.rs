//! Plays where a single checker is hit.
//!
//! Sources of a die are a set of bits, so that looking for legal moves is a shift. No position is found twice:
//! - Two dice: a play is a pair of sources, one for each die. Pairs with the higher die first are all found; of those with
//!   the lower first only the pairs that the other order did not have. Different pairs lead to the same position only
//!   where one checker runs with both dice and hits nothing on the way, or where two checkers are borne off and the dice
//!   change places.
//! - Doubles: moves are found with sources that never rise. Every set of moves can be played so, for entering comes first,
//!   then what brings checkers home, then bearing off from the top; and different sets lead to different positions.

use super::super::position::{BAR, Points, Position};
use super::super::roll::Roll;
use super::{Legal, Move, Play, Plays};

const HOME: Points = 0b111_1110;
const POINTS: Points = (1 << BAR) - 2;
const ON_BAR: Points = 1 << BAR;
const NOTHING: Points = 0;

/// A board in the midst of a play, with sets of points from the mover's side.
#[derive(Clone, Copy)]
struct Field {
    position: Position,
    play: Play,
    /// The mover's checkers, the bar among them.
    occupied: Points,
    /// Where the mover may land.
    open: Points,
    /// The opponent's single checkers.
    blots: Points,
}

/// A set of points of the opponent's, from the mover's side.
fn across(points: Points) -> Points {
    (points & POINTS).reverse_bits() >> 6
}

impl Field {
    fn new(position: &Position) -> Self {
        let made = across(position.opp.made());
        Self {
            position: *position,
            play: Play::default(),
            occupied: position.own.occupied(),
            open: POINTS & !made,
            blots: across(position.opp.occupied()) & !made,
        }
    }

    /// From where a die can be played.
    fn sources(&self, die: u8) -> Points {
        let occupied = self.occupied;
        if occupied & ON_BAR != NOTHING {
            return ON_BAR & self.open << die;
        }
        let inside = occupied & self.open << die;
        if occupied & !HOME != NOTHING {
            return inside;
        }
        let exact = occupied & 1 << die;
        if occupied >> die != NOTHING || occupied == NOTHING {
            return inside | exact;
        }
        1 << occupied.ilog2()
    }

    /// The board after one move that may be made.
    fn moved(&self, from: u8, die: u8) -> Self {
        let to = from.saturating_sub(die);
        let mut field = *self;
        field.position.own = self.position.own.moved(from, to);
        if self.position.own.count(from) == 1 {
            field.occupied &= !(1 << from);
        }
        field.occupied |= 1 << to & !1;
        let hit = has(self.blots, to);
        if hit {
            field.position.opp = self.position.opp.moved(BAR - to, BAR);
            field.blots &= !(1 << to);
        }
        field.play = self.play.and(Move { from, to, hit });
        field
    }
}

/// The places of a set, from the highest.
fn falling(mut points: Points) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let highest = points.checked_ilog2()?;
        points ^= 1 << highest;
        u8::try_from(highest).ok()
    })
}

impl Plays {
    fn push(&mut self, field: &Field) {
        self.found.push(Legal { play: field.play, position: field.position });
    }
}

pub(super) fn find(plays: &mut Plays, position: &Position, roll: Roll) {
    let field = Field::new(position);
    if roll.is_double() {
        double(plays, &field, roll.high(), BAR, 0);
    } else {
        pair(plays, &field, roll.high(), roll.low());
    }
}

fn pair(plays: &mut Plays, field: &Field, high: u8, low: u8) {
    let (highs, lows) = (field.sources(high), field.sources(low));
    // By the source of the higher die, those of the lower die that may follow.
    let mut after = [NOTHING; 32];
    for first in falling(highs) {
        let between = field.moved(first, high);
        let seconds = between.sources(low);
        after[usize::from(first & 31)] = seconds;
        for second in falling(seconds) {
            if !ran(field, &after, second, high, low, first) {
                plays.push(&between.moved(second, low));
            }
        }
    }
    for first in falling(lows) {
        let between = field.moved(first, low);
        for second in falling(between.sources(high)) {
            let known = has(after[usize::from(second & 31)], first);
            let swapped = second <= high && borne_off_by_either(&after, second, first, low);
            if !known && !swapped && !ran(field, &after, first, high, low, second) {
                plays.push(&between.moved(second, high));
            }
        }
    }
    if !plays.found.is_empty() {
        plays.dice_used = 2;
        return;
    }
    let (sources, die) = if highs == NOTHING { (lows, low) } else { (highs, high) };
    for from in falling(sources) {
        plays.dice_used = 1;
        plays.push(&field.moved(from, die));
    }
}

/// Whether the pair with the higher die from `by_high` and the lower from `by_low` bears off two checkers, and the one
/// with these sources exchanged was found.
fn borne_off_by_either(after: &[Points; 32], by_high: u8, by_low: u8, low: u8) -> bool {
    by_low <= low && by_high <= low && has(after[usize::from(by_low & 31)], by_high)
}

/// Whether the pair in which the lower die takes a checker from `from` to `between` and the higher one takes one on from
/// there is, hits and all, the one in which a single checker runs from `from` with the higher die first.
fn ran(field: &Field, after: &[Points; 32], from: u8, high: u8, low: u8, between: u8) -> bool {
    let Some(other) = from.checked_sub(high) else { return false };
    from - low == between
        && has(after[usize::from(from & 31)], other)
        && !has(field.blots, between)
        && !has(field.blots, other)
}

fn has(points: Points, point: u8) -> bool {
    points >> point & 1 == 1
}

fn double(plays: &mut Plays, field: &Field, die: u8, highest: u8, used: u8) {
    let sources = if used < 4 { field.sources(die) & ((2 << highest) - 1) } else { NOTHING };
    if sources == NOTHING && used > 0 && used >= plays.dice_used {
        if used > plays.dice_used {
            plays.found.clear();
            plays.dice_used = used;
        }
        plays.push(field);
    }
    for from in falling(sources) {
        double(plays, &field.moved(from, die), die, from, used + 1);
    }
}
