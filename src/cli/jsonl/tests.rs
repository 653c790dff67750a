use std::io;

use serde_json::{Value, json};

use super::*;

fn run(input: &[u8]) -> (String, Result<(), StreamEnd>) {
    let mut output = Vec::new();
    let ended = stream(input, &mut output, |line: Value| match line.get("n") {
        Some(n) if n == 0 => Err(LineError::refused("n_not_positive", "n must be above 0")),
        Some(n) => Ok(json!({ "n": n })),
        None => Err(LineError::missing("n")),
    });
    (String::from_utf8(output).unwrap(), ended)
}

#[test]
fn answers_each_line_in_order() {
    let (output, ended) = run(b"{\"n\":1}\n{\"n\":2}\r\n  {\"n\":3}");
    assert!(ended.is_ok());
    assert_eq!(output, "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n");
}

#[test]
fn no_input_is_no_output() {
    let (output, ended) = run(b"");
    assert!(ended.is_ok() && output.is_empty());
}

#[test]
fn a_refusal_is_an_answer_and_the_run_goes_on() {
    let (output, ended) = run(b"{\"n\":0}\n{\"n\":1}\n");
    assert!(ended.is_ok());
    assert_eq!(output, "{\"error\":\"n_not_positive\",\"message\":\"n must be above 0\"}\n{\"n\":1}\n");
}

#[test]
fn a_line_of_wrong_shape_ends_the_run_after_the_answers_before_it() {
    for bad in ["nonsense", "", "{\"n\":1", "{}", "\u{feff}{\"n\":1}", "{\"n\":1} {\"n\":1}"] {
        let (output, ended) = run(format!("{{\"n\":1}}\n{bad}\n{{\"n\":2}}\n").as_bytes());
        let end = ended.unwrap_err();
        assert!(matches!(end, StreamEnd::Shape { line: 2, .. }), "{bad:?}: {end}");
        assert!(end.to_string().starts_with("line 2: "), "{end}");
        assert_eq!((end.exit_status(), output.as_str()), (2, "{\"n\":1}\n"), "{bad:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_a_wrong_shape() {
    let (_, ended) = run(b"{\"n\":\"\xff\"}\n");
    assert_eq!(ended.unwrap_err().exit_status(), 2);
}

#[test]
fn a_deep_line_is_a_wrong_shape_and_no_overflow() {
    let deep = format!("{{\"n\":{}", "[".repeat(100_000));
    assert_eq!(run(deep.as_bytes()).1.unwrap_err().exit_status(), 2);
}

#[test]
fn a_line_has_a_longest_length() {
    let padded = |length: usize| format!("{{\"n\":1}}{}", " ".repeat(length - 7));
    assert!(run(padded(MAX_LINE_BYTES).as_bytes()).1.is_ok());
    assert!(run(format!("{}\n{{\"n\":2}}\n", padded(MAX_LINE_BYTES)).as_bytes()).1.is_ok());
    let end = run(padded(MAX_LINE_BYTES + 1).as_bytes()).1.unwrap_err();
    assert_eq!(end.to_string(), "line 1: longer than 1048576 bytes");
    assert_eq!(end.exit_status(), 2);
}

#[test]
fn an_endless_line_is_not_held() {
    let (_, ended) = {
        let mut output = Vec::new();
        let ended = stream(io::repeat(b' '), &mut output, |line: Value| Ok::<_, LineError>(line));
        (output, ended)
    };
    assert_eq!(ended.unwrap_err().exit_status(), 2);
}

/// Gives one line at a time, and holds that each was answered before the next is asked for.
struct Dialogue<'a> {
    asked: u32,
    answered: &'a std::cell::Cell<u32>,
}

impl io::Read for Dialogue<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        assert_eq!(self.answered.get(), self.asked, "an answer was held back");
        if self.asked == 3 {
            return Ok(0);
        }
        self.asked += 1;
        into[..8].copy_from_slice(b"{\"n\":1}\n");
        Ok(8)
    }
}

struct Counting<'a>(&'a std::cell::Cell<u32>);

impl io::Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + u32::try_from(bytes.iter().filter(|byte| **byte == b'\n').count()).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_program_may_ask_line_by_line() {
    let answered = std::cell::Cell::new(0);
    let asking = Dialogue { asked: 0, answered: &answered };
    stream(asking, Counting(&answered), |line: Value| Ok::<_, LineError>(line)).unwrap();
    assert_eq!(answered.get(), 3);
}

struct Failing(io::ErrorKind);

impl io::Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(self.0.into())
    }
}

impl io::Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
}

#[test]
fn a_reader_that_has_gone_away_ends_the_run_quietly() {
    let lines = "{\"n\":1}\n".repeat(100_000);
    let gone = stream(lines.as_bytes(), Failing(io::ErrorKind::BrokenPipe), |line: Value| Ok::<_, LineError>(line));
    assert!(gone.is_ok());
}

#[test]
fn other_failures_are_told() {
    let full = Failing(io::ErrorKind::StorageFull);
    let end = stream(&b"{}\n"[..], full, |line: Value| Ok::<_, LineError>(line)).unwrap_err();
    assert!(matches!(end, StreamEnd::Output(_)) && end.exit_status() == 1);
    let unreadable = Failing(io::ErrorKind::PermissionDenied);
    let end = stream(unreadable, io::sink(), |line: Value| Ok::<_, LineError>(line)).unwrap_err();
    assert!(matches!(end, StreamEnd::Input(_)) && end.exit_status() == 1);
}
