//! The bounds that count for a game: the schedule's own, or those that its owner set for the game's currency.

use super::schedule::{Band, Banded, Figures, Schedule};
use crate::domain::exact::Exact;
use crate::domain::money::Currency;

impl Band {
    /// The lower bound, whoever owns it.
    pub(super) fn lower(&self) -> Option<Exact> {
        self.from.or(self.above)
    }

    /// The upper bound, whoever owns it.
    pub(super) fn upper(&self) -> Option<Exact> {
        self.below.or(self.up_to)
    }

    /// Whether a value lies at or above where the band begins and at or below where it ends, by who owns the bounds.
    pub(super) fn holds(&self, value: Exact) -> bool {
        self.from.is_none_or(|bound| value >= bound)
            && self.above.is_none_or(|bound| value > bound)
            && self.below.is_none_or(|bound| value < bound)
            && self.up_to.is_none_or(|bound| value <= bound)
    }

    /// The same band with other bounds; who owns them stays.
    fn moved(self, lower: Option<Exact>, upper: Option<Exact>) -> Self {
        Self {
            from: self.from.and(lower),
            above: self.above.and(lower),
            below: self.below.and(upper),
            up_to: self.up_to.and(upper),
        }
    }
}

/// The bounds of one table between its rows, where they were set for a currency.
pub(super) type Bounds<'a> = Option<&'a [Exact]>;

/// Row `index` of a table, with the bounds that count.
pub(super) fn band_at<T: Banded>(rows: &[T], bounds: Bounds<'_>, index: usize) -> Option<Band> {
    let band = rows.get(index)?.band();
    let Some(bounds) = bounds else { return Some(band) };
    let lower = index.checked_sub(1).and_then(|before| bounds.get(before));
    Some(band.moved(lower.copied(), bounds.get(index).copied()))
}

/// The row that holds a value: its place, and its bounds.
pub(super) fn find<T: Banded>(rows: &[T], bounds: Bounds<'_>, value: Exact) -> Option<(usize, Band)> {
    (0..rows.len()).find_map(|index| {
        let band = band_at(rows, bounds, index)?;
        band.holds(value).then_some((index, band))
    })
}

impl Schedule {
    /// What was set for a currency; none: the schedule's own bounds and cap count.
    pub(super) fn figures_for(&self, currency: Currency) -> Option<&Figures> {
        if self.figures.is_empty() { None } else { self.figures.get(&currency) }
    }

    /// The cap of one player's rake in a currency.
    pub(super) fn cap_for(&self, figures: Option<&Figures>) -> Option<Exact> {
        match figures {
            Some(figures) => figures.cap_each,
            None => self.cap_each,
        }
    }
}
