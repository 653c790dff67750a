//! A player's money: what there is, and every movement.

use actix_web::{HttpResponse, get};
use std::collections::BTreeMap;

use super::routes;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::ids::{DepositId, GameId, PlayerId, TransferId, WithdrawalId};
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::transfer::{Transfer, TransferKind};
use crate::domain::money::{Currency, Minor};
use crate::domain::time::Time;
use crate::store::dialect::Db;
use crate::store::ledger::{Line, statement};
use crate::store::players::{find_player, list_accounts_of};
use crate::web::caller::{Answer, Looks, Nothing};
use crate::web::lists::{self, Page};
use crate::web::sight::Sight;
use crate::web::wire::Shown;
use crate::{asked, told};

asked! {
    /// Which part of a statement is asked for.
    pub struct StatementQuery {
        /// In this currency.
        pub currency: Currency,
        /// So many lines at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

told! {
    /// What a player has in one currency.
    pub struct BalanceTold {
        /// Free to use.
        pub cash: Shown,
        /// Withdrawals under way.
        pub withdrawing: Shown,
        /// What they owe.
        pub owed: Shown
    }
}

told! {
    /// What a player has.
    pub struct WalletTold {
        /// By currency.
        pub balances: Vec<BalanceTold>
    }
}

told! {
    /// A movement of a player's cash.
    pub struct LineTold {
        /// When.
        pub at: Time,
        /// The transfer.
        pub transfer: TransferId,
        /// Why.
        pub kind: TransferKind,
        /// What it is about: a game, a deposit, a withdrawal, ..
        pub subject: String,
        /// Added (negative: taken).
        pub amount: Shown,
        /// The cash after it.
        pub balance: Option<Shown>
    }
}

told! {
    /// Movements of a player's cash, the latest first.
    pub struct StatementTold {
        /// The movements.
        pub lines: Vec<LineTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

/// What a transfer is about, as an identity on the wire.
pub(super) fn subject(transfer: &Transfer) -> String {
    use TransferKind as K;
    let id = transfer.subject;
    match transfer.kind {
        K::Deposit | K::Chargeback => DepositId(id).to_string(),
        K::WithdrawalRequested | K::WithdrawalSent | K::WithdrawalReturned => WithdrawalId(id).to_string(),
        K::Escrow | K::EscrowReturned | K::Settlement | K::Void => GameId(id).to_string(),
        _ => id.to_string(),
    }
}

/// What a player has
#[utoipa::path(responses((status = 200, body = WalletTold)))]
#[get("/v1/players/{player}/wallet")]
pub async fn read(looks: Looks<routes::ReadWallet, Nothing>) -> Answer {
    let id = looks.path::<PlayerId>("player")?;
    let accounts = looks.read(move |db, _| match find_player(db, id)? {
        Some(_) => Ok(Ok(list_accounts_of(db, id)?)),
        None => Ok(Err(Code::UnknownPlayer.into())),
    });
    let balances = balances(&accounts.await?)?;
    Ok(HttpResponse::Ok().json(WalletTold { balances }))
}

fn balances(accounts: &[Account]) -> Result<Vec<BalanceTold>, Refused> {
    let mut all: BTreeMap<Currency, [Minor; 3]> = BTreeMap::new();
    for account in accounts {
        let figures = all.entry(account.currency).or_default();
        match account.kind {
            AccountKind::Cash => figures[0] = account.balance,
            AccountKind::Payable => figures[1] = account.balance,
            AccountKind::Receivable => figures[2] = account.balance.negated()?,
            _ => {}
        }
    }
    let told = |(currency, [cash, withdrawing, owed]): (Currency, [Minor; 3])| BalanceTold {
        cash: Shown::of(cash, currency),
        withdrawing: Shown::of(withdrawing, currency),
        owed: Shown::of(owed, currency),
    };
    Ok(all.into_iter().map(told).collect())
}

/// Movements of a player's cash, the latest first
#[utoipa::path(params(StatementQuery), responses((status = 200, body = StatementTold)))]
#[get("/v1/players/{player}/statement")]
pub async fn list(looks: Looks<routes::ReadStatement, StatementQuery>) -> Answer {
    let id = looks.path::<PlayerId>("player")?;
    let account = AccountKey::cash(id, looks.query.currency);
    let told = |line: Line| LineTold {
        at: line.transfer.at,
        transfer: line.transfer.id(),
        kind: line.transfer.kind,
        subject: subject(&line.transfer),
        amount: Shown::of(line.posting.amount, line.posting.currency),
        balance: line.posting.balance_after.map(|after| Shown::of(after, line.posting.currency)),
    };
    let page = (looks.query.limit, looks.query.cursor.as_deref());
    let lines_of = move |db: &mut Db, _: &Sight, before, limit| {
        if find_player(db, id)?.is_none() {
            return Ok(Err(Code::UnknownPlayer.into()));
        }
        let rows = statement(db, account, before, usize::try_from(limit).unwrap_or(0))?;
        Ok(Ok(Page::of(rows, limit, |line| line.posting.account_seq, told)))
    };
    lists::answer(&looks, page, lines_of, |lines, next| StatementTold { lines, next }).await
}
