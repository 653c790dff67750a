//! Tokens: JWTs signed with Ed25519, nothing else, checked once and then remembered by their SHA-256.

use std::sync::{Mutex, PoisonError};

use chrono::TimeDelta;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::operation::Grant;
use crate::config::TokenConfig;
use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::domain::ids::SessionId;
use crate::domain::players::access::{Role, Scope};
use crate::domain::time::Time;

/// A verified token is remembered so long at most.
const REMEMBERED: TimeDelta = TimeDelta::minutes(10);
/// Shares of the memory, each with its lock.
const SHARES: usize = 16;
/// The most tokens in one share.
const SHARE_SIZE: usize = 4096;
/// The longest token that is looked at.
const MAX_TOKEN: usize = 4096;
/// How far the clocks of two nodes may differ, in seconds.
const SKEW_S: i64 = 5;

/// What a token says.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: String,
    iat: i64,
    nbf: i64,
    exp: i64,
    jti: Uuid,
    /// A member of staff: what they were when it was issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    /// A client app: its scopes then, with spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    /// A person: the session for which it was issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sid: Option<SessionId>,
}

/// A key by which tokens are believed.
struct Believed {
    kid: String,
    key: DecodingKey,
    x: String,
}

/// A token that was verified.
#[derive(Clone, Copy)]
struct Verified {
    grant: Grant,
    until: Time,
    expires: Time,
}

type Share = Mutex<FxHashMap<[u8; 32], Verified>>;

/// Issues and checks tokens.
pub struct Tokens {
    signing: EncodingKey,
    believed: Vec<Believed>,
    validation: Validation,
    issuer: String,
    audience: String,
    lifetime: TimeDelta,
    remembered: [Share; SHARES],
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tokens of {} with {} keys", self.issuer, self.believed.len())
    }
}

/// A key that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("a token key cannot be used: {0}")]
pub struct BadKey(String);

impl From<jsonwebtoken::errors::Error> for BadKey {
    fn from(error: jsonwebtoken::errors::Error) -> Self {
        Self(error.to_string())
    }
}

/// A token just issued.
#[derive(Debug, Clone)]
pub struct Issued {
    /// The token.
    pub token: String,
    /// How many seconds it is valid.
    pub expires_in: i64,
}

/// For whom a token is issued.
#[derive(Debug, Clone)]
pub enum Bearer {
    /// A player.
    Player(crate::domain::ids::PlayerId),
    /// A member of staff, with their role.
    Staff(crate::domain::ids::StaffId, Role),
    /// A client app, with its scopes.
    Client(crate::domain::ids::ClientId, Vec<Scope>),
}

/// A public key as it is published (RFC 7517, RFC 8037).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicKey {
    /// `OKP`.
    pub kty: &'static str,
    /// `Ed25519`.
    pub crv: &'static str,
    /// `EdDSA`.
    pub alg: &'static str,
    /// `sig`.
    pub r#use: &'static str,
    /// Its name in tokens: the thumbprint of RFC 7638.
    pub kid: String,
    /// The key.
    pub x: String,
}

impl Tokens {
    /// Tokens signed and believed as the settings say.
    ///
    /// # Errors
    /// [`BadKey`], also where there is none.
    pub fn new(config: &TokenConfig) -> Result<Self, BadKey> {
        let keys: Vec<EncodingKey> = config.seeds.iter().map(encoding_key).collect();
        let believed = keys.iter().map(believe).collect::<Result<Vec<_>, _>>()?;
        let signing = keys.into_iter().next().ok_or_else(|| BadKey("there is none".to_owned()))?;
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_issuer(&[&config.issuer]);
        validation.set_audience(&[&config.audience]);
        validation.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
        // By the service's own clock, in `verify`.
        (validation.validate_exp, validation.validate_nbf) = (false, false);
        Ok(Self {
            signing,
            believed,
            validation,
            issuer: config.issuer.clone(),
            audience: config.audience.clone(),
            lifetime: TimeDelta::from_std(config.lifetime).unwrap_or(TimeDelta::minutes(15)),
            remembered: Default::default(),
        })
    }

    /// A new token, of no session.
    ///
    /// # Errors
    /// `internal`: it cannot be signed.
    pub fn issue(&self, bearer: &Bearer, now: Time) -> Result<Issued, Refused> {
        self.issue_in(None, bearer, now)
    }

    /// A new token for a session.
    ///
    /// # Errors
    /// `internal`: it cannot be signed.
    pub fn issue_in(&self, session: Option<SessionId>, bearer: &Bearer, now: Time) -> Result<Issued, Refused> {
        let (sub, role, scope) = match bearer {
            Bearer::Player(id) => (id.to_string(), None, None),
            Bearer::Staff(id, role) => (id.to_string(), Some(*role), None),
            Bearer::Client(id, scopes) => {
                let words: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
                (id.to_string(), None, Some(words.join(" ")))
            }
        };
        let (issued, lifetime) = (now.micros().div_euclid(1_000_000), self.lifetime.num_seconds());
        let claims = Claims {
            iss: self.issuer.clone(),
            aud: self.audience.clone(),
            sub,
            iat: issued,
            nbf: issued,
            exp: issued + lifetime,
            jti: Uuid::now_v7(),
            role,
            scope,
            sid: session,
        };
        let mut header = Header::new(Algorithm::EdDSA);
        header.kid = self.believed.first().map(|key| key.kid.clone());
        let token = jsonwebtoken::encode(&header, &claims, &self.signing).map_err(|error| {
            tracing::error!(%error, "a token cannot be signed");
            Refused::new(Code::Internal)
        })?;
        Ok(Issued { token, expires_in: lifetime })
    }

    /// What a token was issued for.
    ///
    /// # Errors
    /// `token_invalid`, `token_expired`.
    pub fn verify(&self, token: &str, now: Time) -> Result<Grant, Refused> {
        self.verify_until(token, now).map(|(grant, _)| grant)
    }

    /// What a token was issued for, and when it ends.
    ///
    /// # Errors
    /// `token_invalid`, `token_expired`.
    pub fn verify_until(&self, token: &str, now: Time) -> Result<(Grant, Time), Refused> {
        if token.len() > MAX_TOKEN {
            return Err(Code::TokenInvalid.into());
        }
        let digest: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let share = &self.remembered[usize::from(digest[31]) % SHARES];
        if let Some(verified) = share.lock().unwrap_or_else(PoisonError::into_inner).get(&digest).copied() {
            if now >= verified.expires {
                return Err(Code::TokenExpired.into());
            }
            if now < verified.until {
                return Ok((verified.grant, verified.expires));
            }
        }
        let verified = self.check(token, now)?;
        let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
        if share.len() >= SHARE_SIZE {
            share.retain(|_, verified| now < verified.until);
            if share.len() >= SHARE_SIZE {
                share.clear();
            }
        }
        share.insert(digest, verified);
        Ok((verified.grant, verified.expires))
    }

    /// Signature, key, algorithm and claims.
    fn check(&self, token: &str, now: Time) -> Result<Verified, Refused> {
        let invalid = |_| Refused::new(Code::TokenInvalid);
        let header = jsonwebtoken::decode_header(token).map_err(invalid)?;
        let kid = header.kid.filter(|_| header.alg == Algorithm::EdDSA).ok_or(Code::TokenInvalid)?;
        let key = self.believed.iter().find(|believed| believed.kid == kid).ok_or(Code::TokenInvalid)?;
        let claims = jsonwebtoken::decode::<Claims>(token, &key.key, &self.validation).map_err(invalid)?.claims;
        let seconds = now.micros().div_euclid(1_000_000);
        if claims.nbf > seconds + SKEW_S {
            return Err(Code::TokenInvalid.into());
        }
        if claims.exp <= seconds {
            return Err(Code::TokenExpired.into());
        }
        let expires = Time::from_micros(claims.exp.saturating_mul(1_000_000));
        let until = now.after(REMEMBERED).min(expires);
        let grant = Grant { session: claims.sid, ..grant(&claims).ok_or(Code::TokenInvalid)? };
        Ok(Verified { grant, until, expires })
    }

    /// The keys by which others can check our tokens.
    #[must_use]
    pub fn public_keys(&self) -> Vec<PublicKey> {
        let public = |key: &Believed| PublicKey {
            kty: "OKP",
            crv: "Ed25519",
            alg: "EdDSA",
            r#use: "sig",
            kid: key.kid.clone(),
            x: key.x.clone(),
        };
        self.believed.iter().map(public).collect()
    }
}

/// The claims as a grant; none for a subject of no known kind.
fn grant(claims: &Claims) -> Option<Grant> {
    let sub = claims.sub.as_str();
    if let Ok(id) = sub.parse() {
        return Some(Grant::player(id));
    }
    if let Ok(id) = sub.parse() {
        return claims.role.map(|role| Grant::staff(Actor::Staff(id), role));
    }
    let id = sub.parse().ok()?;
    let scopes: Vec<Scope> = claims.scope.as_deref()?.split(' ').filter_map(|word| word.parse().ok()).collect();
    Some(Grant::client(Actor::Client(id), &scopes))
}

/// A seed as PKCS#8 (RFC 8410): a fixed head and the seed.
fn encoding_key(seed: &[u8; 32]) -> EncodingKey {
    const HEAD: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
    EncodingKey::from_ed_der(&[&HEAD[..], seed].concat())
}

fn believe(key: &EncodingKey) -> Result<Believed, BadKey> {
    use base64::Engine;
    let jwk = Jwk::from_encoding_key(key, Algorithm::EdDSA)?;
    let jsonwebtoken::jwk::AlgorithmParameters::OctetKeyPair(pair) = &jwk.algorithm else {
        return Err(BadKey("it is no Ed25519 key".to_owned()));
    };
    let x = pair.x.clone();
    let thumbprint = Sha256::digest(format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#));
    let kid = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(thumbprint);
    Ok(Believed { kid, key: DecodingKey::from_ed_components(&x)?, x })
}

#[cfg(test)]
mod tests;
