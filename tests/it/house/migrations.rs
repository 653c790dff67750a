//! Every migration runs up, down and up, and its way back leaves nothing behind.

use diesel::prelude::*;
use diesel::sql_types::Text;
use kupa::store::dialect::Db;
use kupa::store::migrate;

use super::source::files_below;
use crate::support::databases::{Database, on_both};

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Everything that stands in a database beside its rows: tables with their columns, constraints, indexes, triggers,
/// functions. One line each.
fn schema(database: &Database) -> Vec<String> {
    let mut db = database.owner();
    let question = match db {
        Db::Lite(_) => {
            "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') AS line FROM sqlite_master
             WHERE name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' AND tbl_name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' ORDER BY line"
        }
        Db::Pg(_) => {
            "SELECT line FROM (
                SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default)
                    AS line, table_name AS of FROM information_schema.columns WHERE table_schema = 'public'
                UNION ALL SELECT indexdef, tablename FROM pg_indexes WHERE schemaname = 'public'
                UNION ALL SELECT format('constraint %s %s', conname, pg_get_constraintdef(oid)), conrelid::regclass::text
                    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
                UNION ALL SELECT pg_get_triggerdef(oid), tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal
                UNION ALL SELECT pg_get_functiondef(oid), '' FROM pg_proc WHERE pronamespace = 'public'::regnamespace
             ) AS everything WHERE of NOT LIKE '\\_\\_diesel%' ORDER BY line"
        }
    };
    diesel::sql_query(question).load::<Line>(&mut db).unwrap().into_iter().map(|row| row.line).collect()
}

on_both! {
    fn every_migration_runs_up_down_and_up(database) {
        let address = database.address();
        let made = schema(&database);
        let steps = migrate::status(&address).unwrap().len();
        assert!(steps > 0 && !made.is_empty(), "nothing to judge");

        for left in (0..steps).rev() {
            let before = schema(&database);
            assert_eq!(migrate::down(&address, 1).unwrap().len(), 1);
            assert_eq!(migrate::status(&address).unwrap().iter().filter(|step| step.applied).count(), left);
            assert_ne!(schema(&database), before, "a step that changes nothing");
        }
        assert_eq!(schema(&database), Vec::<String>::new(), "the way back leaves this behind");

        assert_eq!(migrate::up(&address).unwrap().len(), steps);
        assert_eq!(schema(&database), made);
    }
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |database: &str| -> Vec<String> {
        let folder = format!("migrations/{database}/");
        files_below(&folder).iter().map(|file| file.trim_start_matches(&folder).to_owned()).collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
    assert!(!names("sqlite").is_empty());
}
