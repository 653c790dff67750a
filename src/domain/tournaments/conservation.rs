//! Chips are never made or lost (page 003 §10): chips held + chips in open pots + chips removed = starting chips x (entries +
//! re-entries).

use super::chips::Chips;
use super::entry::Entry;
use super::terms::Terms;
use super::tournament::Tournament;

/// Rows that contradict each other: the two sides of a sum.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: counted {counted}, kept {kept}")]
pub struct Unequal {
    /// What was counted.
    pub what: &'static str,
    /// By going through the rows.
    pub counted: u64,
    /// As the tournament's row has it.
    pub kept: u64,
}

/// Compares the tournament's counts with its rows. `pots` are those of the rounds under way.
///
/// # Errors
/// The first that differs.
pub fn check<'a>(
    terms: &Terms,
    tournament: &Tournament,
    entries: impl IntoIterator<Item = &'a Entry>,
    pots: impl IntoIterator<Item = Chips>,
) -> Result<(), Unequal> {
    let (mut held, mut people, mut bought) = (0_u64, 0_u64, 0_u64);
    let (mut playing, mut in_rounds, mut windows) = (0_u64, 0_u64, 0_u64);
    for entry in entries {
        held = held.saturating_add(entry.chips.0);
        people += 1;
        bought += u64::from(entry.re_entries);
        playing += u64::from(entry.is_playing());
        in_rounds += u64::from(entry.is_playing() && entry.in_round.is_some());
        windows += u64::from(entry.has_window(tournament));
    }
    let (mut in_pots, mut open) = (0_u64, 0_u64);
    for pot in pots {
        in_pots = in_pots.saturating_add(pot.0);
        open += 1;
    }
    let given = terms.starting_chips.0.saturating_mul(people.saturating_add(bought));
    let equal = |what, counted, kept| if counted == kept { Ok(()) } else { Err(Unequal { what, counted, kept }) };
    equal("chips", held.saturating_add(in_pots).saturating_add(tournament.removed.0), given)?;
    equal("pots", in_pots, tournament.pots.0)?;
    equal("rounds under way", open, tournament.open_rounds.into())?;
    equal("entries", people, tournament.entries.into())?;
    equal("re-entries", bought, tournament.re_entries.into())?;
    equal("players", playing, tournament.playing.into())?;
    equal("players in rounds", in_rounds, tournament.in_rounds.into())?;
    equal("windows", windows, tournament.windows.into())
}
