//! E-mail addresses from before mailboxes were claimed: brought into the one form, and nobody loses their account.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use kupa::store::migrate;
use kupa::store::players::find_player_by_email;
use kupa::store::schema::claims;
use uuid::Uuid;

use crate::support::databases::{Database, on_both};

/// An account from before: its number is the order in which it was opened.
fn account(database: &Database, number: u128, email: &str) -> String {
    let id = Uuid::from_u128(number);
    let (id, at) = if database.is_postgres() {
        (format!("'{id}'"), format!("to_timestamp({number})"))
    } else {
        (format!("X'{}'", id.as_simple()), number.to_string())
    };
    let word = email.to_lowercase();
    format!(
        "INSERT INTO players (id, nickname, email, state, debts, opened_at, stream_seq)
         VALUES ({id}, 'p{number}', '{email}', 'active', 0, {at}, 0);
         INSERT INTO claims (kind, word, owner) VALUES ('email', '{word}', {id});"
    )
}

on_both! {
    fn both_who_shared_a_mailbox_keep_their_accounts(database) {
        let address = database.address();
        let steps = migrate::status(&address).unwrap();
        let before = steps.iter().position(|step| step.name.starts_with("0013")).unwrap();
        migrate::down(&address, steps.len() - before).unwrap();
        let emails = ["Ann.Lee+x@GMail.com", "annlee@googlemail.com", "bob@example.com", "b.ob@example.com", "+t@x.example",
            "...@x.example", "יעל.לב@example.com"];
        let sql: String = (3..=9_u128).rev().zip(emails).map(|(number, email)| account(&database, number, email)).collect();
        database.owner().batch_execute(&sql).unwrap();
        migrate::up(&address).unwrap();

        let mut db = database.owner();
        let words = claims::table.select((claims::kind, claims::word)).order((claims::kind, claims::word));
        let words: Vec<(String, String)> = words.load(&mut db).unwrap();
        let expected = [
            ("email", "+t@x.example"), ("email", "...@x.example"), ("email", "annlee@gmail.com"), ("email", "bob@example.com"),
            ("email", "יעללב@example.com"), ("email_exact", "ann.lee+x@gmail.com"), ("email_exact", "bob@example.com"),
        ];
        assert_eq!(words, expected.map(|(kind, word)| (kind.to_owned(), word.to_owned())));
        // Each signs in by the address that they have, and all but the second of a pair by any spelling of it.
        for (number, email) in (3..=9_u128).rev().zip(emails) {
            let found = find_player_by_email(&mut db, email).unwrap().unwrap_or_else(|| panic!("{email}"));
            assert_eq!(found.id.0, Uuid::from_u128(number), "{email}");
        }
        let found = |db: &mut _, email| find_player_by_email(db, email).unwrap().map(|player| player.id.0.as_u128());
        assert_eq!(found(&mut db, "a.n.n.l.e.e@gmail.com"), Some(8));
        assert_eq!(found(&mut db, "BOB@example.com"), Some(7));
        assert_eq!(found(&mut db, "bob+tag@example.com"), Some(6));
        assert_eq!(found(&mut db, "nobody@example.com"), None);
    }
}
