//! Withdrawals: requested, sent, confirmed; or refused, failed, cancelled.

use actix_web::post;
use uuid::Uuid;

use super::deposits::reference_fault;
use super::games::ReasonAsked;
use super::players::refuse_faults;
use super::routes;
use crate::actions::wallets as acts;
use crate::domain::ids::{TransferId, WithdrawalId};
use crate::domain::money::Money;
use crate::domain::slug::Slug;
use crate::domain::wallets::withdrawal::WithdrawalState;
use crate::web::caller::{Answer, Asks, Nothing};
use crate::web::wire::Shown;
use crate::{asked, told};

asked! {
    /// A withdrawal to be made.
    pub struct WithdrawalAsked {
        /// How much.
        pub amount: Money,
        /// Through whom.
        pub provider: Slug
    }
}

asked! {
    /// A withdrawal was handed to its provider.
    pub struct SentAsked {
        /// The provider's own reference.
        pub reference: String
    }
}

told! {
    /// How far a withdrawal is.
    pub struct WithdrawalTold {
        /// The withdrawal.
        pub withdrawal: WithdrawalId,
        /// How far it is.
        pub state: WithdrawalState,
        /// What moved the money; none where nothing moved.
        pub transfer: Option<TransferId>,
        /// The player's cash after it.
        pub balance: Shown
    }
}

impl WithdrawalTold {
    fn of(changed: acts::WithdrawalChanged) -> Self {
        let balance = Shown::of(changed.balance, changed.currency);
        Self { withdrawal: changed.withdrawal, state: changed.state, transfer: changed.transfer, balance }
    }
}

/// Asks for a withdrawal: the money is set aside at once
#[utoipa::path(
    request_body(content = WithdrawalAsked, example = json!({
        "amount": {"amount": "20.00", "currency": "USD"}, "provider": "paypal",
    })),
    responses((status = 201, body = WithdrawalTold)),
)]
#[post("/v1/players/{player}/withdrawals")]
pub async fn request(asks: Asks<routes::RequestWithdrawal, WithdrawalAsked>) -> Answer {
    let WithdrawalAsked { amount, provider } = asks.body.clone();
    let act = acts::RequestWithdrawal {
        by: asks.by,
        withdrawal: WithdrawalId(Uuid::now_v7()),
        player: asks.path("player")?,
        amount: amount.minor,
        currency: amount.currency,
        provider,
    };
    asks.create(act, WithdrawalTold::of).await
}

/// Says that a withdrawal was handed to its provider
#[utoipa::path(
    request_body(content = SentAsked, example = json!({"reference": "OUT-19"})),
    responses((status = 200, body = WithdrawalTold)),
)]
#[post("/v1/withdrawals/{withdrawal}/sent")]
pub async fn sent(asks: Asks<routes::SendWithdrawal, SentAsked>) -> Answer {
    let reference = asks.body.reference.clone();
    refuse_faults(reference_fault(&reference).into_iter().collect())?;
    let act = acts::SendWithdrawal { by: asks.by, withdrawal: asks.path("withdrawal")?, reference };
    asks.submit(act, WithdrawalTold::of).await
}

/// Says that a withdrawal has arrived
#[utoipa::path(responses((status = 200, body = WithdrawalTold)))]
#[post("/v1/withdrawals/{withdrawal}/confirmed")]
pub async fn confirmed(asks: Asks<routes::ConfirmWithdrawal, Nothing>) -> Answer {
    let act = acts::ConfirmWithdrawal { by: asks.by, withdrawal: asks.path("withdrawal")? };
    asks.submit(act, WithdrawalTold::of).await
}

/// Says that the provider could not carry a withdrawal out: the money is back
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "The account does not exist"})),
    responses((status = 200, body = WithdrawalTold)),
)]
#[post("/v1/withdrawals/{withdrawal}/failed")]
pub async fn failed(asks: Asks<routes::FailWithdrawal, ReasonAsked>) -> Answer {
    let (withdrawal, reason) = (asks.path("withdrawal")?, asks.body.reason.clone());
    let act = acts::FailWithdrawal { by: asks.by, withdrawal, reason };
    asks.submit(act, WithdrawalTold::of).await
}

/// Says no to a withdrawal: the money is back
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "The name does not match"})),
    responses((status = 200, body = WithdrawalTold)),
)]
#[post("/v1/withdrawals/{withdrawal}/refused")]
pub async fn refused(asks: Asks<routes::RefuseWithdrawal, ReasonAsked>) -> Answer {
    let (withdrawal, reason) = (asks.path("withdrawal")?, asks.body.reason.clone());
    let act = acts::RefuseWithdrawal { by: asks.by, withdrawal, reason };
    asks.submit(act, WithdrawalTold::of).await
}

/// Takes a withdrawal back before it was sent: the money is back
#[utoipa::path(responses((status = 200, body = WithdrawalTold)))]
#[post("/v1/withdrawals/{withdrawal}/cancelled")]
pub async fn cancelled(asks: Asks<routes::CancelWithdrawal, Nothing>) -> Answer {
    let act = acts::CancelWithdrawal { by: asks.by, withdrawal: asks.path("withdrawal")? };
    asks.submit(act, WithdrawalTold::of).await
}
