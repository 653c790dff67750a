//! Who listens to what: the streams that are open, and how they are woken.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use tokio::sync::{Notify, Semaphore};
use uuid::Uuid;

use crate::config::StreamConfig;
use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::store::Store;
use crate::store::committer::Bell;
use crate::web::network::Network;

/// The stream has something new.
pub(super) const NEWS: u8 = 1;
/// Something was told of who listens: they may have lost the right to.
pub(super) const BEARER: u8 = 2;
/// The node stops.
pub(super) const CLOSED: u8 = 4;

/// What wakes one stream. It only says that there is something to do, so that any number of events take one bit.
#[derive(Debug, Default)]
struct Listener {
    signs: AtomicU8,
    woken: Notify,
}

impl Listener {
    fn raise(&self, sign: u8) {
        self.signs.fetch_or(sign, Ordering::Release);
        self.woken.notify_one();
    }
}

#[derive(Debug, Default)]
struct State {
    /// By what wakes them: the stream, and who listens. The sign is what it then means.
    listeners: FxHashMap<Uuid, Vec<(Arc<Listener>, u8)>>,
    of_bearer: FxHashMap<Uuid, usize>,
    of_network: FxHashMap<Network, usize>,
    open: usize,
    opened: u64,
    watching: bool,
    closed: bool,
}

/// The streams that are open in this process.
#[derive(Debug)]
pub(super) struct Hub {
    pub(super) store: Store,
    pub(super) bell: Arc<Bell>,
    config: StreamConfig,
    /// So many streams read at once: the others wait, and leave connections to those who ask.
    reads: Semaphore,
    state: Mutex<State>,
}

/// A stream's place among the open ones, given back when this is dropped.
#[derive(Debug)]
pub struct Ticket {
    hub: Arc<Hub>,
    listener: Arc<Listener>,
    stream: Uuid,
    bearer: Uuid,
    network: Network,
    /// How many were opened before it.
    pub(super) number: u64,
}

impl Hub {
    pub(super) fn new(store: Store, bell: Arc<Bell>, config: StreamConfig, readers: u32) -> Self {
        let at_once = usize::try_from(readers / 2).unwrap_or(1).max(1);
        Self { store, bell, config, reads: Semaphore::new(at_once), state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn open(hub: &Arc<Self>, stream: Uuid, by: Actor, network: Network) -> Result<Ticket, Refused> {
        let mut state = hub.state();
        if state.closed {
            return Err(Code::Draining.into());
        }
        let bearer = by.uuid();
        let (most, of) = match by {
            Actor::Client(_) => (hub.config.of_client, "client"),
            _ => (hub.config.of_person, "person"),
        };
        let has = state.of_bearer.get(&bearer).copied().unwrap_or(0);
        let from_there = state.of_network.get(&network).copied().unwrap_or(0);
        let too_many = |most, of| Err(Refused::new(Code::TooManyStreams).with("most", most).with("of", of));
        if has >= most {
            return too_many(most, of);
        }
        if from_there >= hub.config.of_address {
            return too_many(hub.config.of_address, "address");
        }
        if state.open >= hub.config.all {
            return Err(Code::StreamsFull.into());
        }
        let listener = Arc::new(Listener::default());
        // What is there already is read first.
        listener.raise(NEWS | BEARER);
        let signs = if stream == bearer { NEWS | BEARER } else { NEWS };
        state.listeners.entry(stream).or_default().push((Arc::clone(&listener), signs));
        if stream != bearer {
            state.listeners.entry(bearer).or_default().push((Arc::clone(&listener), BEARER));
        }
        *state.of_bearer.entry(bearer).or_default() += 1;
        *state.of_network.entry(network).or_default() += 1;
        (state.open, state.opened) = (state.open + 1, state.opened + 1);
        Ok(Ticket { hub: Arc::clone(hub), listener, stream, bearer, network, number: state.opened })
    }

    pub(super) fn count(&self) -> usize {
        self.state().open
    }

    /// Wakes those that listen to some streams, or are listened to by whom they tell of.
    pub(super) fn wake(&self, streams: impl IntoIterator<Item = Uuid>) {
        let state = self.state();
        for stream in streams {
            for (listener, signs) in state.listeners.get(&stream).into_iter().flatten() {
                listener.raise(*signs);
            }
        }
    }

    pub(super) fn wake_all(&self) {
        self.state().listeners.values().flatten().for_each(|(listener, signs)| listener.raise(*signs));
    }

    pub(super) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.listeners.values().flatten().for_each(|(listener, _)| listener.raise(CLOSED));
        drop(state);
        self.bell.ring();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.state().closed
    }

    pub(super) fn is_watching(&self) -> bool {
        self.state().watching
    }

    /// Whether nobody watches yet: who is told so has to.
    pub(super) fn begins_to_watch(&self) -> bool {
        !std::mem::replace(&mut self.state().watching, true)
    }

    pub(super) fn watches_no_more(&self) {
        self.state().watching = false;
    }

    /// Whether nobody listens: then, in the same breath, nobody watches any more.
    pub(super) fn stops_to_watch(&self) -> bool {
        let mut state = self.state();
        state.watching = state.open > 0 && !state.closed;
        !state.watching
    }
}

impl Ticket {
    /// What has happened since it was last asked.
    pub(super) fn signs(&self) -> u8 {
        self.listener.signs.swap(0, Ordering::Acquire)
    }

    /// Waits until something happens; what happened before the call counts.
    pub(super) async fn woken(&self) {
        self.listener.woken.notified().await;
    }

    /// Waits for its turn to read. None: there are no turns any more.
    pub(super) async fn turn(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        self.hub.reads.acquire().await.ok()
    }

    /// The longest silence.
    pub(super) fn heartbeat(&self) -> std::time::Duration {
        self.hub.config.heartbeat
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.hub.state();
        for key in [self.stream, self.bearer] {
            if let Some(listeners) = state.listeners.get_mut(&key) {
                if let Some(at) = listeners.iter().position(|(own, _)| Arc::ptr_eq(own, &self.listener)) {
                    listeners.swap_remove(at);
                }
                if listeners.is_empty() {
                    state.listeners.remove(&key);
                }
            }
        }
        fewer(&mut state.of_bearer, self.bearer);
        fewer(&mut state.of_network, self.network);
        state.open = state.open.saturating_sub(1);
    }
}

/// Counts one less, and forgets what is counted no more.
fn fewer<K: std::hash::Hash + Eq>(counts: &mut FxHashMap<K, usize>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count = count.saturating_sub(1);
        if *count == 0 {
            counts.remove(&key);
        }
    }
}
