//! The syntax of SGF: trees of nodes of properties. Of variations the first is followed.

use super::super::{Fault, TranscriptError};

/// A property: its identifier and its values, as they are meant.
#[derive(Debug)]
pub(super) struct Property {
    pub identifier: String,
    pub values: Vec<String>,
}

/// A node and the line on which it begins.
#[derive(Debug)]
pub(super) struct Node {
    pub line: usize,
    pub properties: Vec<Property>,
}

impl Node {
    /// The values of a property; none where it is not there.
    pub fn values(&self, identifier: &str) -> &[String] {
        let found = self.properties.iter().find(|property| property.identifier == identifier);
        found.map_or(&[], |property| &property.values)
    }

    /// The first value of a property.
    pub fn value(&self, identifier: &str) -> Option<&str> {
        self.values(identifier).first().map(String::as_str)
    }
}

/// A text that is read from its beginning.
pub(super) struct Trees<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl<'a> Trees<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.trim_start_matches('\u{feff}').chars().peekable(), line: 1 }
    }

    /// The line that is being read.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The main line of the next tree; none at the end of the text.
    pub fn next_tree(&mut self) -> Result<Option<Vec<Node>>, TranscriptError> {
        match self.next_sign() {
            None => return Ok(None),
            Some('(') => {}
            Some(other) => return Err(self.unreadable(other)),
        }
        let (mut nodes, mut depth) = (Vec::new(), 1_usize);
        loop {
            match self.next_sign() {
                Some(';') => nodes.push(Node { line: self.line, properties: self.properties()? }),
                Some('(') if !nodes.is_empty() => depth += 1,
                Some(')') if !nodes.is_empty() => break,
                Some(other) => return Err(self.unreadable(other)),
                None => return Err(self.ended()),
            }
        }
        self.pass_over(depth - 1)?;
        Ok(Some(nodes))
    }

    /// Passes over other variations, to the end of the tree.
    fn pass_over(&mut self, mut depth: usize) -> Result<(), TranscriptError> {
        while depth > 0 {
            match self.next_sign() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('[') => self.value(None)?,
                Some(_) => {}
                None => return Err(self.ended()),
            }
        }
        Ok(())
    }

    fn properties(&mut self) -> Result<Vec<Property>, TranscriptError> {
        let mut properties = Vec::new();
        loop {
            self.pass_spaces();
            let mut identifier = String::new();
            while let Some(letter) = self.rest.next_if(char::is_ascii_alphabetic) {
                identifier.push(letter);
            }
            if identifier.is_empty() {
                return Ok(properties);
            }
            let mut values = Vec::new();
            loop {
                self.pass_spaces();
                if self.rest.next_if_eq(&'[').is_none() {
                    break;
                }
                let mut value = String::new();
                self.value(Some(&mut value))?;
                values.push(value);
            }
            if values.is_empty() {
                return Err(TranscriptError { line: self.line, fault: Fault::unreadable(&identifier) });
            }
            // An older form writes lower-case letters that mean nothing.
            identifier.retain(|letter| letter.is_ascii_uppercase());
            properties.push(Property { identifier, values });
        }
    }

    /// A value up to its bracket: what a backslash protects is meant as it is, and a line's end is a space.
    fn value(&mut self, mut into: Option<&mut String>) -> Result<(), TranscriptError> {
        loop {
            let sign = match self.next_char() {
                Some(']') => return Ok(()),
                Some('\\') => match self.next_char() {
                    Some('\n') => continue,
                    protected => protected,
                },
                sign => sign,
            };
            let sign = sign.ok_or_else(|| self.ended())?;
            if let Some(value) = &mut into {
                value.push(if sign.is_whitespace() { ' ' } else { sign });
            }
        }
    }

    fn next_char(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn pass_spaces(&mut self) {
        while self.rest.peek().is_some_and(|sign| sign.is_whitespace()) {
            self.next_char();
        }
    }

    fn next_sign(&mut self) -> Option<char> {
        self.pass_spaces();
        self.next_char()
    }

    fn unreadable(&self, sign: char) -> TranscriptError {
        TranscriptError { line: self.line, fault: Fault::unreadable(sign.encode_utf8(&mut [0; 4])) }
    }

    fn ended(&self) -> TranscriptError {
        TranscriptError { line: self.line, fault: Fault::NotATranscript("it ends within a game tree") }
    }
}
