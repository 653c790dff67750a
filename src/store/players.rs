//! Players, as the edges read them.

use diesel::prelude::*;

use super::columns::{Id, Whole, all_of};
use super::dialect::Db;
use super::schema::{accounts, claims, jurisdictions, people, players, ratings};
use crate::domain::act::row::Row;
use crate::domain::conduct::Jurisdictions;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::account::Account;
use crate::domain::players::claims::{EMAIL, EMAIL_EXACT};
use crate::domain::players::mailbox::mailbox;
use crate::domain::players::nickname;
use crate::domain::players::person::Person;
use crate::domain::players::player::{Player, PlayerState};
use crate::domain::players::rating::Rating;

/// The rows themselves.
pub(super) fn rows<R: Row>(whole: Vec<Whole<R>>) -> Vec<R> {
    whole.into_iter().map(|row| row.0).collect()
}

/// A player.
///
/// # Errors
/// The database's.
pub fn find_player(db: &mut Db, id: PlayerId) -> QueryResult<Option<Player>> {
    let found = players::table.filter(players::id.eq(Id(id.0))).select(all_of::<Player>());
    found.load::<Whole<Player>>(db).map(|found| rows(found).pop())
}

/// Who a player is, as far as it is known.
///
/// # Errors
/// The database's.
pub fn find_person(db: &mut Db, player: PlayerId) -> QueryResult<Option<Person>> {
    let found = people::table.filter(people::player.eq(Id(player.0))).select(all_of::<Person>());
    found.load::<Whole<Person>>(db).map(|found| rows(found).pop())
}

/// Where nobody may play, and from what age on.
///
/// # Errors
/// The database's.
pub fn find_jurisdictions(db: &mut Db) -> QueryResult<Jurisdictions> {
    let found = jurisdictions::table.select(all_of::<Jurisdictions>());
    found.load::<Whole<Jurisdictions>>(db).map(|found| rows(found).pop().unwrap_or_default())
}

/// The player who signs in by an e-mail address, in any spelling of its mailbox. Of two who have shared one since before
/// mailboxes were claimed, the second is found by their own spelling.
///
/// # Errors
/// The database's.
pub fn find_player_by_email(db: &mut Db, email: &str) -> QueryResult<Option<Player>> {
    let exact = find_claim(db, EMAIL_EXACT, &email.to_lowercase())?;
    match exact.map_or_else(|| find_claim(db, EMAIL, &mailbox(email)), |id| Ok(Some(id)))? {
        Some(id) => find_player(db, PlayerId(id)),
        None => Ok(None),
    }
}

/// Whose a word is that only one may have; nobody's if it was given up.
pub(super) fn find_claim(db: &mut Db, kind: &str, word: &str) -> QueryResult<Option<uuid::Uuid>> {
    let found = claims::table.filter(claims::kind.eq(kind)).filter(claims::word.eq(word)).select(claims::owner);
    let owner = found.first::<Id>(db).optional()?;
    Ok(owner.map(|owner| owner.0).filter(|owner| !owner.is_nil()))
}

/// Which players are asked for.
#[derive(Debug, Clone, Default)]
pub struct PlayersAsked {
    /// Who stand so.
    pub state: Option<PlayerState>,
    /// Who has this nickname, or one that looks like it.
    pub nickname: Option<String>,
    /// Who has this mailbox.
    pub email: Option<String>,
    /// After this one.
    pub after: Option<PlayerId>,
    /// So many at most.
    pub most: i64,
}

/// Players in the order of their identities.
///
/// # Errors
/// The database's.
pub fn list_players(db: &mut Db, asked: &PlayersAsked) -> QueryResult<Vec<Player>> {
    let after = Id(asked.after.map_or(uuid::Uuid::nil(), |id| id.0));
    let mut found = players::table.into_boxed().filter(players::id.gt(after)).order(players::id).limit(asked.most);
    if let Some(state) = asked.state {
        found = found.filter(players::state.eq(state.as_str()));
    }
    if let Some(nickname) = &asked.nickname {
        let Some(owner) = find_owner_of_nickname(db, nickname)? else { return Ok(Vec::new()) };
        found = found.filter(players::id.eq(Id(owner)));
    }
    if let Some(email) = &asked.email {
        let Some(owner) = find_player_by_email(db, email)? else { return Ok(Vec::new()) };
        found = found.filter(players::id.eq(Id(owner.id.0)));
    }
    found.select(all_of::<Player>()).load(db).map(rows)
}

/// Whose a nickname is, or one that looks like it.
fn find_owner_of_nickname(db: &mut Db, nickname: &str) -> QueryResult<Option<uuid::Uuid>> {
    for (kind, word) in nickname::claims(nickname) {
        if let Some(owner) = find_claim(db, kind, &word)? {
            return Ok(Some(owner));
        }
    }
    Ok(None)
}

/// A player's ratings, by variant.
///
/// # Errors
/// The database's.
pub fn list_ratings(db: &mut Db, player: PlayerId) -> QueryResult<Vec<Rating>> {
    let found = ratings::table.filter(ratings::player.eq(Id(player.0))).order(ratings::variant);
    found.select(all_of::<Rating>()).load(db).map(rows)
}

/// A player's accounts, by currency and kind: cash, payable, receivable.
///
/// # Errors
/// The database's.
pub fn list_accounts_of(db: &mut Db, player: PlayerId) -> QueryResult<Vec<Account>> {
    // The kinds by name: they begin the key, so that no other account is looked at.
    let kinds = accounts::kind.eq("cash").or(accounts::kind.eq("payable")).or(accounts::kind.eq("receivable"));
    let found = accounts::table.filter(accounts::owner.eq(Id(player.0)).and(kinds));
    found.order((accounts::currency, accounts::kind)).select(all_of::<Account>()).load(db).map(rows)
}
