//! The chart of accounts (`money`, Chart) and an account's running balance.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use crate::domain::act::row::Unreadable;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::money::{Currency, Minor};
use crate::domain::slug::Slug;

/// What an account is for. Credit balances are positive: what the house owes to players, escrows and itself.
/// Assets (clearing, bank, receivable) are therefore negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AccountKind {
    /// A player's money, free to use. Never below zero.
    Cash,
    /// A player's withdrawals under way. Never below zero.
    Payable,
    /// What a player owes the house (an asset: zero or negative).
    Receivable,
    /// What both players of a game have put up. Never below zero; zero once the game has ended.
    Escrow,
    /// A tournament's pool. Never below zero.
    Pool,
    /// The house's commission.
    Rake,
    /// Entry fees.
    Fees,
    /// What the house adds to guaranteed pools.
    Guarantees,
    /// Coupons given out.
    Coupons,
    /// Receivables written off.
    BadDebt,
    /// The owner's capital, and opening balances.
    Equity,
    /// Money at the bank (an asset).
    Bank,
    /// Money at a payment provider (an asset).
    Clearing(Slug),
}

impl AccountKind {
    /// Whether the balance may never fall below zero.
    #[must_use]
    pub fn has_floor(self) -> bool {
        matches!(self, Self::Cash | Self::Payable | Self::Escrow | Self::Pool)
    }

    /// Whether the account is the house's own or the outside world's: kept once a shard, shown as one.
    #[must_use]
    pub fn is_sharded(self) -> bool {
        !self.has_floor() && self != Self::Receivable
    }

    /// On which line of a trial balance it stands.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Self::Cash | Self::Payable => Side::Players,
            Self::Escrow => Side::Escrows,
            Self::Pool => Side::Pools,
            Self::Rake | Self::Fees | Self::Guarantees | Self::Coupons | Self::BadDebt | Self::Equity => Side::House,
            Self::Receivable | Self::Bank | Self::Clearing(_) => Side::Assets,
        }
    }

    /// The word in columns: `cash`, .., `clearing:<provider>`.
    #[must_use]
    pub fn as_str(&self) -> std::borrow::Cow<'static, str> {
        std::borrow::Cow::Borrowed(match self {
            Self::Cash => "cash",
            Self::Payable => "payable",
            Self::Receivable => "receivable",
            Self::Escrow => "escrow",
            Self::Pool => "pool",
            Self::Rake => "rake",
            Self::Fees => "fees",
            Self::Guarantees => "guarantees",
            Self::Coupons => "coupons",
            Self::BadDebt => "bad_debt",
            Self::Equity => "equity",
            Self::Bank => "bank",
            Self::Clearing(provider) => return std::borrow::Cow::Owned(format!("clearing:{provider}")),
        })
    }
}

impl FromStr for AccountKind {
    type Err = Unreadable;

    fn from_str(word: &str) -> Result<Self, Unreadable> {
        Ok(match word {
            "cash" => Self::Cash,
            "payable" => Self::Payable,
            "receivable" => Self::Receivable,
            "escrow" => Self::Escrow,
            "pool" => Self::Pool,
            "rake" => Self::Rake,
            "fees" => Self::Fees,
            "guarantees" => Self::Guarantees,
            "coupons" => Self::Coupons,
            "bad_debt" => Self::BadDebt,
            "equity" => Self::Equity,
            "bank" => Self::Bank,
            other => {
                let provider = other.strip_prefix("clearing:").and_then(|name| name.parse().ok());
                Self::Clearing(provider.ok_or_else(|| Unreadable(format!("no kind of account: {other:?}")))?)
            }
        })
    }
}

crate::text_column!(AccountKind);

crate::words! {
    /// The lines of a trial balance: assets = liabilities to players + escrows + pools + house.
    pub enum Side {
        /// Clearing, bank, receivables; their balances are below zero.
        Assets = "assets",
        /// What the house owes to players: cash and withdrawals under way.
        Players = "liabilities_to_players",
        /// What is put up for games under way.
        Escrows = "escrows",
        /// Tournaments' pools.
        Pools = "pools",
        /// The house's own: commission, fees, equity, and what it has spent.
        House = "house",
    }
}

/// An account's identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountKey {
    /// What it is for.
    pub kind: AccountKind,
    /// Whose: a player, a game, a tournament; for the house's and the outside world's the shard.
    pub owner: Uuid,
    /// Its currency.
    pub currency: Currency,
}

impl AccountKey {
    /// A player's cash.
    #[must_use]
    pub fn cash(player: PlayerId, currency: Currency) -> Self {
        Self { kind: AccountKind::Cash, owner: player.0, currency }
    }

    /// A player's withdrawals under way.
    #[must_use]
    pub fn payable(player: PlayerId, currency: Currency) -> Self {
        Self { kind: AccountKind::Payable, owner: player.0, currency }
    }

    /// What a player owes.
    #[must_use]
    pub fn receivable(player: PlayerId, currency: Currency) -> Self {
        Self { kind: AccountKind::Receivable, owner: player.0, currency }
    }

    /// A game's escrow.
    #[must_use]
    pub fn escrow(game: GameId, currency: Currency) -> Self {
        Self { kind: AccountKind::Escrow, owner: game.0, currency }
    }

    /// An account of the house or of the outside world, as it is kept in one shard.
    #[must_use]
    pub fn of_shard(kind: AccountKind, currency: Currency, shard: i64) -> Self {
        Self { kind, owner: Uuid::from_u128(u128::from(shard.unsigned_abs())), currency }
    }

    /// The key of its row.
    #[must_use]
    pub fn row_key(self) -> (AccountKind, Uuid, Currency) {
        (self.kind, self.owner, self.currency)
    }
}

impl fmt::Display for AccountKey {
    /// `house:rake:USD`, `player:<uuid>:cash:USD`, `game:<uuid>:escrow:USD`, `clearing:paypal:USD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, owner) = (self.kind.as_str(), self.owner.as_simple());
        match self.kind {
            AccountKind::Cash | AccountKind::Payable | AccountKind::Receivable => write!(f, "player:{owner}:{kind}"),
            AccountKind::Escrow => write!(f, "game:{owner}:{kind}"),
            AccountKind::Pool => write!(f, "tournament:{owner}:{kind}"),
            AccountKind::Bank | AccountKind::Clearing(_) => write!(f, "{kind}"),
            _ => write!(f, "house:{kind}"),
        }?;
        write!(f, ":{}", self.currency)
    }
}

crate::row! {
    /// An account with its balance.
    pub struct Account in "accounts" key (
        /// What it is for.
        kind: AccountKind,
        /// Whose: a player, a game, a tournament; for the house's and the outside world's the shard.
        owner: Uuid,
        /// Its currency.
        currency: Currency
    ) {
        /// The sum of its postings.
        balance: Minor,
        /// How many postings it has: the `account_seq` of the last one.
        postings: i64,
    }
}

impl Account {
    /// Its identity.
    #[must_use]
    pub fn account(&self) -> AccountKey {
        AccountKey { kind: self.kind, owner: self.owner, currency: self.currency }
    }
}
