//! A database of its own for each test, on SQLite and on PostgreSQL.
//!
//! PostgreSQL is that of `TEST_DATABASE_URL`, else a local server that answers, else a throw-away cluster. Where there
//! is none, the tests on it do nothing, and one line says so after the last of them; with
//! `KUPA_TEST_REQUIRE=postgres` they fail.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use kupa::store::dialect::{Address, Db, Session};
use kupa::store::{Settings, Store, migrate};

/// A migrated database that is gone when this is dropped.
pub struct Database {
    pub url: String,
    #[allow(dead_code)]
    folder: Option<tempfile::TempDir>,
    name: Option<String>,
}

impl Database {
    pub fn sqlite() -> Self {
        static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kupa.db");
        let url = format!("sqlite:{}", path.display());
        let template = TEMPLATE.get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("template.db");
            migrate::up(&Address::Sqlite(path.clone())).unwrap();
            fs::read(path).unwrap()
        });
        fs::write(path, template).unwrap();
        Self { url, folder: Some(folder), name: None }
    }

    /// `None` where there is no PostgreSQL.
    pub fn postgres() -> Option<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = server()?;
        let name = format!("kupa_test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let template = server.template();
        server.admin().batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template}")).unwrap();
        Some(Self { url: server.url(&name), folder: None, name: Some(name) })
    }

    #[allow(dead_code)]
    pub fn address(&self) -> Address {
        self.url.parse().unwrap()
    }

    /// The same database, for a second node: it is not gone when this is dropped.
    pub fn shared(&self) -> Self {
        Self { url: self.url.clone(), folder: None, name: None }
    }

    pub fn store(&self) -> Store {
        Store::open(&self.url, Settings::default()).unwrap()
    }

    /// A session that may do anything.
    #[allow(dead_code)]
    pub fn owner(&self) -> Db {
        self.address().connect(Session::Owner).unwrap()
    }

    /// Sends everybody out of a database of PostgreSQL and lets nobody in, or lets them in again.
    pub fn shut_out(&self, out: bool) {
        let (Some(name), Some(server)) = (&self.name, server()) else { return };
        let mut admin = server.admin();
        admin.batch_execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {}", !out)).unwrap();
        if out {
            let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
            diesel::sql_query(end).execute(&mut admin).unwrap();
        }
    }

    #[allow(dead_code)]
    pub fn is_postgres(&self) -> bool {
        self.name.is_some()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let (Some(name), Some(server)) = (&self.name, server()) {
            let dropped = server.admin().batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)"));
            if !std::thread::panicking() {
                dropped.unwrap();
            }
        }
    }
}

/// Makes two tests of each body: one on SQLite, one on PostgreSQL.
macro_rules! on_both { ($($(#[$attribute:meta])* fn $name:ident($database:ident) $body:block)+) => { $(
    $(#[$attribute])*
    mod $name {
        #[allow(unused_imports)]
        use super::*;

        fn body($database: $crate::support::databases::Database) $body

        #[test]
        fn on_sqlite() {
            body($crate::support::databases::Database::sqlite());
        }

        #[test]
        fn on_postgres() {
            if let Some(database) = $crate::support::databases::Database::postgres() {
                body(database);
            }
        }
    }
)+ } }
pub(crate) use on_both;

/// A server of PostgreSQL: its address before and after the name of a database.
struct Server {
    before: String,
    after: String,
    /// Ends a throw-away cluster when this process ends, however it ends: its input is then closed.
    #[allow(dead_code)]
    keeper: Option<Child>,
}

impl Server {
    fn of(url: &str) -> Self {
        let (rest, after) = url.split_at(url.find('?').unwrap_or(url.len()));
        let at = rest.rfind('/').filter(|at| *at > rest.find("//").map_or(0, |scheme| scheme + 1));
        Self { before: rest[..at.unwrap_or(rest.len())].to_owned(), after: after.to_owned(), keeper: None }
    }

    fn url(&self, database: &str) -> String {
        format!("{}/{database}{}", self.before, self.after)
    }

    fn admin(&self) -> PgConnection {
        PgConnection::establish(&self.url("postgres")).unwrap()
    }

    /// The name of a migrated database to copy. It is kept, one for each state of the migrations, so that the next
    /// run finds it; processes that need it at once make it one after the other.
    fn template(&self) -> &'static str {
        static TEMPLATE: OnceLock<String> = OnceLock::new();
        TEMPLATE.get_or_init(|| {
            let name = format!("kupa_template_{:016x}", hash_of(Path::new("migrations/postgres")));
            let mut admin = self.admin();
            admin.batch_execute("SELECT pg_advisory_lock(7311961)").unwrap();
            let known = format!("SELECT 1 FROM pg_database WHERE datname = '{name}'");
            if diesel::sql_query(known).execute(&mut admin).unwrap() == 0 {
                let half_made = format!("{name}_{}", std::process::id());
                admin.batch_execute(&format!("CREATE DATABASE {half_made}")).unwrap();
                migrate::up(&self.url(&half_made).parse().unwrap()).unwrap();
                admin.batch_execute(&format!("ALTER DATABASE {half_made} RENAME TO {name}")).unwrap();
            }
            name
        })
    }
}

fn hash_of(folder: &Path) -> u64 {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        if file.is_dir() { hash_of(&file).hash(&mut hasher) } else { fs::read(&file).unwrap().hash(&mut hasher) }
    }
    hasher.finish()
}

fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let server = SERVER.get_or_init(|| {
        let found = named().or_else(local).map_or_else(throw_away, Ok);
        found.map_err(|why| say_at_the_end(&format!("Not tested on PostgreSQL: {why}"))).ok()
    });
    let required = std::env::var("KUPA_TEST_REQUIRE").unwrap_or_default();
    assert!(server.is_some() || !required.split(',').any(|name| name == "postgres"), "PostgreSQL is required");
    server.as_ref()
}

fn named() -> Option<Server> {
    std::env::var("TEST_DATABASE_URL").ok().map(|url| Server::of(&url))
}

fn local() -> Option<Server> {
    [
        "postgres://postgres@%2Fvar%2Frun%2Fpostgresql",
        "postgres://%2Fvar%2Frun%2Fpostgresql",
        "postgres://postgres@127.0.0.1",
    ]
    .into_iter()
    .map(|place| Server::of(&format!("{place}/postgres?connect_timeout=2")))
    .find(|server| PgConnection::establish(&server.url("postgres")).is_ok_and(|mut admin| may_create(&mut admin)))
}

fn may_create(admin: &mut PgConnection) -> bool {
    let may = "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolcreatedb OR rolsuper)";
    diesel::sql_query(may).execute(admin).is_ok_and(|count| count == 1)
}

/// Runs after this process has ended, when its input is closed.
fn after_this_process(script: &str, word: &str) -> std::io::Result<Child> {
    Command::new("sh").args(["-c", script, word]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

fn say_at_the_end(line: &str) {
    static TELLER: OnceLock<std::io::Result<Child>> = OnceLock::new();
    TELLER.get_or_init(|| after_this_process("read _; echo \"$0\" >&2", line));
}

/// Makes a cluster in a folder of its own, without fsync: nothing in it is to last.
fn throw_away() -> Result<Server, String> {
    let bin = programs().ok_or("there is no server, and none of its programs")?;
    let folder = tempfile::Builder::new().prefix("kupa-pg").tempdir().map_err(|error| error.to_string())?.keep();
    let mut shell = Command::new("sh");
    // PostgreSQL refuses to run as root.
    if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        let (user, group) = other_user().ok_or("running as root, and there is no other user")?;
        std::os::unix::fs::chown(&folder, Some(user), Some(group)).map_err(|error| error.to_string())?;
        shell.uid(user).gid(group);
    }
    let script = r#"cd "$1" && "$0/initdb" -D data -A trust -U postgres -E UTF8 --no-sync >log 2>&1 || exit 1
        "$0/postgres" -D data -k "$1" -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200 >>log 2>&1 &
        for i in $(seq 300); do "$0/psql" -h "$1" -U postgres -qc 'SELECT 1' postgres >/dev/null 2>&1 && break; sleep 0.1; done
        echo ready; read _; kill -INT $!; wait; cd /; rm -rf "$1""#;
    let mut keeper = shell
        .args(["-c", script])
        .args([&bin, &folder])
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut ready = String::new();
    let told = keeper.stdout.take().map(|out| BufReader::new(out).read_line(&mut ready));
    if ready.trim() != "ready" {
        return Err(format!("a cluster in {} does not start: {told:?}", folder.display()));
    }
    let place = folder.display().to_string().replace('/', "%2F");
    Ok(Server { keeper: Some(keeper), ..Server::of(&format!("postgres://postgres@{place}/postgres")) })
}

fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(debian.map(|version| version.path().join("bin")));
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

fn other_user() -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut parts = line.split(':').skip(2);
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    };
    ids("postgres").or_else(|| ids("nobody"))
}
