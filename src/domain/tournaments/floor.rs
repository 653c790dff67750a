//! What a plan of moves is made from: who is between rounds, and the counts of everybody else.
//!
//! A table in a running round gives and takes nobody, so a plan need not know it: its players and its table are two numbers
//! that the tournament's row keeps. What is listed here stays small however large the tournament is.

use serde::{Deserialize, Serialize};

use super::seats::{Place, Seats};

/// A tournament between two rounds of one table or more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor<P> {
    /// The number of the plan that is to be made, from 1: no two plans of a tournament have the same.
    pub plan: u64,
    /// The seats of a table.
    pub seats: Seats,
    /// The seats of the final table.
    pub final_seats: Seats,
    /// The number of tables in a running round.
    pub running_tables: usize,
    /// The number of players at them.
    pub running_players: usize,
    /// The number of players at held tables (`edge-cases.md` 14), which give and take nobody either. A held table is listed
    /// below, and its players are not counted here, once no round runs and all who are left fit the final table.
    pub held_players: usize,
    /// Whether somebody may still come: a re-entry window is open, or late registration. Until then no final table is formed
    /// (`edge-cases.md` 8).
    pub may_come: bool,
    /// The number of the next table that is opened; no table had it before.
    pub next_table: u32,
    /// The tables whose round has ended, with those of their players who hold chips.
    pub tables: Vec<Table<P>>,
    /// Who waits already.
    pub waiting: Vec<Waiting<P>>,
}

/// A table between rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table<P> {
    /// Its number.
    pub number: u32,
    /// The plan by which its last round began; 0 for the draw.
    pub began: u64,
    /// Its players.
    pub players: Vec<Seated<P>>,
}

/// A player in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated<P> {
    /// Who.
    pub player: P,
    /// The seat's number.
    pub seat: u8,
    /// How often they have waited so far.
    pub waits: u32,
}

/// A player who waits for a seat: no fee, no points, chips unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting<P> {
    /// Who.
    pub player: P,
    /// The plan that left them waiting; of one who re-entered the plan that is to seat them.
    pub since: u64,
    /// How often they have waited, this time included.
    pub waits: u32,
    /// The seat that they keep while they wait: of one who is alone at their table.
    pub place: Option<Place>,
    /// Whether they wait because they re-entered.
    pub re_entered: bool,
}

impl<P> Floor<P> {
    /// The number of players who are between rounds.
    #[must_use]
    pub fn idle_players(&self) -> usize {
        self.waiting.len() + self.tables.iter().map(|table| table.players.len()).sum::<usize>()
    }

    /// The number of players whom moves concern at all.
    #[must_use]
    pub fn players(&self) -> usize {
        self.running_players + self.idle_players()
    }

    /// Whether those left fit the final table and nothing speaks against it; it is formed once no round runs.
    #[must_use]
    pub fn final_table_due(&self) -> bool {
        let fit = (2..=self.final_seats.get()).contains(&self.players());
        fit && !self.may_come && self.held_players == 0
    }

    /// How many tables can be seated now: as many as all players need (page 003 §12, the first aim) without those that run.
    /// At tables of two every pair plays.
    #[must_use]
    pub fn tables_to_seat(&self) -> usize {
        let pairs = self.idle_players() / 2;
        if self.final_table_due() {
            return usize::from(self.running_tables == 0);
        }
        if self.seats == Seats::TWO {
            return pairs;
        }
        self.seats.tables_for(self.players()).saturating_sub(self.running_tables).min(pairs)
    }
}
