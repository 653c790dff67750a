//! The first reading of a file: everything that is wrong with it, against itself and against the house.

use std::collections::BTreeMap;
use std::io::BufRead;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::columns::{Column, Columns};
use super::fault::Fault;
use super::records::{BadRecord, Record, Records};
use super::row;
use super::totals::Totals;
use crate::actions::players::ImportPlayer;
use crate::domain::act::remembered::Claim;
use crate::domain::codes::Code;
use crate::domain::conduct::Jurisdictions;
use crate::domain::money::Currency;
use crate::domain::players::claims;
use crate::domain::time::Time;
use crate::store::books;
use crate::store::dialect::Db;
use crate::store::players::find_jurisdictions;

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
    /// Who may have an account, and when that is judged.
    rules: Jurisdictions,
    now: Time,
    /// What only one may have, hashed, with the line that has it. Sixteen bytes of each, for a file of any length.
    taken: FxHashMap<[u8; 16], u64>,
}

/// Reads a file to its end.
///
/// # Errors
/// It cannot be read, or the database.
pub fn survey(
    input: impl BufRead,
    totals: &Totals,
    db: &mut Db,
    now: Time,
) -> Result<Survey, Box<dyn std::error::Error>> {
    let mut survey = Survey { rules: find_jurisdictions(db)?, now, ..Survey::default() };
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

    fn take(&mut self, columns: &Columns, record: &Record, chunk: &mut Vec<(u64, ImportPlayer)>) {
        self.players += 1;
        match row::read(columns, record) {
            Ok(act) => {
                if let Err(refused) = self.rules.check_person(&act.person, self.now) {
                    let (number, name) = columns.place(column_of(refused.code));
                    self.fault(Fault::of(record.line, number, name, refused.code.as_str(), refused.sentence()));
                }
                self.check_alone(columns, record.line, &act);
                for sum in &act.balances {
                    *self.sums.entry(sum.currency).or_default() += i128::from(sum.minor.0);
                }
                chunk.push((record.line, act));
            }
            Err(faults) => faults.into_iter().for_each(|fault| self.fault(fault)),
        }
    }

    /// One account a person: no two rows with names or addresses too much alike, or of one person.
    fn check_alone(&mut self, columns: &Columns, line: u64, act: &ImportPlayer) {
        let mut told: Vec<Column> = Vec::new();
        for (kind, word, taken) in words(act) {
            let column = column_of(taken);
            let earlier = *self.taken.entry(digest(&format!("{kind} {word}"))).or_insert(line);
            if earlier != line && !told.contains(&column) {
                told.push(column);
                let (number, name) = columns.place(column);
                self.fault(Fault::of(
                    line,
                    number,
                    name,
                    taken.as_str(),
                    format!("line {earlier} has it, or one too much like it"),
                ));
            }
        }
    }

    /// Whether the house knows these players, or somebody else by their names.
    fn look_up(
        &mut self,
        columns: &Columns,
        chunk: &mut Vec<(u64, ImportPlayer)>,
        db: &mut Db,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let keys: Vec<(String, String)> =
            chunk.iter().flat_map(|(_, act)| words(act)).map(|(kind, word, _)| (kind.to_owned(), word)).collect();
        let found = books::find::<Claim>(db, &keys)?;
        let owners: FxHashMap<(&str, &str), _> = found
            .iter()
            .filter(|claim| !claim.is_free())
            .map(|claim| ((claim.kind.as_str(), claim.word.as_str()), claim.owner))
            .collect();
        for (line, act) in chunk.drain(..) {
            let mut known = false;
            let mut told: Vec<Code> = Vec::new();
            for (kind, word, taken) in words(&act) {
                match owners.get(&(kind, word.as_str())) {
                    Some(owner) if *owner == act.player.0 => known = true,
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

/// The words that a player takes for themselves.
fn words(act: &ImportPlayer) -> impl Iterator<Item = claims::Word> + use<> {
    claims::of_account(&act.nickname, act.email.as_deref(), &act.person)
}

/// The column that a refusal is about.
fn column_of(refused: Code) -> Column {
    match refused {
        Code::EmailTaken => Column::Email,
        Code::PersonKnown => Column::Name,
        Code::TooYoung | Code::BirthDateImpossible => Column::BirthDate,
        Code::BarredPlace => Column::Country,
        Code::RegionMissing => Column::Region,
        _ => Column::Nickname,
    }
}

fn digest(word: &str) -> [u8; 16] {
    let mut half = [0; 16];
    half.copy_from_slice(&Sha256::digest(word)[..16]);
    half
}
