//! What a database says of itself, for the doctor: facts alone; what is well and what is not is judged elsewhere.

use std::path::Path;

use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};

use super::columns::{Instant, st};
use super::dialect::{Address, Db, Session};
use super::schema::KEPT;
use super::{StoreError, migrate};
use crate::domain::time::Time;

#[derive(QueryableByName)]
struct Word {
    #[diesel(sql_type = Text)]
    word: String,
}

#[derive(QueryableByName)]
struct At {
    #[diesel(sql_type = st::Instant)]
    at: Instant,
}

fn words(db: &mut Db, question: &str) -> QueryResult<Vec<String>> {
    Ok(diesel::sql_query(question).load::<Word>(db)?.into_iter().map(|row| row.word).collect())
}

/// The clock of the server; none on SQLite, which has that of the process.
///
/// # Errors
/// The database's.
pub fn clock(db: &mut Db) -> QueryResult<Option<Time>> {
    match db {
        Db::Lite(_) => Ok(None),
        Db::Pg(_) => {
            let now = diesel::sql_query("SELECT clock_timestamp() AS at").get_result::<At>(db)?;
            Ok(Some(now.at.0))
        }
    }
}

/// A setting of PostgreSQL, or a pragma of SQLite, as this session has it; none where there is no such thing.
///
/// # Errors
/// The database's.
pub fn setting(db: &mut Db, name: &'static str) -> QueryResult<Option<String>> {
    let question = match db {
        Db::Pg(_) => format!("SELECT setting AS word FROM pg_settings WHERE name = '{name}'"),
        Db::Lite(_) => format!("SELECT CAST({name} AS TEXT) AS word FROM pragma_{name}"),
    };
    Ok(words(db, &question)?.pop())
}

/// What SQLite finds wrong in its file, quickly: pages, and rows that refer to none. At most a few of each.
///
/// # Errors
/// The database's.
pub fn damage(db: &mut Db) -> QueryResult<Vec<String>> {
    let mut found = words(db, "SELECT quick_check AS word FROM pragma_quick_check WHERE quick_check <> 'ok' LIMIT 5")?;
    let stray = "SELECT 'a row of ' || \"table\" || ' refers to none of ' || parent AS word \
                 FROM pragma_foreign_key_check LIMIT 5";
    found.extend(words(db, stray)?);
    Ok(found)
}

/// What SQLite finds wrong in its file once it has looked at everything in it. At most a few.
///
/// # Errors
/// The database's.
pub fn ruin(db: &mut Db) -> QueryResult<Vec<String>> {
    words(db, "SELECT integrity_check AS word FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT 5")
}

/// A trigger that refuses changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, QueryableByName)]
pub struct Guard {
    /// Its name.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// What it does, as the database tells it.
    #[diesel(sql_type = Text)]
    pub does: String,
    /// Whether it is heeded.
    #[diesel(sql_type = Bool)]
    pub enabled: bool,
}

/// The triggers that are there.
///
/// # Errors
/// The database's.
pub fn guards(db: &mut Db) -> QueryResult<Vec<Guard>> {
    diesel::sql_query(match db {
        Db::Pg(_) => {
            "SELECT t.tgname::TEXT AS name, p.prosrc::TEXT AS does,
                t.tgenabled IN ('O', 'A') AND current_setting('session_replication_role') = 'origin' AS enabled
             FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
             WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY t.tgname"
        }
        Db::Lite(_) => {
            "SELECT name, sql AS does, TRUE AS enabled FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        }
    })
    .load(db)
}

/// What each trigger must be: of SQLite as the steps of the schema make it in a fresh file, which is made at this path;
/// of PostgreSQL the names, and that it raises an exception.
///
/// # Errors
/// The file cannot be made.
pub fn guards_wanted(db: &Db, fresh: &Path) -> Result<Vec<Guard>, StoreError> {
    match db {
        Db::Pg(_) => {
            let growing = KEPT.iter().filter(|kept| kept.immutable).map(|kept| kept.table);
            let both =
                growing.flat_map(|table| ["never_change", "never_emptied"].map(|what| format!("{table}_{what}")));
            let guard = |name| Guard { name, does: "RAISE EXCEPTION".to_owned(), enabled: true };
            Ok(both.map(guard).collect())
        }
        Db::Lite(_) => {
            let address = Address::Sqlite(fresh.to_owned());
            migrate::up(&address)?;
            let mut made =
                address.connect(Session::Reader).map_err(|error| StoreError::unreachable(&address, &error))?;
            Ok(guards(&mut made)?)
        }
    }
}

/// What the role of this session lacks of what serving takes, each as `RIGHT on table`; nothing on SQLite.
///
/// # Errors
/// The database's.
pub fn rights_lacking(db: &mut Db) -> QueryResult<Vec<String>> {
    if matches!(db, Db::Lite(_)) {
        return Ok(Vec::new());
    }
    let wanted: Vec<String> = migrate::rights().map(|(right, table)| format!("('{table}', '{right}')")).collect();
    let question = format!(
        "SELECT v.r || ' on ' || v.t AS word FROM (VALUES {}) AS v (t, r) WHERE NOT has_table_privilege(v.t, v.r)",
        wanted.join(", ")
    );
    words(db, &question)
}

/// Names of other tables, views or sequences that the role of this session owns in the schema; nothing on SQLite.
///
/// # Errors
/// The database's.
pub fn owned(db: &mut Db) -> QueryResult<Vec<String>> {
    match db {
        Db::Lite(_) => Ok(Vec::new()),
        Db::Pg(_) => words(
            db,
            "SELECT relname::TEXT AS word FROM pg_class WHERE relnamespace = 'public'::regnamespace
             AND relkind IN ('r', 'p', 'v', 'S') AND pg_has_role(relowner, 'USAGE') ORDER BY relname",
        ),
    }
}
