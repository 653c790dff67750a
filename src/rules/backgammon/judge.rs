//! Whether a play that somebody gives is legal, and why not.

use std::fmt;

use super::plays::{Legal, Play, Plays, reached};
use super::position::Position;
use super::roll::Roll;
use super::step::{Place, Refusal};
use super::variant::Movement;

/// Why a play is not legal. Places are the mover's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// A checker cannot be moved so.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// No die, and no dice together, take a checker so far.
    #[error("no die that is left moves a checker from {} to {}", Place(*.from), Place(*.to))]
    NotYourDice {
        /// From where.
        from: u8,
        /// To where.
        to: u8,
    },
    /// More dice could be played.
    #[error("{played} of the dice played, where {can} can be")]
    MoreDice {
        /// So many are played.
        played: u8,
        /// So many can be.
        can: u8,
    },
    /// Of two dice of which one alone can be played, it is the higher.
    #[error("only one die can be played: it must be the {high}")]
    HigherDie {
        /// The higher die.
        high: u8,
    },
    /// The opponent is left with all checkers on one point behind six that the mover holds.
    #[error("it leaves the opponent shut in: a point of the six must be opened")]
    ShutsIn,
    /// No moves lead to that position.
    #[error("no legal moves with {0} lead to this position")]
    NoWay(Roll),
}

/// A play that is not legal, and those that are.
#[derive(Debug, Clone)]
pub struct Illegal {
    /// The rule that it breaks.
    pub why: Why,
    /// All legal plays.
    pub legal: Vec<Legal>,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; legal:", self.why)?;
        for (at, legal) in self.legal.iter().enumerate() {
            match legal.play.moves() {
                [] => f.write_str(" no move")?,
                _ => write!(f, "{} {}", if at > 0 { "," } else { "" }, legal.play)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Illegal {}

/// Judges a play given as moves, `(from, to)` each, in any order: one checker by one die, or by several in one go. Where
/// it could hit on the way or not, it does not.
///
/// # Errors
/// [`Illegal`] with the rule that it breaks. A move that names no checker of the mover's, or a distance that is not in the
/// dice, breaks one too.
pub fn judge_moves(position: &Position, roll: Roll, moves: &[(u8, u8)]) -> Result<Legal, Illegal> {
    let legal = Plays::of(position, roll);
    let dice: &[u8] = if roll.is_double() { &[roll.high(); 4] } else { &[roll.high(), roll.low()] };
    let mut search = Search { asked: moves.len(), best: None, failed: None };
    match moves {
        [] => search.best = Some((0, Legal { position: *position, play: Play::default() })),
        _ if moves.len() > dice.len() => {}
        _ => {
            let asked: Vec<Asked> = moves.iter().map(|&(from, to)| Asked { from, to, stands: from }).collect();
            search.go(*position, Play::default(), dice, &asked, 0);
        }
    }
    let why = match search.best {
        Some((_, given)) if legal.iter().any(|legal| legal.position == given.position) => return Ok(given),
        Some((_, given)) => short_of(position, roll, &legal, &given),
        None => search.failed.map_or_else(|| too_many(moves, dice), |(_, why)| why),
    };
    Err(Illegal { why, legal: legal.into_vec() })
}

/// Judges a play given as the position after it, seen by the side that moved.
///
/// # Errors
/// [`Illegal`] with the rule that it breaks, as far as the position tells.
pub fn judge_result(position: &Position, roll: Roll, after: &Position) -> Result<Legal, Illegal> {
    let legal = Plays::of(position, roll);
    if let Some(found) = legal.iter().find(|legal| legal.position == *after) {
        return Ok(*found);
    }
    let given = reached(position, roll).into_iter().find(|reached| reached.position == *after);
    let why = given.map_or(Why::NoWay(roll), |given| short_of(position, roll, &legal, &given));
    Err(Illegal { why, legal: legal.into_vec() })
}

/// More moves than dice.
fn too_many(moves: &[(u8, u8)], dice: &[u8]) -> Why {
    let (from, to) = moves.get(dice.len()).copied().unwrap_or_default();
    Why::NotYourDice { from, to }
}

/// What is wrong with a play whose every move is allowed.
fn short_of(position: &Position, roll: Roll, legal: &Plays, given: &Legal) -> Why {
    let (played, can) = (given.play.moves().len(), usize::from(legal.dice_used()));
    let count = |dice: usize| u8::try_from(dice).unwrap_or(u8::MAX);
    if position.movement() == Movement::Running && given.position.shuts_in() && played >= can {
        Why::ShutsIn
    } else if played < can {
        Why::MoreDice { played: count(played), can: count(can) }
    } else {
        Why::HigherDie { high: roll.high() }
    }
}

/// Whether a move that is refused so may be right after another.
fn can_wait(why: &Why) -> bool {
    use Refusal::{FirstCheckerFirst, NoChecker, NotHighest, NotHome, OnBar};
    matches!(
        why,
        Why::Refused(NoChecker { .. } | OnBar { .. } | FirstCheckerFirst { .. } | NotHome { .. } | NotHighest { .. })
    )
}

/// A move that is asked for, in one go or on its way.
#[derive(Clone, Copy)]
struct Asked {
    from: u8,
    to: u8,
    /// Where the checker stands now.
    stands: u8,
}

/// Tries the moves in every order with every die.
struct Search {
    /// How many were asked for.
    asked: usize,
    /// The way that hits least on the way, and how often it does.
    best: Option<(usize, Legal)>,
    /// The refusal after the most of them; of these the first that no other order cures, if there is one.
    failed: Option<((usize, bool), Why)>,
}

impl Search {
    fn go(&mut self, position: Position, play: Play, dice: &[u8], moves: &[Asked], hits: usize) {
        if moves.is_empty() {
            if self.best.is_none_or(|(least, _)| hits < least) {
                self.best = Some((hits, Legal { position, play }));
            }
            return;
        }
        let done = self.asked - moves.len();
        for (at, &Asked { from, to, stands }) in moves.iter().enumerate() {
            let nobody = Why::Refused(Refusal::NoChecker { from });
            let mut why = Some(if position.stands(stands) { Why::NotYourDice { from, to } } else { nobody });
            for (nth, &die) in dice.iter().enumerate() {
                let lands = stands.saturating_sub(die);
                if dice[..nth].contains(&die) || stands <= to || lands < to {
                    continue;
                }
                let (one, after) = match position.step(stands, die) {
                    Ok(moved) => moved,
                    Err(refusal) => {
                        if matches!(why, Some(Why::NotYourDice { .. })) {
                            why = Some(refusal.into());
                        }
                        continue;
                    }
                };
                why = None;
                let left = without(dice, nth);
                let (mut rest, mut on_the_way) = (without(moves, at), 0);
                if lands != to {
                    rest.insert(0, Asked { from, to, stands: lands });
                    on_the_way = usize::from(one.hit);
                }
                self.go(after, play.and(one), &left, &rest, hits + on_the_way);
            }
            if let Some(why) = why {
                let rank = (done, !can_wait(&why));
                if self.failed.is_none_or(|(best, _)| rank > best) {
                    self.failed = Some((rank, why));
                }
            }
        }
    }
}

fn without<T: Copy>(all: &[T], nth: usize) -> Vec<T> {
    all.iter().enumerate().filter(|(at, _)| *at != nth).map(|(_, one)| *one).collect()
}

#[cfg(test)]
mod tests;
