//! The schema's versions: embedded in the binary, run forwards and back, and compared with what a database has.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use diesel::migration::{Migration, MigrationSource};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::StoreError;
use super::dialect::{Address, Db, MultiBackend, Session};
use super::schema::KEPT;

const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");
const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");

/// A version of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its name: that of its folder.
    pub name: String,
    /// Whether the database has it.
    pub applied: bool,
    /// Whether this program knows it; one that it does not know was made by a newer one.
    pub known: bool,
}

fn source(db: &Db) -> EmbeddedMigrations {
    match db {
        Db::Pg(_) => POSTGRES,
        Db::Lite(_) => SQLITE,
    }
}

fn broken(error: impl std::fmt::Display) -> StoreError {
    StoreError::Migration(error.to_string())
}

fn open(address: &Address) -> Result<Db, StoreError> {
    address.connect(Session::Owner).map_err(|error| StoreError::unreachable(address, &error))
}

/// Two processes that start at once must not both make the tables: PostgreSQL lets the second wait here, until the
/// first one's session ends.
fn alone(db: &mut Db) -> Result<(), StoreError> {
    if let Db::Pg(connection) = db {
        diesel::sql_query("SELECT pg_advisory_lock(7311960)").execute(connection).map_err(broken)?;
    }
    Ok(())
}

/// Brings the database to this program's schema; makes the file of SQLite. Gives the names of the steps taken.
///
/// # Errors
/// The database cannot be reached, or refuses a step; the steps before it stay.
pub fn up(address: &Address) -> Result<Vec<String>, StoreError> {
    if let Address::Sqlite(path) = address {
        keep_private(path)
            .map_err(|error| StoreError::Unreachable { address: address.clone(), reason: error.to_string() })?;
    }
    let mut db = open(address)?;
    alone(&mut db)?;
    let pending = db.pending_migrations(source(&db)).map_err(broken)?;
    let names = pending.iter().map(|step| step.name().to_string()).collect();
    db.run_migrations(&pending).map_err(broken)?;
    Ok(names)
}

/// Makes the file of a new database so that nobody else reads it: the books, names and hashes of passwords stand in it. The
/// files beside it take its mode.
fn keep_private(path: &Path) -> std::io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Whether the database has transfers: taking the schema back would lose them.
///
/// # Errors
/// The database cannot be reached.
pub fn holds_books(address: &Address) -> Result<bool, StoreError> {
    let mut db = open(address)?;
    let any = match db {
        Db::Pg(_) => "SELECT to_regclass('transfers') IS NOT NULL AS yes",
        Db::Lite(_) => "SELECT COUNT(*) > 0 AS yes FROM sqlite_master WHERE name = 'transfers'",
    };
    Ok(ask(&mut db, any)? && ask(&mut db, "SELECT EXISTS (SELECT 1 FROM transfers) AS yes")?)
}

/// Takes back so many steps, the last first. Their rows are lost.
///
/// # Errors
/// As [`up`].
pub fn down(address: &Address, steps: usize) -> Result<Vec<String>, StoreError> {
    let mut db = open(address)?;
    alone(&mut db)?;
    let applied = status_of(&mut db)?.into_iter().filter(|step| step.applied && step.known);
    let names: Vec<String> = applied.map(|step| step.name).rev().take(steps).collect();
    for _ in &names {
        let known = source(&db);
        db.revert_last_migration(known).map_err(broken)?;
    }
    Ok(names)
}

/// Every version, in order: those of this program, then those that only the database knows.
///
/// # Errors
/// The database cannot be reached.
pub fn status(address: &Address) -> Result<Vec<Step>, StoreError> {
    let mut db = address.connect(Session::Reader).map_err(|error| StoreError::unreachable(address, &error))?;
    status_of(&mut db)
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Bool)]
    yes: bool,
}

fn ask(db: &mut Db, question: &str) -> Result<bool, StoreError> {
    Ok(diesel::sql_query(question).get_result::<Answer>(db).map_err(broken)?.yes)
}

/// As [`status`], on an open connection. Asks without diesel, which would first make its table: a role that owns
/// nothing may not.
pub(super) fn status_of(db: &mut Db) -> Result<Vec<Step>, StoreError> {
    let any = ask(
        db,
        match db {
            Db::Pg(_) => "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS yes",
            Db::Lite(_) => "SELECT COUNT(*) > 0 AS yes FROM sqlite_master WHERE name = '__diesel_schema_migrations'",
        },
    )?;
    let mut found: Vec<String> = Vec::new();
    if any {
        let all = diesel::sql_query("SELECT version FROM __diesel_schema_migrations ORDER BY version");
        found.extend(all.load::<Version>(db).map_err(broken)?.into_iter().map(|row| row.version));
    }
    let known = MigrationSource::<MultiBackend>::migrations(&source(db)).map_err(broken)?;
    let mut known: Vec<(String, String)> =
        known.iter().map(|step| (step.name().version().to_string(), step.name().to_string())).collect();
    known.sort_unstable();
    let mut steps: Vec<Step> = Vec::new();
    for (version, name) in known {
        let at = found.iter().position(|other| *other == version);
        steps.push(Step { name, applied: at.map(|at| found.remove(at)).is_some(), known: true });
    }
    steps.extend(found.into_iter().map(|name| Step { name, applied: true, known: false }));
    Ok(steps)
}

/// From these rows are deleted: the log of requests, sessions that are over, old mail, and what was proved.
const EMPTIED: [&str; 7] =
    ["mails", "idempotency", "sessions", "refresh_tokens", "proven_shards", "proven_accounts", "proven_streams"];

/// What the role of `kupa serve` needs on PostgreSQL: rights, each with its table.
pub(super) fn rights() -> impl Iterator<Item = (&'static str, &'static str)> {
    let kept = KEPT.iter().flat_map(|kept| {
        let rights: &[&str] = if kept.immutable { &["SELECT", "INSERT"] } else { &["SELECT", "INSERT", "UPDATE"] };
        rights.iter().map(|right| (*right, kept.table))
    });
    let shards = ["SELECT", "INSERT", "UPDATE"].map(|right| (right, "shards"));
    let emptied = EMPTIED.map(|table| ("DELETE", table));
    kept.chain(shards).chain([("SELECT", "__diesel_schema_migrations")]).chain(emptied)
}

/// What the role of `kupa serve` may do on PostgreSQL, as SQL: it owns nothing, and what only grows it can only add
/// to. To be run by the owner.
#[must_use]
pub fn grants(role: &str) -> String {
    let role = format!("\"{}\"", role.replace('"', "\"\""));
    let names = |immutable: bool| {
        let some = KEPT.iter().filter(|kept| kept.immutable == immutable).map(|kept| kept.table);
        some.collect::<Vec<_>>().join(", ")
    };
    format!(
        "GRANT USAGE ON SCHEMA public TO {role};\n\
         GRANT SELECT ON __diesel_schema_migrations TO {role};\n\
         GRANT SELECT, INSERT ON {growing} TO {role};\n\
         GRANT SELECT, INSERT, UPDATE ON shards, {changing} TO {role};\n\
         GRANT DELETE ON {emptied} TO {role};\n",
        emptied = EMPTIED.join(", "),
        growing = names(true),
        changing = names(false),
    )
}

/// Whether this session could take the triggers away that refuse changes: `serve` should run as a role that cannot.
/// On SQLite whoever has the file can; nothing is to be done about it there.
///
/// # Errors
/// The database does not answer.
pub fn could_drop_a_trigger(db: &mut Db) -> Result<bool, StoreError> {
    match db {
        Db::Lite(_) => Ok(false),
        Db::Pg(_) => ask(
            db,
            "SELECT COALESCE(bool_or(pg_has_role(relowner, 'USAGE')), FALSE) AS yes FROM pg_class \
             WHERE oid IN (to_regclass('transfers'), to_regclass('postings'), to_regclass('events'))",
        ),
    }
}
