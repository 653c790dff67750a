//! What a round comes to: who pays whom, the pot, the points (page 003 §10). Pure figures; what they do to the players is
//! in `settle.rs`.

mod explanation;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chips::Chips;
use super::explanation::Explanation;
use super::points;
use super::round::Seat;
use super::terms::ShortWinner;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

crate::words! {
    /// Why a round is void and redealt.
    pub enum VoidCause {
        /// The hand was drawn, or nobody could finish it (`edge-cases.md` 12).
        NoWinner = "no_winner",
        /// A director voided it.
        Director = "director",
    }
}

/// How a round ended. Players are named by registration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome {
    /// Somebody won.
    Won {
        /// Who.
        winner: u32,
        /// What each loser's hand or game is worth against them.
        negative_points: BTreeMap<u32, u64>,
    },
    /// Void: every fee returns to its payer, no points.
    Void {
        /// Why.
        cause: VoidCause,
    },
    /// Void, for all were absent: the pot is divided, nobody pays, no points (§15).
    Divided {
        /// What each receives of the pot.
        shares: BTreeMap<u32, Chips>,
    },
}

impl Outcome {
    /// Whether it is void because all were absent (`edge-cases.md` 14).
    #[must_use]
    pub fn is_for_absence(&self) -> bool {
        matches!(self, Self::Divided { .. })
    }
}

crate::words! {
    /// What a payment was limited by.
    pub enum PaidBy {
        /// Nothing: all that the negative points come to.
        NegativePoints = "negative_points",
        /// What the loser risked.
        LoserRisk = "loser_risk",
        /// What the winner risked.
        WinnerRisk = "winner_risk",
    }
}

/// What a loser pays the winner, and from what it follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// What the hand or game is worth against the loser.
    pub negative_points: u64,
    /// Chips for each of them.
    pub chip_ratio: u64,
    /// Both multiplied; stops at the largest number.
    pub owed: Chips,
    /// What the loser risked.
    pub loser_risk: Chips,
    /// What the winner risked.
    pub winner_risk: Chips,
    /// What is paid.
    pub paid: Chips,
    /// Which of them it is.
    pub paid_by: PaidBy,
}

impl Payment {
    fn of(negative_points: u64, chip_ratio: u64, loser_risk: Chips, winner_risk: Chips, rule: ShortWinner) -> Self {
        let owed = Chips(negative_points.saturating_mul(chip_ratio));
        let mut limits = vec![(owed, PaidBy::NegativePoints), (loser_risk, PaidBy::LoserRisk)];
        if rule == ShortWinner::Limited {
            limits.push((winner_risk, PaidBy::WinnerRisk));
        }
        let least = limits.into_iter().min_by_key(|(chips, _)| *chips);
        let (paid, paid_by) = least.unwrap_or((owed, PaidBy::NegativePoints));
        Self { negative_points, chip_ratio, owed, loser_risk, winner_risk, paid, paid_by }
    }

    /// Why so much is paid.
    #[must_use]
    pub fn why(&self) -> Explanation {
        Explanation::new(self.paid_by.as_str(), "page 003 \u{a7}10")
            .with("negative_points", self.negative_points)
            .with("chip_ratio", self.chip_ratio)
            .with("owed", self.owed.0)
            .with("loser_risk", self.loser_risk.0)
            .with("winner_risk", self.winner_risk.0)
            .with("paid", self.paid.0)
    }
}

/// What a round does to one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledSeat {
    /// Whose.
    pub registration: u32,
    /// What a loser pays the winner.
    pub payment: Option<Payment>,
    /// Received: from the pot, and from losers.
    pub receives: Chips,
    /// Held after the round.
    pub after: Chips,
    /// Tournament points for it.
    pub points: u32,
}

/// A round settled. A correction is a further one, linked to the one that it reverses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// Its number in the round, from 1.
    pub number: u32,
    /// The settlement that it reverses.
    pub reverses: Option<u32>,
    /// How the round ended.
    pub outcome: Outcome,
    /// What that does to each seat, in order.
    pub seats: Vec<SettledSeat>,
    /// When.
    pub at: Time,
}

/// What a round comes to, seat by seat.
///
/// # Errors
/// `winner_not_at_table`, `loser_not_at_table`, `winner_among_losers`, `negative_points_missing`,
/// `shares_not_pot`.
pub fn reckon(
    seats: &[Seat],
    chip_ratio: u64,
    rule: ShortWinner,
    outcome: &Outcome,
) -> Result<Vec<SettledSeat>, Refused> {
    match outcome {
        Outcome::Won { winner, negative_points } => won(seats, chip_ratio, rule, *winner, negative_points),
        Outcome::Void { .. } => {
            let returned = |seat: &Seat| settled(seat, None, seat.fee_paid, 0);
            Ok(seats.iter().map(returned).collect::<Result<_, _>>()?)
        }
        Outcome::Divided { shares } => divided(seats, shares),
    }
}

fn settled(seat: &Seat, payment: Option<Payment>, receives: Chips, points: u32) -> Result<SettledSeat, Code> {
    let paid = payment.map_or(Chips::ZERO, |payment| payment.paid);
    let after = seat.risk.less(paid)?.and(seat.bought)?.and(receives)?;
    Ok(SettledSeat { registration: seat.registration, payment, receives, after, points })
}

fn won(
    seats: &[Seat],
    chip_ratio: u64,
    rule: ShortWinner,
    winner: u32,
    negative_points: &BTreeMap<u32, u64>,
) -> Result<Vec<SettledSeat>, Refused> {
    let of: BTreeMap<u32, &Seat> = seats.iter().map(|seat| (seat.registration, seat)).collect();
    let won = of.get(&winner).ok_or(Code::WinnerNotAtTable)?;
    if negative_points.contains_key(&winner) {
        return Err(Code::WinnerAmongLosers.into());
    }
    if negative_points.keys().any(|loser| !of.contains_key(loser)) {
        return Err(Code::LoserNotAtTable.into());
    }
    let most = negative_points.values().copied().max().unwrap_or_default();
    let mut receives = sum(seats.iter().map(|seat| seat.fee_paid))?;
    let mut reckoned = Vec::with_capacity(seats.len());
    for seat in seats {
        if seat.registration == winner {
            reckoned.push(settled(seat, None, Chips::ZERO, points::WINNER)?);
            continue;
        }
        let against = *negative_points.get(&seat.registration).ok_or(Code::NegativePointsMissing)?;
        let payment = Payment::of(against, chip_ratio, seat.risk, won.risk, rule);
        receives = payment.paid.and(receives)?;
        reckoned.push(settled(seat, Some(payment), Chips::ZERO, points::of_loser(against, most))?);
    }
    for seat in reckoned.iter_mut().filter(|seat| seat.registration == winner) {
        (seat.receives, seat.after) = (receives, seat.after.and(receives)?);
    }
    Ok(reckoned)
}

fn sum(chips: impl IntoIterator<Item = Chips>) -> Result<Chips, Code> {
    chips.into_iter().try_fold(Chips::ZERO, Chips::and)
}

fn divided(seats: &[Seat], shares: &BTreeMap<u32, Chips>) -> Result<Vec<SettledSeat>, Refused> {
    let pot = sum(seats.iter().map(|seat| seat.fee_paid))?;
    let divided = sum(shares.values().copied())?;
    if divided != pot || shares.len() != seats.len() {
        return Err(Refused::new(Code::SharesNotPot).with("pot", pot.0).with("shares", divided.0));
    }
    let share = |seat: &Seat| {
        let share = *shares.get(&seat.registration).ok_or(Code::SharesNotPot)?;
        Ok(settled(seat, None, share, 0)?)
    };
    seats.iter().map(share).collect()
}

#[cfg(test)]
mod tests;
