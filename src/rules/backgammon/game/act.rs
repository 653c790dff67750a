//! What can be done in a game, and what is offered.

use serde::{Deserialize, Serialize};

use super::super::player::Player;
use super::super::plays::Play;
use super::super::result::Class;

/// Something done. A game is its options and the list of its acts, in order. Dice are thrown elsewhere and told here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Each throws one die. The higher starts; equal dice are thrown again.
    OpeningRoll {
        /// White's die, 1 to 6.
        white: u8,
        /// Black's die.
        black: u8,
    },
    /// A roll.
    Roll {
        /// Who rolls.
        by: Player,
        /// The two dice, 1 to 6, in any order.
        dice: [u8; 2],
    },
    /// The turn passes without a roll: a checker is on the bar and the opponent's home board closed.
    Pass {
        /// Whose turn passes.
        by: Player,
    },
    /// The roll is played, by moves.
    Play {
        /// Who plays.
        by: Player,
        /// From and to, places as in [`super::super::Move`]; several dice may be played in one go, and the order does
        /// not matter. A game keeps them die by die, in an order in which each is legal. None where nothing can be played.
        moves: Vec<[u8; 2]>,
    },
    /// The roll is played, told as the position after it. A game keeps it as [`Act::Play`].
    Reach {
        /// Who plays.
        by: Player,
        /// The position's text, seen by who plays.
        position: String,
    },
    /// Acey-deucey: who rolled 2-1 names the double that they play next.
    NameDouble {
        /// Who names.
        by: Player,
        /// What both dice are to show, 1 to 6.
        die: u8,
    },
    /// A double, offered before rolling.
    Double {
        /// Who offers.
        by: Player,
    },
    /// A double or a beaver is taken.
    Take {
        /// Who takes.
        by: Player,
    },
    /// A double or a beaver is refused: the game is lost at the value before it.
    Drop {
        /// Who drops.
        by: Player,
    },
    /// A double is taken and redoubled at once; who beavers keeps the cube.
    Beaver {
        /// Who beavers.
        by: Player,
    },
    /// The game is offered as lost.
    Resign {
        /// Who resigns.
        by: Player,
        /// As what.
        class: Class,
        /// As what the position owes, by the table's evaluator: less may be refused; that or more ends the game at once.
        owes: Class,
    },
    /// A resignation is accepted.
    Accept {
        /// Who accepts.
        by: Player,
    },
    /// A resignation is refused, and the game goes on.
    Refuse {
        /// Who refuses.
        by: Player,
    },
    /// The table lowers the limit, where a player cannot cover what could be lost after a double was taken.
    Cap {
        /// The most that can pass from now on, in the stake's unit.
        limit: u64,
    },
}

/// An act that is offered: who may do what. Dice, moves and sums come with the act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Offer {
    /// [`Act::OpeningRoll`].
    OpeningRoll,
    /// [`Act::Roll`].
    Roll {
        /// Who may.
        by: Player,
    },
    /// [`Act::Pass`].
    Pass {
        /// Who must.
        by: Player,
    },
    /// [`Act::Play`] and [`Act::Reach`], of a legal play.
    Play {
        /// Who must.
        by: Player,
    },
    /// [`Act::NameDouble`].
    NameDouble {
        /// Who must.
        by: Player,
    },
    /// [`Act::Double`].
    Double {
        /// Who may.
        by: Player,
    },
    /// [`Act::Take`].
    Take {
        /// Who may.
        by: Player,
    },
    /// [`Act::Drop`].
    Drop {
        /// Who may.
        by: Player,
    },
    /// [`Act::Beaver`].
    Beaver {
        /// Who may.
        by: Player,
    },
    /// [`Act::Resign`].
    Resign {
        /// Who may.
        by: Player,
        /// As what.
        class: Class,
    },
    /// [`Act::Accept`].
    Accept {
        /// Who may.
        by: Player,
    },
    /// [`Act::Refuse`].
    Refuse {
        /// Who may.
        by: Player,
    },
    /// [`Act::Cap`], at 1 or more and below the limit that holds.
    Cap,
}

impl Offer {
    /// Everything that could ever be offered.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let by = |by| {
            let plain = [
                Self::Roll { by },
                Self::Pass { by },
                Self::Play { by },
                Self::NameDouble { by },
                Self::Double { by },
                Self::Take { by },
                Self::Drop { by },
                Self::Beaver { by },
                Self::Accept { by },
                Self::Refuse { by },
            ];
            plain.into_iter().chain(Class::ALL.map(|class| Self::Resign { by, class }))
        };
        [Self::OpeningRoll, Self::Cap].into_iter().chain(Player::BOTH.into_iter().flat_map(by))
    }
}

impl Act {
    /// A legal play, played.
    #[must_use]
    pub fn of_play(by: Player, play: &Play) -> Self {
        Self::Play { by, moves: play.moves().iter().map(|one| [one.from, one.to]).collect() }
    }

    /// What must be offered for it.
    #[must_use]
    pub fn offer(&self) -> Offer {
        match *self {
            Self::OpeningRoll { .. } => Offer::OpeningRoll,
            Self::Roll { by, .. } => Offer::Roll { by },
            Self::Pass { by } => Offer::Pass { by },
            Self::Play { by, .. } | Self::Reach { by, .. } => Offer::Play { by },
            Self::NameDouble { by, .. } => Offer::NameDouble { by },
            Self::Double { by } => Offer::Double { by },
            Self::Take { by } => Offer::Take { by },
            Self::Drop { by } => Offer::Drop { by },
            Self::Beaver { by } => Offer::Beaver { by },
            Self::Resign { by, class, .. } => Offer::Resign { by, class },
            Self::Accept { by } => Offer::Accept { by },
            Self::Refuse { by } => Offer::Refuse { by },
            Self::Cap { .. } => Offer::Cap,
        }
    }
}
