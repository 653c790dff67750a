//! An act that waits for its outcome, and the idempotency of all acts, in one place.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::figures::Came;
use crate::domain::act::remembered::Remembered;
use crate::domain::act::table::Unnamed;
use crate::domain::act::world::Asks;
use crate::domain::act::{Act, Actor, Needs, Refused, RequestKey, World};
use crate::domain::codes::Code;
use crate::domain::players::access;
use crate::domain::time::Time;

/// What came of an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome<A> {
    /// It was done.
    Done(A),
    /// It was refused; nothing changed.
    Refused(Refused),
}

impl<A> Outcome<A> {
    fn refused(&self) -> Option<&Refused> {
        match self {
            Self::Done(_) => None,
            Self::Refused(refused) => Some(refused),
        }
    }
}

/// An outcome, and whether it was remembered from an earlier request with the same key.
#[derive(Debug, Clone)]
pub struct Decided<A> {
    /// What came of the act.
    pub outcome: Outcome<A>,
    /// Decided earlier.
    pub replayed: bool,
}

impl<A> Decided<A> {
    /// The answer, or the refusal.
    ///
    /// # Errors
    /// The refusal.
    pub fn into_result(self) -> Result<A, Refused> {
        match self.outcome {
            Outcome::Done(answer) => Ok(answer),
            Outcome::Refused(refused) => Err(refused),
        }
    }
}

/// An act of any type, waiting.
pub trait Waiting: Asks + fmt::Debug + Send {
    /// The act's name.
    fn name(&self) -> &'static str;
    /// What came of it; failed where nothing was decided.
    fn came(&self) -> Came;
    /// Whether it is the clock's, not a person's.
    fn is_job(&self) -> bool;
    /// Decides it in the world, or finds that it was decided before. May be called again when a batch is run again.
    /// `false` where it touches what it did not name, and has to be put off: an act before it in the batch has
    /// changed what its needs were told by. The first of a batch is never put off: there the fault is its own.
    #[must_use]
    fn decide(&mut self, world: &mut World, needs: &Needs, now: Time, first: bool) -> bool;
    /// Whether what was decided is a fault of ours, and not an answer.
    fn is_fault(&self) -> bool;
    /// Tells the caller what was decided. Only after the commit.
    fn answer(self: Box<Self>);
    /// Tells the caller that it could not be done.
    fn fail(self: Box<Self>, code: Code);
}

/// An act with its key and its caller.
pub struct Waiter<A: Act> {
    act: A,
    key: RequestKey,
    decided: Option<Decided<A::Answer>>,
    caller: oneshot::Sender<Result<Decided<A::Answer>, Refused>>,
}

/// Where a caller waits for the outcome.
pub type Answering<A> = oneshot::Receiver<Result<Decided<A>, Refused>>;

impl<A: Act> Waiter<A> {
    /// An act that waits, and where its outcome will arrive.
    #[must_use]
    pub fn new(act: A, key: RequestKey) -> (Self, Answering<A::Answer>) {
        let (caller, answer) = oneshot::channel();
        (Self { act, key, decided: None, caller }, answer)
    }

    fn remembered_key(&self) -> (String, uuid::Uuid) {
        (self.key.key.clone(), self.act.by().uuid())
    }

    fn recall(&self, earlier: &Remembered) -> Decided<A::Answer> {
        if earlier.digest != self.key.digest {
            return Decided { outcome: Outcome::Refused(Code::KeyReused.into()), replayed: false };
        }
        let outcome = serde_json::from_str(&earlier.outcome).unwrap_or_else(|error| {
            tracing::error!(act = A::NAME, %error, "a remembered outcome is unreadable");
            Outcome::Refused(Code::Internal.into())
        });
        Decided { outcome, replayed: true }
    }

    /// The outcome; none where the act has to be put off.
    fn decide_anew(&self, world: &mut World, now: Time, first: bool) -> Option<Outcome<A::Answer>> {
        let mark = world.mark();
        let decided = catch_unwind(AssertUnwindSafe(|| self.act.decide(world, now)));
        let outcome = match decided {
            Ok(Ok(answer)) => Some(Outcome::Done(answer)),
            Ok(Err(refused)) => Some(Outcome::Refused(refused)),
            Err(panic) if !first && panic.is::<Unnamed>() => None,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().or(panic.downcast_ref().map(|Unnamed(text)| text));
                let text = text.map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?");
                tracing::error!(act = A::NAME, panic = text, "an act failed by a fault of its own");
                Some(Outcome::Refused(Code::Internal.into()))
            }
        };
        if !matches!(outcome, Some(Outcome::Done(_))) {
            world.undo_to(&mark);
        }
        outcome
    }

    fn remember(&self, outcome: &Outcome<A::Answer>, world: &mut World, now: Time) {
        let lasting = match outcome {
            Outcome::Done(_) => true,
            Outcome::Refused(refused) => refused.is_remembered(),
        };
        if !lasting {
            return;
        }
        match serde_json::to_string(outcome) {
            Ok(text) => {
                let (key, owner) = self.remembered_key();
                world.remembered.insert(Remembered { key, owner, digest: self.key.digest, outcome: text, at: now });
            }
            // Answers are plain structs of strings and numbers; a test serialises each.
            Err(error) => tracing::error!(act = A::NAME, %error, "an outcome cannot be remembered"),
        }
    }
}

impl<A: Act> fmt::Debug for Waiter<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", A::NAME, self.act.by())
    }
}

impl<A: Act> Asks for Waiter<A> {
    fn ask(&self, world: &World, needs: &mut Needs) {
        needs.remembered.lock(self.remembered_key());
        access::need(self.act.by(), needs);
        self.act.needs(world, needs);
    }
}

impl<A: Act> Waiting for Waiter<A> {
    fn name(&self) -> &'static str {
        A::NAME
    }

    fn came(&self) -> Came {
        match &self.decided {
            Some(Decided { replayed: true, .. }) => Came::Replayed,
            Some(Decided { outcome: Outcome::Done(_), .. }) => Came::Done,
            Some(Decided { outcome: Outcome::Refused(refused), .. }) if refused.code != Code::Internal => Came::Refused,
            _ => Came::Failed,
        }
    }

    fn is_job(&self) -> bool {
        self.act.by() == Actor::System
    }

    fn decide(&mut self, world: &mut World, needs: &Needs, now: Time, first: bool) -> bool {
        world.begin_turn(self.act.by(), self.key.request, needs);
        let earlier = world.remembered.get(&self.remembered_key());
        self.decided = match earlier {
            Some(earlier) => Some(self.recall(earlier)),
            None => self.decide_anew(world, now, first).map(|outcome| {
                self.remember(&outcome, world, now);
                Decided { outcome, replayed: false }
            }),
        };
        world.keep();
        self.decided.is_some()
    }

    fn is_fault(&self) -> bool {
        let refused = self.decided.as_ref().and_then(|decided| decided.outcome.refused());
        refused.is_some_and(|refused| refused.code == Code::Internal)
    }

    fn answer(self: Box<Self>) {
        let decided = self.decided.ok_or_else(|| Refused::new(Code::Internal));
        // Nobody may be waiting any more; the outcome is remembered for them.
        drop(self.caller.send(decided));
    }

    fn fail(self: Box<Self>, code: Code) {
        drop(self.caller.send(Err(code.into())));
    }
}
