//! Whether the rows of a table cover everything once: from 0, without gap or overlap, with an open end.

use super::faults::MAX_ROWS;
use super::schedule::{Band, Banded};
use crate::domain::exact::Exact;
use crate::domain::fault::Fault;

/// The highest bound: above every amount that one request may name.
const MAX_BOUND: i64 = 1_000_000_000_000_000;

impl Band {
    /// Whether some value lies in both.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.ends_after_start_of(other) && other.ends_after_start_of(self)
    }

    fn ends_after_start_of(&self, other: &Self) -> bool {
        match (self.upper(), other.lower()) {
            (Some(upper), Some(lower)) => {
                upper > lower || (upper == lower && self.up_to.is_some() && other.from.is_some())
            }
            _ => true,
        }
    }
}

/// Checks the bounds of a whole table at `at`, whose bounds have at most so many decimal places.
pub(super) fn check_bands<T: Banded>(rows: &[T], places: u32, at: &str, faults: &mut Vec<Fault>) {
    if rows.len() > MAX_ROWS {
        faults.push(Fault::new(at, "too_many_tiers", format!("a table has at most {MAX_ROWS} rows")));
        return;
    }
    let bands: Vec<Band> = rows.iter().map(Banded::band).collect();
    for (index, band) in bands.iter().enumerate() {
        let row = format!("{at}/{index}");
        check_row(band, index == 0, index + 1 == bands.len(), places, &row, faults);
        if let Some(next) = bands.get(index + 1) {
            check_seam(band, next, &format!("{at}/{}", index + 1), faults);
        }
    }
}

fn check_row(band: &Band, first: bool, last: bool, places: u32, row: &str, faults: &mut Vec<Fault>) {
    if band.from.is_some() && band.above.is_some() {
        faults.push(Fault::new(row, "bound_given_twice", "a lower bound is either \"from\" or \"above\""));
    }
    if band.below.is_some() && band.up_to.is_some() {
        faults.push(Fault::new(row, "bound_given_twice", "an upper bound is either \"below\" or \"up_to\""));
    }
    let starts_at_zero = band.above.is_none() && band.from.is_none_or(|from| from == Exact::ZERO);
    if first && !starts_at_zero {
        faults.push(Fault::new(row, "first_tier_not_from_zero", "the first row applies from 0"));
    }
    if last && band.upper().is_some() {
        faults.push(Fault::new(row, "last_tier_not_open", "the last row has no upper bound"));
    }
    let words = [("from", band.from), ("above", band.above), ("below", band.below), ("up_to", band.up_to)];
    for (word, bound) in words {
        let zero_allowed = first && word == "from";
        if let Some(bound) = bound.filter(|bound| !(zero_allowed && *bound == Exact::ZERO)) {
            check_bound(bound, places, &format!("{row}/{word}"), faults);
        }
    }
    if let (Some(lower), Some(upper)) = (band.lower(), band.upper())
        && lower >= upper
    {
        faults.push(Fault::new(row, "bounds_not_ascending", "the upper bound is above the lower one"));
    }
}

/// Between two rows: the one begins exactly where the other ends, and one of them owns the bound.
fn check_seam(band: &Band, next: &Band, at: &str, faults: &mut Vec<Fault>) {
    let (Some(upper), Some(lower)) = (band.upper(), next.lower()) else {
        faults.push(Fault::new(at, "bound_missing", "between two rows the one ends, and the other begins, at a bound"));
        return;
    };
    let owners = usize::from(band.up_to.is_some()) + usize::from(next.from.is_some());
    if upper < lower || (upper == lower && owners == 0) {
        faults.push(Fault::new(at, "tiers_leave_a_gap", "no row applies between the row before and this one"));
    } else if upper > lower || owners == 2 {
        faults.push(Fault::new(at, "tiers_overlap", "this row and the row before it both apply to some values"));
    }
}

fn check_bound(bound: Exact, places: u32, at: &str, faults: &mut Vec<Fault>) {
    if bound.is_negative() || bound == Exact::ZERO || bound.0 > MAX_BOUND.into() {
        faults.push(Fault::new(at, "bound_out_of_range", format!("a bound is above 0 and at most {MAX_BOUND}")));
    } else if bound.places() > places {
        faults.push(Fault::new(at, "too_many_decimal_places", format!("at most {places} decimal places")));
    }
}

/// Checks the bounds that were set for another currency: as many as there are between the rows, ascending.
pub(super) fn check_bounds(bounds: &[Exact], rows: usize, places: u32, at: &str, faults: &mut Vec<Fault>) {
    let needed = rows.saturating_sub(1);
    if bounds.len() != needed {
        let how = format!("{needed} bounds are needed, as many as the table has between its rows");
        faults.push(Fault::new(at, "figures_count_differs", how));
        return;
    }
    for (index, bound) in bounds.iter().enumerate() {
        check_bound(*bound, places, &format!("{at}/{index}"), faults);
        if index.checked_sub(1).and_then(|before| bounds.get(before)).is_some_and(|before| before >= bound) {
            faults.push(Fault::new(format!("{at}/{index}"), "bounds_not_ascending", "bounds ascend"));
        }
    }
}
