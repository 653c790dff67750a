//! A round's row: one hand or game at one table, and how it starts (page 003 §10: fee, short stack, risk).

use serde::{Deserialize, Serialize};

use super::chips::Chips;
use super::entry::{Entry, EntryState, InRound};
use super::settlement::Settlement;
use super::state::TournamentState;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// A seat of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Whose: the number in the order of registration.
    pub registration: u32,
    /// Paid into the pot: the round fee, or all that a poorer player held.
    pub fee_paid: Chips,
    /// What was left after it: what the player risks in this round.
    pub risk: Chips,
    /// Bought while the round was played; not at risk in it.
    pub bought: Chips,
    /// The entry's [`Entry::bonuses_missed`] when the round started, for a correction that brings the player back.
    pub bonuses_missed: u32,
}

impl Seat {
    /// The seat of a player who held so many chips.
    #[must_use]
    pub fn of(registration: u32, chips: Chips, round_fee: Chips) -> Self {
        let fee_paid = chips.min(round_fee);
        let risk = Chips(chips.0 - fee_paid.0);
        Self { registration, fee_paid, risk, bought: Chips::ZERO, bonuses_missed: 0 }
    }
}

/// A round. It keeps the level that was in force when it started to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Its number in the tournament, from 1; never given twice.
    pub number: u32,
    /// At which table.
    pub table: u32,
    /// At the final table: whom it puts out leaves that.
    pub final_table: bool,
    /// The level in force when it started.
    pub level: u32,
    /// That level's fee.
    pub round_fee: Chips,
    /// That level's chips for a negative point.
    pub chip_ratio: u64,
    /// How many levels had brought a bonus when it started.
    pub bonuses: u32,
    /// The seats, in order.
    pub seats: Vec<Seat>,
    /// When it started.
    pub started_at: Time,
    /// How it was settled; after the first, each reverses the one before it. Nothing is edited.
    pub settlements: Vec<Settlement>,
    /// The number under which players left the final table in this round.
    pub departure: Option<u32>,
}

impl Round {
    /// What is, or was, in the pot: the fees paid.
    #[must_use]
    pub fn pot(&self) -> Chips {
        self.seats.iter().map(|seat| seat.fee_paid).sum()
    }

    /// How it is settled now; none: it is under way.
    #[must_use]
    pub fn settlement(&self) -> Option<&Settlement> {
        self.settlements.last()
    }

    /// Starts a round at a table. `entries` are the rows of the players, in the order of the seats; they pay the fee of
    /// the level in force now.
    ///
    /// # Errors
    /// Those of [`Tournament::need_playing`] and of the clock; `table_size`, `seated_twice`, `not_in_play`,
    /// `already_in_round`, `seat_without_chips`; `round_open` at a final table, which is one table. After an error the rows are not to be kept.
    pub fn start(
        terms: &Terms,
        tournament: &mut Tournament,
        table: u32,
        entries: &mut [Entry],
        now: Time,
    ) -> Result<Self, Refused> {
        tournament.need_playing()?;
        tournament.bring_to(terms, now);
        tournament.clock.may_start_round(terms, now)?;
        may_sit(terms, tournament, entries)?;
        if tournament.state == TournamentState::FinalTable && tournament.open_rounds > 0 {
            return Err(Refused::new(Code::RoundOpen).with("rounds", tournament.open_rounds));
        }
        let number = tournament.next_round;
        let level = terms.level(tournament.clock.level)?;
        let bonuses = tournament.bonuses();
        let seats = entries.iter_mut().map(|entry| {
            let mut seat = Seat::of(entry.registration, entry.chips, level.round_fee);
            seat.bonuses_missed = entry.bonuses_missed;
            entry.chips = seat.risk;
            entry.in_round = Some(InRound { round: number, fee_paid: seat.fee_paid });
            entry.last_round = number;
            entry.bonuses_until = Some(bonuses);
            seat
        });
        let round = Self {
            number,
            table,
            final_table: tournament.state == TournamentState::FinalTable,
            level: tournament.clock.level,
            round_fee: level.round_fee,
            chip_ratio: level.chip_ratio,
            bonuses,
            seats: seats.collect(),
            started_at: now,
            settlements: Vec::new(),
            departure: None,
        };
        tournament.next_round = number.checked_add(1).ok_or(Code::Internal)?;
        tournament.open_rounds = tournament.open_rounds.checked_add(1).ok_or(Code::Internal)?;
        let seated = u32::try_from(entries.len()).map_err(|_| Code::Internal)?;
        tournament.in_rounds = tournament.in_rounds.checked_add(seated).ok_or(Code::Internal)?;
        tournament.pots = tournament.pots.and(round.pot())?;
        if tournament.state == TournamentState::FinalTable && !tournament.final_table_started {
            tournament.final_table_started = true;
            if terms.final_table_closes_re_entry {
                // A correction may have put somebody out since the final table was formed (`edge-cases.md` 17).
                tournament.close_windows();
            }
        }
        Ok(round)
    }
}

fn may_sit(terms: &Terms, tournament: &Tournament, entries: &[Entry]) -> Result<(), Refused> {
    let most = if tournament.state == TournamentState::FinalTable { terms.final_table_seats } else { terms.seats };
    if entries.len() < 2 || entries.len() > usize::try_from(most).unwrap_or(usize::MAX) {
        return Err(Refused::new(Code::TableSize).with("most", most));
    }
    for (at, entry) in entries.iter().enumerate() {
        let refused = |code: Code| Err(Refused::new(code).with("registration", entry.registration));
        if entries.iter().take(at).any(|other| other.registration == entry.registration) {
            return refused(Code::SeatedTwice);
        }
        if entry.state != EntryState::Playing {
            return refused(Code::NotInPlay);
        }
        if entry.in_round.is_some() {
            return refused(Code::AlreadyInRound);
        }
        if entry.chips == Chips::ZERO {
            return refused(Code::SeatWithoutChips);
        }
    }
    Ok(())
}
