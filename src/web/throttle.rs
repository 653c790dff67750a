//! Guesses at credentials: so many from one place, then a wait, before anything is hashed. Nobody is locked out by what
//! others do from elsewhere.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::network::Network;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// Guesses at one account from one network within [`WINDOW`].
pub const GUESSES: usize = 5;
/// Guesses from one network, at whatever accounts, within [`WINDOW`].
pub const GUESSES_OF_NETWORK: usize = 100;
/// The window.
pub const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Pairs and networks remembered at once. Guesses are hashed one after the other: so many within the window are more
/// than a small machine can hash. Beyond it those that have not guessed for longest are forgotten: nobody is refused
/// for what strangers do.
const REMEMBERED: usize = 100_000;
/// How long a guess waits for its turn to be hashed.
const TURN: Duration = Duration::from_secs(2);

/// An account and a network; no account: the network's own count.
type Key = (Option<String>, Network);

/// When guesses were made, in two generations: once the young one is full it becomes the old one, and what that held is
/// forgotten. So memory is bounded, and a flood costs no search.
#[derive(Debug, Default)]
struct Guesses {
    young: HashMap<Key, Vec<Time>>,
    old: HashMap<Key, Vec<Time>>,
}

impl Guesses {
    /// Those of a key, which is young again.
    fn get_mut(&mut self, key: &Key) -> Option<&mut Vec<Time>> {
        if let Some(times) = self.old.remove(key) {
            self.put(key.clone(), times);
        }
        self.young.get_mut(key)
    }

    fn add(&mut self, key: Key, now: Time) {
        match self.get_mut(&key) {
            Some(times) => times.push(now),
            None => self.put(key, vec![now]),
        }
    }

    fn put(&mut self, key: Key, times: Vec<Time>) {
        if self.young.len() >= REMEMBERED / 2 {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, times);
    }

    fn remove(&mut self, key: &Key) -> Option<Vec<Time>> {
        self.young.remove(key).or_else(|| self.old.remove(key))
    }
}

/// The guesses of late.
#[derive(Debug)]
pub struct Throttle {
    guesses: Mutex<Guesses>,
    hashing: Semaphore,
}

impl Default for Throttle {
    /// Hashing takes a processor and 19 MB: not more at once than there are processors.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self { guesses: Mutex::default(), hashing: Semaphore::new(processors) }
    }
}

impl Throttle {
    /// Waits for the turn to hash: who holds it may.
    ///
    /// # Errors
    /// `busy`: too many others wait.
    pub async fn turn(&self) -> Result<SemaphorePermit<'_>, Refused> {
        let turn = tokio::time::timeout(TURN, self.hashing.acquire()).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| Code::Busy.into())
    }

    /// Counts a guess at an account from a network.
    ///
    /// # Errors
    /// `too_many_guesses` with the seconds to wait; the guess is then not counted.
    pub fn guess(&self, account: &str, from: Network, now: Time) -> Result<(), Refused> {
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = [((Some(account.to_owned()), from), GUESSES), ((None, from), GUESSES_OF_NETWORK)];
        for (key, most) in &keys {
            let Some(earlier) = guesses.get_mut(key) else { continue };
            earlier.retain(|guess| now.since(*guess) < WINDOW);
            if let Some(first) = earlier.first().filter(|_| earlier.len() >= *most) {
                let wait = WINDOW - now.since(*first);
                return Err(Refused::new(Code::TooManyGuesses).with("seconds", wait.num_seconds().max(0) + 1));
            }
        }
        for (key, _) in keys {
            guesses.add(key, now);
        }
        Ok(())
    }

    /// Forgets the guesses at an account from a network: it has signed in from there.
    pub fn forget(&self, account: &str, from: Network) {
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        let own = guesses.remove(&(Some(account.to_owned()), from)).map_or(0, |own| own.len());
        if let Some(all) = guesses.get_mut(&(None, from)) {
            all.truncate(all.len().saturating_sub(own));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn at(seconds: i64) -> Time {
        Time::from_micros(seconds * 1_000_000)
    }

    fn home() -> Network {
        IpAddr::from([10, 0, 0, 1]).into()
    }

    fn elsewhere(number: u32) -> Network {
        IpAddr::from(std::net::Ipv4Addr::from(number)).into()
    }

    #[test]
    fn the_sixth_guess_within_a_quarter_of_an_hour_waits() {
        let throttle = Throttle::default();
        (0..5).for_each(|second| throttle.guess("ann", home(), at(second)).expect("five are free"));
        let refused = throttle.guess("ann", home(), at(10)).expect_err("the sixth");
        assert_eq!(refused.params["seconds"], "891");
        assert!(throttle.guess("bob", home(), at(10)).is_ok());
        assert!(throttle.guess("ann", home(), at(900)).is_ok(), "the first guess is over");
        assert!(throttle.guess("ann", home(), at(900)).is_err(), "the others are not");
    }

    #[test]
    fn who_signs_in_begins_anew() {
        let throttle = Throttle::default();
        for _ in 0..30 {
            (0..5).for_each(|_| throttle.guess("ann", home(), at(0)).expect("free"));
            throttle.forget("ann", home());
        }
        assert!(throttle.guess("ann", home(), at(0)).is_ok());
    }

    #[test]
    fn what_others_guess_from_elsewhere_locks_nobody_out() {
        let throttle = Throttle::default();
        for number in 1..1_000 {
            for _ in 0..6 {
                let _ = throttle.guess("ann", elsewhere(number), at(0));
            }
        }
        assert!(throttle.guess("ann", home(), at(0)).is_ok());
    }

    #[test]
    fn a_network_that_guesses_at_many_accounts_waits() {
        let throttle = Throttle::default();
        (0..GUESSES_OF_NETWORK).for_each(|n| throttle.guess(&n.to_string(), home(), at(0)).expect("free"));
        assert!(throttle.guess("ann", home(), at(1)).is_err());
        assert!(throttle.guess("ann", elsewhere(1), at(1)).is_ok());
        assert!(throttle.guess("ann", home(), at(900)).is_ok());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let throttle = Throttle::default();
        let flood = u32::try_from(REMEMBERED).expect("a small number") * 2;
        for number in 1..=flood {
            throttle.guess("ann", elsewhere(number), at(0)).expect("free");
            if number % 10_000 == 0 {
                throttle.guess("bob", home(), at(i64::from(number / 1_000))).ok();
            }
        }
        let guesses = throttle.guesses.lock().expect("whole");
        assert!(guesses.young.len() + guesses.old.len() <= REMEMBERED);
        assert!(guesses.young.len() + guesses.old.len() > REMEMBERED / 2);
        drop(guesses);
        assert!(throttle.guess("bob", home(), at(210)).is_err(), "who goes on guessing is not forgotten");
    }
}
