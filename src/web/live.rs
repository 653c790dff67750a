//! Live streams: events as they are told, for as long as somebody listens.
//!
//! One thread a process, the watcher, learns of new events and wakes the streams that they are told of; each then reads its
//! own rows, by the same eyes as a list. Nothing is handed from one to the other but that there is something to read, so
//! that a stream holds one chunk at most, however slow its reader is. Where nobody listens, nobody looks.

mod hub;
mod stream;
mod watcher;

use std::sync::Arc;

pub use hub::Ticket;
pub use stream::{CHUNK, Frame, Opened, chunks};

use crate::config::StreamConfig;
use crate::domain::act::{Actor, Refused};
use crate::store::Store;
use crate::store::committer::Bell;
use crate::web::network::Network;
use hub::Hub;
use uuid::Uuid;

/// The live streams of this process. They end when it is dropped.
#[derive(Debug)]
pub struct Live {
    hub: Arc<Hub>,
}

impl Live {
    /// No streams yet: they may be opened from now on.
    #[must_use]
    pub fn new(store: Store, bell: Arc<Bell>, config: StreamConfig, readers: u32) -> Self {
        Self { hub: Arc::new(Hub::new(store, bell, config, readers)) }
    }

    /// Takes a place for a stream, for who asks from there. Events are heeded from now on.
    ///
    /// # Errors
    /// `too_many_streams`, `streams_full`, `draining`; `internal` where the system gives no thread.
    pub fn open(&self, stream: Uuid, by: Actor, from: Network) -> Result<Ticket, Refused> {
        let ticket = Hub::open(&self.hub, stream, by, from)?;
        if self.hub.begins_to_watch() {
            watcher::start(&self.hub).map_err(|error| {
                tracing::error!(%error, "no thread to watch for events");
                self.hub.watches_no_more();
                Refused::new(crate::domain::codes::Code::Internal)
            })?;
        }
        Ok(ticket)
    }

    /// Ends every stream, saying that the node stops, and takes no more. At once: it waits for nobody.
    pub fn close(&self) {
        self.hub.close();
    }

    /// Looks at once for what other processes have told, instead of within a second.
    pub fn look(&self) {
        self.hub.bell.ring();
    }

    /// Lets every stream look whether its bearer may still listen, instead of at the next event that concerns them.
    pub fn check(&self) {
        self.hub.wake_all();
    }

    /// From now on tells other processes of what is committed in this one, where the database has a way: they need not
    /// wait for their next look. On a thread of its own, so that no writer waits.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn tell_others(&self) -> std::io::Result<()> {
        watcher::start_telling(&self.hub)
    }

    /// How many streams are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.hub.count()
    }

    /// Whether a thread looks for events at present.
    #[must_use]
    pub fn is_watching(&self) -> bool {
        self.hub.is_watching()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.close();
    }
}
