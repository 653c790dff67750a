//! What is published of a finished game's dice, and its verification from that alone.

use serde::{Deserialize, Serialize};

use super::{Commitment, Dice, METHOD, Secret, Words};

/// The dice of a finished game, as the server publishes them; in JSON as in `docs/dice.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The name of the method: [`METHOD`].
    pub method: String,
    /// Which game, for people; nothing is derived from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What was published before the game: SHA-256 of the secret, 64 hexadecimal digits.
    pub commitment: String,
    /// The secret, 64 hexadecimal digits.
    pub secret: String,
    /// The words of the first and of the second player; empty where one added none.
    pub words: [String; 2],
    /// Every roll of the game in order, the first being roll 1; both dice in the order in which they fell.
    pub rolls: Vec<[u64; 2]>,
}

/// Why published dice are not what was committed to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The dice come from a method that is not this one.
    #[error("the method is not {METHOD}")]
    UnknownMethod,
    /// The commitment cannot be read.
    #[error("the commitment is not 64 hexadecimal digits")]
    CommitmentMalformed,
    /// The secret cannot be read.
    #[error("the secret is not 64 hexadecimal digits")]
    SecretMalformed,
    /// The secret is not the one that was committed to.
    #[error("the secret's SHA-256 is {recomputed}, not the commitment")]
    CommitmentDiffers {
        /// The SHA-256 of the published secret.
        recomputed: Commitment,
    },
    /// The first roll that is not what the secret and the words make it.
    #[error("roll {roll} is {}-{}, published as {}-{}", recomputed[0], recomputed[1], published[0], published[1])]
    RollDiffers {
        /// Its number, from 1.
        roll: u64,
        /// The dice as they were published.
        published: [u64; 2],
        /// The dice as they fall.
        recomputed: [u8; 2],
    },
}

impl Fault {
    /// The stable word of this fault.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownMethod => "unknown_method",
            Self::CommitmentMalformed => "commitment_malformed",
            Self::SecretMalformed => "secret_malformed",
            Self::CommitmentDiffers { .. } => "commitment_differs",
            Self::RollDiffers { .. } => "roll_differs",
        }
    }
}

impl Published {
    /// What is to be published of a game that has had so many rolls.
    #[must_use]
    pub fn of(secret: &Secret, words: &[Words; 2], rolls: u64, game: Option<String>) -> Self {
        let dice = Dice::new(secret, words);
        Self {
            method: METHOD.to_owned(),
            game,
            commitment: secret.commitment().to_string(),
            secret: secret.reveal(),
            words: words.clone().map(|words| words.0),
            rolls: (1..=rolls).map(|k| dice.roll(k).map(u64::from)).collect(),
        }
    }

    /// Recomputes everything from the published data alone.
    ///
    /// # Errors
    /// The first [`Fault`]: of the method, the commitment or the secret, else of the earliest roll that differs.
    pub fn verify(&self) -> Result<(), Fault> {
        if self.method != METHOD {
            return Err(Fault::UnknownMethod);
        }
        let commitment = Commitment::from_hex(&self.commitment).ok_or(Fault::CommitmentMalformed)?;
        let secret = Secret::from_hex(&self.secret).ok_or(Fault::SecretMalformed)?;
        let recomputed = secret.commitment();
        if recomputed != commitment {
            return Err(Fault::CommitmentDiffers { recomputed });
        }
        let [first, second] = &self.words;
        let dice = Dice::from_texts(&secret, [first, second]);
        for (k, published) in (1..).zip(&self.rolls) {
            let recomputed = dice.roll(k);
            if recomputed.map(u64::from) != *published {
                return Err(Fault::RollDiffers { roll: k, published: *published, recomputed });
            }
        }
        Ok(())
    }
}
