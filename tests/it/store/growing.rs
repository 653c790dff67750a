//! What only grows is not changed, by whatever statement, and the role of the service could not if it tried.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use kupa::domain::act::Keeper;
use kupa::domain::act::row::Row;
use kupa::domain::games::settlement::Settlement;
use kupa::domain::ledger::event::Event;
use kupa::domain::ledger::transfer::{Posting, Transfer};
use kupa::domain::rake::version::ScheduleVersion;
use kupa::domain::rooms::version::RoomVersion;
use kupa::store::committer::{Books, Patience};
use kupa::store::dialect::{AnyKeeper, Db, Session};
use kupa::store::migrate;
use kupa::store::schema::KEPT;

use crate::support::databases::{Database, on_both};
use crate::support::invented::{Fits, row};

/// Without the keys to other tables: the rows here have no parents.
fn fill(database: &Database) {
    fn add<R: Row + Fits>(keeper: &mut AnyKeeper) {
        keeper.append(&[row::<R>(1, 1), row::<R>(2, 2)]).unwrap();
    }
    let mut keeper = AnyKeeper::open(&database.address(), 1).unwrap().pop().unwrap().0;
    let state = keeper.begin(1).unwrap();
    match &mut keeper {
        AnyKeeper::Pg(keeper) => {
            keeper.connection().batch_execute("SET LOCAL session_replication_role = replica").unwrap()
        }
        AnyKeeper::Lite(keeper) => {
            keeper.rollback();
            keeper.connection().batch_execute("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE").unwrap();
        }
    }
    add::<Transfer>(&mut keeper);
    add::<Posting>(&mut keeper);
    add::<Event>(&mut keeper);
    add::<Settlement>(&mut keeper);
    add::<ScheduleVersion>(&mut keeper);
    add::<RoomVersion>(&mut keeper);
    keeper.commit(1, state.next_seq, state.clock).unwrap();
}

fn everything(db: &mut Db, table: &str) -> Vec<String> {
    #[derive(QueryableByName)]
    struct Line {
        #[diesel(sql_type = diesel::sql_types::Text)]
        line: String,
    }
    let kept = KEPT.iter().find(|kept| kept.table == table).unwrap();
    let readable = if matches!(db, Db::Lite(_)) { "quote" } else { "quote_nullable" };
    let columns: Vec<String> = kept.columns.iter().map(|column| format!("{readable}({})", column.name)).collect();
    let query = format!("SELECT {} AS line FROM {table} ORDER BY 1", columns.join(" || '|' || "));
    diesel::sql_query(query).load::<Line>(db).unwrap().into_iter().map(|line| line.line).collect()
}

on_both! {
    fn nothing_changes_what_only_grows(database) {
        fill(&database);
        let mut db = database.owner();
        for kept in KEPT.iter().filter(|kept| kept.immutable) {
            let table = kept.table;
            let before = everything(&mut db, table);
            assert_eq!(before.len(), 2, "{table}");
            let last = kept.columns.last().unwrap().name;
            let mut attempts = vec![format!("UPDATE {table} SET {last} = {last}"), format!("DELETE FROM {table}")];
            if database.is_postgres() {
                attempts.push(format!("TRUNCATE {table} CASCADE"));
            }
            for attempt in attempts {
                let said = db.batch_execute(&attempt).expect_err(&attempt).to_string();
                assert_eq!(said, format!("{table} never change: rows are only added"), "{attempt}");
            }
            assert_eq!(everything(&mut db, table), before);
        }
    }
}

#[test]
fn nothing_is_replaced_on_sqlite() {
    let database = Database::sqlite();
    fill(&database);
    let mut db = database.owner();
    for kept in KEPT.iter().filter(|kept| kept.immutable) {
        let table = kept.table;
        let before = everything(&mut db, table);
        let columns: Vec<&str> = kept.columns.iter().map(|column| column.name).collect();
        let last = kept.columns.last().unwrap();
        let other = columns.join(", ").replace(last.name, &format!("CASE WHEN 1 THEN {0} ELSE {0} END + 1", last.name));
        // Refused, or ignored where a rival may have been first; never done.
        let replaced = db.batch_execute(&format!(
            "INSERT OR REPLACE INTO {table} ({}) SELECT {other} FROM {table}",
            columns.join(", ")
        ));
        assert_eq!(everything(&mut db, table), before, "{table}: {replaced:?}");
    }
}

#[test]
fn the_role_of_the_service_books_deposits_and_can_take_nothing_back() {
    let Some(database) = Database::postgres() else { return };
    let mut owner = database.owner();
    let role = format!("{}_service", database.url.rsplit('/').next().unwrap().split('?').next().unwrap());
    owner.batch_execute(&format!("CREATE ROLE {role}")).unwrap();
    owner.batch_execute(&migrate::grants(&role)).unwrap();
    assert!(migrate::could_drop_a_trigger(&mut owner).unwrap());

    let mut service = database.address().connect(Session::Owner).unwrap();
    service.batch_execute(&format!("SET ROLE {role}")).unwrap();
    assert!(!migrate::could_drop_a_trigger(&mut service).unwrap());
    for forbidden in [
        "DROP TRIGGER postings_never_change ON postings",
        "ALTER TABLE postings DISABLE TRIGGER ALL",
        "UPDATE postings SET amount = 1",
        "DELETE FROM events",
        "TRUNCATE transfers",
        "DELETE FROM accounts",
    ] {
        assert!(service.batch_execute(forbidden).is_err(), "{forbidden}");
    }

    let mut writer = database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap();
    if let AnyKeeper::Pg(keeper) = writer.books() {
        keeper.connection().batch_execute(&format!("SET ROLE {role}")).unwrap();
    }
    super::open_and_deposit(&mut writer);
    drop((writer, service));
    owner.batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).unwrap();
}
