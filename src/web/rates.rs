//! How often one may ask: so many requests a minute for each player, member of staff and client app, and for each network
//! where there is no token. What is left is told with every answer that counts (draft-ietf-httpapi-ratelimit-headers).

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::Clock as _;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use super::network::Network;
use crate::config::Rates;
use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::store::committer::Clock;

/// The header that tells what is left.
pub const LEFT: &str = "ratelimit";
/// The header that tells the rule.
pub const POLICY: &str = "ratelimit-policy";
/// The seconds over which requests are counted.
const WINDOW_S: u64 = 60;

/// Shares of the memory, each with its lock.
const SHARES: usize = 16;
/// The most callers in one generation of a share: a flood of addresses makes the oldest forgotten, and memory stays bounded.
const SHARE_SIZE: usize = 4096;

/// Where each caller stands, in two generations: once the young one is full it becomes the old one, and what that held is
/// forgotten. Whoever is forgotten begins anew, with a full minute.
#[derive(Debug, Default)]
struct Share {
    young: HashMap<u128, Nanos>,
    old: HashMap<u128, Nanos>,
}

/// The memory of one rule.
#[derive(Debug, Default)]
struct Kept([Mutex<Share>; SHARES]);

impl StateStore for Kept {
    type Key = u128;

    fn measure_and_replace<T, F, E>(&self, key: &u128, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        // The lowest bits of an identity are chance, the highest of a network are its own.
        let at = usize::try_from((key ^ (key >> 64)) % SHARES as u128).unwrap_or(0);
        let mut share = self.0[at].lock().unwrap_or_else(PoisonError::into_inner);
        let known = share.young.get(key).or_else(|| share.old.get(key)).copied();
        let (allowed, next) = decide(known)?;
        if share.young.len() >= SHARE_SIZE && !share.young.contains_key(key) {
            share.old = std::mem::take(&mut share.young);
        }
        share.young.insert(*key, next);
        Ok(allowed)
    }
}

/// Time as the limits see it: it only goes forward, but for a test's clock.
#[derive(Debug, Clone)]
struct Watch {
    began: Instant,
    clock: Option<Clock>,
}

impl governor::clock::Clock for Watch {
    type Instant = Duration;

    fn now(&self) -> Duration {
        match &self.clock {
            Some(clock) => Duration::from_micros(u64::try_from((clock.0)().micros()).unwrap_or(0)),
            None => self.began.elapsed(),
        }
    }
}

/// A rule: so many requests a minute.
#[derive(Debug)]
struct Rule {
    name: &'static str,
    most: NonZeroU32,
    limiter: RateLimiter<u128, Kept, Watch, StateInformationMiddleware>,
}

/// Where a caller stands after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    rule: &'static str,
    most: u32,
    left: u32,
    reset_s: u64,
}

impl Standing {
    /// Tells it with an answer.
    pub fn tell(self, headers: &mut HeaderMap) {
        let Self { rule, most, left, reset_s } = self;
        let told =
            [(POLICY, format!("\"{rule}\";q={most};w={WINDOW_S}")), (LEFT, format!("\"{rule}\";r={left};t={reset_s}"))];
        for (name, value) in told {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }
}

impl Rule {
    fn new(name: &'static str, most: Option<NonZeroU32>, watch: &Watch) -> Option<Self> {
        let limiter = RateLimiter::new(Quota::per_minute(most?), Kept::default(), watch.clone());
        Some(Self { name, most: most?, limiter })
    }

    fn count(&self, key: u128) -> (Standing, Result<(), Refused>) {
        let most = self.most.get();
        match self.limiter.check_key(&key) {
            Ok(state) => {
                let left = state.remaining_burst_capacity();
                // The time until all of it is there again.
                let reset_s = (u64::from(most.saturating_sub(left)) * WINDOW_S).div_ceil(u64::from(most));
                (Standing { rule: self.name, most, left, reset_s }, Ok(()))
            }
            Err(until) => {
                let wait = until.wait_time_from(self.limiter.clock().now());
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let refused = Refused::new(Code::TooManyRequests).with("limit", most).with("seconds", seconds.max(1));
                (Standing { rule: self.name, most, left: 0, reset_s: seconds.max(1) }, Err(refused))
            }
        }
    }
}

/// All rules.
#[derive(Debug)]
pub struct Limits {
    players: Option<Rule>,
    staff: Option<Rule>,
    clients: Option<Rule>,
    networks: Option<Rule>,
}

impl Limits {
    /// The rules of the settings, by a clock.
    #[must_use]
    pub fn new(rates: &Rates, clock: Option<Clock>) -> Self {
        let watch = Watch { began: Instant::now(), clock };
        Self {
            players: Rule::new("player", rates.players, &watch),
            staff: Rule::new("staff", rates.staff, &watch),
            clients: Rule::new("client", rates.clients, &watch),
            networks: Rule::new("network", rates.networks, &watch),
        }
    }

    /// Counts a request of whoever bears a token, else of a network. No standing where there is no rule.
    ///
    /// # Errors
    /// Beside the standing: `too_many_requests` with the seconds to wait.
    pub fn count(
        &self,
        actor: Option<Actor>,
        from: impl FnOnce() -> Network,
    ) -> (Option<Standing>, Result<(), Refused>) {
        let (rule, key) = match actor {
            Some(actor @ Actor::Player(_)) => (&self.players, Some(actor.uuid().as_u128())),
            Some(actor @ Actor::Staff(_)) => (&self.staff, Some(actor.uuid().as_u128())),
            Some(actor @ Actor::Client(_)) => (&self.clients, Some(actor.uuid().as_u128())),
            Some(Actor::System) | None => (&self.networks, None),
        };
        let Some(rule) = rule else { return (None, Ok(())) };
        let (standing, counted) = rule.count(key.unwrap_or_else(|| from().bits()));
        (Some(standing), counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::PlayerId;
    use crate::domain::time::Time;
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};
    use uuid::Uuid;

    fn limits(most: u32) -> (Limits, Arc<AtomicI64>) {
        let now = Arc::new(AtomicI64::new(1_000_000_000));
        let hand = Arc::clone(&now);
        let clock = Clock(Arc::new(move || Time::from_micros(hand.load(Ordering::Relaxed))));
        let most = NonZeroU32::new(most);
        (Limits::new(&Rates { players: most, staff: None, clients: None, networks: most }, Some(clock)), now)
    }

    fn network(address: &str) -> Network {
        address.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn what_is_used_up_comes_back_with_time() {
        let (limits, now) = limits(6);
        let ask = || limits.count(None, || network("10.0.0.1"));
        for left in (0..6).rev() {
            let (standing, counted) = ask();
            assert!(counted.is_ok());
            assert_eq!(standing.map(|it| (it.left, it.reset_s)), Some((left, 10 * u64::from(6 - left))));
        }
        let refused = ask().1.expect_err("the seventh");
        assert_eq!((refused.params["seconds"].as_str(), refused.params["limit"].as_str()), ("10", "6"));
        now.fetch_add(10_000_000, Ordering::Relaxed);
        assert!(ask().1.is_ok());
        assert!(ask().1.is_err());
    }

    #[test]
    fn each_caller_counts_for_themselves_and_a_network_of_ipv6_is_one() {
        let (limits, _) = limits(1);
        let player = |n| Some(Actor::Player(PlayerId(Uuid::from_u128(n))));
        let here = || network("2001:db8::1");
        assert!(limits.count(player(1), here).1.is_ok());
        assert!(limits.count(player(1), here).1.is_err());
        assert!(limits.count(player(2), here).1.is_ok());
        assert!(limits.count(None, here).1.is_ok());
        assert!(limits.count(None, || network("2001:db8::2")).1.is_err());
        assert!(limits.count(None, || network("2001:db8:0:1::2")).1.is_ok());
    }

    #[test]
    fn where_there_is_no_rule_nothing_is_told() {
        let (limits, _) = limits(1);
        let staff = Some(Actor::Staff(crate::domain::ids::StaffId(Uuid::nil())));
        for _ in 0..10 {
            assert_eq!(limits.count(staff, || network("::1")), (None, Ok(())));
        }
    }

    #[test]
    fn what_is_remembered_is_bounded_and_who_goes_on_asking_is_not_forgotten() {
        let (limits, _) = limits(1);
        let player = |n| Some(Actor::Player(PlayerId(Uuid::from_u128(n))));
        for n in 1..=(SHARES * SHARE_SIZE * 3) as u128 {
            assert!(limits.count(player(n), || network("::1")).1.is_ok());
        }
        let rule = limits.players.expect("a rule").limiter.into_state_store();
        let kept: usize = rule.0.iter().map(|share| share.lock().map_or(0, |it| it.young.len() + it.old.len())).sum();
        assert!((SHARES * SHARE_SIZE..=2 * SHARES * SHARE_SIZE).contains(&kept), "{kept}");
    }
}
