//! Deposits: booked as the payment provider reports them, and charged back.

use actix_web::{get, post};
use uuid::Uuid;

use super::games::ReasonAsked;
use super::players::read::PageQuery;
use super::players::refuse_faults;
use super::routes;
use crate::actions::wallets as acts;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::ids::{DepositId, PlayerId, TransferId};
use crate::domain::money::Money;
use crate::domain::slug::Slug;
use crate::domain::text::is_label;
use crate::domain::time::Time;
use crate::domain::wallets::deposit::{Deposit, DepositState};
use crate::store::dialect::Db;
use crate::store::players::find_player;
use crate::store::wallets::list_deposits;
use crate::web::caller::{Answer, Asks, Looks};
use crate::web::lists::{self, Page};
use crate::web::sight::Sight;
use crate::web::wire::Shown;
use crate::{asked, told};

/// The longest reference of a provider, in bytes.
const MAX_REFERENCE: usize = 200;

asked! {
    /// A deposit that a payment provider has taken in.
    pub struct DepositAsked {
        /// How much.
        pub amount: Money,
        /// Through whom.
        pub provider: Slug,
        /// The provider's own reference; one deposit each.
        pub reference: String
    }
}

told! {
    /// A deposit was booked.
    pub struct DepositTold {
        /// The deposit.
        pub deposit: DepositId,
        /// The transfer that booked it.
        pub transfer: TransferId,
        /// The player's cash after it.
        pub balance: Shown
    }
}

told! {
    /// A deposit was charged back.
    pub struct ChargedBackTold {
        /// The deposit.
        pub deposit: DepositId,
        /// The transfer that took the money back.
        pub transfer: TransferId,
        /// The player's cash after it.
        pub balance: Shown,
        /// What the player owes after it.
        pub owed: Shown
    }
}

/// What is wrong with a provider's reference.
pub(super) fn reference_fault(reference: &str) -> Option<Fault> {
    let fits = is_label(reference) && (1..=MAX_REFERENCE).contains(&reference.len());
    let how = format!("1 to {MAX_REFERENCE} bytes that can be seen, no blanks around");
    (!fits).then(|| Fault::new("/reference", "reference_malformed", how))
}

/// Books a deposit
#[utoipa::path(
    request_body(content = DepositAsked, example = json!({
        "amount": {"amount": "50.00", "currency": "USD"}, "provider": "paypal", "reference": "PAY-7X41",
    })),
    responses((status = 201, body = DepositTold)),
)]
#[post("/v1/players/{player}/deposits")]
pub async fn book(asks: Asks<routes::BookDeposit, DepositAsked>) -> Answer {
    let DepositAsked { amount, provider, reference } = asks.body.clone();
    refuse_faults(reference_fault(&reference).into_iter().collect())?;
    let act = acts::BookDeposit {
        by: asks.by,
        deposit: DepositId(Uuid::now_v7()),
        player: asks.path("player")?,
        provider,
        reference,
        amount: amount.minor,
        currency: amount.currency,
    };
    asks.create(act, move |booked| DepositTold {
        deposit: booked.deposit,
        transfer: booked.transfer,
        balance: Shown::of(booked.balance, amount.currency),
    })
    .await
}

/// Books that the provider took a deposit back
///
/// What the player no longer has, they owe from then on.
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "Disputed by the card's owner"})),
    responses((status = 200, body = ChargedBackTold)),
)]
#[post("/v1/deposits/{deposit}/charged-back")]
pub async fn charge_back(asks: Asks<routes::ChargeBackDeposit, ReasonAsked>) -> Answer {
    let act = acts::ChargeBackDeposit { by: asks.by, deposit: asks.path("deposit")?, reason: asks.body.reason.clone() };
    asks.submit(act, |done| ChargedBackTold {
        deposit: done.deposit,
        transfer: done.transfer,
        balance: Shown::of(done.balance, done.currency),
        owed: Shown::of(done.owed, done.currency),
    })
    .await
}

told! {
    /// A deposit.
    pub struct DepositRowTold {
        /// The deposit.
        pub deposit: DepositId,
        /// How much.
        pub amount: Shown,
        /// Through whom.
        pub provider: Slug,
        /// The provider's own reference.
        pub reference: String,
        /// What became of it.
        pub state: DepositState,
        /// The transfer that booked it.
        pub transfer: TransferId,
        /// When.
        pub booked_at: Time
    }
}

told! {
    /// Deposits, the newest first.
    pub struct DepositsTold {
        /// The deposits.
        pub deposits: Vec<DepositRowTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

/// A player's deposits, the newest first
#[utoipa::path(params(PageQuery), responses((status = 200, body = DepositsTold)))]
#[get("/v1/players/{player}/deposits")]
pub async fn list(looks: Looks<routes::ListDeposits, PageQuery>) -> Answer {
    let id = looks.path::<PlayerId>("player")?;
    let told = |row: Deposit| DepositRowTold {
        deposit: row.id,
        amount: Shown::of(row.amount, row.currency),
        provider: row.provider,
        reference: row.reference,
        state: row.state,
        transfer: row.transfer,
        booked_at: row.booked_at,
    };
    let page = (looks.query.limit, looks.query.cursor.as_deref());
    let read = move |db: &mut Db, _: &Sight, before, limit| {
        if find_player(db, id)?.is_none() {
            return Ok(Err(Code::UnknownPlayer.into()));
        }
        let rows = list_deposits(db, id, before, limit)?;
        Ok(Ok(Page::of(rows, limit, |row| row.id, told)))
    };
    lists::answer(&looks, page, read, |deposits, next| DepositsTold { deposits, next }).await
}
