//! One side's fifteen checkers in sixteen bytes.

use super::position::{BAR, Counts, Points};

/// A four-bit count for each place: off, points 1 to 24 from the side's own ace point, bar. The 24 bits above them say on
/// which points a checker of this side is pinned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Side(u128);

/// The bit of each place's count that is worth one. Longer than there are places, so that five bits always index it.
const ONE: [u128; 32] = {
    let mut one = [0; 32];
    let mut place = 0;
    while place <= BAR as usize {
        one[place] = 1 << (4 * place);
        place += 1;
    }
    one
};

/// The lowest bit of every count.
const LOWEST: u128 = (u128::MAX / 15) & ((1 << PINS_FROM) - 1);
/// Where the bits of pinned checkers begin: point 1's.
const PINS_FROM: u32 = 4 * (BAR as u32 + 1);

impl Side {
    /// From counts, each at most 15, and the points on which one of them is pinned.
    pub fn of(counts: &Counts, pinned: Points) -> Self {
        let counts = counts.iter().rev().fold(0, |side, count| side << 4 | u128::from(*count & 15));
        Self(counts | u128::from(pinned >> 1) << PINS_FROM)
    }

    /// How many checkers stand at a place.
    pub fn count(self, place: u8) -> u8 {
        // Four bits always fit.
        (self.0 >> (4 * u32::from(place & 31)) & 15) as u8
    }

    /// All counts.
    pub fn counts(self) -> Counts {
        std::array::from_fn(|place| (self.0 >> (4 * place) & 15) as u8)
    }

    /// The points on which one of its checkers is pinned.
    pub fn pinned(self) -> Points {
        ((self.0 >> PINS_FROM) as u32) << 1
    }

    /// With one checker moved. There must be one at `from`.
    pub fn moved(self, from: u8, to: u8) -> Self {
        Self(self.0 - ONE[usize::from(from & 31)] + ONE[usize::from(to & 31)])
    }

    /// With one checker more. There must be room for it.
    pub fn entered(self, to: u8) -> Self {
        Self(self.0 + ONE[usize::from(to & 31)])
    }

    /// With its one checker on a point pinned.
    pub fn pinned_on(self, point: u8) -> Self {
        Self(self.0 | pin(point))
    }

    /// With none pinned on a point.
    pub fn freed(self, point: u8) -> Self {
        Self(self.0 & !pin(point))
    }

    /// The places, off excepted, with at least one checker, as bits.
    pub fn occupied(self) -> Points {
        squeezed(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & !1
    }

    /// The places, off excepted, with at least two checkers, as bits.
    pub fn made(self) -> Points {
        squeezed(self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & !1
    }
}

/// The bit that says that a checker is pinned on a point.
fn pin(point: u8) -> u128 {
    1 << (PINS_FROM + u32::from(point.clamp(1, 24)) - 1)
}

/// The lowest bit of every count, side by side.
fn squeezed(counts: u128) -> Points {
    let lowest = counts & LOWEST;
    quarter(lowest as u64) | quarter((lowest >> 64) as u64) << 16
}

/// Every fourth bit, side by side.
fn quarter(bits: u64) -> u32 {
    let bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    let bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
    let bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
    ((bits | bits >> 24) & 0xffff) as u32
}
