//! Steps of a history: an act, by whom and under which key, that can be asked again of any keeper.

use std::fmt;
use std::sync::Arc;

use uuid::Uuid;

use crate::domain::act::row::Row;
use crate::domain::act::{Act, Hold, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::finance::approval::Approval;
use crate::domain::games::settlement::Settlement;
use crate::domain::ids::{ApprovalId, DepositId, GameId, TransferId};
use crate::domain::wallets::deposit::Deposit;
use crate::store::committer::{Answering, Books, Decided, Fault, Outcome, Waiter, Waiting};

/// An act of any type that can be asked as often as one likes.
pub trait Order: fmt::Debug + Send + Sync {
    /// The act's name.
    fn name(&self) -> &'static str;
    /// Whose keys it uses.
    fn owner(&self) -> Uuid;
    /// The act, waiting, and where its answer will be.
    fn ask(&self, key: RequestKey) -> (Box<dyn Waiting>, Box<dyn Listening>);
}

impl<A: Act + Clone + fmt::Debug> Order for A {
    fn name(&self) -> &'static str {
        A::NAME
    }

    fn owner(&self) -> Uuid {
        self.by().uuid()
    }

    fn ask(&self, key: RequestKey) -> (Box<dyn Waiting>, Box<dyn Listening>) {
        let (waiter, answer) = Waiter::new(self.clone(), key);
        (Box::new(waiter), Box::new(answer))
    }
}

/// Where the answer of an act of any type arrives.
pub trait Listening {
    /// What was answered; with the words of the outcome only if they are wanted.
    fn hear(&mut self, words: bool) -> Answered;
}

impl<T: serde::Serialize> Listening for Answering<T> {
    fn hear(&mut self, words: bool) -> Answered {
        match self.try_recv() {
            Err(_) => Answered::Silence,
            Ok(Err(Refused { code, .. })) => Answered::Failed(code),
            Ok(Ok(Decided { outcome, replayed })) => {
                let (code, remembered) = match &outcome {
                    Outcome::Done(_) => (None, true),
                    Outcome::Refused(refused) => (Some(refused.code), refused.is_remembered()),
                };
                let words = if words { serde_json::to_string(&outcome).ok() } else { None };
                Answered::Decided { code, remembered, replayed, words }
            }
        }
    }
}

/// What came of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// The caller was never answered.
    Silence,
    /// It could not be done; ask again.
    Failed(Code),
    /// It was decided.
    Decided {
        /// Why it was refused; none: it was done.
        code: Option<Code>,
        /// Whether a repeat must be told the same.
        remembered: bool,
        /// Whether this is a repeat.
        replayed: bool,
        /// The outcome as JSON, if asked for.
        words: Option<String>,
    },
}

/// Something whose row names a transfer. Histories name transfers so, because their numbers depend on what else was
/// done.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// What settled a game.
    Settlement(GameId),
    /// What booked a deposit.
    Deposit(DepositId),
    /// What was posted once a second person agreed.
    Approval(ApprovalId),
}

impl Source {
    fn find<B: Books>(self, books: &mut B) -> Result<Option<TransferId>, Fault> {
        fn one<B: Books, R: Row>(books: &mut B, key: R::Key) -> Result<Option<R>, Fault> {
            Ok(books.load::<R>(&[key], Hold::None)?.pop())
        }
        Ok(match self {
            Self::Settlement(game) => one::<B, Settlement>(books, game)?.and_then(|row| row.transfer),
            Self::Deposit(deposit) => one::<B, Deposit>(books, deposit)?.map(|row| row.transfer),
            Self::Approval(approval) => one::<B, Approval>(books, approval)?.and_then(|row| row.transfer),
        })
    }
}

/// What is asked for.
#[derive(Clone)]
pub enum Asked {
    /// An act.
    Act(Arc<dyn Order>),
    /// An act on a transfer that is found when the step's turn comes.
    OnTransfer(Source, Arc<dyn Fn(TransferId) -> Arc<dyn Order> + Send + Sync>),
}

impl Asked {
    /// An act.
    pub fn act(act: impl Act + Clone + fmt::Debug) -> Self {
        Self::Act(Arc::new(act))
    }

    /// An act on a transfer.
    pub fn on<A: Act + Clone + fmt::Debug>(
        source: Source,
        make: impl Fn(TransferId) -> A + Send + Sync + 'static,
    ) -> Self {
        Self::OnTransfer(source, Arc::new(move |transfer| Arc::new(make(transfer))))
    }

    /// The act; one on a transfer that never was names one that cannot be.
    ///
    /// # Errors
    /// The keeper's.
    pub fn resolve<B: Books>(&self, books: &mut B, shard: i64) -> Result<Arc<dyn Order>, Fault> {
        match self {
            Self::Act(order) => Ok(Arc::clone(order)),
            Self::OnTransfer(source, make) => {
                books.begin(shard)?;
                let found = source.find(books);
                books.rollback();
                Ok(make(found?.unwrap_or_else(|| TransferId::at(0, 1))))
            }
        }
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(order) => order.fmt(f),
            Self::OnTransfer(source, make) => {
                write!(f, "{:?} with the transfer of {source:?}", make(TransferId::at(0, 1)))
            }
        }
    }
}

/// One step of a history.
#[derive(Debug, Clone)]
pub struct Step {
    /// Its number in the history.
    pub number: u32,
    /// The round in which it is asked: all steps of a round share a time.
    pub round: u32,
    /// The number of the step whose key it uses: its own, or an earlier one's.
    pub key: u32,
    /// That the request's body is another than that of the step whose key it uses.
    pub other_body: bool,
    /// What is asked for.
    pub asked: Asked,
}

impl Step {
    /// The request's key.
    #[must_use]
    pub fn request_key(&self) -> RequestKey {
        let body = u128::from(self.key) << 1 | u128::from(self.other_body);
        RequestKey { key: format!("k{}", self.key), digest: Uuid::from_u128(body), request: None }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>6} round {:<4} ", self.number, self.round)?;
        if self.key != self.number {
            write!(f, "(key of {}{}) ", self.key, if self.other_body { ", another body" } else { "" })?;
        }
        write!(f, "{:?}", self.asked)
    }
}
