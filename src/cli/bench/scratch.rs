//! A database of the benchmark's own, gone at its end, and a server on it.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use uuid::Uuid;

use super::settle::BenchError;
use crate::store::dialect::{Address, Db, Session};

/// A database that is dropped with this.
#[derive(Debug)]
pub struct Scratch {
    /// Its address, for `DATABASE_URL`.
    pub url: String,
    made: Made,
}

#[derive(Debug)]
enum Made {
    Folder(PathBuf),
    Database { by: Address, name: String },
}

impl Scratch {
    /// Makes a database: on the PostgreSQL server at `url`, or a file in a folder for temporary ones.
    ///
    /// # Errors
    /// What the database or the file system says.
    pub fn make(url: Option<&str>) -> Result<Self, BenchError> {
        let name = format!("kupa_bench_{}", Uuid::now_v7().simple());
        let Some(url) = url else {
            let folder = std::env::temp_dir().join(&name);
            std::fs::create_dir_all(&folder)?;
            return Ok(Self {
                url: format!("sqlite:{}", folder.join("bench.db").display()),
                made: Made::Folder(folder),
            });
        };
        let by: Address = url.parse().map_err(BenchError::other)?;
        let Db::Pg(mut server) = by.connect(Session::Owner).map_err(BenchError::other)? else {
            return Err(BenchError::Other(
                "--database-url names a server of PostgreSQL; without it SQLite is measured".into(),
            ));
        };
        server.batch_execute(&format!("CREATE DATABASE {name}")).map_err(BenchError::other)?;
        let (server, query) = url.split_once('?').map_or((url, ""), |(server, query)| (server, query));
        let base = server.rsplit_once('/').map_or(server, |(base, _)| base);
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        Ok(Self { url: format!("{base}/{name}{query}"), made: Made::Database { by, name } })
    }

    /// Whether it is SQLite's.
    #[must_use]
    pub fn is_sqlite(&self) -> bool {
        matches!(self.made, Made::Folder(_))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let gone = match &self.made {
            Made::Folder(folder) => std::fs::remove_dir_all(folder).map_err(|error| error.to_string()),
            Made::Database { by, name } => {
                by.connect(Session::Owner).map_err(|error| error.to_string()).and_then(|db| {
                    let drop = format!("DROP DATABASE {name} WITH (FORCE)");
                    match db {
                        Db::Pg(mut server) => server.batch_execute(&drop).map_err(|error| error.to_string()),
                        Db::Lite(_) => Ok(()),
                    }
                })
            }
        };
        if let Err(error) = gone {
            eprintln!("left behind: {} ({error})", self.url);
        }
    }
}

/// A `kupa serve` of this very program.
#[derive(Debug)]
pub struct Server {
    child: Child,
    log: PathBuf,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts it and waits until it is ready.
    ///
    /// # Errors
    /// It ends, or is not ready within 30 seconds.
    pub fn start(url: &str, token_key: &str, settings: &[(&str, String)]) -> Result<Self, BenchError> {
        let log = std::env::temp_dir().join(format!("kupa_bench_{}.log", Uuid::now_v7().simple()));
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut serve = Command::new(std::env::current_exe()?);
        serve.args(["serve", "--listen", &address.to_string()]).stdin(Stdio::null());
        let file = std::fs::File::create(&log)?;
        serve.stdout(file.try_clone()?).stderr(file);
        serve.env("DATABASE_URL", url).env("KUPA_TOKEN_KEY", token_key).env("KUPA_LOG_FORMAT", "json");
        serve.envs(settings.iter().map(|(name, value)| (*name, value)));
        let mut server = Self { child: serve.spawn()?, log, address };
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            if let Some(status) = server.child.try_wait()? {
                let log = std::fs::read_to_string(&server.log).unwrap_or_default();
                return Err(BenchError::Other(format!("the server ended at its start: {status}\n{log}")));
            }
            if began.elapsed() > Duration::from_secs(30) {
                return Err(BenchError::Other("the server is not ready after 30 seconds".into()));
            }
            std::thread::park_timeout(Duration::from_millis(5));
        }
        Ok(server)
    }

    /// Its process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

/// What the server's writers say at their end.
#[derive(Debug, Clone, Copy, Default)]
pub struct Written {
    /// Transactions.
    pub batches: u64,
    /// Acts.
    pub acts: u64,
    /// Statements.
    pub statements: u64,
}

impl Server {
    /// Asks it to stop, waits for its end, and reads what its writers did.
    ///
    /// # Errors
    /// It cannot be asked, or ends in another way.
    pub fn stop(mut self) -> Result<Written, BenchError> {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        self.child.wait()?;
        let mut written = Written::default();
        for line in std::fs::read_to_string(&self.log)?.lines().filter(|line| line.contains("a writer ends")) {
            let line: serde_json::Value = serde_json::from_str(line).map_err(BenchError::other)?;
            let of = |name: &str| line.pointer(&format!("/fields/{name}")).or(line.get(name));
            let of = |name: &str| of(name).and_then(serde_json::Value::as_u64).unwrap_or(0);
            written.batches += of("batches");
            written.acts += of("acts");
            written.statements += of("statements");
        }
        Ok(written)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        drop(self.child.kill());
        drop(self.child.wait());
        drop(std::fs::remove_file(&self.log));
    }
}
