//! What a hand is worth, with every summand.

use serde::Serialize;

use super::error::RummyError;
use super::game::{RummyRules, Scoring};
use super::report::{Ended, Report};
use crate::rules::cards::{Step, Worth};

/// A player's score where cards melded count: their value less that of the cards left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The cards melded.
    pub melded: Worth,
    /// The cards left.
    pub left: Worth,
    /// The score in points; it may be below 0.
    pub points: i64,
}

/// What a loser is charged with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// Whose.
    pub seat: usize,
    /// The cards left.
    pub left: Worth,
    /// What is added because the winner went out by hand.
    pub bonus: u32,
    /// The negative points.
    pub negative_points: u32,
}

/// A hand valued. Everything in points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Valuation {
    /// How it ended.
    pub ended: Ended,
    /// The winner's seat.
    pub winner: usize,
    /// Every seat's score, in order; none where only cards left count.
    pub scores: Vec<Score>,
    /// The losers, in the order of their seats.
    pub losses: Vec<Loss>,
}

/// Values a finished hand.
///
/// # Errors
/// [`RummyError`] for whatever is impossible in the report, and for a hand that nobody won.
pub fn value(rules: &RummyRules, report: &Report) -> Result<Valuation, RummyError> {
    report.check(rules)?;
    let worth = |cards: &[_]| rules.values.worth(cards.iter().copied());
    let scores: Vec<Score> = match rules.scoring {
        Scoring::CardsLeft => Vec::new(),
        Scoring::Scores => {
            report.seats.iter().map(|seat| Score::of(worth(&seat.counted()), worth(&seat.left))).collect()
        }
    };
    let winner = report.winner.or_else(|| highest(&scores)).ok_or(RummyError::NoWinner)?;
    let best = scores.get(winner).map(|score| score.points);
    let bonus = if report.ended == Ended::Hand { rules.hand_bonus } else { 0 };
    let losers = report.seats.iter().enumerate().filter(|(seat, _)| *seat != winner);
    let losses = losers.map(|(seat, cards)| {
        let left = worth(&cards.left);
        let lost = match best.zip(scores.get(seat)) {
            Some((best, score)) => u32::try_from((best - score.points).max(0)).unwrap_or(u32::MAX),
            None => left.sum,
        };
        Loss { seat, left, bonus, negative_points: lost.saturating_add(bonus) }
    });
    Ok(Valuation { ended: report.ended, winner, losses: losses.collect(), scores })
}

/// The seat of the highest score; of equals the lower.
fn highest(scores: &[Score]) -> Option<usize> {
    let seats = scores.iter().enumerate().rev();
    seats.max_by_key(|(_, score)| score.points).map(|(seat, _)| seat)
}

impl Score {
    fn of(melded: Worth, left: Worth) -> Self {
        let points = i64::from(melded.sum) - i64::from(left.sum);
        Self { melded, left, points }
    }
}

impl Valuation {
    /// Each step of the reckoning in order; what did not apply is left out.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (seat, score) in self.scores.iter().enumerate() {
            let sum =
                |step, worth: &Worth, rule| Step::new(step, Some(seat), worth.sum.into(), rule).from(&worth.cards);
            steps.push(sum("melded", &score.melded, "§10, Rummy 500: the cards melded"));
            steps.push(sum("left", &score.left, "§10, Rummy 500: less the cards left"));
            steps.push(Step::new("score", Some(seat), score.points, "§10, Rummy 500: the score"));
        }
        if let Some(best) = self.scores.get(self.winner).filter(|_| self.ended == Ended::Nobody) {
            let rule = "decided: nobody went out, so the highest score wins, of equals the lower seat";
            steps.push(Step::new("highest_score", Some(self.winner), best.points, rule));
        }
        for loss in &self.losses {
            let seat = Some(loss.seat);
            if self.scores.is_empty() {
                let left = Step::new("left", seat, loss.left.sum.into(), "§10: the cards left");
                steps.push(left.from(&loss.left.cards));
            }
            if loss.bonus > 0 {
                steps.push(Step::new("hand_bonus", seat, loss.bonus.into(), "§10: the winner went out by hand"));
            }
            let rule = if self.scores.is_empty() {
                "§10: what the loser is charged with"
            } else {
                "§10, Rummy 500: the winner's score less the loser's, never below 0"
            };
            steps.push(Step::new("negative_points", seat, loss.negative_points.into(), rule));
        }
        steps
    }
}
