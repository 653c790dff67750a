//! Withdrawals: requested, sent, confirmed; or refused, failed, cancelled.

use actix_web::{HttpResponse, get, post};
use uuid::Uuid;

use super::deposits::reference_fault;
use super::games::ReasonAsked;
use super::players::refuse_faults;
use super::routes;
use crate::actions::wallets as acts;
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, TransferId, WithdrawalId};
use crate::domain::money::Money;
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::domain::wallets::withdrawal::{Withdrawal, WithdrawalState};
use crate::store::dialect::Db;
use crate::store::players::find_player;
use crate::store::wallets::{WithdrawalsAsked, find_withdrawal, list_withdrawals};
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::web::lists::{self, Page};
use crate::web::operation::Operation;
use crate::web::sight::Sight;
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

asked! {
    /// Which withdrawals are asked for.
    pub struct WithdrawalsQuery {
        /// In this state.
        pub state: Option<WithdrawalState>,
        /// So many at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

told! {
    /// A withdrawal.
    pub struct WithdrawalRowTold {
        /// The withdrawal.
        pub withdrawal: WithdrawalId,
        /// Whose.
        pub player: PlayerId,
        /// How much.
        pub amount: Shown,
        /// Through whom.
        pub provider: Slug,
        /// The provider's own reference, once sent.
        pub reference: Option<String>,
        /// How far it is.
        pub state: WithdrawalState,
        /// When it was asked for.
        pub requested_at: Time,
        /// When its state last changed.
        pub changed_at: Time
    }
}

told! {
    /// Withdrawals, the newest first.
    pub struct WithdrawalsTold {
        /// The withdrawals.
        pub withdrawals: Vec<WithdrawalRowTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

impl WithdrawalRowTold {
    fn of(row: Withdrawal) -> Self {
        Self {
            withdrawal: row.id,
            player: row.player,
            amount: Shown::of(row.amount, row.currency),
            provider: row.provider,
            reference: row.reference,
            state: row.state,
            requested_at: row.requested_at,
            changed_at: row.changed_at,
        }
    }
}

async fn listed<O: Operation>(looks: &Looks<O, WithdrawalsQuery>, player: Option<PlayerId>) -> Answer {
    let (page, state) = ((looks.query.limit, looks.query.cursor.as_deref()), looks.query.state);
    let read = move |db: &mut Db, _: &Sight, before, limit| {
        if let Some(player) = player
            && find_player(db, player)?.is_none()
        {
            return Ok(Err(Code::UnknownPlayer.into()));
        }
        let rows = list_withdrawals(db, &WithdrawalsAsked { player, state, before, most: limit })?;
        Ok(Ok(Page::of(rows, limit, |row| row.id, WithdrawalRowTold::of)))
    };
    lists::answer(looks, page, read, |withdrawals, next| WithdrawalsTold { withdrawals, next }).await
}

/// A player's withdrawals, the newest first
#[utoipa::path(params(WithdrawalsQuery), responses((status = 200, body = WithdrawalsTold)))]
#[get("/v1/players/{player}/withdrawals")]
pub async fn list_of_player(looks: Looks<routes::ListWithdrawalsOfPlayer, WithdrawalsQuery>) -> Answer {
    let player = looks.path::<PlayerId>("player")?;
    listed(&looks, Some(player)).await
}

/// All withdrawals, the newest first
#[utoipa::path(params(WithdrawalsQuery), responses((status = 200, body = WithdrawalsTold)))]
#[get("/v1/withdrawals")]
pub async fn list(looks: Looks<routes::ListWithdrawals, WithdrawalsQuery>) -> Answer {
    listed(&looks, None).await
}

/// A withdrawal
#[utoipa::path(responses((status = 200, body = WithdrawalRowTold)))]
#[get("/v1/withdrawals/{withdrawal}")]
pub async fn one(looks: Looks<routes::ReadWithdrawal, Nothing>) -> Answer {
    let id = looks.path::<WithdrawalId>("withdrawal")?;
    let row = looks.read(move |db, sight| match find_withdrawal(db, id)? {
        None => Ok(Err(Code::UnknownWithdrawal.into())),
        Some(row) if sight.player.is_some_and(|own| own != row.player) => Ok(Err(Code::NotYours.into())),
        Some(row) => Ok(Ok(row)),
    });
    Ok(HttpResponse::Ok().json(WithdrawalRowTold::of(row.await?)))
}
