//! A home board with all checkers that its side has left, and its number among all such boards.

/// The points of a home board.
pub const POINTS: usize = 6;
/// The most checkers that a side has.
pub const MOST_CHECKERS: u8 = 15;

/// How many checkers stand on the points 1 to 6 of their own side; the others are off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Home([u8; POINTS]);

/// The 21 rolls, the higher die first, with how many of the 36 throws each has.
pub fn rolls() -> impl Iterator<Item = (u8, u8, u8)> {
    (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low, if high == low { 1 } else { 2 })))
}

/// How many boards of so many points there are with at most so many checkers, at `[points][checkers]`.
const BOARDS: [[usize; 16]; POINTS + 1] = boards();

/// Each number is that of the boards without a checker on the last point and of those with one checker less.
const fn boards() -> [[usize; 16]; POINTS + 1] {
    let mut boards = [[1; 16]; POINTS + 1];
    let mut points = 1;
    while points <= POINTS {
        let mut checkers = 1;
        while checkers < 16 {
            boards[points][checkers] = boards[points - 1][checkers] + boards[points][checkers - 1];
            checkers += 1;
        }
        points += 1;
    }
    boards
}

impl Home {
    /// With so many checkers on the points 1 to 6. `None`: more than 15.
    #[must_use]
    pub fn new(points: [u8; POINTS]) -> Option<Self> {
        let checkers: u32 = points.iter().copied().map(u32::from).sum();
        (checkers <= u32::from(MOST_CHECKERS)).then_some(Self(points))
    }

    /// Every board with at most so many checkers (15 where more are asked for), each at its [`Home::number`].
    #[must_use]
    pub fn all(most: u8) -> Vec<Self> {
        let most = most.min(MOST_CHECKERS);
        let mut all = vec![Self([0; POINTS])];
        for point in 0..POINTS {
            // After the boards with nothing on this point come those with one checker there, then two, ..
            let mut more = all.clone();
            for _ in 0..most {
                more.retain(|board| board.checkers() < most);
                more.iter_mut().for_each(|board| board.0[point] += 1);
                all.extend_from_slice(&more);
            }
        }
        all
    }

    /// Checkers left.
    #[must_use]
    pub fn checkers(&self) -> u8 {
        self.0.iter().sum()
    }

    /// The least that the dice must show in all to bear off every checker.
    #[must_use]
    pub fn pips(&self) -> u8 {
        (1..).zip(self.0).map(|(point, checkers): (u8, u8)| point * checkers).sum()
    }

    /// The place of this board, from 0 for the empty one, among those with at most so many checkers; it has no more itself.
    /// Boards are in the order of their highest points first, so every play leads to a lower number.
    #[must_use]
    pub fn number(&self, most: u8) -> usize {
        let mut room = usize::from(most.min(MOST_CHECKERS));
        let mut number = 0;
        for (index, checkers) in self.0.iter().enumerate().rev() {
            // Before it are all boards with fewer checkers here, whatever stands on the lower points.
            let left = room.saturating_sub(usize::from(*checkers));
            number += BOARDS[index + 1][room] - BOARDS[index + 1][left];
            room = left;
        }
        number
    }

    /// Every board that playing one die can lead to; none where there is no checker.
    pub fn after(self, die: u8) -> impl Iterator<Item = Self> {
        let die = usize::from(die);
        let highest = self.0.iter().rposition(|checkers| *checkers > 0);
        let from = (0..POINTS).filter(move |from| self.0[*from] > 0 && (from + 1 >= die || Some(*from) == highest));
        from.map(move |from| {
            let mut board = self;
            board.0[from] -= 1;
            if let Some(to) = from.checked_sub(die) {
                board.0[to] += 1;
            }
            board
        })
    }
}
