//! A mistake is undone by one linked transfer, once (`money`).

use crate::domain::act::remembered::Claim;
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::TransferId;

/// The word that only one reversal of a transfer may have.
fn claim_key(transfer: TransferId) -> (String, String) {
    ("reversal".to_owned(), transfer.to_string())
}

/// Asks for the claim on a transfer's one reversal.
pub fn need_claim(needs: &mut Needs, transfer: TransferId) {
    needs.claims.lock(claim_key(transfer));
}

/// Records that `by` is the one reversal of `transfer`; the claim's owner is the transfer that undid it.
///
/// # Errors
/// `already_reversed`.
pub fn claim(world: &mut World, transfer: TransferId, by: TransferId) -> Result<(), Refused> {
    if world.claims.get(&claim_key(transfer)).is_some() {
        return Err(Code::AlreadyReversed.into());
    }
    let (kind, word) = claim_key(transfer);
    world.claims.insert(Claim { kind, word, owner: by.0 });
    Ok(())
}
