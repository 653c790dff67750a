//! JSON Lines in, JSON Lines out: a line for a line, in order, in constant memory (`cli.md`).

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::codes::Code;

/// The longest line that is read. A longer one ends the run: it would have to be held whole.
pub const MAX_LINE_BYTES: usize = 1 << 20;
/// How much is read and written at once.
const BUFFER_BYTES: usize = 64 * 1024;

/// Why a line has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineError {
    /// The rules refuse it: said on its line, and the run goes on.
    Refused {
        /// The stable word.
        code: &'static str,
        /// The sentence.
        message: String,
    },
    /// It is not of the right shape: the run ends.
    Shape(String),
}

impl LineError {
    /// A refusal with a word that its rules chose, and their sentence.
    pub fn refused(code: &'static str, message: impl Into<String>) -> Self {
        Self::Refused { code, message: message.into() }
    }

    /// A refusal with its code's own sentence.
    #[must_use]
    pub fn of(code: Code) -> Self {
        Self::refused(code.as_str(), code.sentence())
    }

    /// A required field that is missing.
    #[must_use]
    pub fn missing(field: &str) -> Self {
        Self::Shape(format!("missing field `{field}`"))
    }
}

/// Why a run ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum StreamEnd {
    /// A line is not JSON of the right shape: exit status 2.
    #[error("line {line}: {reason}")]
    Shape {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

impl StreamEnd {
    /// The exit status of a run that ended so.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Shape { .. } => 2,
            Self::Input(_) | Self::Output(_) => 1,
        }
    }
}

#[derive(Serialize)]
struct RefusedLine<'a> {
    error: &'a str,
    message: &'a str,
}

/// Answers each line of `input` on `output`. Answers are passed on whenever no further input is waiting, so that a
/// program may ask line by line. A reader that has gone away ends the run quietly.
///
/// # Errors
/// [`StreamEnd`]; the answers to all lines before it have been written.
pub fn stream<Line, Answer>(
    input: impl Read,
    output: impl Write,
    answer: impl FnMut(Line) -> Result<Answer, LineError>,
) -> Result<(), StreamEnd>
where
    Line: DeserializeOwned,
    Answer: Serialize,
{
    stream_long(input, output, MAX_LINE_BYTES, answer)
}

/// The same where a line may be so long.
///
/// # Errors
/// As [`stream`].
pub fn stream_long<Line, Answer>(
    input: impl Read,
    output: impl Write,
    longest: usize,
    mut answer: impl FnMut(Line) -> Result<Answer, LineError>,
) -> Result<(), StreamEnd>
where
    Line: DeserializeOwned,
    Answer: Serialize,
{
    let mut input = BufReader::with_capacity(BUFFER_BYTES, input);
    let mut output = BufWriter::with_capacity(BUFFER_BYTES, output);
    let ended = answer_all(&mut input, &mut output, longest, &mut answer);
    let flushed = output.flush().map_err(StreamEnd::Output);
    match ended.and(flushed) {
        Err(StreamEnd::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            // What could not be written is nobody's any more; dropping the writer would only try once more.
            drop(output.into_parts());
            Ok(())
        }
        ended => ended,
    }
}

fn answer_all<Line: DeserializeOwned, Answer: Serialize>(
    input: &mut BufReader<impl Read>,
    output: &mut BufWriter<impl Write>,
    longest: usize,
    answer: &mut impl FnMut(Line) -> Result<Answer, LineError>,
) -> Result<(), StreamEnd> {
    let mut text = Vec::new();
    let mut line = 0;
    loop {
        if input.buffer().is_empty() {
            output.flush().map_err(StreamEnd::Output)?;
        }
        line += 1;
        if !read_line(input, &mut text, longest).map_err(|error| ended_by(line, longest, error))? {
            return Ok(());
        }
        let asked = serde_json::from_slice(&text).map_err(|error| shape(line, &error))?;
        if text.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            // Serde takes a list of the fields in their order as well; no line is written so.
            return Err(StreamEnd::Shape { line, reason: "a line is a JSON object, not a list".to_owned() });
        }
        match answer(asked) {
            Ok(answer) => write_line(output, &answer)?,
            Err(LineError::Refused { code, message }) => {
                write_line(output, &RefusedLine { error: code, message: &message })?;
            }
            Err(LineError::Shape(reason)) => return Err(StreamEnd::Shape { line, reason }),
        }
    }
}

enum ReadError {
    TooLong,
    Io(io::Error),
}

fn ended_by(line: u64, longest: usize, error: ReadError) -> StreamEnd {
    match error {
        ReadError::Io(error) => StreamEnd::Input(error),
        ReadError::TooLong => StreamEnd::Shape { line, reason: format!("longer than {longest} bytes") },
    }
}

/// Reads one line without its end; whether there was one.
fn read_line(input: &mut BufReader<impl Read>, text: &mut Vec<u8>, longest: usize) -> Result<bool, ReadError> {
    text.clear();
    let bound = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
    let read = input.by_ref().take(bound).read_until(b'\n', text).map_err(ReadError::Io)?;
    if text.last() == Some(&b'\n') {
        text.pop();
    } else if text.len() > longest {
        return Err(ReadError::TooLong);
    }
    Ok(read > 0)
}

/// What serde found, with the place in the line but not "line 1" of it.
fn shape(line: u64, error: &serde_json::Error) -> StreamEnd {
    let whole = error.to_string();
    let said = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(said, _)| said);
    StreamEnd::Shape { line, reason: format!("{said}, at column {}", error.column()) }
}

fn write_line(output: &mut BufWriter<impl Write>, answer: &impl Serialize) -> Result<(), StreamEnd> {
    serde_json::to_writer(&mut *output, answer).map_err(|error| StreamEnd::Output(error.into()))?;
    output.write_all(b"\n").map_err(StreamEnd::Output)
}

#[cfg(test)]
mod tests;
