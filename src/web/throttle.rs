//! Guesses at credentials: so many from one place, then a wait, before anything is hashed. Nobody is locked out by what
//! others do from elsewhere; and not by what their neighbours do either, on a device that has signed in before.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use super::device::Device;
use super::network::Network;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// Guesses at one account from one network within [`WINDOW`].
pub const GUESSES: usize = 5;
/// Guesses from one network, at whatever accounts, within [`WINDOW`].
pub const GUESSES_OF_NETWORK: usize = 100;
/// Sign-ins by one known device within [`WINDOW`], right or wrong.
pub const GUESSES_OF_DEVICE: usize = 10;
/// Sign-ups from one network within [`WINDOW`], done or not.
pub const SIGN_UPS_OF_NETWORK: usize = 20;
/// Requests about mail from one network within [`WINDOW`].
pub const MAILS_OF_NETWORK: usize = 20;
/// Mails to one address within [`WINDOW`].
pub const MAILS_TO_ADDRESS: usize = 5;
/// The window.
pub const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Pairs, networks and devices remembered at once. Guesses are hashed one after the other: so many within the window are more
/// than a small machine can hash. Beyond it those that have not guessed for longest are forgotten: nobody is refused
/// for what strangers do.
const REMEMBERED: usize = 100_000;
/// Whose guesses are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// Those at one account from one network.
    Account(String, Network),
    /// Those from one network.
    Network(Network),
    /// Those of one known device.
    Device(Device),
    /// Sign-ups from one network.
    SignUps(Network),
    /// Requests about mail from one network.
    Mails(Network),
    /// Mail to one address.
    Address(String),
}

/// From where somebody guesses at an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guesser {
    /// From a network, on any device.
    Network {
        /// The account.
        account: String,
        /// The network.
        from: Network,
    },
    /// On a device that has signed in to the account before, wherever it is.
    Device(Device),
    /// Somebody who opens an account, from a network.
    Newcomer(Network),
    /// Somebody who asks for mail, or brings what stood in one, from a network.
    Mailing(Network),
    /// Whoever mail goes to, whoever asks for it.
    Addressee(String),
}

impl Guesser {
    /// What counts for them, each with the most that are allowed.
    fn keys(&self) -> Vec<(Key, usize)> {
        match self {
            Self::Network { account, from } => {
                vec![(Key::Account(account.clone(), *from), GUESSES), (Key::Network(*from), GUESSES_OF_NETWORK)]
            }
            Self::Device(device) => vec![(Key::Device(*device), GUESSES_OF_DEVICE)],
            Self::Mailing(from) => vec![(Key::Mails(*from), MAILS_OF_NETWORK)],
            Self::Addressee(address) => vec![(Key::Address(address.clone()), MAILS_TO_ADDRESS)],
            Self::Newcomer(from) => vec![(Key::SignUps(*from), SIGN_UPS_OF_NETWORK)],
        }
    }
}

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
#[derive(Debug, Default)]
pub struct Throttle(Mutex<Guesses>);

impl Throttle {
    fn guesses(&self) -> MutexGuard<'_, Guesses> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody may guess now. Nothing is counted: it may be that they wait in vain for the hashing.
    ///
    /// # Errors
    /// `too_many_guesses` with the seconds to wait.
    pub fn check(&self, guesser: &Guesser, now: Time) -> Result<(), Refused> {
        allowed(&mut self.guesses(), &guesser.keys(), now)
    }

    /// Counts a guess.
    ///
    /// # Errors
    /// `too_many_guesses` with the seconds to wait; the guess is then not counted.
    pub fn guess(&self, guesser: &Guesser, now: Time) -> Result<(), Refused> {
        let (mut guesses, keys) = (self.guesses(), guesser.keys());
        allowed(&mut guesses, &keys, now)?;
        keys.into_iter().for_each(|(key, _)| guesses.add(key, now));
        Ok(())
    }

    /// Forgets the guesses at an account from a network: it has signed in from there. Those of a known device stay:
    /// it goes before others, and not without end.
    pub fn forget(&self, guesser: &Guesser) {
        let Guesser::Network { account, from } = guesser else { return };
        let mut guesses = self.guesses();
        let own = guesses.remove(&Key::Account(account.clone(), *from)).map_or(0, |own| own.len());
        if let Some(all) = guesses.get_mut(&Key::Network(*from)) {
            all.truncate(all.len().saturating_sub(own));
        }
    }
}

fn allowed(guesses: &mut Guesses, keys: &[(Key, usize)], now: Time) -> Result<(), Refused> {
    for (key, most) in keys {
        let Some(earlier) = guesses.get_mut(key) else { continue };
        earlier.retain(|guess| now.since(*guess) < WINDOW);
        if let Some(first) = earlier.first().filter(|_| earlier.len() >= *most) {
            let wait = WINDOW - now.since(*first);
            return Err(Refused::new(Code::TooManyGuesses).with("seconds", wait.num_seconds().max(0) + 1));
        }
    }
    Ok(())
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

    fn at_account(account: &str, from: Network) -> Guesser {
        Guesser::Network { account: account.to_owned(), from }
    }

    #[test]
    fn the_sixth_guess_within_a_quarter_of_an_hour_waits() {
        let throttle = Throttle::default();
        (0..5).for_each(|second| throttle.guess(&at_account("ann", home()), at(second)).expect("five are free"));
        let refused = throttle.guess(&at_account("ann", home()), at(10)).expect_err("the sixth");
        assert_eq!(refused.params["seconds"], "891");
        assert!(throttle.guess(&at_account("bob", home()), at(10)).is_ok());
        assert!(throttle.guess(&at_account("ann", home()), at(900)).is_ok(), "the first guess is over");
        assert!(throttle.guess(&at_account("ann", home()), at(900)).is_err(), "the others are not");
    }

    #[test]
    fn who_signs_in_begins_anew() {
        let throttle = Throttle::default();
        for _ in 0..30 {
            (0..5).for_each(|_| throttle.guess(&at_account("ann", home()), at(0)).expect("free"));
            throttle.forget(&at_account("ann", home()));
        }
        assert!(throttle.guess(&at_account("ann", home()), at(0)).is_ok());
    }

    #[test]
    fn what_others_guess_from_elsewhere_locks_nobody_out() {
        let throttle = Throttle::default();
        for number in 1..1_000 {
            for _ in 0..6 {
                let _ = throttle.guess(&at_account("ann", elsewhere(number)), at(0));
            }
        }
        assert!(throttle.guess(&at_account("ann", home()), at(0)).is_ok());
    }

    #[test]
    fn a_network_that_guesses_at_many_accounts_waits() {
        let throttle = Throttle::default();
        (0..GUESSES_OF_NETWORK).for_each(|n| throttle.guess(&at_account(&n.to_string(), home()), at(0)).expect("free"));
        assert!(throttle.guess(&at_account("ann", home()), at(1)).is_err());
        assert!(throttle.guess(&at_account("ann", elsewhere(1)), at(1)).is_ok());
        assert!(throttle.guess(&at_account("ann", home()), at(900)).is_ok());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let throttle = Throttle::default();
        let flood = u32::try_from(REMEMBERED).expect("a small number") * 2;
        for number in 1..=flood {
            throttle.guess(&at_account("ann", elsewhere(number)), at(0)).expect("free");
            if number % 10_000 == 0 {
                throttle.guess(&at_account("bob", home()), at(i64::from(number / 1_000))).ok();
            }
        }
        let guesses = throttle.guesses();
        assert!(guesses.young.len() + guesses.old.len() <= REMEMBERED);
        assert!(guesses.young.len() + guesses.old.len() > REMEMBERED / 2);
        drop(guesses);
        assert!(throttle.guess(&at_account("bob", home()), at(210)).is_err(), "who goes on guessing is not forgotten");
    }

    #[test]
    fn a_known_device_is_counted_by_itself_and_goes_on_where_its_neighbours_wait() {
        let throttle = Throttle::default();
        let seeds = [[1; 32]];
        let device = || {
            let secret = crate::web::device::issue(&seeds[0], "ann");
            Guesser::Device(crate::web::device::known(&seeds, "ann", &secret).expect("known"))
        };
        (0..5).for_each(|_| throttle.guess(&at_account("ann", home()), at(0)).expect("free"));
        assert!(throttle.check(&at_account("ann", home()), at(0)).is_err());
        let (one, two) = (device(), device());
        (0..GUESSES_OF_DEVICE).for_each(|_| throttle.guess(&one, at(1)).expect("free"));
        throttle.forget(&one);
        assert_eq!(throttle.guess(&one, at(2)).expect_err("its own").params["seconds"], "900");
        assert!(throttle.guess(&two, at(2)).is_ok());
        assert!(throttle.guess(&one, at(901)).is_ok());
    }

    #[test]
    fn asking_whether_one_may_counts_nothing() {
        let throttle = Throttle::default();
        (0..1_000).for_each(|_| throttle.check(&at_account("ann", home()), at(0)).expect("free"));
        (0..5).for_each(|_| throttle.guess(&at_account("ann", home()), at(0)).expect("free"));
    }
}
