//! What takes two people: asked for by one member of staff, agreed to by another.

use actix_web::{HttpResponse, get, post};
use uuid::Uuid;

use super::games::{ReasonAsked, fault};
use super::routes;
use crate::actions::finance as acts;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::finance::Proposal;
use crate::domain::finance::approval::{Approval, ApprovalState};
use crate::domain::finance::proposal::Shards;
use crate::domain::ids::{ApprovalId, PlayerId, StaffId, TransferId};
use crate::domain::money::Money;
use crate::domain::time::Time;
use crate::store::approvals::{find_approval, list_approvals};
use crate::store::dialect::Db;
use crate::store::ledger::present;
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::web::lists::{self, Page};
use crate::web::problem::Problem;
use crate::web::sight;
use crate::web::sight::Sight;
use crate::web::wire::Shown;
use crate::{asked, told};

crate::words! {
    /// What takes two people.
    pub enum ProposalWord {
        /// Move money between a player's cash and the house's equity.
        Adjustment = "adjustment",
        /// Reverse a transfer, also where a player no longer has the money.
        Reversal = "reversal",
        /// Give up what a player owes.
        WriteOff = "write_off",
        /// Move rake out, through the bank.
        Payout = "payout",
        /// Move capital in, through the bank.
        Equity = "equity",
    }
}
crate::wire_words!(ProposalWord);

asked! {
    /// Something that takes two people.
    pub struct ProposalAsked {
        /// What.
        pub kind: ProposalWord,
        /// An adjustment or a write-off: of which player.
        pub player: Option<PlayerId>,
        /// How much; for all but a reversal. An adjustment below 0 takes from the player.
        pub amount: Option<Money>,
        /// A reversal: of which transfer.
        pub transfer: Option<TransferId>,
        /// Why.
        pub reason: String
    }
}

asked! {
    /// Which requests are asked for.
    pub struct ApprovalsQuery {
        /// In this state.
        pub state: Option<ApprovalState>,
        /// So many at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

told! {
    /// How far a request is.
    pub struct ApprovalDone {
        /// The request.
        pub approval: ApprovalId,
        /// How far it is.
        pub state: ApprovalState,
        /// What was posted, once it was approved.
        pub transfer: Option<TransferId>
    }
}

told! {
    /// A request that takes two people.
    pub struct ApprovalTold {
        /// The request.
        pub approval: ApprovalId,
        /// What is asked for.
        pub kind: ProposalWord,
        /// Of which player.
        pub player: Option<PlayerId>,
        /// How much.
        pub amount: Option<Shown>,
        /// A reversal: of which transfer.
        pub reverses: Option<TransferId>,
        /// Why.
        pub reason: String,
        /// Who asked.
        pub asked_by: StaffId,
        /// When.
        pub asked_at: Time,
        /// How far it is.
        pub state: ApprovalState,
        /// The second person.
        pub decided_by: Option<StaffId>,
        /// When they decided.
        pub decided_at: Option<Time>,
        /// What was posted.
        pub transfer: Option<TransferId>
    }
}

told! {
    /// Requests, the newest first.
    pub struct ApprovalsTold {
        /// The requests.
        pub approvals: Vec<ApprovalTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

impl ProposalAsked {
    fn proposal(&self) -> Result<Proposal, Problem> {
        self.refuse_what_it_has_not()?;
        let player = || self.player.ok_or_else(|| fault("/player", "missing_field", "say of which player"));
        let money = || self.amount.ok_or_else(|| fault("/amount", "missing_field", "say how much"));
        Ok(match self.kind {
            ProposalWord::Adjustment => {
                let Money { minor: amount, currency } = money()?;
                Proposal::Adjustment { player: player()?, amount, currency }
            }
            ProposalWord::WriteOff => {
                let Money { minor: amount, currency } = money()?;
                Proposal::WriteOff { player: player()?, amount, currency }
            }
            ProposalWord::Payout => {
                let Money { minor: amount, currency } = money()?;
                Proposal::Payout { amount, currency }
            }
            ProposalWord::Equity => {
                let Money { minor: amount, currency } = money()?;
                Proposal::Equity { amount, currency }
            }
            ProposalWord::Reversal => {
                let missing = || fault("/transfer", "missing_field", "say which transfer");
                Proposal::Reversal { transfer: self.transfer.ok_or_else(missing)? }
            }
        })
    }
}

impl ProposalAsked {
    /// What is said and would not count is refused: it may be meant for another kind.
    fn refuse_what_it_has_not(&self) -> Result<(), Problem> {
        use ProposalWord as Kind;
        let has_player = matches!(self.kind, Kind::Adjustment | Kind::WriteOff);
        let is_reversal = self.kind == Kind::Reversal;
        let said = [
            ("/player", self.player.is_some() && !has_player),
            ("/amount", self.amount.is_some() && is_reversal),
            ("/transfer", self.transfer.is_some() && !is_reversal),
        ];
        let kind = self.kind;
        let fault =
            |place: &str| Fault::new(place, "unknown_field", format!("a request of the kind {kind} has no such field"));
        let faults: Vec<Fault> = said.iter().filter(|(_, wrong)| *wrong).map(|(place, _)| fault(place)).collect();
        if faults.is_empty() { Ok(()) } else { Err(Problem::faults(Code::InvalidBody, faults)) }
    }
}

impl ApprovalTold {
    fn of(row: Approval) -> Self {
        let money = |amount, currency| Some(Shown::of(amount, currency));
        let (kind, player, amount, reverses) = match row.request.0 {
            Proposal::Adjustment { player, amount, currency } => {
                (ProposalWord::Adjustment, Some(player), money(amount, currency), None)
            }
            Proposal::Reversal { transfer } => (ProposalWord::Reversal, None, None, Some(transfer)),
            Proposal::WriteOff { player, amount, currency } => {
                (ProposalWord::WriteOff, Some(player), money(amount, currency), None)
            }
            Proposal::Payout { amount, currency } => (ProposalWord::Payout, None, money(amount, currency), None),
            Proposal::Equity { amount, currency } => (ProposalWord::Equity, None, money(amount, currency), None),
        };
        Self {
            approval: row.id,
            kind,
            player,
            amount,
            reverses,
            reason: row.reason,
            asked_by: row.asked_by,
            asked_at: row.asked_at,
            state: row.state,
            decided_by: row.decided_by,
            decided_at: row.decided_at,
            transfer: row.transfer,
        }
    }
}

impl ApprovalDone {
    fn of(done: acts::RequestChanged) -> Self {
        Self { approval: done.request, state: done.state, transfer: done.transfer }
    }
}

/// Asks for something that takes two people
#[utoipa::path(
    request_body(content = ProposalAsked, example = json!({
        "kind": "adjustment", "player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605",
        "amount": {"amount": "250.00", "currency": "USD"}, "reason": "A prize of the spring league",
    })),
    responses((status = 201, body = ApprovalDone)),
)]
#[post("/v1/approvals")]
pub async fn propose(asks: Asks<routes::ProposeRequest, ProposalAsked>) -> Answer {
    let (proposal, reason) = (asks.body.proposal()?, asks.body.reason.clone());
    let act = acts::ProposeRequest { by: asks.by, request: ApprovalId(Uuid::now_v7()), proposal, reason };
    asks.create(act, ApprovalDone::of).await
}

/// Agrees, as a second person: it is done at once
#[utoipa::path(responses((status = 200, body = ApprovalDone)))]
#[post("/v1/approvals/{approval}/approve")]
pub async fn approve(asks: Asks<routes::ApproveRequest, Nothing>) -> Answer {
    let cut = asks.app.store.read(present).await.map_err(|error| sight::away(&error))?;
    let shards = Shards::new(cut.into_keys().collect());
    let act = acts::ApproveRequest { by: asks.by, request: asks.path("approval")?, shards };
    asks.submit(act, ApprovalDone::of).await
}

/// Says no, as a second person
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "The bank says otherwise"})),
    responses((status = 200, body = ApprovalDone)),
)]
#[post("/v1/approvals/{approval}/reject")]
pub async fn reject(asks: Asks<routes::RejectRequest, ReasonAsked>) -> Answer {
    let act = acts::RejectRequest { by: asks.by, request: asks.path("approval")?, reason: asks.body.reason.clone() };
    asks.submit(act, ApprovalDone::of).await
}

/// Takes one's own request back
#[utoipa::path(responses((status = 200, body = ApprovalDone)))]
#[post("/v1/approvals/{approval}/withdraw")]
pub async fn withdraw(asks: Asks<routes::WithdrawRequest, Nothing>) -> Answer {
    let act = acts::WithdrawRequest { by: asks.by, request: asks.path("approval")? };
    asks.submit(act, ApprovalDone::of).await
}

/// Requests that take two people, the newest first
#[utoipa::path(params(ApprovalsQuery), responses((status = 200, body = ApprovalsTold)))]
#[get("/v1/approvals")]
pub async fn list(looks: Looks<routes::ListApprovals, ApprovalsQuery>) -> Answer {
    let (page, state) = ((looks.query.limit, looks.query.cursor.as_deref()), looks.query.state);
    let read = move |db: &mut Db, _: &Sight, before, limit| {
        let rows = list_approvals(db, state, before, limit)?;
        Ok(Ok(Page::of(rows, limit, |row| row.id, ApprovalTold::of)))
    };
    lists::answer(&looks, page, read, |approvals, next| ApprovalsTold { approvals, next }).await
}

/// A request that takes two people
#[utoipa::path(responses((status = 200, body = ApprovalTold)))]
#[get("/v1/approvals/{approval}")]
pub async fn one(looks: Looks<routes::ReadApproval, Nothing>) -> Answer {
    let id = looks.path::<ApprovalId>("approval")?;
    let found = looks.read(move |db, _| Ok(find_approval(db, id)?.ok_or_else(|| Code::UnknownApproval.into())));
    Ok(HttpResponse::Ok().json(ApprovalTold::of(found.await?)))
}
