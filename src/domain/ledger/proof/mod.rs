//! Proves the books from postings alone (`money`, the last but two points): every transfer whole and balanced, every
//! account and stream counted densely, every balance the sum of its postings, every settlement reckoned again.
//!
//! Shards are read side by side in the order of their numbers. What an account's or a stream's next posting or event
//! is, its own count says; a shard that is ahead waits for the others. So memory grows with accounts, not postings.

mod books;
mod cause;
mod compare;
mod fault;
mod lane;
mod parties;
mod refer;
mod rows;
mod run;
mod settled;
mod undone;

pub use books::Counts;
pub use fault::{Fault, What};
pub use rows::{Checkpoint, ProvenAccount, ProvenShard, ProvenStream};
pub use run::{Proved, Since, Total, Unproven, prove};
