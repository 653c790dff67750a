//! What is proved of every row once the logs have been read from nothing.

use rustc_hash::FxHashMap;

use super::{Checker, Violation, hold};
use crate::domain::act::remembered::Claim;
use crate::domain::games::game::{Game, GameState};
use crate::domain::games::settlement::Settlement;
use crate::domain::games::terms::Variant;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::event::Event;
use crate::domain::ledger::transfer::Transfer;
use crate::domain::money::Currency;
use crate::domain::players::correction::RatingCorrected;
use crate::domain::players::nickname;
use crate::domain::players::player::Player;
use crate::domain::players::rating::{Rating, START_MILLIONTHS};
use crate::domain::wallets::deposit::{Deposit, DepositState};
use crate::domain::wallets::obligation::{Obligation, ObligationKind, ObligationState};
use crate::domain::wallets::withdrawal::{Withdrawal, WithdrawalState};
use crate::store::memory::Memory;

impl Checker {
    pub(super) fn check_whole(&self, store: &Memory) -> Result<(), Violation> {
        let mut sums: FxHashMap<Currency, i128> = FxHashMap::default();
        for account in store.rows::<Account>() {
            let known = self.accounts.get(&account.account().row_key());
            let same =
                known.is_some_and(|chain| (chain.balance, chain.reached) == (account.balance.0, account.postings));
            hold(same, "an account's row is the sum of its postings", || format!("{account:?}"))?;
            *sums.entry(account.currency).or_default() += i128::from(account.balance.0);
        }
        hold(sums.values().all(|sum| *sum == 0), "what is owned is what is owed, in each currency", || {
            format!("{sums:?}")
        })?;
        let rows = store.rows::<Account>().count();
        hold(self.accounts.len() == rows, "every account that was posted to has its row", || {
            format!("{} accounts were posted to, {rows} have a row", self.accounts.len())
        })?;
        for game in store.rows::<Game>() {
            self.check_game(store, game)?;
        }
        for player in store.rows::<Player>() {
            self.check_player(store, player)?;
        }
        for deposit in store.rows::<Deposit>() {
            self.check_deposit(store, deposit)?;
        }
        for withdrawal in store.rows::<Withdrawal>() {
            self.check_withdrawal(store, withdrawal)?;
        }
        self.check_payables(store)?;
        self.check_ratings(store)?;
        let settled = store.rows::<Game>().filter(|game| game.state == GameState::Settled).count();
        let settlements = store.rows::<Settlement>().count();
        hold(settled == settlements, "every settlement has its settled game", || {
            format!("{settled} settled games, {settlements} settlements")
        })
    }

    /// A player's debts are counted, and who owes money has none in hand.
    pub(super) fn check_player(&self, store: &Memory, player: &Player) -> Result<(), Violation> {
        let mut debts = 0;
        for currency in self.currencies() {
            let owed = self.balance(AccountKey::receivable(player.id, currency).row_key());
            if owed != 0 {
                debts += 1;
                let cash = self.balance(AccountKey::cash(player.id, currency).row_key());
                hold(cash == 0, "who owes money has no cash of that currency", || {
                    format!("{player:?}: owes {owed} {currency} and has {cash}")
                })?;
            }
        }
        hold(debts == player.debts, "a player's row counts their debts", || format!("{player:?}: there are {debts}"))?;
        for (kind, word) in nickname::claims(&player.nickname) {
            let named = store.row::<Claim>(&(kind.to_owned(), word));
            hold(named.is_some_and(|claim| claim.owner == player.id.0), "a nickname is its player's alone", || {
                format!("{player:?}: {named:?}")
            })?;
        }
        Ok(())
    }

    /// The currencies that money was ever posted in.
    fn currencies(&self) -> impl Iterator<Item = Currency> + use<> {
        let mut currencies: Vec<Currency> = self.currencies.iter().copied().collect();
        currencies.sort_unstable();
        currencies.into_iter()
    }

    pub(super) fn check_deposit(&self, store: &Memory, deposit: &Deposit) -> Result<(), Violation> {
        let word = format!("{}:{}", deposit.provider, deposit.reference);
        let claim = store.row::<Claim>(&("deposit".to_owned(), word));
        hold(claim.is_some_and(|claim| claim.owner == deposit.id.0), "a provider's reference is booked once", || {
            format!("{deposit:?}: {claim:?}")
        })?;
        let booked = store.row::<Transfer>(&deposit.transfer.place());
        hold(booked.is_some_and(|row| row.subject == deposit.id.0), "a deposit names what booked it", || {
            format!("{deposit:?}: {booked:?}")
        })?;
        let undone = self.reversed.contains(&deposit.transfer.0);
        hold(undone == (deposit.state != DepositState::Booked), "a deposit taken back was undone, once", || {
            format!("{deposit:?}")
        })
    }

    pub(super) fn check_withdrawal(&self, store: &Memory, withdrawal: &Withdrawal) -> Result<(), Violation> {
        let owed = store.row::<Obligation>(&(ObligationKind::Withdrawal, withdrawal.id.0));
        let state = match withdrawal.state {
            WithdrawalState::Requested => ObligationState::Owed,
            WithdrawalState::Sent | WithdrawalState::Confirmed | WithdrawalState::Failed => ObligationState::Paid,
            WithdrawalState::Refused | WithdrawalState::Cancelled => ObligationState::Cancelled,
        };
        let same = owed.is_some_and(|owed| {
            owed.state == state
                && owed.amount == withdrawal.amount
                && owed.player == withdrawal.player
                && owed.transfer.is_some() == (state == ObligationState::Paid)
        });
        hold(same, "a withdrawal's obligation follows it", || format!("{withdrawal:?}: {owed:?}"))
    }

    /// What is set aside for a player is what they have asked for and not yet got.
    fn check_payables(&self, store: &Memory) -> Result<(), Violation> {
        let mut asked: FxHashMap<(PlayerId, Currency), i64> = FxHashMap::default();
        let open = store.rows::<Withdrawal>().filter(|row| row.state == WithdrawalState::Requested);
        open.for_each(|row| *asked.entry((row.player, row.currency)).or_default() += row.amount.0);
        for account in store.rows::<Account>().filter(|row| row.kind == AccountKind::Payable) {
            let should = asked.remove(&(PlayerId(account.owner), account.currency)).unwrap_or(0);
            hold(account.balance.0 == should, "what is set aside is what was asked for", || {
                format!("{account:?}: {should} was asked for")
            })?;
        }
        hold(asked.is_empty(), "what was asked for is set aside", || format!("{asked:?}"))
    }

    /// A rating is where its player began, and what their games did to it since.
    fn check_ratings(&self, store: &Memory) -> Result<(), Violation> {
        let mut sums: FxHashMap<(PlayerId, Variant), (i64, i64)> = FxHashMap::default();
        for settlement in store.rows::<Settlement>() {
            let Some(game) = store.row::<Game>(&settlement.game).filter(|game| game.rated) else { continue };
            let undone = settlement.transfer.is_some_and(|transfer| self.reversed.contains(&transfer.0));
            let changes = [
                (settlement.winner, settlement.winner_rating_change),
                (settlement.loser, settlement.loser_rating_change),
            ];
            for (player, change) in changes {
                let sum = sums.entry((player, game.variant)).or_default();
                if !undone {
                    sum.0 += change;
                }
                sum.1 += game.points.unwrap_or(1);
            }
        }
        for event in store.rows::<Event>().filter(|event| event.kind == "rating.corrected") {
            let Ok(corrected) = serde_json::from_str::<RatingCorrected>(&event.facts) else {
                return Err(Violation::new("a correction tells what it changed", format!("{event:?}")));
            };
            let key = (PlayerId(event.stream), corrected.variant);
            let sum = sums.entry(key).or_default();
            sum.0 += corrected.after.rating - corrected.before.rating;
            sum.1 += corrected.after.experience - corrected.before.experience;
        }
        for rating in store.rows::<Rating>() {
            let (change, experience) = sums.remove(&(rating.player, rating.variant)).unwrap_or_default();
            let same = rating.rating_millionths == START_MILLIONTHS + change && rating.experience == experience;
            hold(same, "a rating is the sum of its changes", || format!("{rating:?}: {change} in {experience}"))?;
        }
        hold(sums.is_empty(), "who was rated has a rating", || format!("{sums:?}"))
    }
}
