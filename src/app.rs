//! All that an edge receives, and how it is put together.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::{Condition, from_fn};
use actix_web::web::Data;
use actix_web::{HttpServer, rt};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::actions::rooms::shipped_acts;
use crate::config::Config;
use crate::domain::act::{Act, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::time::Time;
use crate::http;
use crate::jobs::{alive, due, forget, mail, sessions};
use crate::mail::{BadMail, Mailer};
use crate::store::committer::{Clock, Committer, Patience, Settings};
use crate::store::{self, Store, StoreError};
use crate::web::figures::Requests;
use crate::web::live::Live;
use crate::web::password::Hasher;
use crate::web::rates::Limits;
use crate::web::throttle::Throttle;
use crate::web::tls::{self, BadCertificate, Certificate};
use crate::web::token::{BadKey, Tokens};
use crate::web::turns::Turns;
use crate::web::{cors, requests};

/// How long a read waits for a connection.
const READER_WAIT: Duration = Duration::from_secs(3);
/// How long a client may take to end a connection that the service has ended.
const GOODBYE: Duration = Duration::from_secs(5);
/// Connections that wait to be taken in, beyond those being served.
const BACKLOG: u32 = 4096;

/// How long a peer may leave untaken what was sent, in milliseconds.
#[cfg(target_os = "linux")]
const UNREAD_MS: u32 = 60_000;

/// The running service.
#[derive(Debug)]
pub struct App {
    /// The settings.
    pub config: Config,
    /// The way to write.
    pub committer: Committer,
    /// The way to read.
    pub store: Store,
    /// Issues and checks tokens.
    pub tokens: Tokens,
    /// Guesses at credentials.
    pub throttle: Throttle,
    /// Whose turn it is to have a password hashed.
    pub turns: Turns,
    /// How often one may ask.
    pub limits: Limits,
    /// The requests so far.
    pub requests: Requests,
    /// The certificate for TLS.
    pub certificate: Option<Arc<Certificate>>,
    /// Sends mail, where the house has a server for it.
    pub mailer: Option<Mailer>,
    /// Compares passwords with hashes.
    pub hasher: Hasher,
    /// Live streams.
    pub live: Live,
    /// A clock in place of the machine's and the database's.
    pub clock: Option<Clock>,
    /// That this node is about to stop; see [`App::drain`].
    pub draining: AtomicBool,
}

/// Why the service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A token key.
    #[error(transparent)]
    Key(#[from] BadKey),
    /// The certificate.
    #[error(transparent)]
    Certificate(#[from] BadCertificate),
    /// The mail server.
    #[error(transparent)]
    Mail(#[from] BadMail),
    /// The operating system.
    #[error("cannot start: {0}")]
    System(#[from] std::io::Error),
    /// A shipped document was refused.
    #[error("a shipped document was refused: {0}")]
    Shipped(Refused),
}

impl App {
    /// Opens the database, starts the writers and installs the shipped rooms and schedules. Blocks.
    ///
    /// # Errors
    /// [`StartError`].
    pub fn start(config: Config, clock: Option<Clock>) -> Result<Self, StartError> {
        let tokens = Tokens::new(&config.tokens)?;
        let certificate = config.serving.tls.clone().map(Certificate::load).transpose()?.map(Arc::new);
        let mailer = config.mail.as_ref().map(Mailer::new).transpose()?;
        let reading = store::Settings { readers: config.database.pool, wait: READER_WAIT };
        let store = Store::open(&config.database.url, reading)?;
        let patience = Patience { limit: config.patience, ..Patience::default() };
        let writers = store.writers(config.writers, clock.as_ref(), patience)?;
        let settings = Settings { batch: config.batch, queue: config.queue };
        let committer = Committer::start(writers, settings)?;
        let (throttle, turns, hasher) = (Throttle::default(), Turns::default(), Hasher::default());
        let live = Live::new(store.clone(), committer.bell(), config.streams, config.database.pool);
        let draining = AtomicBool::new(false);
        let limits = Limits::new(&config.serving.rates, clock.clone());
        let requests = Requests::new(http::routes::ALL.iter().map(|(name, _)| *name));
        let app = Self {
            config,
            committer,
            store,
            tokens,
            throttle,
            turns,
            mailer,
            limits,
            requests,
            certificate,
            hasher,
            live,
            clock,
            draining,
        };
        app.install_shipped().map_err(StartError::Shipped)?;
        Ok(app)
    }

    /// Now, by this process's clock: for tokens and guesses. Acts are judged by the database's.
    #[must_use]
    pub fn now(&self) -> Time {
        self.clock.as_ref().map_or_else(|| Time::from_utc(chrono::Utc::now()), |clock| (clock.0)())
    }

    /// From now on this node says that it is about to stop: `/readyz` answers 503, and every answer ends its connection.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether it is about to stop.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    fn install_shipped(&self) -> Result<(), Refused> {
        let shipped = shipped_acts();
        shipped.schedules.into_iter().try_for_each(|(key, act)| self.install(key, act))?;
        shipped.rooms.into_iter().try_for_each(|(key, act)| self.install(key, act))
    }

    fn install<A: Act>(&self, key: RequestKey, act: A) -> Result<(), Refused> {
        match self.committer.submit_and_wait(act, key)?.into_result() {
            Ok(_) => Ok(()),
            // Installed by an earlier start, whose key has been forgotten since.
            Err(refused) if refused.code == Code::StaleDocument => Ok(()),
            Err(refused) => Err(refused),
        }
    }
}

/// The HTTP server on a listener. It stops when its handle says so; signals are the caller's.
///
/// # Errors
/// The listener cannot be used.
pub fn server(app: Data<App>, listener: TcpListener) -> std::io::Result<Server> {
    let (config, certificate) = (app.config.clone(), app.certificate.clone());
    let factory = move || {
        let origins = &app.config.serving.origins;
        actix_web::App::new()
            .app_data(app.clone())
            .wrap(from_fn(requests::count))
            .wrap(Condition::new(!origins.is_empty(), cors::rule(origins)))
            .wrap(from_fn(requests::around))
            .configure(http::configure)
    };
    let mut server = HttpServer::new(factory)
        .backlog(BACKLOG)
        .keep_alive(config.keep_alive)
        .client_request_timeout(config.request_timeout)
        .client_disconnect_timeout(GOODBYE)
        .tls_handshake_timeout(config.request_timeout)
        .shutdown_timeout(config.shutdown.as_secs())
        .max_connections(config.serving.connections)
        // A client that hangs up is seen at once, also where nothing is written: a stream may be silent for long.
        .h1_allow_half_closed(false)
        .disable_signals();
    if let Some(workers) = config.workers {
        server = server.workers(workers);
    }
    limit_silence(&listener);
    let server = match certificate {
        Some(certificate) => {
            let config = tls::server_config(certificate).map_err(std::io::Error::other)?;
            server.listen_rustls_0_23(listener, config)?
        }
        None => server.listen(listener)?,
    };
    Ok(server.run())
}

/// A peer that takes nothing in is given up: one that is gone without a word, and one that does not read. Only what waits to
/// be sent counts, so that an idle connection is not touched. Connections have it from their listener.
fn limit_silence(listener: &TcpListener) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(listener, UNREAD_MS) {
        tracing::warn!(%error, "peers that take nothing in are given up only by the system's own patience");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = listener;
}

/// Serves until somebody asks the process to stop, then finishes what is under way. Blocks.
///
/// # Errors
/// [`StartError`].
pub fn serve(app: App, listener: TcpListener) -> Result<(), StartError> {
    let app = Data::new(app);
    let held = app.clone();
    rt::System::new().block_on(async move {
        let jobs = [
            rt::spawn(alive::run(app.clone().into_inner())),
            rt::spawn(due::run(app.clone().into_inner())),
            rt::spawn(forget::run(app.clone().into_inner())),
            rt::spawn(sessions::run(app.clone().into_inner())),
            rt::spawn(mail::run(app.clone().into_inner())),
        ];
        // Before anything is served: from then on a signal stops the service in order.
        let stop = Stop::listen()?;
        app.live.tell_others()?;
        if let Some(certificate) = app.certificate.clone() {
            rt::spawn(renew(certificate)?);
        }
        let server = server(app.clone(), listener)?;
        let handle = server.handle();
        rt::spawn(async move {
            stop.when_due(&app).await;
            tracing::info!("stopping: requests under way are finished");
            app.live.close();
            handle.stop(true).await;
        });
        let ended = server.await;
        for job in jobs {
            job.abort();
            // It holds the service until it is gone.
            drop(job.await);
        }
        ended
    })?;
    // Threads that served may still hold the application: the writers are ended by name, not by the last holder.
    held.committer.stop();
    tracing::info!("stopped");
    Ok(())
}

/// Reads the certificate again whenever the process is told to (SIGHUP). It listens from the call on.
fn renew(certificate: Arc<Certificate>) -> std::io::Result<impl Future<Output = ()>> {
    let mut told = signal(SignalKind::hangup())?;
    Ok(async move {
        while told.recv().await.is_some() {
            match certificate.reload() {
                Ok(()) => tracing::info!("the certificate was read again"),
                Err(error) => tracing::error!(%error, "the certificate cannot be read again: the one before it stays"),
            }
        }
    })
}

/// How a process is asked to stop.
struct Stop {
    interrupt: Signal,
    terminate: Signal,
}

impl Stop {
    /// It listens from here on, not from the first wait.
    fn listen() -> std::io::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits until it is time to stop. Somebody at a keyboard (SIGINT) does not want to wait; a service manager's wish
    /// (SIGTERM) is first told to whoever sends requests here, who then have the time to turn elsewhere.
    async fn when_due(mut self, app: &App) {
        tokio::select! {
            _ = self.interrupt.recv() => return,
            _ = self.terminate.recv() => {}
        }
        app.drain();
        tracing::info!(seconds = app.config.drain.as_secs(), "draining: /readyz says so, requests are still served");
        let again = async {
            tokio::select! { _ = self.interrupt.recv() => (), _ = self.terminate.recv() => () }
        };
        // Over in time, or cut short by whoever asks again.
        let _ = tokio::time::timeout(app.config.drain, again).await;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn a_connection_has_its_listeners_patience() {
        use super::{TcpListener, UNREAD_MS, limit_silence};

        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        limit_silence(&listener);
        let _peer = std::net::TcpStream::connect(listener.local_addr().expect("an address")).expect("it listens");
        let (taken, _) = listener.accept().expect("a connection");
        assert_eq!(rustix::net::sockopt::tcp_user_timeout(taken).expect("known"), UNREAD_MS);
    }
}
