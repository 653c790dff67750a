//! What somebody has done in a day, of what is limited by the day: one row that every changer locks, so that many small
//! acts come under the same limit as a large one.

use uuid::Uuid;

use crate::domain::act::{Needs, Refused, World};
use crate::domain::money::{Currency, Minor};
use crate::domain::time::Time;

crate::words! {
    /// What is counted by the day.
    pub enum Counted {
        /// Players' cash adjusted by one person alone, either way.
        Adjusted = "adjusted",
    }
}

crate::row! {
    /// How much of something somebody has done in a day.
    pub struct DayTotal in "day_totals" key (
        /// Who.
        owner: Uuid,
        /// What.
        counted: Counted,
        /// Of which currency.
        currency: Currency,
        /// The day: its first instant in UTC.
        day: Time
    ) {
        /// How much; what goes one way and what goes the other both add to it.
        total: Minor,
    }
}

type Key = (Uuid, Counted, Currency, Time);

/// The row of whoever acts now, for today.
fn today(world: &World, owner: Uuid, counted: Counted, currency: Currency) -> Key {
    (owner, counted, currency, world.now().day())
}

/// Asks for what [`add`] touches.
pub fn need(world: &World, needs: &mut Needs, owner: Uuid, counted: Counted, currency: Currency) {
    needs.day_totals.lock(today(world, owner, counted, currency));
}

/// Adds an amount to somebody's total of today, whichever way it goes; says what the total is now.
///
/// # Errors
/// `amount_out_of_range`.
pub fn add(
    world: &mut World,
    owner: Uuid,
    counted: Counted,
    currency: Currency,
    amount: Minor,
) -> Result<Minor, Refused> {
    let key = today(world, owner, counted, currency);
    let amount = if amount.is_positive() { amount } else { amount.negated()? };
    match world.day_totals.get(&key) {
        Some(row) => {
            let total = row.total.plus(amount)?;
            world.day_totals.edit(&key).total = total;
            Ok(total)
        }
        None => {
            world.day_totals.insert(DayTotal { owner, counted, currency, day: key.3, total: amount });
            Ok(amount)
        }
    }
}
