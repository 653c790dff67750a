//! A position's text.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::super::variant::Movement;
use super::gate::{Impossible, Impossibles};
use super::{BAR, Board, Counts, OFF, Position, Whose};

/// Characters before pinned points are named.
const LENGTH: usize = 28;

/// What each character counts: whose checkers may stand there, and the place from the mover's side.
fn place(at: u8) -> (Option<Whose>, u8) {
    match at {
        0..=23 => (None, at + 1),
        24 => (Some(Whose::Own), BAR),
        25 => (Some(Whose::Own), OFF),
        26 => (Some(Whose::Opp), BAR),
        _ => (Some(Whose::Opp), OFF),
    }
}

impl Position {
    /// Reads a position's text. It takes time linear in the text's length, and little memory.
    ///
    /// # Errors
    /// [`Impossibles`]: everything that is wrong with the text; if nothing is, everything that is impossible about the
    /// position.
    pub fn read(movement: Movement, text: &str) -> Result<Self, Impossibles> {
        let end = text.char_indices().nth(LENGTH).map_or(text.len(), |(end, _)| end);
        let (places, pins) = text.split_at(end);
        let pins = pins.strip_prefix('/').filter(|_| movement == Movement::Pinning);
        if places.chars().count() < LENGTH || end < text.len() && pins.is_none() {
            return Err(Impossibles(vec![Impossible::Length { characters: text.chars().count() }]));
        }
        let mut board = Board { movement, ..Board::default() };
        let mut faults = Vec::new();
        for (at, found) in (0..).zip(places.chars()) {
            let (whose, place) = place(at);
            let (side, first) = if found.is_ascii_uppercase() { (Whose::Own, 'A') } else { (Whose::Opp, 'a') };
            let count = match found {
                '.' => 0,
                'A'..='O' | 'a'..='o' if whose.is_none_or(|whose| whose == side) => {
                    u8::try_from(u32::from(found) - u32::from(first) + 1).unwrap_or_default()
                }
                _ => {
                    faults.push(Impossible::Character { at: at + 1, found });
                    continue;
                }
            };
            match side {
                Whose::Own => board.own[usize::from(place)] = count,
                Whose::Opp if whose.is_some() => board.opp[usize::from(place)] = count,
                Whose::Opp => board.opp[usize::from(movement.across(place))] = count,
            }
        }
        if pins.is_some_and(|pins| pin(&mut board, pins).is_none()) {
            faults.push(Impossible::PinnedPoints);
        }
        if faults.is_empty() { Self::new(&board) } else { Err(Impossibles(faults)) }
    }
}

/// Puts the pinned checkers of the points named in the text below those that stand there.
fn pin(board: &mut Board, points: &str) -> Option<()> {
    let mut last = 0;
    for word in points.split('/') {
        let point: u8 = word.parse().ok().filter(|point| (last + 1..=24).contains(point))?;
        // One way to write it: no sign, no zero in front.
        if word.starts_with(['+', '0']) {
            return None;
        }
        last = point;
        let across = board.movement.across(point);
        let (own, opp) = (&mut board.own[usize::from(point)], &mut board.opp[usize::from(across)]);
        match (*own > 0, *opp > 0) {
            (true, false) => (*opp, board.opp_pinned) = (1, board.opp_pinned | 1 << across),
            (false, true) => (*own, board.own_pinned) = (1, board.own_pinned | 1 << point),
            _ => return None,
        }
    }
    Some(())
}

impl FromStr for Position {
    type Err = Impossibles;

    fn from_str(text: &str) -> Result<Self, Impossibles> {
        Self::read(Movement::Hitting, text)
    }
}

fn letter(first: u8, count: u8) -> char {
    if count == 0 { '.' } else { char::from(first + count - 1) }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Board { movement, own, opp, own_pinned, opp_pinned } = self.board();
        let at = |side: &Counts, place: u8| side[usize::from(place)];
        for point in 1..=24 {
            let (ours, theirs) = (at(&own, point), at(&opp, movement.across(point)));
            let below = own_pinned >> point & 1 == 1;
            f.write_char(if ours > 0 && !below { letter(b'A', ours) } else { letter(b'a', theirs) })?;
        }
        for (first, side) in [(b'A', &own), (b'a', &opp)] {
            f.write_char(letter(first, at(side, BAR)))?;
            f.write_char(letter(first, at(side, OFF)))?;
        }
        for point in 1..=24 {
            if (own_pinned >> point | opp_pinned >> movement.across(point)) & 1 == 1 {
                write!(f, "/{point}")?;
            }
        }
        Ok(())
    }
}
