//! The rows of the domain, diesel's tables and both databases' own say of their columns are one.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use kupa::domain::act::row::Kind;
use kupa::store::dialect::Db;
use kupa::store::migrate;
use kupa::store::schema::KEPT;

use crate::support::databases::{Database, on_both};

#[derive(QueryableByName, Debug, PartialEq)]
struct Real {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Bool)]
    nullable: bool,
    /// The place in the primary key, from 1; 0 outside.
    #[diesel(sql_type = BigInt)]
    key: i64,
}

fn real_columns(db: &mut Db, table: &str) -> Vec<Real> {
    let query = match db {
        Db::Lite(_) => format!(
            "SELECT name, type AS kind, NOT \"notnull\" AS nullable, pk AS key FROM pragma_table_info('{table}') ORDER BY cid"
        ),
        Db::Pg(_) => format!(
            "SELECT attname::TEXT AS name, UPPER(format_type(atttypid, atttypmod)) AS kind, NOT attnotnull AS nullable,
                    COALESCE(array_position(indkey::INT2[], attnum), -1)::BIGINT + 1 AS key
             FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
             WHERE attrelid = '{table}'::regclass AND attnum > 0 ORDER BY attnum"
        ),
    };
    diesel::sql_query(query).load(db).unwrap()
}

fn word(kind: Kind, on_postgres: bool) -> &'static str {
    match (kind, on_postgres) {
        (Kind::Int, true) => "BIGINT",
        (Kind::Bool, true) => "BOOLEAN",
        (Kind::Uuid, true) => "UUID",
        (Kind::Time, true) => "TIMESTAMP WITH TIME ZONE",
        (Kind::Text, _) => "TEXT",
        (Kind::Uuid, false) => "BLOB",
        (Kind::Int | Kind::Bool | Kind::Time, false) => "INTEGER",
    }
}

/// The key's columns, then names and types of all.
type Written = (Vec<String>, Vec<(String, String)>);

/// The tables of `schema.rs` and the file below it, as written there: names and types of columns, and the key.
fn written_tables() -> BTreeMap<String, Written> {
    let text = [
        include_str!("../../../src/store/schema.rs"),
        include_str!("../../../src/store/schema/signing_in.rs"),
        include_str!("../../../src/store/schema/persons.rs"),
    ]
    .concat();
    let mut tables: BTreeMap<String, Written> = BTreeMap::new();
    let mut current = String::new();
    for line in text.lines().map(str::trim) {
        if let Some((head, _)) = line.split_once(") {")
            && let Some((name, key)) = head.split_once(" (")
        {
            current = name.to_owned();
            tables.insert(current.clone(), (key.split(", ").map(str::to_owned).collect(), Vec::new()));
        } else if let Some((name, kind)) = line.trim_end_matches(',').split_once(" -> ")
            && let Some((_, columns)) = tables.get_mut(&current)
        {
            columns.push((name.to_owned(), kind.to_owned()));
        }
    }
    tables
}

on_both! {
    fn each_row_has_the_columns_of_its_table(database) {
        let on_postgres = database.is_postgres();
        let mut db = database.owner();
        for kept in KEPT {
            let place = |at: usize| if at < kept.key_columns { i64::try_from(at).unwrap() + 1 } else { 0 };
            let expected: Vec<Real> = kept.columns.iter().enumerate().map(|(at, column)| Real {
                name: column.name.to_owned(),
                kind: word(column.kind, on_postgres).to_owned(),
                nullable: column.nullable,
                key: place(at),
            }).collect();
            assert_eq!(real_columns(&mut db, kept.table), expected, "{}", kept.table);
        }
    }

    fn the_migrations_go_up_and_down_and_up(database) {
        let address = database.address();
        let steps = migrate::status(&address).unwrap();
        assert!(steps.iter().all(|step| step.applied && step.known));
        let all: Vec<String> = steps.iter().map(|step| step.name.clone()).collect();
        assert_eq!(migrate::up(&address).unwrap(), [""; 0], "there is nothing left to do");
        let mut back = migrate::down(&address, usize::MAX).unwrap();
        back.reverse();
        assert_eq!(back, all);
        assert!(migrate::status(&address).unwrap().iter().all(|step| !step.applied));
        assert_eq!(migrate::up(&address).unwrap(), all);
    }
}

#[test]
fn diesels_tables_are_the_rows_columns() {
    let mut written = written_tables();
    written.remove("shards").unwrap();
    for kept in KEPT {
        let (key, columns) = written.remove(kept.table).unwrap_or_else(|| panic!("no table {}", kept.table));
        assert_eq!(key, kept.columns[..kept.key_columns].iter().map(|column| column.name).collect::<Vec<_>>());
        for (name, kind) in &columns {
            let column = kept.columns.iter().find(|column| column.name == name);
            let column = column.unwrap_or_else(|| panic!("{} has no {name}", kept.table));
            let word = match column.kind {
                Kind::Int => "BigInt",
                Kind::Bool => "Bool",
                Kind::Text => "Text",
                Kind::Uuid => "st::Id",
                Kind::Time => "st::Instant",
            };
            let expected = if column.nullable { format!("Nullable<{word}>") } else { word.to_owned() };
            assert_eq!(*kind, expected, "{}.{name}", kept.table);
        }
        let left_out = kept.columns.len() - columns.len();
        assert_eq!(left_out, if kept.table == "games" { 4 } else { 0 }, "{}", kept.table);
    }
    assert!(written.is_empty(), "{written:?}");
}

#[test]
fn every_table_and_column_on_postgres_says_what_it_holds() {
    let Some(database) = Database::postgres() else { return };
    let silent =
        "SELECT relname || COALESCE('.' || attname, '') AS name, '' AS kind, FALSE AS nullable, 0::BIGINT AS key
         FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '__diesel_schema_migrations'
           AND (col_description(pg_class.oid, attnum) IS NULL OR obj_description(pg_class.oid, 'pg_class') IS NULL)";
    assert_eq!(diesel::sql_query(silent).load::<Real>(&mut database.owner()).unwrap(), []);
}
