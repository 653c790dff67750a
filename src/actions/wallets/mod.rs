//! Acts on players' money on its way in and out.

mod book_deposit;

pub use book_deposit::{BookDeposit, DepositBooked};
