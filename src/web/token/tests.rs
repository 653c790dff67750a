use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::*;
use crate::config::Config;
use crate::domain::ids::{ClientId, PlayerId, StaffId};
use crate::domain::players::access::Permission;

const NOW: Time = Time::from_micros(1_800_000_000_000_000);

fn tokens_of(seed: u8) -> Tokens {
    let config = TokenConfig { seeds: vec![[seed; 32]], ..Config::for_testing("sqlite::memory:").tokens };
    Tokens::new(&config).expect("a key")
}

fn player() -> Bearer {
    Bearer::Player(PlayerId(Uuid::from_u128(1)))
}

fn code(tokens: &Tokens, token: &str, now: Time) -> Option<Code> {
    tokens.verify(token, now).err().map(|refused| refused.code)
}

fn claims() -> Value {
    json!({
        "iss": "kupa", "aud": "kupa", "sub": "plr_00000000000000000000000000000001", "jti": Uuid::nil(),
        "iat": 1_800_000_000, "nbf": 1_800_000_000, "exp": 1_800_000_900,
    })
}

/// A token of ours but for what is changed.
fn signed(tokens: &Tokens, change: impl FnOnce(&mut Header, &mut Value)) -> String {
    let (mut header, mut claims) = (Header::new(Algorithm::EdDSA), claims());
    header.kid = Some(tokens.believed[0].kid.clone());
    change(&mut header, &mut claims);
    jsonwebtoken::encode(&header, &claims, &tokens.signing).expect("signed")
}

#[test]
fn a_token_is_believed_until_it_expires_also_once_it_is_remembered() {
    let tokens = tokens_of(1);
    let token = tokens.issue(&player(), NOW).expect("issued").token;
    for _ in 0..2 {
        assert_eq!(tokens.verify(&token, NOW).expect("ours").actor, Actor::Player(PlayerId(Uuid::from_u128(1))));
    }
    assert_eq!(code(&tokens, &token, NOW.after(TimeDelta::seconds(899))), None);
    assert_eq!(code(&tokens, &token, NOW.after(TimeDelta::seconds(900))), Some(Code::TokenExpired));
    assert_eq!(code(&tokens_of(1), &token, NOW.after(TimeDelta::seconds(900))), Some(Code::TokenExpired));
}

#[test]
fn a_token_grants_what_its_role_or_scopes_permit() {
    let tokens = tokens_of(1);
    let verify = |bearer| tokens.verify(&tokens.issue(&bearer, NOW).expect("issued").token, NOW).expect("ours");
    let finance = verify(Bearer::Staff(StaffId(Uuid::from_u128(2)), Role::Finance));
    assert!(finance.permissions.contain(Permission::LedgerWrite));
    assert!(!finance.permissions.contain(Permission::RoomsWrite));
    let client = verify(Bearer::Client(ClientId(Uuid::from_u128(3)), vec![Scope::GamesReport]));
    assert!(client.permissions.contain(Permission::GamesReport));
    assert!(!client.permissions.contain(Permission::DepositsWrite));
    assert!(!verify(player()).permissions.contain(Permission::PlayersRead));
}

#[test]
fn a_token_signed_by_a_stranger_is_refused() {
    let (ours, theirs) = (tokens_of(1), tokens_of(2));
    let foreign = theirs.issue(&player(), NOW).expect("issued").token;
    assert_eq!(code(&ours, &foreign, NOW), Some(Code::TokenInvalid));
    let kid = ours.believed[0].kid.clone();
    let under_our_name = signed(&theirs, |header, _| header.kid = Some(kid));
    assert_eq!(code(&ours, &under_our_name, NOW), Some(Code::TokenInvalid));
}

#[test]
fn every_claim_is_checked() {
    let tokens = tokens_of(1);
    assert_eq!(code(&tokens, &signed(&tokens, |_, _| ()), NOW), None);
    let wrong = [
        ("iss", json!("others")),
        ("aud", json!("others")),
        ("sub", json!("nobody")),
        ("sub", json!("stf_00000000000000000000000000000001")),
        ("nbf", json!(1_800_000_060)),
    ];
    for (claim, value) in wrong {
        let token = signed(&tokens, |_, claims| claims[claim] = value.clone());
        assert_eq!(code(&tokens, &token, NOW), Some(Code::TokenInvalid), "{claim} {value}");
    }
    for claim in ["iss", "aud", "sub", "nbf", "exp"] {
        let token = signed(&tokens, |_, claims| drop(claims.as_object_mut().expect("claims").remove(claim)));
        assert_eq!(code(&tokens, &token, NOW), Some(Code::TokenInvalid), "without {claim}");
    }
}

#[test]
fn a_token_without_a_key_name_is_refused() {
    let tokens = tokens_of(1);
    assert_eq!(code(&tokens, &signed(&tokens, |header, _| header.kid = None), NOW), Some(Code::TokenInvalid));
}

/// A token with any header, signed by a function.
fn made(tokens: &Tokens, alg: &str, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let header = json!({"typ": "JWT", "alg": alg, "kid": tokens.believed[0].kid});
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(&header), part(&claims()));
    let signature = URL_SAFE_NO_PAD.encode(sign(message.as_bytes()));
    format!("{message}.{signature}")
}

#[test]
fn no_algorithm_but_ours_is_believed() {
    let tokens = tokens_of(1);
    // HS256 with the public key as its secret: the classic confusion of algorithms.
    let secret = EncodingKey::from_secret(tokens.believed[0].x.as_bytes()).expect("a secret");
    let mut header = Header::new(Algorithm::HS256);
    header.kid = Some(tokens.believed[0].kid.clone());
    let hs256 = jsonwebtoken::encode(&header, &claims(), &secret).expect("signed");
    assert_eq!(code(&tokens, &hs256, NOW), Some(Code::TokenInvalid));

    assert_eq!(code(&tokens, &made(&tokens, "none", |_| Vec::new()), NOW), Some(Code::TokenInvalid));

    let rsa = EncodingKey::from_rsa_pem(include_bytes!("rsa_for_tests.pem")).expect("an RSA key");
    header.alg = Algorithm::RS256;
    let rs256 = jsonwebtoken::encode(&header, &claims(), &rsa).expect("signed");
    assert_eq!(code(&tokens, &rs256, NOW), Some(Code::TokenInvalid));
    // A good signature under another algorithm's name is no better.
    let ours = signed(&tokens, |_, _| ());
    let signature = ours.rsplit('.').next().and_then(|part| URL_SAFE_NO_PAD.decode(part).ok()).expect("a signature");
    assert_eq!(code(&tokens, &made(&tokens, "RS256", |_| signature), NOW), Some(Code::TokenInvalid));
}

#[test]
fn rubbish_is_refused() {
    let tokens = tokens_of(1);
    let good = tokens.issue(&player(), NOW).expect("issued").token;
    let long = "a".repeat(1 << 20);
    for token in ["", "a", "a.b.c", "...", &good[..good.len() - 4], &good.replace('.', ","), &long] {
        assert_eq!(code(&tokens, token, NOW), Some(Code::TokenInvalid));
    }
}

#[test]
fn an_older_key_is_still_believed_and_published() {
    let old = tokens_of(1).issue(&player(), NOW).expect("issued").token;
    let config = TokenConfig { seeds: vec![[2; 32], [1; 32]], ..Config::for_testing("sqlite::memory:").tokens };
    let rotated = Tokens::new(&config).expect("keys");
    assert_eq!(code(&rotated, &old, NOW), None);
    assert_eq!(rotated.public_keys().len(), 2);
    assert_eq!(rotated.public_keys()[0].kid, tokens_of(2).public_keys()[0].kid);
}

#[test]
fn the_clocks_of_nodes_may_differ_by_seconds_and_no_more() {
    let tokens = tokens_of(1);
    let ahead = |seconds: i64| signed(&tokens, |_, claims| claims["nbf"] = json!(1_800_000_000 + seconds));
    assert_eq!(code(&tokens, &ahead(SKEW_S), NOW), None);
    assert_eq!(code(&tokens, &ahead(SKEW_S + 1), NOW), Some(Code::TokenInvalid));
    assert_eq!(code(&tokens, &ahead(SKEW_S + 1), NOW.after(TimeDelta::seconds(1))), None, "it becomes good");
    // A token's end is its end: nothing is added.
    let ends = |seconds: i64| signed(&tokens, |_, claims| claims["exp"] = json!(1_800_000_000 + seconds));
    assert_eq!(code(&tokens, &ends(1), NOW), None);
    for over in [0, -1, -1_800_000_000] {
        assert_eq!(code(&tokens, &ends(over), NOW), Some(Code::TokenExpired), "{over}");
    }
}

#[test]
fn claims_of_another_type_are_refused() {
    let tokens = tokens_of(1);
    for (claim, value) in [
        ("iss", json!(["kupa", "others"])),
        ("aud", json!(["kupa", "others"])),
        ("aud", json!(null)),
        ("sub", json!(["plr_00000000000000000000000000000001"])),
        ("exp", json!("1800000900")),
        ("exp", json!(-1)),
        ("exp", json!(1e30)),
        ("exp", json!({"$gt": 0})),
        ("nbf", json!("0")),
        ("jti", json!(1)),
        ("role", json!("god")),
        ("sid", json!("plr_00000000000000000000000000000001")),
        ("sid", json!(true)),
    ] {
        let token = signed(&tokens, |_, claims| claims[claim] = value.clone());
        assert_eq!(code(&tokens, &token, NOW), Some(Code::TokenInvalid), "{claim} {value}");
    }
    let far = signed(&tokens, |_, claims| claims["exp"] = json!(i64::MAX));
    assert_eq!(code(&tokens, &far, NOW), None, "an end beyond all time is no fault of reckoning");
}

#[test]
fn a_key_that_a_token_brings_itself_is_not_believed() {
    let (ours, theirs) = (tokens_of(1), tokens_of(2));
    let unknown = signed(&ours, |header, _| header.kid = Some("another".to_owned()));
    assert_eq!(code(&ours, &unknown, NOW), Some(Code::TokenInvalid));
    let brought = signed(&theirs, |header, _| {
        header.jwk = Jwk::from_encoding_key(&theirs.signing, Algorithm::EdDSA).ok();
        header.jku = Some("https://example.com/keys".to_owned());
    });
    assert_eq!(code(&ours, &brought, NOW), Some(Code::TokenInvalid));
    let under_our_name = signed(&theirs, |header, _| {
        header.jwk = Jwk::from_encoding_key(&theirs.signing, Algorithm::EdDSA).ok();
        header.kid = Some(ours.believed[0].kid.clone());
    });
    assert_eq!(code(&ours, &under_our_name, NOW), Some(Code::TokenInvalid));
}

/// The rotation that the README describes, on nodes that are changed one after the other: whichever of two steps that
/// follow each other a node is at, it believes what the others sign, and what was signed before.
#[test]
fn keys_are_changed_without_a_refused_token() {
    let node = |seeds: &[u8]| {
        let seeds = seeds.iter().map(|seed| [*seed; 32]).collect();
        Tokens::new(&TokenConfig { seeds, ..Config::for_testing("sqlite::memory:").tokens }).expect("keys")
    };
    let steps = [node(&[1]), node(&[1, 2]), node(&[2, 1]), node(&[2])];
    let lifetime = steps[0].lifetime;
    let mut at = NOW;
    for pair in steps.windows(2) {
        let [before, after] = pair else { panic!("two steps") };
        for (signs, believes) in [(before, after), (after, before), (after, after)] {
            let token = signs.issue(&player(), at).expect("issued").token;
            let last = at.after(lifetime - TimeDelta::seconds(1));
            assert_eq!(code(believes, &token, at), None);
            assert_eq!(code(believes, &token, last), None, "to the end of its life");
        }
        // A step waits for a token's lifetime.
        at = at.after(lifetime);
    }
    // The first to be signed by the new key is known to all; the last by the old one was over when that was dropped.
    let last_of_old = steps[1].issue(&player(), NOW).expect("issued").token;
    assert_eq!(code(&steps[2], &last_of_old, NOW.after(lifetime)), Some(Code::TokenExpired));
    assert_eq!(code(&steps[3], &last_of_old, NOW), Some(Code::TokenInvalid), "a dropped key is not believed");
    let published = |step: &Tokens| step.public_keys().into_iter().map(|key| key.kid).collect::<Vec<_>>();
    assert_eq!(published(&steps[1]).iter().rev().cloned().collect::<Vec<_>>(), published(&steps[2]));
}
