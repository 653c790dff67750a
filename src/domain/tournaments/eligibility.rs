//! Whether a player may enter a tournament (page 003 §3; `conduct`), and enter again (`edge-cases` 16).
//!
//! Pure over facts that whoever asks has gathered. The first condition that fails is the reason given. Money is judged
//! last, by whoever takes it.

use super::settings::Conditions;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::rules::rating::Rating;

/// What the house knows of a player, whatever the tournament. Judged at registration and again at each re-entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseFacts {
    /// Whether they may play: suspended, closed or frozen accounts may not.
    pub standing: Result<(), Refused>,
    /// They live where playing is not allowed.
    pub barred_place: bool,
    /// They have excluded themselves.
    pub self_excluded: bool,
    /// What they may still spend by their own limits covers the price.
    pub within_limits: bool,
}

/// What is known of a player in relation to one tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentFacts {
    /// They are in it.
    pub registered: bool,
    /// Another account of the same person, or one that shares what no two accounts of a tournament may, is in it.
    pub person_registered: bool,
    /// Their rating in the tournament's game.
    pub rating: Rating,
    /// They are a member of the room that the tournament asks for.
    pub room_member: bool,
    /// They were invited.
    pub invited: bool,
    /// Whether registration is open and a seat is free.
    pub door: Result<(), Refused>,
}

/// Whether the house lets a player in anywhere, now: the whole of what is asked at a re-entry beside its own rules.
///
/// # Errors
/// Those of [`may`](fn@crate::domain::players::standing::may), `barred_place`, `self_excluded`, `own_limit`.
pub fn admits(house: &HouseFacts) -> Result<(), Refused> {
    house.standing.clone()?;
    let conditions = [
        (house.barred_place, Code::BarredPlace),
        (house.self_excluded, Code::SelfExcluded),
        (!house.within_limits, Code::OwnLimit),
    ];
    first(&conditions)
}

/// Whether a player may register. Who is in already is told so before anything else: a repeat is not a refusal of
/// the player.
///
/// # Errors
/// `already_entered`, those of [`admits`], `person_registered`, `rating_below_range`, `rating_above_range`,
/// `not_a_member`, `not_invited`; why the door is shut.
pub fn may_register(conditions: &Conditions, house: &HouseFacts, player: &TournamentFacts) -> Result<(), Refused> {
    if player.registered {
        return Err(Code::AlreadyEntered.into());
    }
    admits(house)?;
    if player.person_registered {
        return Err(Code::PersonRegistered.into());
    }
    if let Some(least) = conditions.rating_least.filter(|least| player.rating < *least) {
        return Err(Refused::new(Code::RatingBelowRange).with("least", least));
    }
    if let Some(most) = conditions.rating_most.filter(|most| player.rating > *most) {
        return Err(Refused::new(Code::RatingAboveRange).with("most", most));
    }
    if let Some(room) = conditions.room.filter(|_| !player.room_member) {
        return Err(Refused::new(Code::NotAMember).with("room", room));
    }
    first(&[(conditions.invitation && !player.invited, Code::NotInvited)])?;
    player.door.clone()
}

fn first(conditions: &[(bool, Code)]) -> Result<(), Refused> {
    match conditions.iter().find(|(fails, _)| *fails) {
        Some((_, code)) => Err((*code).into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
