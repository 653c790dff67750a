//! What is wrong with a file, and where.

use std::fmt;

/// A fault, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: usize,
    /// The column's name; empty where it has none.
    pub name: String,
    /// Which: a word.
    pub code: &'static str,
    /// The same as a sentence.
    pub says: String,
}

impl Fault {
    pub(super) fn of(line: u64, column: usize, name: &str, code: &'static str, says: impl Into<String>) -> Self {
        Self { line, column, name: name.to_owned(), code, says: says.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if !self.name.is_empty() {
            write!(f, " ({})", self.name.escape_debug())?;
        }
        write!(f, ": {}: {}", self.code, self.says)
    }
}
