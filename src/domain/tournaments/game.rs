//! What is played in a tournament.

crate::words! {
    /// A game that a tournament can be played in; each round is one game or hand of it.
    pub enum Game {
        /// Backgammon.
        Backgammon = "backgammon",
        /// Gin rummy.
        Gin = "gin",
        /// Oklahoma gin.
        OklahomaGin = "oklahoma_gin",
        /// Rummy.
        Rummy = "rummy",
        /// Rummy 51.
        Rummy51 = "rummy_51",
        /// Rummy 40.
        Rummy40 = "rummy_40",
        /// Rummy 500.
        Rummy500 = "rummy_500",
    }
}

impl Game {
    /// The most seats that a table of it has: 2, or 6 at the rummies.
    #[must_use]
    pub fn most_seats(self) -> u32 {
        match self {
            Self::Backgammon | Self::Gin | Self::OklahomaGin => 2,
            Self::Rummy | Self::Rummy51 | Self::Rummy40 | Self::Rummy500 => 6,
        }
    }
}
