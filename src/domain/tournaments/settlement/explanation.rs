//! Why a seat has what it has after a round, each step with its rule and figures (page 003 §10, §15).

use super::{Outcome, SettledSeat};
use crate::domain::tournaments::chips::Chips;
use crate::domain::tournaments::explanation::Explanation;
use crate::domain::tournaments::points;
use crate::domain::tournaments::round::Seat;

const ROUND: &str = "page 003 \u{a7}10";
const NO_WINNER: &str = "edge case 12";
const ABSENT: &str = "page 003 \u{a7}15";

impl SettledSeat {
    /// The steps from what the seat held before the round to what it holds after it, and its tournament points. `seats`
    /// are those of the round, `round_fee` its level's fee, `outcome` what it was settled by.
    #[must_use]
    pub fn why(&self, seats: &[Seat], round_fee: Chips, outcome: &Outcome) -> Vec<Explanation> {
        let Some(seat) = seats.iter().find(|seat| seat.registration == self.registration) else { return Vec::new() };
        let pot: Chips = seats.iter().map(|seat| seat.fee_paid).sum();
        let mut steps = vec![fee(seat, round_fee)];
        steps.extend(self.payment.map(|payment| payment.why()));
        steps.extend(self.why_received(pot, outcome));
        steps.push(self.why_points(outcome));
        steps.push(
            Explanation::new("chips_after", ROUND)
                .with("risk", seat.risk.0)
                .with("paid", self.payment.map_or(0, |payment| payment.paid.0))
                .with("bought", seat.bought.0)
                .with("receives", self.receives.0)
                .with("chips", self.after.0),
        );
        steps
    }

    fn why_received(&self, pot: Chips, outcome: &Outcome) -> Option<Explanation> {
        let receives = self.receives.0;
        let explained = match outcome {
            Outcome::Won { winner, .. } if *winner == self.registration => {
                Explanation::new("winner_takes_pot", ROUND).with("from_losers", receives.saturating_sub(pot.0))
            }
            Outcome::Won { .. } => return None,
            Outcome::Void { .. } => Explanation::new("fee_returned", NO_WINNER),
            Outcome::Divided { .. } => Explanation::new("pot_divided", ABSENT),
        };
        Some(explained.with("pot", pot.0).with("receives", receives))
    }

    fn why_points(&self, outcome: &Outcome) -> Explanation {
        let explained = match (outcome, self.payment) {
            (Outcome::Won { negative_points, .. }, Some(payment)) => {
                let most = negative_points.values().copied().max().unwrap_or_default();
                let rule = if self.points == points::LAST { "points_of_last" } else { "points_between" };
                let own = Explanation::new(rule, ROUND).with("negative_points", payment.negative_points);
                own.with("most_negative_points", most)
            }
            (Outcome::Won { .. }, None) => Explanation::new("points_of_winner", ROUND),
            (Outcome::Void { .. }, _) => Explanation::new("void_brings_no_points", NO_WINNER),
            (Outcome::Divided { .. }, _) => Explanation::new("void_brings_no_points", ABSENT),
        };
        explained.with("points", self.points)
    }
}

/// Why so much was paid into the pot.
fn fee(seat: &Seat, round_fee: Chips) -> Explanation {
    let rule = if seat.fee_paid < round_fee { "all_held" } else { "round_fee" };
    Explanation::new(rule, ROUND).with("round_fee", round_fee.0).with("paid", seat.fee_paid.0).with("risk", seat.risk.0)
}
