//! Guesses at credentials: so many for one account, then a wait, before anything is hashed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::TimeDelta;

use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// Guesses allowed within [`WINDOW`].
pub const GUESSES: usize = 5;
/// The window.
pub const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Accounts remembered at once; beyond it those whose window is over are forgotten first.
const ACCOUNTS: usize = 100_000;

/// The guesses of late, by account.
#[derive(Debug, Default)]
pub struct Throttle(Mutex<HashMap<String, Vec<Time>>>);

impl Throttle {
    /// Counts a guess for an account.
    ///
    /// # Errors
    /// `too_many_guesses` with the seconds to wait; the guess is then not counted.
    pub fn guess(&self, account: &str, now: Time) -> Result<(), Refused> {
        let mut accounts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if accounts.len() >= ACCOUNTS {
            accounts.retain(|_, guesses| guesses.last().is_some_and(|last| now.since(*last) < WINDOW));
        }
        if accounts.len() >= ACCOUNTS && !accounts.contains_key(account) {
            // Somebody guesses at very many accounts at once: nobody new gets in until that ebbs away.
            return Err(too_many(WINDOW));
        }
        let guesses = accounts.entry(account.to_owned()).or_default();
        guesses.retain(|guess| now.since(*guess) < WINDOW);
        match guesses.first() {
            Some(first) if guesses.len() >= GUESSES => Err(too_many(WINDOW - now.since(*first))),
            _ => {
                guesses.push(now);
                Ok(())
            }
        }
    }

    /// Forgets the guesses for an account that has signed in.
    pub fn forget(&self, account: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(account);
    }
}

fn too_many(wait: TimeDelta) -> Refused {
    Refused::new(Code::TooManyGuesses).with("seconds", wait.num_seconds().max(0) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Time {
        Time::from_micros(seconds * 1_000_000)
    }

    #[test]
    fn the_sixth_guess_within_a_quarter_of_an_hour_waits() {
        let throttle = Throttle::default();
        (0..5).for_each(|second| throttle.guess("ann", at(second)).expect("five are free"));
        let refused = throttle.guess("ann", at(10)).expect_err("the sixth");
        assert_eq!(refused.params["seconds"], "891");
        assert!(throttle.guess("bob", at(10)).is_ok());
        assert!(throttle.guess("ann", at(900)).is_ok(), "the first guess is over");
        assert!(throttle.guess("ann", at(900)).is_err(), "the others are not");
    }

    #[test]
    fn who_signs_in_begins_anew() {
        let throttle = Throttle::default();
        (0..5).for_each(|_| throttle.guess("ann", at(0)).expect("free"));
        throttle.forget("ann");
        assert!(throttle.guess("ann", at(0)).is_ok());
    }
}
