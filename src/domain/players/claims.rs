//! Words that only one player may have: nickname, e-mail address, and who they are.

use uuid::Uuid;

use super::mailbox::mailbox;
use super::nickname;
use super::person::Told;
use crate::domain::act::remembered::Claim;
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;

/// Claims on mailboxes.
pub const EMAIL: &str = "email";
/// Claims on addresses as they are written: of accounts from before mailboxes were claimed, where two shared one.
pub const EMAIL_EXACT: &str = "email_exact";
/// Claims on being somebody: a digest of name and birth date.
pub const PERSON: &str = "person";

/// A word of a kind, and the refusal where it is taken.
pub type Word = (&'static str, String, Code);

/// The words that a nickname takes.
pub fn of_nickname(nickname: &str) -> impl Iterator<Item = Word> + use<> {
    nickname::claims(nickname).into_iter().map(|(kind, word)| (kind, word, Code::NicknameTaken))
}

/// The word that an e-mail address takes.
#[must_use]
pub fn of_email(email: &str) -> Word {
    (EMAIL, mailbox(email), Code::EmailTaken)
}

/// The word that an address has as it is written.
#[must_use]
pub fn of_spelling(email: &str) -> Word {
    (EMAIL_EXACT, email.to_lowercase(), Code::EmailTaken)
}

/// The word that a person takes.
#[must_use]
pub fn of_person(word: String) -> Word {
    (PERSON, word, Code::PersonKnown)
}

/// All that an account takes at its opening.
pub fn of_account(nickname: &str, email: Option<&str>, person: &Told) -> impl Iterator<Item = Word> + use<> {
    of_nickname(nickname).chain(email.map(of_email)).chain(person.word().map(of_person))
}

/// Asks for what [`take`] and [`release`] touch.
pub fn need(needs: &mut Needs, (kind, word, _): Word) {
    needs.claims.lock((kind.to_owned(), word));
}

/// Whether somebody may have a word: it is free, or theirs.
///
/// # Errors
/// The word's own refusal.
pub fn check(world: &World, (kind, word, taken): Word, owner: Uuid) -> Result<(), Refused> {
    match world.claims.get(&(kind.to_owned(), word)) {
        Some(claim) if !claim.is_free() && claim.owner != owner => Err(taken.into()),
        _ => Ok(()),
    }
}

/// Gives somebody a word that they may have.
pub fn take(world: &mut World, (kind, word, _): Word, owner: Uuid) {
    let key = (kind.to_owned(), word);
    if world.claims.get(&key).is_none_or(|claim| claim.owner != owner) {
        world.claims.edit_or_insert(&key, || Claim { kind: key.0.clone(), word: key.1.clone(), owner }).owner = owner;
    }
}

/// Takes a word from somebody, if it is theirs: it is free for all.
pub fn release(world: &mut World, (kind, word, _): Word, owner: Uuid) {
    let key = (kind.to_owned(), word);
    if world.claims.get(&key).is_some_and(|claim| claim.owner == owner) {
        world.claims.edit(&key).owner = Uuid::nil();
    }
}
