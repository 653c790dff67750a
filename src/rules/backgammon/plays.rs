//! What may be played with a roll (the rooms' rules: Play).

use std::fmt;

use super::position::{BAR, OFF, Position};
use super::roll::Roll;
use super::variant::Movement;

mod hitting;
mod stepwise;
mod ways;

pub(super) use stepwise::reached;
pub use ways::ways;

/// One checker moved by one die. Places are the mover's: points 24 to 1, [`BAR`] 25, [`OFF`] 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Move {
    /// Where it stood.
    pub from: u8,
    /// Where it stands now.
    pub to: u8,
    /// Whether it hit a checker there.
    pub hit: bool,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            BAR => f.write_str("bar")?,
            from => write!(f, "{from}")?,
        }
        match self.to {
            OFF => f.write_str("/off")?,
            to => write!(f, "/{to}")?,
        }
        f.write_str(if self.hit { "*" } else { "" })
    }
}

/// The moves of one turn in an order in which each is legal: none to four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Play {
    moves: [Move; 4],
    len: u8,
}

impl Play {
    /// The moves in their order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.moves.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// With one more move. There is room for four.
    pub(super) fn and(mut self, next: Move) -> Self {
        if let Some(free) = self.moves.get_mut(usize::from(self.len)) {
            *free = next;
            self.len += 1;
        }
        self
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, one) in self.moves().iter().enumerate() {
            write!(f, "{}{one}", if at > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play({self})")
    }
}

/// A legal play and where it leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Legal {
    /// The position after it, still seen by the side that moved.
    pub position: Position,
    /// The moves; of several ways to the same position, one.
    pub play: Play,
}

/// All legal plays of a position with a roll, one for each position that they lead to. Where nothing can be played, and
/// where the game is over, the one play of no moves: so there is always at least one.
///
/// It keeps its memory when it is filled again: finding plays allocates nothing once it has grown.
#[derive(Debug, Clone, Default)]
pub struct Plays {
    found: Vec<Legal>,
    dice_used: u8,
    reached: stepwise::Reached,
}

impl Plays {
    /// An empty buffer, to be filled by [`Plays::find`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The legal plays of a position with a roll.
    #[must_use]
    pub fn of(position: &Position, roll: Roll) -> Self {
        let mut plays = Self::new();
        plays.find(position, roll);
        plays
    }

    /// Finds the legal plays of a position with a roll, in place of what was found before.
    pub fn find(&mut self, position: &Position, roll: Roll) {
        self.found.clear();
        self.dice_used = 0;
        if !position.is_over() {
            match position.movement() {
                Movement::Hitting => hitting::find(self, position, roll),
                Movement::Pinning | Movement::Running | Movement::Entering => stepwise::find(self, position, roll),
            }
        }
        if self.found.is_empty() {
            self.found.push(Legal { play: Play::default(), position: *position });
        }
    }

    /// How many dice each of them plays: as many as can be, 0 to 4. One that ends the game at once may play fewer.
    #[must_use]
    pub fn dice_used(&self) -> u8 {
        self.dice_used
    }

    /// How many there are: at least 1 once found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether nothing was looked for yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// They, as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Legal] {
        &self.found
    }

    /// They alone.
    #[must_use]
    pub fn into_vec(self) -> Vec<Legal> {
        self.found
    }

    /// They, one after another.
    pub fn iter(&self) -> std::slice::Iter<'_, Legal> {
        self.found.iter()
    }
}

impl<'a> IntoIterator for &'a Plays {
    type Item = &'a Legal;
    type IntoIter = std::slice::Iter<'a, Legal>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests;
