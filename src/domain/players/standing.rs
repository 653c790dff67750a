//! The one guard before every act that moves a player's money or seat.

use super::player::{Player, PlayerState};
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// What a player is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// Sit down, or offer a seat.
    Play,
    /// Put money in.
    Deposit,
    /// Take money out.
    Withdraw,
}

/// Whether a player may do that now (`conduct`, Sanctions; `money`).
///
/// # Errors
/// `player_suspended`, `player_closed`, `player_frozen`.
pub fn may(player: &Player, doing: Doing, now: Time) -> Result<(), Refused> {
    match player.state {
        PlayerState::Closed => return Err(Code::PlayerClosed.into()),
        PlayerState::Suspended if doing != Doing::Deposit => {
            if player.suspended_until.is_none_or(|end| now < end) {
                let refused = Refused::new(Code::PlayerSuspended);
                return Err(match player.suspended_until {
                    Some(end) => refused.with("until", end),
                    None => refused,
                });
            }
        }
        PlayerState::Suspended | PlayerState::Active => {}
    }
    // A deposit pays the debt first, so that one may come in.
    if player.debts > 0 && doing != Doing::Deposit {
        return Err(Code::PlayerFrozen.into());
    }
    Ok(())
}
