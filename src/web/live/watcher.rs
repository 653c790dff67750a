//! The watcher: one thread a process, while somebody listens. It looks how far the shards have come when a writer of this
//! process has committed, when another process says so, and each second in any case; reads, by the primary key, which
//! streams got events since; and wakes those.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::hub::Hub;
use crate::store::StoreError;
use crate::store::committer::Ear;
use crate::store::dialect::{Db, Session};
use crate::store::ledger::Cut;
use crate::store::news::{list_streams_told, shard_heads};

/// The longest time between two looks. A loss of the quicker ways costs no more than this.
const LOOK: Duration = Duration::from_secs(1);
/// The shortest: under load many commits are one piece of news.
const REST: Duration = Duration::from_millis(20);
/// How often it is asked what other processes said: the connection's own buffer, not the server.
const HEAR: Duration = Duration::from_millis(25);
/// How long it is told nothing more after something was told: 20 times a second at most.
const HUSH: Duration = Duration::from_millis(50);
/// Events that one statement reads.
const CHUNK: i64 = 1_000;
/// Who is so many numbers behind does not read which streams they were: all are woken.
const FAR: i64 = 50_000;

/// Starts to watch.
pub(super) fn start(hub: &Arc<Hub>) -> std::io::Result<()> {
    let hub = Arc::clone(hub);
    let thread = std::thread::Builder::new().name("live-watcher".to_owned());
    thread.spawn(move || watch(&hub)).map(drop)
}

/// Starts to tell others.
pub(super) fn start_telling(hub: &Arc<Hub>) -> std::io::Result<()> {
    if !hub.store.address().can_tell() {
        return Ok(());
    }
    let hub = Arc::clone(hub);
    let thread = std::thread::Builder::new().name("live-teller".to_owned());
    thread.spawn(move || tell(&hub)).map(drop)
}

/// Looks until nobody has listened for a while.
fn watch(hub: &Hub) {
    let mut ear = hub.bell.listen();
    let mut watcher = Watcher { hub, db: None, cut: None };
    let mut heard_at = Instant::now();
    loop {
        let (began, listened) = (Instant::now(), hub.count() > 0);
        if listened {
            heard_at = began;
        }
        if (hub.is_closed() || heard_at.elapsed() >= LOOK) && hub.stops_to_watch() {
            return;
        }
        // While nobody listens nothing is read: what was told meanwhile is found from the cut on, should somebody come.
        let looked = if listened { watcher.look() } else { Ok(()) };
        match looked {
            Ok(()) => ear.rest_until(began + REST),
            Err(error) => {
                tracing::warn!(%error, "it cannot be seen what was told: looking again in a second");
                watcher.db = None;
                ear.rest_until(began + LOOK);
            }
        }
        watcher.wait(&mut ear, began + LOOK);
    }
}

struct Watcher<'a> {
    hub: &'a Hub,
    db: Option<Db>,
    /// Up to where streams have been woken; none: not looked yet.
    cut: Option<Cut>,
}

impl Watcher<'_> {
    /// Wakes the streams that got events since the last look.
    fn look(&mut self) -> Result<(), StoreError> {
        let db = match &mut self.db {
            Some(db) => db,
            none => {
                let mut db = self.hub.store.session(Session::Reader)?;
                db.listen()?;
                none.insert(db)
            }
        };
        let heads = shard_heads(db)?;
        let Some(cut) = &mut self.cut else {
            // What was committed between a stream's first read and this look is woken for by nobody else.
            self.cut = Some(heads);
            self.hub.wake_all();
            return Ok(());
        };
        for (shard, last) in heads {
            let seen = cut.entry(shard).or_insert(0);
            // A head that goes back is another database in this one's place.
            if last < *seen || last - *seen > FAR {
                *seen = last;
                self.hub.wake_all();
            }
            while *seen < last {
                let told = list_streams_told(db, shard, *seen, last, CHUNK)?;
                let full = i64::try_from(told.len()).is_ok_and(|count| count >= CHUNK);
                let up_to = told.last().filter(|_| full).map_or(last, |(seq, _)| *seq);
                self.hub.wake(told.into_iter().map(|(_, stream)| stream));
                *seen = up_to;
            }
        }
        Ok(())
    }

    /// Waits for news, or until then.
    fn wait(&mut self, ear: &mut Ear, until: Instant) {
        loop {
            let tells = self.db.as_ref().is_some_and(Db::can_tell);
            let next = if tells { until.min(Instant::now() + HEAR) } else { until };
            if ear.wait_until(next) || Instant::now() >= until || self.hears() {
                return;
            }
        }
    }

    /// Whether another process told of what is not known yet.
    fn hears(&mut self) -> bool {
        let (Some(db), Some(cut)) = (&mut self.db, &self.cut) else { return false };
        match db.heard() {
            Ok(heads) => heads.iter().any(|(shard, last)| cut.get(shard).copied().unwrap_or(0) < *last),
            // The next look finds the connection gone, and says so.
            Err(_) => true,
        }
    }
}

/// Tells other processes of this one's commits, until the node stops.
fn tell(hub: &Hub) {
    let mut ear = hub.bell.listen();
    let mut db: Option<Db> = None;
    while !hub.is_closed() {
        ear.wait();
        let began = Instant::now();
        let told = match &mut db {
            Some(db) => db.tell_heads().map_err(StoreError::from),
            none => hub.store.session(Session::Reader).and_then(|new| Ok(none.insert(new).tell_heads()?)),
        };
        match told {
            Ok(()) => ear.rest_until(began + HUSH),
            Err(error) => {
                tracing::debug!(%error, "other processes are not told: they look each second");
                db = None;
                ear.rest_until(began + LOOK);
            }
        }
    }
}
