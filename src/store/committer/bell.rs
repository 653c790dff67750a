//! Tells threads of this process that something may have been committed. Whoever rings never waits for who listens.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::Instant;

/// A bell: rung by writers, heard by threads that have an [`Ear`].
#[derive(Debug, Default)]
pub struct Bell {
    rings: AtomicU64,
    listening: Mutex<Vec<Thread>>,
}

/// A thread that listens, until this is dropped. It stays on the thread that made it.
#[derive(Debug)]
pub struct Ear {
    bell: Arc<Bell>,
    heard: u64,
    thread: Thread,
}

impl Bell {
    /// Wakes who listens. Where nobody does it costs a few nanoseconds.
    pub fn ring(&self) {
        self.rings.fetch_add(1, Ordering::Release);
        self.listening().iter().for_each(Thread::unpark);
    }

    /// The thread that asks listens from now on.
    #[must_use]
    pub fn listen(self: &Arc<Self>) -> Ear {
        let (bell, thread) = (Arc::clone(self), std::thread::current());
        self.listening().push(thread.clone());
        let heard = self.rings.load(Ordering::Acquire);
        Ear { bell, heard, thread }
    }

    fn listening(&self) -> MutexGuard<'_, Vec<Thread>> {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ear {
    /// Whether it rang since it was last asked.
    pub fn rang(&mut self) -> bool {
        let rings = self.bell.rings.load(Ordering::Acquire);
        std::mem::replace(&mut self.heard, rings) != rings
    }

    /// Waits until it rings, or until then; says whether it rang.
    pub fn wait_until(&mut self, then: Instant) -> bool {
        loop {
            if self.rang() {
                return true;
            }
            let left = then.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            std::thread::park_timeout(left);
        }
    }

    /// Waits until then, whatever rings: that is heard afterwards.
    pub fn rest_until(&self, then: Instant) {
        loop {
            let left = then.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::park_timeout(left);
        }
    }

    /// Waits until it rings, however long.
    pub fn wait(&mut self) {
        while !self.rang() {
            std::thread::park();
        }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let mut listening = self.bell.listening();
        if let Some(at) = listening.iter().position(|thread| thread.id() == self.thread.id()) {
            listening.swap_remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_before_the_wait_is_not_missed() {
        let bell = Arc::new(Bell::default());
        let mut ear = bell.listen();
        assert!(!ear.rang());
        bell.ring();
        bell.ring();
        ear.rest_until(Instant::now());
        ear.wait();
        assert!(!ear.wait_until(Instant::now()), "two rings are one piece of news");
    }

    #[test]
    fn a_ring_on_another_thread_ends_the_wait() {
        let bell = Arc::new(Bell::default());
        let (ready, listening) = std::sync::mpsc::channel();
        let theirs = Arc::clone(&bell);
        let waits = std::thread::spawn(move || {
            let mut ear = theirs.listen();
            ready.send(()).expect("somebody waits");
            ear.wait();
        });
        listening.recv().expect("it listens");
        bell.ring();
        waits.join().expect("it heard");
        assert!(bell.listening().is_empty(), "who has gone listens no more");
    }
}
