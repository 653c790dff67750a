//! Whose turn it is to have a password hashed. Hashing takes a processor and 19 MB, so that no more go on at once than
//! there are processors; all others wait in two lines that have an end. Whoever comes from a device that has signed in to
//! the account before goes first: a flood of guesses from elsewhere costs them no more than the one hash under way.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::domain::act::Refused;
use crate::domain::codes::Code;

/// So many wait in each line at most; more are told at once to come again.
pub const MOST_WAITING: usize = 100;
/// How long one waits for a turn.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug)]
struct Lines {
    free: usize,
    known: VecDeque<oneshot::Sender<Turn>>,
    unknown: VecDeque<oneshot::Sender<Turn>>,
}

/// The turns there are.
#[derive(Debug, Clone)]
pub struct Turns(Arc<Mutex<Lines>>);

/// A turn: whoever holds it may hash. It goes to the next in line when it is dropped.
#[derive(Debug)]
pub struct Turn(Option<Turns>);

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(turns) = self.0.take() {
            turns.pass_on();
        }
    }
}

impl Default for Turns {
    /// As many at once as there are processors.
    fn default() -> Self {
        Self::of(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Turns {
    /// So many at once.
    #[must_use]
    pub fn of(free: usize) -> Self {
        Self(Arc::new(Mutex::new(Lines { free, known: VecDeque::new(), unknown: VecDeque::new() })))
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn; who comes from a known device, before those who do not.
    ///
    /// # Errors
    /// `busy`: too many others wait, or they take too long.
    pub async fn turn(&self, known: bool) -> Result<Turn, Refused> {
        let called = {
            let mut lines = self.lines();
            if lines.free > 0 {
                lines.free -= 1;
                return Ok(Turn(Some(self.clone())));
            }
            let line = if known { &mut lines.known } else { &mut lines.unknown };
            line.retain(|waiting| !waiting.is_closed());
            if line.len() >= MOST_WAITING {
                return Err(Code::Busy.into());
            }
            let (call, called) = oneshot::channel();
            line.push_back(call);
            called
        };
        // A turn that comes too late is dropped with the channel, and so goes on to the next.
        let turn = tokio::time::timeout(PATIENCE, called).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| Code::Busy.into())
    }

    /// How many wait: who comes from a known device, and who does not.
    #[must_use]
    pub fn waiting(&self) -> (usize, usize) {
        let lines = self.lines();
        let count = |line: &VecDeque<oneshot::Sender<Turn>>| line.iter().filter(|one| !one.is_closed()).count();
        (count(&lines.known), count(&lines.unknown))
    }

    fn pass_on(self) {
        loop {
            let next = {
                let mut lines = self.lines();
                let Some(next) = lines.known.pop_front().or_else(|| lines.unknown.pop_front()) else {
                    lines.free += 1;
                    return;
                };
                next
            };
            match next.send(Turn(Some(self.clone()))) {
                Ok(()) => return,
                // They no longer wait: the turn comes back, and must not pass itself on.
                Err(mut turn) => drop(turn.0.take()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::task::{JoinHandle, yield_now};

    type Order = Arc<Mutex<Vec<&'static str>>>;

    /// Somebody who waits for a turn, tells their name when it comes, and lets it go.
    async fn wait(turns: &Turns, order: &Order, known: bool, name: &'static str) -> JoinHandle<Option<Code>> {
        let (turns, order) = (turns.clone(), Arc::clone(order));
        let waiting = tokio::task::spawn_local(async move {
            match turns.turn(known).await {
                Ok(_turn) => {
                    order.lock().expect("the order").push(name);
                    None
                }
                Err(refused) => Some(refused.code),
            }
        });
        yield_now().await;
        waiting
    }

    fn run(test: impl Future<Output = ()>) {
        actix_web::rt::System::new().block_on(test);
    }

    #[test]
    fn who_is_known_goes_first_and_each_line_goes_in_order() {
        run(async {
            let (turns, order) = (Turns::of(1), Order::default());
            let turn = turns.turn(false).await.expect("free");
            let mut all = Vec::new();
            for (known, name) in [(false, "u1"), (false, "u2"), (true, "k1"), (false, "u3"), (true, "k2")] {
                all.push(wait(&turns, &order, known, name).await);
            }
            assert!(order.lock().expect("the order").is_empty(), "nobody goes while the turn is taken");
            drop(turn);
            for waiting in all {
                assert_eq!(waiting.await.expect("ended"), None);
            }
            assert_eq!(*order.lock().expect("the order"), ["k1", "k2", "u1", "u2", "u3"]);
            assert_eq!(turns.lines().free, 1);
        });
    }

    #[test]
    fn a_full_line_is_told_so_at_once_and_the_other_is_still_open() {
        run(async {
            let (turns, order) = (Turns::of(1), Order::default());
            let turn = turns.turn(false).await.expect("free");
            let mut all = Vec::new();
            for _ in 0..MOST_WAITING {
                all.push(wait(&turns, &order, false, "u").await);
            }
            assert_eq!(turns.turn(false).await.expect_err("full").code, Code::Busy);
            all.push(wait(&turns, &order, true, "k").await);
            drop(turn);
            for waiting in all {
                assert_eq!(waiting.await.expect("ended"), None);
            }
            assert_eq!(order.lock().expect("the order").first(), Some(&"k"));
            assert_eq!(turns.lines().free, 1);
        });
    }

    #[test]
    fn who_gave_up_takes_no_place_and_no_turn() {
        run(async {
            let (turns, order) = (Turns::of(1), Order::default());
            let turn = turns.turn(false).await.expect("free");
            for _ in 0..3 * MOST_WAITING {
                let waiting = wait(&turns, &order, false, "gone").await;
                waiting.abort();
                assert!(waiting.await.is_err());
            }
            let last = wait(&turns, &order, false, "u").await;
            drop(turn);
            assert_eq!(last.await.expect("ended"), None);
            assert_eq!((order.lock().expect("the order").as_slice(), turns.lines().free), (&["u"][..], 1));
        });
    }
}
