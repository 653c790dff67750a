//! Ranks, while running and final (page 003 §11, §14; `edge-cases.md` 7, 11, 13, 14). No time enters them.

use std::cmp::Reverse;

use serde::Serialize;

use super::entry::{Entry, EntryState};
use super::explanation::Explanation;
use super::points;
use super::tournament::Tournament;

/// What a player ranks by. Later members rank above earlier ones, and within a member the higher figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RankedBy {
    /// Disqualified, below all others: the place in the order of disqualifications, the last highest.
    Disqualification(u32),
    /// Out before the final table: tournament points, whenever the player left.
    Points(u32),
    /// Left the final table: the place in the order of leaving it, the last highest.
    Departure(u32),
    /// Out, with time left to come back: in play with no chips.
    Window,
    /// In play: chips.
    Chips(u64),
}

impl RankedBy {
    /// What a player ranks by now.
    #[must_use]
    pub fn of(tournament: &Tournament, entry: &Entry) -> Self {
        match entry.state {
            EntryState::Playing => Self::Chips(entry.chips.0),
            EntryState::Disqualified => Self::Disqualification(entry.disqualification.unwrap_or_default()),
            EntryState::Out if entry.has_window(tournament) => Self::Window,
            EntryState::Out | EntryState::Withdrawn => match entry.departure {
                Some(departure) => Self::Departure(departure),
                None => Self::Points(points::of(tournament, entry)),
            },
        }
    }

    /// Why a player ranks where they do.
    #[must_use]
    pub fn why(self) -> Explanation {
        match self {
            Self::Disqualification(order) => {
                Explanation::new("disqualified", "director's acts; edge case 11").with("order", order)
            }
            Self::Points(points) => Explanation::new("tournament_points", "page 003 \u{a7}11").with("points", points),
            Self::Departure(order) => Explanation::new("left_final_table", "page 003 \u{a7}11").with("order", order),
            Self::Window => Explanation::new("may_re_enter", "edge case 7").with("chips", 0_u32),
            Self::Chips(chips) => Explanation::new("chips", "page 003 \u{a7}11").with("chips", chips),
        }
    }
}

/// Players who share a rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rank {
    /// The rank: one more than there are players above. After a tie of two at 2 comes 4.
    pub rank: u32,
    /// What they rank by.
    pub by: RankedBy,
    /// Who, in the order of registration.
    pub registrations: Vec<u32>,
}

/// All ranks, the best first. Those who have the same to rank by share one.
#[must_use]
pub fn rank<'a>(tournament: &Tournament, entries: impl IntoIterator<Item = &'a Entry>) -> Vec<Rank> {
    let of = |entry: &Entry| (Reverse(RankedBy::of(tournament, entry)), entry.registration);
    let mut order: Vec<_> = entries.into_iter().map(of).collect();
    order.sort_unstable();
    let mut ranks: Vec<Rank> = Vec::new();
    for (above, (Reverse(by), registration)) in (0_u32..).zip(order) {
        match ranks.last_mut() {
            Some(last) if last.by == by => last.registrations.push(registration),
            _ => ranks.push(Rank { rank: above.saturating_add(1), by, registrations: vec![registration] }),
        }
    }
    ranks
}

/// The rank of one player as shown to them, from the number of those above: without sorting the others.
#[must_use]
pub fn rank_of<'a>(tournament: &Tournament, entry: &Entry, entries: impl IntoIterator<Item = &'a Entry>) -> u32 {
    let by = RankedBy::of(tournament, entry);
    let above = entries.into_iter().filter(|other| RankedBy::of(tournament, other) > by).count();
    u32::try_from(above).unwrap_or(u32::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests;
