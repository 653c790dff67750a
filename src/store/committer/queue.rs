//! What waits for one writer: bounded, first come first served, jobs behind people.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::waiting::Waiting;

/// Jobs take at most this share of a batch while people wait.
const JOBS_SHARE: usize = 4;

/// A bounded queue of acts.
#[derive(Debug)]
pub struct Queue {
    inner: Mutex<Inner>,
    arrived: Condvar,
    capacity: usize,
}

#[derive(Debug, Default)]
struct Inner {
    people: VecDeque<Box<dyn Waiting>>,
    jobs: VecDeque<Box<dyn Waiting>>,
    closed: bool,
}

impl Queue {
    /// An empty queue for so many acts.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { inner: Mutex::default(), arrived: Condvar::new(), capacity }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an act; `false` where the queue is full or closed.
    #[must_use]
    pub fn push(&self, act: Box<dyn Waiting>) -> bool {
        let mut inner = self.lock();
        if inner.closed || inner.people.len() + inner.jobs.len() >= self.capacity {
            return false;
        }
        if act.is_job() {
            inner.jobs.push_back(act)
        } else {
            inner.people.push_back(act)
        }
        drop(inner);
        self.arrived.notify_one();
        true
    }

    /// Waits for acts and takes up to `most`; `None` once the queue is closed and empty.
    #[must_use]
    pub fn take(&self, most: usize) -> Option<Vec<Box<dyn Waiting>>> {
        let mut inner = self.lock();
        while inner.people.is_empty() && inner.jobs.is_empty() {
            if inner.closed {
                return None;
            }
            inner = self.arrived.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        let most = most.max(1);
        let share = if inner.people.is_empty() { most } else { (most / JOBS_SHARE).max(1) };
        let jobs = inner.jobs.len().min(share).min(most);
        let people = inner.people.len().min(most - if most > 1 { jobs } else { 0 });
        let mut batch: Vec<_> = inner.people.drain(..people).collect();
        let jobs = jobs.min(most - batch.len());
        batch.extend(inner.jobs.drain(..jobs));
        Some(batch)
    }

    /// How many acts wait.
    #[must_use]
    pub fn depth(&self) -> usize {
        let inner = self.lock();
        inner.people.len() + inner.jobs.len()
    }

    /// Takes no more.
    pub fn close(&self) {
        self.lock().closed = true;
        self.arrived.notify_all();
    }
}
