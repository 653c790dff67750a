//! Every legal play by its moves.

use super::super::position::{BAR, Position};
use super::super::roll::Roll;
use super::{Legal, Move, Play, Plays};

/// All legal plays of a position with a roll by their moves: where different moves lead to the same position, each of
/// these plays. One set of moves stands once, in an order in which it can be played. Slower than [`Plays`], and for people
/// to choose from.
#[must_use]
pub fn ways(position: &Position, roll: Roll) -> Vec<Legal> {
    let legal = Plays::of(position, roll);
    let (high, low) = (roll.high(), roll.low());
    let orders: &[&[u8]] = if roll.is_double() { &[&[high; 4]] } else { &[&[high, low], &[low, high]] };
    let mut found = Vec::new();
    for order in orders {
        let mut reached = vec![Legal { position: *position, play: Play::default() }];
        for die in *order {
            found.extend_from_slice(&reached);
            reached = distinct(reached.iter().flat_map(|before| one_more(before, *die)).collect());
        }
        found.append(&mut reached);
    }
    let chosen =
        |way: &Legal| legal.iter().any(|legal| legal.position == way.position && legal.play.len == way.play.len);
    distinct(found.into_iter().filter(chosen).collect())
}

fn one_more(before: &Legal, die: u8) -> impl Iterator<Item = Legal> {
    (1..=BAR).rev().filter_map(move |from| {
        let (one, position) = before.position.step(from, die).ok()?;
        Some(Legal { position, play: before.play.and(one) })
    })
}

/// Each set of moves once.
fn distinct(mut ways: Vec<Legal>) -> Vec<Legal> {
    let key = |way: &Legal| {
        let mut moves: [Move; 4] = way.play.moves;
        moves.sort_unstable_by(|a, b| b.cmp(a));
        moves
    };
    ways.sort_by_key(key);
    ways.dedup_by_key(|way| key(way));
    ways
}
