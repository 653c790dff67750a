//! Proofs of a database's books, kept from one to the next.

use super::books::{Books, keep, kept};
use super::dialect::{Db, Session};
use super::{Store, StoreError};
use crate::domain::ledger::proof::{Counts, Fault, Proved, Since, Unproven, prove};

/// What came of a proof.
#[derive(Debug)]
pub enum Verified {
    /// The books are sound.
    Sound {
        /// What was proved.
        proved: Box<Proved>,
        /// Whether the next proof goes on from here. Not where another proof, at the same time, was first.
        is_kept: bool,
    },
    /// They are not; the first fault.
    Faulty(Box<Fault>),
}

/// Proves the books, from nothing or from the last proof, and keeps what was proved. The service may be running.
/// What is kept is written outside the committer: it is about the books, not in them, and may be lost.
///
/// # Errors
/// The database's.
pub fn verify(store: &Store, since: Since, progress: &mut dyn FnMut(&Counts)) -> Result<Verified, StoreError> {
    let mut reader = store.reader()?;
    loop {
        let began = run(&mut reader, since, progress)?;
        let proved = match began {
            (_, Ok(proved)) => Box::new(proved),
            // Another proof was kept meanwhile: what was read of the two does not belong together.
            (Some(cut), Err(_)) if kept(&mut reader)? != cut => continue,
            (_, Err(fault)) => return Ok(Verified::Faulty(fault)),
        };
        let mut writer = store.session(Session::Writer)?;
        let is_kept = keep(&mut writer, &proved.since, &proved.checkpoint)?;
        return Ok(Verified::Sound { proved, is_kept });
    }
}

type Run = (Option<Vec<(i64, i64)>>, Result<Proved, Box<Fault>>);

/// One proof, and the checkpoint that it began from where that could change under it.
fn run(reader: &mut Db, since: Since, progress: &mut dyn FnMut(&Counts)) -> Result<Run, StoreError> {
    let cut = match since {
        Since::Nothing => None,
        Since::Checkpoint => Some(kept(reader)?),
    };
    match prove(&mut Books(reader), since, progress) {
        Ok(proved) => Ok((cut, Ok(proved))),
        Err(Unproven::Fault(fault)) => Ok((cut, Err(fault))),
        Err(Unproven::Away(error)) => Err(error.into()),
    }
}
