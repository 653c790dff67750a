//! How far a tournament is, and what may follow (`tournaments.md`, Life of a tournament).

crate::words! {
    /// How far a tournament is.
    pub enum TournamentState {
        /// Being written; only staff see it.
        Draft = "draft",
        /// In the lobby; nobody can register yet.
        Announced = "announced",
        /// Players register.
        Registering = "registering",
        /// The draw is being made, in chunks.
        Seating = "seating",
        /// Rounds are played at several tables.
        Running = "running",
        /// Those who are left sit at one table.
        FinalTable = "final_table",
        /// It has ended; prizes are being paid, in chunks.
        Paying = "paying",
        /// All is paid.
        Finished = "finished",
        /// Refunds are being paid, in chunks.
        Cancelling = "cancelling",
        /// All is refunded.
        Cancelled = "cancelled",
    }
}

impl TournamentState {
    /// Whether `next` may follow directly. A final table can be opened again only by a correction that brings a player
    /// back before its first round (`edge-cases.md` 8, 17).
    #[must_use]
    pub fn may_become(self, next: Self) -> bool {
        use TournamentState::{
            Announced, Cancelled, Cancelling, Draft, FinalTable, Finished, Paying, Registering, Running, Seating,
        };
        match (self, next) {
            (Draft, Announced)
            | (Announced, Registering)
            | (Registering, Seating)
            | (Seating, Running | FinalTable)
            | (Running, FinalTable)
            | (FinalTable, Running | Paying)
            | (Paying, Finished)
            | (Cancelling, Cancelled) => true,
            (from, Cancelling) => from.may_be_cancelled(),
            _ => false,
        }
    }

    /// Whether rounds are played.
    #[must_use]
    pub fn is_playing(self) -> bool {
        matches!(self, Self::Running | Self::FinalTable)
    }

    /// Whether it waits for its start.
    #[must_use]
    pub fn is_before_start(self) -> bool {
        matches!(self, Self::Draft | Self::Announced | Self::Registering)
    }

    /// Whether a job works it off, and every other act is refused meanwhile.
    #[must_use]
    pub fn is_worked_off(self) -> bool {
        matches!(self, Self::Seating | Self::Paying | Self::Cancelling)
    }

    /// Whether it may still be cancelled: before prizes are fixed, and not while the draw is made.
    #[must_use]
    pub fn may_be_cancelled(self) -> bool {
        self.is_before_start() || self.is_playing()
    }
}
