//! The keys that sign tokens.

use std::collections::BTreeSet;

use chrono::Utc;
use uuid::Uuid;

use super::Findings;
use crate::config::{Config, TokenConfig};
use crate::domain::ids::StaffId;
use crate::domain::players::access::Role;
use crate::domain::time::Time;
use crate::web::token::{Bearer, Tokens};

const CHECK: &str = "token keys";
const REMEDY: &str = "make one with `openssl rand -base64 32` and put it first in KUPA_TOKEN_KEY";
/// 32 random bytes have fewer different values than this once in some hundred million million.
const LEAST_VALUES: usize = 16;
/// More keys than a change of keys needs.
const MANY: usize = 3;

/// Each key by itself: made by chance, and its public half opens what it has signed.
pub(super) fn examine(config: &Config, findings: &mut Findings) {
    let seeds = &config.tokens.seeds;
    for (number, seed) in (1..).zip(seeds) {
        if seed.iter().collect::<BTreeSet<_>>().len() < LEAST_VALUES || is_text(seed) || is_even(seed) {
            findings.fail(CHECK, format!("key {number} was not made by chance: anybody may guess it"), REMEDY);
        }
    }
    if seeds.iter().collect::<BTreeSet<_>>().len() < seeds.len() {
        findings.warn(CHECK, "a key is given more than once", "name each key once");
    }
    if seeds.len() > MANY {
        findings.warn(
            CHECK,
            format!("{} keys are believed", seeds.len()),
            "drop those that signed no token that is still valid",
        );
    }
    match round_trip(&config.tokens) {
        Ok(()) => findings.ok(CHECK, format!("{}: what each signs is believed by its public key", count(seeds.len()))),
        Err(why) => findings.fail(CHECK, why, REMEDY),
    }
}

fn count(keys: usize) -> String {
    if keys == 1 { "1 key".to_owned() } else { format!("{keys} keys") }
}

/// Whether a key is something that a person has typed.
fn is_text(seed: &[u8; 32]) -> bool {
    seed.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ')
}

/// Whether the bytes go up or down by the same step.
fn is_even(seed: &[u8; 32]) -> bool {
    let mut steps = seed.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
    steps.next().is_some_and(|first| steps.all(|step| step == first))
}

/// A token signed by each key is believed by all together, and every key is published.
fn round_trip(config: &TokenConfig) -> Result<(), String> {
    let all = Tokens::new(config).map_err(|error| error.to_string())?;
    let now = Time::from_utc(Utc::now());
    let bearer = Bearer::Staff(StaffId(Uuid::now_v7()), Role::Viewer);
    for (number, seed) in (1..).zip(&config.seeds) {
        let alone = TokenConfig { seeds: vec![*seed], ..config.clone() };
        let signed = Tokens::new(&alone).map_err(|error| error.to_string())?.issue(&bearer, now);
        let believed = signed.and_then(|issued| all.verify(&issued.token, now));
        believed.map_err(|refused| format!("what key {number} signs is not believed: {}", refused.code))?;
    }
    let published = all.public_keys().len();
    if published == config.seeds.len() { Ok(()) } else { Err(format!("{published} keys are published")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::Level;

    fn worst(seeds: Vec<[u8; 32]>) -> Level {
        let mut config = Config::for_testing("sqlite:x");
        config.tokens.seeds = seeds;
        let mut findings = Findings::default();
        examine(&config, &mut findings);
        findings.all().iter().map(|finding| finding.level).max().unwrap()
    }

    fn chance(part: u8) -> [u8; 32] {
        use sha2::Digest;
        sha2::Sha256::digest([part]).into()
    }

    #[test]
    fn a_key_made_by_chance_is_well_and_one_that_can_be_guessed_is_not() {
        assert_eq!(worst(vec![chance(1)]), Level::Ok);
        assert_eq!(worst(vec![chance(1), chance(2)]), Level::Ok);
        assert_eq!(worst(vec![chance(1), [7; 32]]), Level::Fail);
        assert_eq!(worst(vec![*b"correct horse battery staple 123"]), Level::Fail);
        assert_eq!(worst(vec![std::array::from_fn(|at| u8::try_from(at).unwrap())]), Level::Fail);
        assert_eq!(worst(vec![chance(1), chance(1)]), Level::Warn);
        assert_eq!(worst((0..4).map(chance).collect()), Level::Warn);
    }
}
