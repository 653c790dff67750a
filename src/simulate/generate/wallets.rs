//! Money that comes in and goes out.

use super::Club;
use super::remember;
use crate::actions::wallets::{
    BookDeposit, CancelWithdrawal, ChargeBackDeposit, ConfirmWithdrawal, FailWithdrawal, RefuseWithdrawal,
    RequestWithdrawal, SendWithdrawal,
};
use crate::domain::act::Actor;
use crate::domain::ids::{DepositId, WithdrawalId};
use crate::domain::ledger::account::{Account, AccountKey};
use crate::domain::money::{Currency, Minor};
use crate::domain::wallets::withdrawal::{Withdrawal, WithdrawalState};
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

/// So many of the last deposits and withdrawals are still of interest.
const OF_INTEREST: usize = 200;

impl Club {
    /// Some dollars for one of the founders.
    pub(super) fn first_deposit(&mut self, founder: usize) -> Option<Asked> {
        let (player, deposit) = (*self.players.get(founder)?, DepositId(self.uuid()));
        remember(&mut self.deposits, deposit, OF_INTEREST);
        let (provider, reference) = (self.provider()?, deposit.to_string());
        let (amount, currency) = (Minor(self.rng.within(10, 200) * 1_000), Currency::usd());
        Some(Asked::act(BookDeposit { by: Actor::System, deposit, player, provider, reference, amount, currency }))
    }
}

/// Books a deposit; now and then with a reference that was booked, or an amount that is none.
pub(super) fn deposit(club: &mut Club, _: &Memory) -> Option<Asked> {
    let by = club.cashier();
    let deposit = DepositId(club.uuid());
    let player = club.player();
    let provider = club.provider()?;
    let reference = if club.rng.once_in(30) {
        club.rng.pick(&club.deposits).map_or_else(String::new, ToString::to_string)
    } else {
        deposit.to_string()
    };
    let amount = match club.rng.below(100) {
        0 => Minor(0),
        1 => Minor(i64::MAX),
        2 => Minor(-5),
        _ => Minor(club.rng.within(1, 40) * 2_500),
    };
    let currency = club.currency();
    remember(&mut club.deposits, deposit, OF_INTEREST);
    Some(Asked::act(BookDeposit { by, deposit, player, provider, reference, amount, currency }))
}

/// Asks for money to be paid out; now and then for more than there is.
pub(super) fn withdraw(club: &mut Club, store: &Memory) -> Option<Asked> {
    let (withdrawal, player, currency) = (WithdrawalId(club.uuid()), club.player(), club.currency());
    let by = if club.rng.once_in(30) { club.somebody() } else { Actor::Player(player) };
    let cash = store.row::<Account>(&AccountKey::cash(player, currency).row_key()).map_or(0, |row| row.balance.0);
    let amount = Minor(club.rng.within(-1, cash / 3 + 200));
    let provider = club.provider()?;
    remember(&mut club.withdrawals, withdrawal, OF_INTEREST);
    Some(Asked::act(RequestWithdrawal { by, withdrawal, player, amount, currency, provider }))
}

/// Moves a withdrawal on; now and then one that is not where it would have to be.
pub(super) fn go_on(club: &mut Club, store: &Memory) -> Option<Asked> {
    let withdrawal = *club.rng.pick(&club.withdrawals)?;
    let row = store.row::<Withdrawal>(&withdrawal)?;
    let open = matches!(row.state, WithdrawalState::Requested | WithdrawalState::Sent);
    if !open && !club.rng.once_in(20) {
        club.withdrawals.retain(|known| *known != withdrawal);
        return None;
    }
    let (by, reason) = (club.cashier(), club.reason());
    let sent = row.state == WithdrawalState::Sent || club.rng.once_in(20);
    Some(match (sent, club.rng.below(4)) {
        (false, 0) => Asked::act(CancelWithdrawal { by: Actor::Player(row.player), withdrawal }),
        (false, 1) => Asked::act(RefuseWithdrawal { by, withdrawal, reason }),
        (false, _) => Asked::act(SendWithdrawal { by, withdrawal, reference: format!("out:{withdrawal}") }),
        (true, 0) => Asked::act(FailWithdrawal { by, withdrawal, reason }),
        (true, _) => Asked::act(ConfirmWithdrawal { by, withdrawal }),
    })
}

/// A provider takes a deposit back.
pub(super) fn charge_back(club: &mut Club, _: &Memory) -> Option<Asked> {
    let (by, deposit, reason) = (club.cashier(), *club.rng.pick(&club.deposits)?, club.reason());
    Some(Asked::act(ChargeBackDeposit { by, deposit, reason }))
}
