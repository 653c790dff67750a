//! The chance of winning a match from its score: a table of our own computation, from a simple model.
//!
//! The model of one game: it is even at its start, and each side's chance of winning it then moves up and down in small
//! steps; of all games that are played out a fixed share ([`GAMMONS`]) is a gammon, whoever wins; backgammons are not told
//! apart. A live cube would be turned exactly where the other side may as well drop; a dead cube is never turned again. A
//! real one is worth the mixture of both, live to the share [`LIVE`]: what Janowski describes for money games, here with the
//! match's chances in place of points. What a cube is worth follows from what twice that cube is worth in the other's hands,
//! up to one that nobody has a use for; and every score follows from scores nearer to the end of the match.
//!
//! The Crawford game has no cube. After it the trailing side doubles at once; the leader sees the opening roll first, which
//! moves the chance evenly by up to [`OPENING`] either way, and drops where that is better.
//!
//! The three figures were chosen by hand so that the table comes near what long play has found: from the published table of
//! Kazaross XG2 it is 0.0006 away on average and 0.0053 at most, in matches to 25 points (a test compares them).

use super::super::{Match, Player};
use super::chances::Chances;

/// What is stored with whatever was reckoned by this table.
pub const VERSION: &str = "kupa-match-equity-1";

/// The longest match that a table is computed for.
pub const LONGEST: u16 = 1000;

/// The share of gammons among games that are played out.
pub const GAMMONS: f64 = 0.29;
/// How much of the difference between a dead and a live cube is had in play.
pub const LIVE: f64 = 0.8;
/// How far the opening roll moves the chance of winning a game, at most.
pub const OPENING: f64 = 0.05;

/// The score of a match, seen by one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Points that this side still needs; 0: it has won.
    pub away: u16,
    /// Points that the other side still needs; 0: it has won.
    pub opp_away: u16,
    /// Whether the Crawford game has been played. In a match without the Crawford rule it says nothing.
    pub crawford_over: bool,
}

impl Score {
    /// The score of a match as one of its players sees it, before the points of the game under way. `None`: it is a session of
    /// single games, or a match longer than [`LONGEST`].
    #[must_use]
    pub fn of(played: &Match, player: Player) -> Option<Self> {
        let length = u16::try_from(played.options().length).ok().filter(|length| (1..=LONGEST).contains(length))?;
        let away = |player: Player| {
            let points = u16::try_from(player.of(played.score())).unwrap_or(u16::MAX);
            length.saturating_sub(points)
        };
        let mut finished = played.games().iter().filter(|game| game.game.outcome().is_some());
        let crawford_over = finished.any(|game| game.game.options().crawford);
        Some(Self { away: away(player), opp_away: away(player.other()), crawford_over })
    }
}

/// The chances of winning a match from every score. All sums are IEEE double precision in a fixed order: every machine has
/// the same bits.
#[derive(Debug, Clone)]
pub struct MatchEquity {
    longest: u16,
    crawford_rule: bool,
    /// Before the Crawford game has been played, at `away * (longest + 1) + opp_away`: in the row and column 1 it is next.
    before: Vec<f64>,
    /// After it, by what the trailing side needs: its chance, the leader needing one point.
    after: Vec<f64>,
}

impl MatchEquity {
    /// Computes the table for matches to at most so many points ([`LONGEST`] where more are asked for), with the Crawford
    /// rule or without. The time it takes grows with the square of the length; 25 points take a fraction of a millisecond.
    #[must_use]
    pub fn compute(longest: u16, crawford_rule: bool) -> Self {
        let longest = longest.min(LONGEST);
        let width = usize::from(longest) + 1;
        let before = vec![0.0; width * width];
        let mut table = Self { longest, crawford_rule, before, after: after_crawford(longest) };
        for away in 0..=longest {
            for opp_away in 0..=away {
                // Whoever needs less has the other's complement.
                let chance = table.reckoned(away, opp_away);
                table.set(opp_away, away, 1.0 - chance);
                table.set(away, opp_away, chance);
            }
        }
        table
    }

    /// The chance of winning the match between two games. `None`: the table is for shorter matches, or both have won.
    #[must_use]
    pub fn between_games(&self, score: Score) -> Option<f64> {
        let Score { away, opp_away, crawford_over } = score;
        if away.max(opp_away) > self.longest || (away, opp_away) == (0, 0) {
            return None;
        }
        Some(match (away, opp_away) {
            (1.., 1) if crawford_over => self.trailing(away),
            (1, 1..) if crawford_over => 1.0 - self.trailing(opp_away),
            _ => self.before(away, opp_away),
        })
    }

    /// The chance of winning the match from the middle of a game, its cube standing where it does: what each outcome would
    /// make of the score, by the chance of that outcome. `None`: as between games, or a side has won the match.
    #[must_use]
    pub fn in_game(&self, score: Score, cube: u32, chances: &Chances) -> Option<f64> {
        if score.away == 0 || score.opp_away == 0 {
            return None;
        }
        let crawford_over = score.crawford_over || score.away == 1 || score.opp_away == 1;
        let mut chance = 0.0;
        for (won, class, weight) in chances.outcomes() {
            let points = cube.saturating_mul(u32::from(class.points()));
            let left = |away: u16| u16::try_from(u32::from(away).saturating_sub(points)).unwrap_or(away);
            let after = if won {
                Score { away: left(score.away), crawford_over, ..score }
            } else {
                Score { opp_away: left(score.opp_away), crawford_over, ..score }
            };
            chance += weight * self.between_games(after)?;
        }
        Some(chance)
    }

    fn place(&self, away: u16, opp_away: u16) -> usize {
        usize::from(away) * (usize::from(self.longest) + 1) + usize::from(opp_away)
    }

    fn set(&mut self, away: u16, opp_away: u16, chance: f64) {
        let place = self.place(away, opp_away);
        self.before[place] = chance;
    }

    fn before(&self, away: u16, opp_away: u16) -> f64 {
        self.before[self.place(away, opp_away)]
    }

    fn trailing(&self, away: u16) -> f64 {
        self.after[usize::from(away)]
    }

    /// The chance at a score, from those nearer to the end.
    fn reckoned(&self, away: u16, opp_away: u16) -> f64 {
        match (away, opp_away) {
            (_, 0) => 0.0,
            (1, 1) => 0.5,
            // The Crawford game: without a cube, and even.
            (_, 1) if self.crawford_rule => {
                let gammon = self.trailing(away.saturating_sub(2));
                0.5 * mixed(self.trailing(away - 1), gammon)
            }
            (_, 1) => self.trailing(away),
            (_, _) if away == opp_away => 0.5,
            _ => Game { table: self, away, opp_away }.at_start(),
        }
    }
}

/// What winning a game that is played out is worth, from what a single and a gammon are.
fn mixed(single: f64, gammon: f64) -> f64 {
    (1.0 - GAMMONS) * single + GAMMONS * gammon
}

/// By what the trailing side needs: its chance after the Crawford game.
fn after_crawford(longest: u16) -> Vec<f64> {
    let mut after: Vec<f64> = vec![1.0, 0.5];
    for away in 2..=usize::from(longest) {
        // The cube is at 2 from the start. The leader drops above some chance of the trailing side in the game.
        let won = mixed(after[away - 2], after[away.saturating_sub(4)]);
        let dropped = after[away - 1];
        let (low, high) = (0.5 - OPENING, 0.5 + OPENING);
        let drop_from = (dropped / won).clamp(low, high);
        let taken = won * (drop_from * drop_from - low * low) / 2.0;
        after.push((taken + dropped * (high - drop_from)) / (high - low));
    }
    after
}

/// A game at a score at which both sides need more than one point, and its cube.
struct Game<'a> {
    table: &'a MatchEquity,
    away: u16,
    opp_away: u16,
}

/// What a game is worth to a side, by its chance of winning it: a straight line through two points (chance, worth).
#[derive(Clone, Copy)]
struct Line([(f64, f64); 2]);

impl Line {
    fn at(self, chance: f64) -> f64 {
        let Self([(from, low), (to, high)]) = self;
        if to == from { low } else { low + (high - low) * (chance - from) / (to - from) }
    }

    /// The chance at which it is worth so much, at the nearer end where it never is.
    fn reaches(self, worth: f64) -> f64 {
        let Self([(from, low), (to, high)]) = self;
        if high == low { from } else { (from + (worth - low) * (to - from) / (high - low)).clamp(0.0, 1.0) }
    }
}

/// A game's worth at one height of the cube.
#[derive(Clone, Copy)]
struct Cube {
    /// While this side holds it.
    own: Line,
    /// While the other side does.
    opp: Line,
}

impl Game<'_> {
    /// The match's chance after this side has won or lost so many points.
    fn after(&self, won: u16, lost: u16) -> f64 {
        self.table.before(self.away.saturating_sub(won), self.opp_away.saturating_sub(lost))
    }

    /// A game that is played out with the cube at that height.
    fn played_out(&self, cube: u16) -> Line {
        let double = cube.saturating_mul(2);
        let lost = mixed(self.after(0, cube), self.after(0, double));
        Line([(0.0, lost), (1.0, mixed(self.after(cube, 0), self.after(double, 0)))])
    }

    /// The chances at which either side may as well drop: the other one when this side doubles, this side when the other does.
    /// `next`: the worth with the cube turned.
    fn doubles(&self, cube: u16, next: Cube) -> (f64, f64) {
        (next.opp.reaches(self.after(cube, 0)), next.own.reaches(self.after(0, cube)))
    }

    fn at_start(&self) -> f64 {
        // From a cube with which either side wins the match: nobody has a use for turning it.
        let most = self.away.max(self.opp_away).next_power_of_two();
        let dead = self.played_out(most);
        let mut worth = Cube { own: dead, opp: dead };
        let mut cube = most / 2;
        while cube > 1 {
            worth = self.held(cube, worth);
            cube /= 2;
        }
        // In the middle both may turn it.
        let (own, opp) = self.doubles(1, worth);
        let dead = self.played_out(1).at(0.5);
        let live = Line([(opp, self.after(0, 1)), (own, self.after(1, 0))]);
        if opp < own { LIVE * live.at(0.5) + (1.0 - LIVE) * dead } else { dead }
    }

    /// The worth with the cube at that height in either's hands, from that with the cube turned once more.
    fn held(&self, cube: u16, next: Cube) -> Cube {
        let dead = self.played_out(cube);
        let Line([lost, won]) = dead;
        let (own, opp) = self.doubles(cube, next);
        let mixture = |chance: f64, live: f64| (chance, LIVE * live + (1.0 - LIVE) * dead.at(chance));
        Cube {
            // Who wins the match with this cube has no use for a higher one.
            own: if cube >= self.away { dead } else { Line([lost, mixture(own, self.after(cube, 0))]) },
            opp: if cube >= self.opp_away { dead } else { Line([mixture(opp, self.after(0, cube)), won]) },
        }
    }
}

#[cfg(test)]
mod tests;
