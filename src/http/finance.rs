//! The ledger: accounts, transfers, the trial balance; adjustments and reversals.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, post};

use super::routes;
use super::wallet::subject;
use crate::actions::finance as acts;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::transfer::{Posting, Transfer, TransferKind};
use crate::domain::money::{Currency, Minor, Money};
use crate::domain::time::Time;
use crate::store::dialect::Db;
use crate::store::ledger::{Cut, TransferFilter, find_transfer, list_accounts, list_transfers, present, trial_balance};
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::web::lists::{self, Page};
use crate::web::page;
use crate::web::sight::Sight;
use crate::web::wire::Shown;
use crate::{asked, told};

use super::games::ReasonAsked;

asked! {
    /// A correction of a player's cash.
    pub struct AdjustmentAsked {
        /// Whose.
        pub player: PlayerId,
        /// Added to it (below 0: taken from it).
        pub amount: Money,
        /// Why.
        pub reason: String
    }
}

asked! {
    /// Which accounts are asked for.
    pub struct AccountsQuery {
        /// Of this kind: `cash`, `payable`, `receivable`, `escrow`, `rake`, `clearing:<provider>`, ..
        pub kind: Option<String>,
        /// So many at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

asked! {
    /// Which transfers are asked for.
    pub struct TransfersQuery {
        /// Of this kind.
        pub kind: Option<TransferKind>,
        /// Written at or after this.
        pub from: Option<Time>,
        /// Written before this.
        pub until: Option<Time>,
        /// So many at most: 1 to 200, 50 if it is not said.
        pub limit: Option<i64>,
        /// Where the page begins: `next` of the one before.
        pub cursor: Option<String>
    }
}

asked! {
    /// As of when a trial balance is asked for.
    pub struct TrialQuery {
        /// A cut, like `1:1200,2:960`: a number in each shard. The present if it is not said.
        pub cut: Option<String>
    }
}

told! {
    /// A player's cash was corrected.
    pub struct AdjustedTold {
        /// The transfer.
        pub transfer: TransferId,
        /// The player's cash after it.
        pub balance: Shown
    }
}

told! {
    /// A transfer was reversed.
    pub struct ReversedTold {
        /// The transfer.
        pub transfer: TransferId,
        /// The one that reverses it.
        pub reversal: TransferId
    }
}

told! {
    /// An account.
    pub struct AccountTold {
        /// Its name.
        pub account: String,
        /// What it is for.
        pub kind: String,
        /// What stands on it. What the house owes is above 0, what it has is below.
        pub balance: Shown,
        /// How many postings it has.
        pub postings: i64
    }
}

told! {
    /// Accounts, in the order of kind, owner and currency.
    pub struct AccountsTold {
        /// The accounts.
        pub accounts: Vec<AccountTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

told! {
    /// A leg of a transfer.
    pub struct PostingTold {
        /// The account.
        pub account: String,
        /// Added to it (below 0: taken from it).
        pub amount: Shown,
        /// Its balance after it, for accounts that have a floor.
        pub balance_after: Option<Shown>
    }
}

told! {
    /// A transfer. Its postings are there where it is asked for alone.
    pub struct TransferTold {
        /// The transfer.
        pub transfer: TransferId,
        /// The shard that it was written in.
        pub shard: i64,
        /// Its number there.
        pub seq: i64,
        /// Why money moved.
        pub kind: TransferKind,
        /// What it is about: a game, a deposit, a withdrawal, ..
        pub subject: String,
        /// The transfer that this one undoes.
        pub reverses: Option<TransferId>,
        /// When.
        pub at: Time,
        /// Its legs.
        pub postings: Option<Vec<PostingTold>>
    }
}

told! {
    /// Transfers, the latest first.
    pub struct TransfersTold {
        /// The transfers.
        pub transfers: Vec<TransferTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

told! {
    /// A line of the trial balance.
    pub struct TrialLineTold {
        /// The kind of account.
        pub kind: String,
        /// The sum over its accounts. What the house owes is above 0, what it has is below.
        pub balance: Shown
    }
}

told! {
    /// The books on one page.
    pub struct TrialTold {
        /// As of when: a number in each shard.
        pub cut: Cut,
        /// Whether everything sums to zero in each currency.
        pub balances: bool,
        /// The sum of each kind of account, by currency.
        pub lines: Vec<TrialLineTold>
    }
}

/// Corrects a player's cash by a small sum
///
/// Beyond what one person may adjust in a day, by the settings, it takes two people: `/v1/approvals`.
#[utoipa::path(
    request_body(content = AdjustmentAsked, example = json!({
        "player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605", "amount": {"amount": "2.50", "currency": "USD"},
        "reason": "A goodwill gesture",
    })),
    responses((status = 201, body = AdjustedTold)),
)]
#[post("/v1/finance/adjustments")]
pub async fn adjust(asks: Asks<routes::AdjustBalance, AdjustmentAsked>) -> Answer {
    let AdjustmentAsked { player, amount, reason } = asks.body.clone();
    let Money { minor: amount, currency } = amount;
    // A limit with more places than the currency has counts without them.
    let limit = asks.app.config.adjustment_limit.0.trunc_with_scale(currency.exponent());
    let limit = Minor::from_decimal(limit, currency)?;
    let act = acts::AdjustBalance { by: asks.by, player, amount, currency, limit, reason };
    asks.create(act, move |done| AdjustedTold { transfer: done.transfer, balance: Shown::of(done.balance, currency) })
        .await
}

/// Reverses a transfer, once
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "Booked to the wrong player"})),
    responses((status = 201, body = ReversedTold)),
)]
#[post("/v1/finance/transfers/{transfer}/reverse")]
pub async fn reverse(asks: Asks<routes::ReverseTransfer, ReasonAsked>) -> Answer {
    let (transfer, reason) = (asks.path("transfer")?, asks.body.reason.clone());
    let act = acts::ReverseTransfer { by: asks.by, transfer, reason };
    asks.create(act, |done| ReversedTold { transfer: done.transfer, reversal: done.reversal }).await
}

/// The accounts
#[utoipa::path(params(AccountsQuery), responses((status = 200, body = AccountsTold)))]
#[get("/v1/finance/accounts")]
pub async fn accounts(looks: Looks<routes::ListAccounts, AccountsQuery>) -> Answer {
    let unknown = |_| page::refused("/kind", "unknown_word", "there is no such kind of account");
    let kind = looks.query.kind.as_deref().map(str::parse::<AccountKind>).transpose().map_err(unknown)?;
    let told = |row: Account| AccountTold {
        account: row.account().to_string(),
        kind: row.kind.as_str().into_owned(),
        balance: Shown::of(row.balance, row.currency),
        postings: row.postings,
    };
    let page = (looks.query.limit, looks.query.cursor.as_deref());
    let read = move |db: &mut Db, _: &Sight, after: Option<(String, uuid::Uuid, Currency)>, limit: i64| {
        let place =
            |(kind, owner, currency): (String, _, _)| kind.parse().map(|kind| AccountKey { kind, owner, currency });
        let Ok(after) = after.map(place).transpose() else {
            let fault = Fault::new("/cursor", "cursor_malformed", "this cursor is not one of ours");
            return Ok(Err(Refused { faults: vec![fault], ..Refused::new(Code::InvalidQuery) }));
        };
        let rows = list_accounts(db, kind, after, usize::try_from(limit).unwrap_or(0))?;
        Ok(Ok(Page::of(rows, limit, |row| (row.kind.as_str().into_owned(), row.owner, row.currency), told)))
    };
    lists::answer(&looks, page, read, |accounts, next| AccountsTold { accounts, next }).await
}

impl TransferTold {
    fn of(row: &Transfer, postings: Option<Vec<Posting>>) -> Self {
        let leg = |posting: &Posting| PostingTold {
            account: posting.account().to_string(),
            amount: Shown::of(posting.amount, posting.currency),
            balance_after: posting.balance_after.map(|after| Shown::of(after, posting.currency)),
        };
        Self {
            transfer: row.id(),
            shard: row.shard,
            seq: row.seq,
            kind: row.kind,
            subject: subject(row),
            reverses: row.reverses,
            at: row.at,
            postings: postings.map(|postings| postings.iter().map(leg).collect()),
        }
    }
}

/// Transfers, the latest first
#[utoipa::path(params(TransfersQuery), responses((status = 200, body = TransfersTold)))]
#[get("/v1/finance/transfers")]
pub async fn transfers(looks: Looks<routes::ListTransfers, TransfersQuery>) -> Answer {
    let TransfersQuery { kind, from, until, .. } = looks.query.clone();
    let page = (looks.query.limit, looks.query.cursor.as_deref());
    let read = move |db: &mut Db, _: &Sight, below: Option<Cut>, limit: i64| {
        let below = match below {
            Some(below) => below,
            None => present(db)?,
        };
        let filter = TransferFilter { kind, from, until, ..TransferFilter::default() };
        let (rows, rest) = list_transfers(db, &filter, &below, usize::try_from(limit).unwrap_or(0))?;
        Ok(Ok(Page::of(rows, limit, |_| rest, |row| TransferTold::of(&row, None))))
    };
    lists::answer(&looks, page, read, |transfers, next| TransfersTold { transfers, next }).await
}

/// A transfer with its postings
#[utoipa::path(responses((status = 200, body = TransferTold)))]
#[get("/v1/finance/transfers/{transfer}")]
pub async fn one_transfer(looks: Looks<routes::ReadTransfer, Nothing>) -> Answer {
    let id = looks.path::<TransferId>("transfer")?;
    let found = looks.read(move |db, _| Ok(find_transfer(db, id)?.ok_or_else(|| Code::UnknownTransfer.into())));
    let (row, postings) = found.await?;
    Ok(HttpResponse::Ok().json(TransferTold::of(&row, Some(postings))))
}

fn cut_of(text: &str) -> Option<Cut> {
    let pair = |pair: &str| {
        let (shard, seq) = pair.split_once(':')?;
        Some((shard.parse().ok()?, seq.parse().ok().filter(|seq| *seq >= 0)?))
    };
    text.split(',').map(pair).collect::<Option<BTreeMap<i64, i64>>>()
}

/// The books on one page, as of a cut
#[utoipa::path(params(TrialQuery), responses((status = 200, body = TrialTold)))]
#[get("/v1/finance/trial-balance")]
pub async fn trial(looks: Looks<routes::ReadTrialBalance, TrialQuery>) -> Answer {
    let malformed = || page::refused("/cut", "cut_malformed", "a cut is like 1:1200,2:960");
    let cut = looks.query.cut.as_deref().map(|text| cut_of(text).ok_or_else(malformed)).transpose()?;
    let trial = looks.read(move |db, _| {
        if let Some(cut) = &cut
            && let present = present(db)?
            && cut.iter().any(|(shard, seq)| present.get(shard).is_none_or(|last| seq > last))
        {
            let fault =
                Fault::new("/cut", "cut_in_the_future", "the books have not come so far in each of these shards");
            return Ok(Err(Refused { faults: vec![fault], ..Refused::new(Code::InvalidQuery) }));
        }
        Ok(Ok(trial_balance(db, cut.as_ref())?))
    });
    let trial = trial.await?;
    let line = |((currency, kind), balance): (&(Currency, AccountKind), &Minor)| TrialLineTold {
        kind: kind.as_str().into_owned(),
        balance: Shown::of(*balance, *currency),
    };
    let lines = trial.lines.iter().map(line).collect();
    Ok(HttpResponse::Ok().json(TrialTold { balances: trial.balances(), cut: trial.cut, lines }))
}
