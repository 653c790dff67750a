//! The first reading of a file: everything that is wrong with it, against itself and against the house.

use std::collections::BTreeMap;
use std::io::BufRead;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::columns::{Column, Columns};
use super::fault::Fault;
use super::records::{BadRecord, Record, Records};
use super::row::{self, Row};
use super::totals::Totals;
use crate::actions::players::ImportPlayer;
use crate::domain::act::remembered::Claim;
use crate::domain::codes::Code;
use crate::domain::money::Currency;
use crate::domain::players::opening;
use crate::store::books;
use crate::store::dialect::Db;

/// So many rows are looked up at once.
const CHUNK: usize = 200;
/// So many faults are told; of the others how many.
pub const TOLD: usize = 10_000;

/// What a file holds.
#[derive(Debug, Default)]
pub struct Survey {
    /// Players.
    pub players: u64,
    /// Those that an earlier run brought over.
    pub known: u64,
    /// What they hold, in minor units.
    pub sums: BTreeMap<Currency, i128>,
    /// What is wrong: the first of them.
    pub faults: Vec<Fault>,
    /// How much is wrong in all.
    pub wrong: usize,
    /// What only one may have, hashed, with the line that has it. Sixteen bytes of each, for a file of any length.
    taken: FxHashMap<[u8; 16], u64>,
}

/// Reads a file to its end.
///
/// # Errors
/// It cannot be read, or the database.
pub fn survey(input: impl BufRead, totals: &Totals, db: &mut Db) -> Result<Survey, Box<dyn std::error::Error>> {
    let mut survey = Survey::default();
    let mut records = Records::new(input);
    let first = match records.next().transpose()? {
        Some(Ok(first)) => first,
        Some(Err(bad)) => {
            survey.bad(bad);
            return Ok(survey);
        }
        None => {
            survey.fault(Fault::of(1, 1, "", "empty_file", "there is no first line that names the columns"));
            return Ok(survey);
        }
    };
    let columns = match Columns::read(&first) {
        Ok(columns) => columns,
        Err(faults) => {
            faults.into_iter().for_each(|fault| survey.fault(fault));
            return Ok(survey);
        }
    };
    let mut chunk = Vec::with_capacity(CHUNK);
    for record in records {
        match record? {
            Ok(record) => survey.take(&columns, &record, &mut chunk),
            Err(bad) => survey.bad(bad),
        }
        if chunk.len() >= CHUNK {
            survey.look_up(&columns, &mut chunk, db)?;
        }
    }
    survey.look_up(&columns, &mut chunk, db)?;
    survey.faults.sort_by_key(|fault| (fault.line, fault.column));
    survey.compare(totals);
    Ok(survey)
}

impl Survey {
    fn fault(&mut self, fault: Fault) {
        self.wrong += 1;
        if self.faults.len() < TOLD {
            self.faults.push(fault);
        }
    }

    fn bad(&mut self, BadRecord { line, column, why }: BadRecord) {
        self.fault(Fault::of(line, column, "", "not_csv", why));
    }

    fn take(&mut self, columns: &Columns, record: &Record, chunk: &mut Vec<(u64, Row)>) {
        self.players += 1;
        match row::read(columns, record) {
            Ok(row) => {
                self.check_alone(columns, record.line, &row);
                for sum in &row.act.balances {
                    *self.sums.entry(sum.currency).or_default() += i128::from(sum.minor.0);
                }
                chunk.push((record.line, row));
            }
            Err(faults) => faults.into_iter().for_each(|fault| self.fault(fault)),
        }
    }

    /// One account a person: no two rows with names or addresses too much alike, or of one person.
    fn check_alone(&mut self, columns: &Columns, line: u64, row: &Row) {
        let ImportPlayer { nickname, email, .. } = &row.act;
        let mut words = Vec::with_capacity(4);
        for (kind, word, taken) in opening::claims(nickname, email.as_deref()) {
            words.push((column_of(taken), taken.as_str(), format!("{kind} {word}")));
        }
        if let Some(email) = email {
            words.push((Column::Email, "one_account_a_person", format!("mailbox {}", mailbox(email))));
        }
        if let Some((name, born)) = &row.person {
            words.push((Column::Name, "one_account_a_person", format!("person {born} {name}")));
        }
        let mut told: Vec<Column> = Vec::new();
        for (column, code, word) in words {
            let earlier = *self.taken.entry(digest(&word)).or_insert(line);
            if earlier != line && !told.contains(&column) {
                told.push(column);
                let (number, name) = columns.place(column);
                self.fault(Fault::of(
                    line,
                    number,
                    name,
                    code,
                    format!("line {earlier} has it, or one too much like it"),
                ));
            }
        }
    }

    /// Whether the house knows these players, or somebody else by their names.
    fn look_up(
        &mut self,
        columns: &Columns,
        chunk: &mut Vec<(u64, Row)>,
        db: &mut Db,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let claims = |row: &Row| opening::claims(&row.act.nickname, row.act.email.as_deref());
        let keys: Vec<(String, String)> =
            chunk.iter().flat_map(|(_, row)| claims(row)).map(|(kind, word, _)| (kind.to_owned(), word)).collect();
        let found = books::find::<Claim>(db, &keys)?;
        let owners: FxHashMap<(&str, &str), _> =
            found.iter().map(|claim| ((claim.kind.as_str(), claim.word.as_str()), claim.owner)).collect();
        for (line, row) in chunk.drain(..) {
            let mut known = false;
            let mut told: Vec<Code> = Vec::new();
            for (kind, word, taken) in claims(&row) {
                match owners.get(&(kind, word.as_str())) {
                    Some(owner) if *owner == row.act.player.0 => known = true,
                    Some(_) if !told.contains(&taken) => {
                        told.push(taken);
                        let (number, name) = columns.place(column_of(taken));
                        let says = "a player of the house has it: another, or this one with other figures";
                        self.fault(Fault::of(line, number, name, taken.as_str(), says));
                    }
                    Some(_) | None => {}
                }
            }
            self.known += u64::from(known);
        }
        Ok(())
    }

    /// Holds the sums against what the other system says they are.
    fn compare(&mut self, totals: &Totals) {
        for says in totals.differences(self.players, &self.sums) {
            self.fault(Fault::of(0, 0, "", "control_total", says));
        }
    }
}

fn column_of(taken: Code) -> Column {
    if taken == Code::EmailTaken { Column::Email } else { Column::Nickname }
}

/// Where an address delivers: without case, dots and tag (`conduct`, One account).
fn mailbox(email: &str) -> String {
    let lower = email.to_lowercase();
    let Some((local, domain)) = lower.rsplit_once('@') else { return lower };
    let local = local.split_once('+').map_or(local, |(local, _)| local);
    format!("{}@{domain}", local.replace('.', ""))
}

fn digest(word: &str) -> [u8; 16] {
    let mut half = [0; 16];
    half.copy_from_slice(&Sha256::digest(word)[..16]);
    half
}
