//! Moves: after rounds have ended and players have left, which tables close, who moves where, who waits (page 003 §12).
//!
//! The aims, in the page's order: (1) fewest empty seats, so as few tables as the players need; (2) least waiting: nobody waits
//! for a table that could start, who has waited longest is seated first, a table left with one player is refilled first; (3)
//! fewest moves. What the aims leave open is decided by the committed seed. Tables are not levelled for its own sake, since
//! that would cost moves; but who has to move goes to the smallest table.

use serde::{Deserialize, Serialize};

use super::explanation::Explanation;
use super::floor::{Floor, Table, Waiting};
use super::seats::Place;
use super::seed::Seed;

mod planning;

crate::words! {
    /// Why a player is moved, or left waiting.
    pub enum Reason {
        /// Those left fit the final table.
        FinalTable = "final_table",
        /// The players need fewer tables: theirs is closed.
        TableClosed = "table_closed",
        /// They were alone at their table.
        Alone = "alone",
        /// They waited, and there is a seat.
        Waited = "waited",
        /// They re-entered, and there is a seat.
        ReEntered = "re_entered",
        /// A table with one player or none needs them, and theirs can spare one.
        Refill = "refill",
        /// One player is over, and they were drawn to wait.
        Drawn = "drawn",
    }
}

/// One player's move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move<P> {
    /// Who.
    pub player: P,
    /// The seat that they leave; none of who had none.
    pub from: Option<Place>,
    /// The seat that they take; none of who is left waiting.
    pub to: Option<Place>,
    /// Why.
    pub reason: Reason,
}

/// The numbers that a plan follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    /// Players whom moves concern at all.
    pub players: usize,
    /// Of these, between rounds.
    pub idle: usize,
    /// Tables in a running round.
    pub running_tables: usize,
    /// Tables whose round has ended.
    pub ended_tables: usize,
    /// Seats of a table.
    pub seats: usize,
    /// Tables that can be seated now.
    pub tables_to_seat: usize,
}

/// What is to be done before the next rounds of these tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan<P> {
    /// Its number.
    pub plan: u64,
    /// What it follows from.
    pub numbers: Numbers,
    /// Who moves.
    pub moves: Vec<Move<P>>,
    /// The tables that can start their next round, with all of their players.
    pub tables: Vec<Table<P>>,
    /// The numbers of tables that are opened.
    pub opened: Vec<u32>,
    /// The numbers of tables that are closed.
    pub closed: Vec<u32>,
    /// Who waits afterwards.
    pub waiting: Vec<Waiting<P>>,
    /// The number of the final table, where it is formed or stands.
    pub final_table: Option<u32>,
}

/// Plans the moves. The same seed and floor give the same plan.
#[must_use]
pub fn plan<P: Copy + Ord>(seed: &Seed, floor: &Floor<P>) -> Plan<P> {
    planning::plan(seed, floor)
}

impl<P> Plan<P> {
    /// Why a player of this plan is moved or left waiting, with the numbers that decided it.
    #[must_use]
    pub fn why(&self, one: &Move<P>) -> Explanation {
        let Numbers { players, idle, running_tables, seats, tables_to_seat, .. } = self.numbers;
        let section = if one.reason == Reason::Drawn { "page 003 \u{a7}6" } else { "page 003 \u{a7}12" };
        let figures = [
            ("plan", Some(self.plan)),
            ("players", u64::try_from(players).ok()),
            ("between_rounds", u64::try_from(idle).ok()),
            ("seats", u64::try_from(seats).ok()),
            ("running_tables", u64::try_from(running_tables).ok()),
            ("tables_to_seat", u64::try_from(tables_to_seat).ok()),
        ];
        let known = figures.into_iter().filter_map(|(name, figure)| figure.map(|figure| (name, figure)));
        known.fold(Explanation::new(one.reason.as_str(), section), |why, (name, figure)| why.with(name, figure))
    }
}

#[cfg(test)]
mod tests;
