//! Who waits where tables have two seats and one player is over (page 003 §6): no fee, no points, chips unchanged.

use super::seed::Chance;

/// Draws who waits: one of those who have waited least often, each as likely as any other. So nobody waits twice running
/// while another has waited less.
///
/// `waits` tells how often each has waited so far; the answer is a place in it, `None` where it is empty.
#[must_use]
pub fn draw(chance: &mut Chance, waits: &[u32]) -> Option<usize> {
    let least = waits.iter().min()?;
    let places: Vec<usize> = waits.iter().enumerate().filter(|(_, waits)| *waits == least).map(|(at, _)| at).collect();
    chance.one_of(&places).copied()
}

#[cfg(test)]
mod tests;
