//! The pot of a void round, divided by the hands (page 003 §15): chips that the players hold stay with them.

use std::cmp::Reverse;

use super::chips::Chips;

/// Divides the pot of a card game among seats with so much deadwood, in the order of the seats: each share in proportion
/// to the deadwood of all others, equal where nobody has any.
#[must_use]
pub fn by_deadwood(pot: Chips, deadwood: &[u32]) -> Vec<Chips> {
    let sum: u64 = deadwood.iter().map(|own| u64::from(*own)).sum();
    let others: Vec<u64> = deadwood.iter().map(|own| sum - u64::from(*own)).collect();
    by_weight(pot, &others)
}

/// Divides the pot of a game of backgammon by the two players' estimated winning chances, given as whole numbers of the same
/// unit; equal where both are 0.
#[must_use]
pub fn by_chances(pot: Chips, chances: [u64; 2]) -> Vec<Chips> {
    by_weight(pot, &chances)
}

/// Whole chips in proportion to the weights, equal where all are 0; the rest one each to the largest remainders, of equal
/// ones to the lower seat. What is handed out is the pot exactly.
fn by_weight(pot: Chips, weights: &[u64]) -> Vec<Chips> {
    let equal = weights.iter().all(|weight| *weight == 0);
    let weights = weights.iter().map(|weight| if equal { 1 } else { u128::from(*weight) });
    let sum: u128 = weights.clone().sum();
    let products = weights.map(|weight| weight * u128::from(pot.0));
    let (mut shares, remainders): (Vec<u64>, Vec<u128>) = products
        .filter_map(|product| Some((product.checked_div(sum)?, product.checked_rem(sum)?)))
        // A share is at most the pot.
        .map(|(share, remainder)| (u64::try_from(share).unwrap_or(pot.0), remainder))
        .unzip();
    let rest = usize::try_from(pot.0 - shares.iter().sum::<u64>()).unwrap_or(usize::MAX);
    let mut order: Vec<(Reverse<u128>, &mut u64)> = remainders.into_iter().map(Reverse).zip(&mut shares).collect();
    order.sort_by_key(|(remainder, _)| *remainder);
    for (_, share) in order.into_iter().take(rest) {
        *share += 1;
    }
    shares.into_iter().map(Chips).collect()
}

#[cfg(test)]
mod tests;
