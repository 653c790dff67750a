//! Records of comma-separated values (RFC 4180), one at a time: a cell may stand in quotes, hold commas, line ends and
//! doubled quotes. UTF-8, with a mark of byte order or without.

use std::io::{self, BufRead};

/// The longest record, in bytes: a quote that is never closed must not swallow the file.
const MOST_BYTES: usize = 64 << 10;

/// A record: its cells, and the line on which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// From 1.
    pub line: u64,
    /// From left to right.
    pub cells: Vec<String>,
}

/// What cannot be read as a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRecord {
    /// The line on which it begins.
    pub line: u64,
    /// The cell, from 1.
    pub column: usize,
    /// Why.
    pub why: &'static str,
}

/// The records of a text. Empty lines are none.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    line: u64,
}

/// Where in a cell the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Begin,
    Plain,
    Quoted,
    /// After a quote inside quotes: the end, or the first of two.
    Closed,
}

/// A record under way.
struct Building {
    line: u64,
    cells: Vec<String>,
    cell: String,
    at: At,
    bytes: usize,
}

impl Building {
    fn bad(&self, why: &'static str) -> BadRecord {
        BadRecord { line: self.line, column: self.cells.len() + 1, why }
    }

    /// Takes a line without its end.
    fn take(&mut self, text: &str) -> Result<(), BadRecord> {
        for letter in text.chars() {
            self.at = match (self.at, letter) {
                (At::Begin, '"') => At::Quoted,
                (At::Begin | At::Plain | At::Closed, ',') => {
                    self.cells.push(std::mem::take(&mut self.cell));
                    At::Begin
                }
                (At::Plain, '"') => return Err(self.bad("a quote within a cell that does not begin with one")),
                (At::Quoted, '"') => At::Closed,
                (At::Closed, '"') => {
                    self.cell.push('"');
                    At::Quoted
                }
                (At::Closed, _) => return Err(self.bad("something after the closing quote")),
                (at, letter) => {
                    self.cell.push(letter);
                    if at == At::Begin { At::Plain } else { at }
                }
            };
        }
        Ok(())
    }
}

impl<R: BufRead> Records<R> {
    /// The records of a text.
    pub fn new(input: R) -> Self {
        Self { input, line: 0 }
    }

    /// The next line without its end; none at the end of the text. What is beyond the longest record is left out.
    fn next_line(&mut self) -> io::Result<Option<Result<String, &'static str>>> {
        let mut bytes = Vec::new();
        let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
        if io::Read::take(&mut self.input, most + 1).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() > MOST_BYTES {
            self.skip_line()?;
            return Ok(Some(Err("it is longer than 65536 bytes")));
        }
        while bytes.last().is_some_and(|last| matches!(last, b'\n' | b'\r')) {
            bytes.pop();
        }
        if self.line == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        Ok(Some(String::from_utf8(bytes).map_err(|_| "it is not UTF-8")))
    }

    /// Reads to the end of the line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let (used, ended) = match buffer.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.input.consume(used);
            if ended {
                return Ok(());
            }
        }
    }

    fn next_record(&mut self) -> io::Result<Option<Result<Record, BadRecord>>> {
        let mut building: Option<Building> = None;
        loop {
            let Some(line) = self.next_line()? else {
                return Ok(
                    building.map(|building| Err(building.bad("a quote is not closed before the end of the file")))
                );
            };
            let line_number = self.line;
            let record = building.get_or_insert_with(|| Building {
                line: line_number,
                cells: Vec::new(),
                cell: String::new(),
                at: At::Begin,
                bytes: 0,
            });
            let text = match line {
                Ok(text) => text,
                Err(why) => return Ok(Some(Err(record.bad(why)))),
            };
            if record.bytes == 0 && text.is_empty() && record.at == At::Begin {
                building = None;
                continue;
            }
            record.bytes += text.len() + 1;
            if record.bytes > MOST_BYTES {
                return Ok(Some(Err(record.bad("it is longer than 65536 bytes: is a quote not closed?"))));
            }
            if let Err(bad) = record.take(&text) {
                return Ok(Some(Err(bad)));
            }
            if record.at == At::Quoted {
                record.cell.push('\n');
                continue;
            }
            let cell = std::mem::take(&mut record.cell);
            record.cells.push(cell);
            let (line, cells) = (record.line, std::mem::take(&mut record.cells));
            return Ok(Some(Ok(Record { line, cells })));
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = io::Result<Result<Record, BadRecord>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Result<Record, BadRecord>> {
        Records::new(text).map(Result::unwrap).collect()
    }

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(text.as_bytes()).into_iter().map(|record| record.unwrap().cells).collect()
    }

    #[test]
    fn cells_are_read_with_and_without_quotes() {
        assert_eq!(cells("a,b\r\n1,2\n"), [["a", "b"], ["1", "2"]]);
        assert_eq!(
            cells("\u{feff}a,,\n\n\"x,\"\"y\"\"\",\"two\nlines\",z"),
            [["a", "", ""], ["x,\"y\"", "two\nlines", "z"]]
        );
        assert_eq!(cells("\"\",\n"), [["", ""]]);
        assert_eq!(cells(""), Vec::<Vec<String>>::new());
        let lines: Vec<u64> = read(b"a\n\n\"b\nb\"\nc").into_iter().map(|record| record.unwrap().line).collect();
        assert_eq!(lines, [1, 3, 5]);
    }

    #[test]
    fn what_is_no_record_is_told_with_its_place_and_reading_goes_on() {
        let bad = |text: &[u8]| {
            let all = read(text);
            let faults: Vec<_> = all.iter().filter_map(|record| record.as_ref().err()).collect();
            assert_eq!(faults.len(), 1, "{all:?}");
            ((faults[0].line, faults[0].column), all.len())
        };
        assert_eq!(bad(b"a,b\nx,y\"z\nc,d\n"), ((2, 2), 3));
        assert_eq!(bad(b"a\n\"x\"y\nc\n"), ((2, 1), 3));
        assert_eq!(bad(b"a\nb,\"never closed\nc\n"), ((2, 2), 2));
        assert_eq!(bad(b"a\n\xff\xfe\nc\n"), ((2, 1), 3));
        let long = [b"a\n".as_slice(), &vec![b'x'; 3 * MOST_BYTES], b"\nc\n"].concat();
        assert_eq!(bad(&long), ((2, 1), 3));
    }
}
