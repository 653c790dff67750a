//! A client of live streams, as a browser is one: what came whole counts, what was cut off in the middle does not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use super::client::{Client, Reply, receive_body, receive_head};

/// Longer than anything that is waited for: whoever waits so long waits in vain.
const PATIENCE: Duration = Duration::from_secs(30);

/// A block of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    pub id: Option<i64>,
    pub event: Option<String>,
    pub data: Option<String>,
    pub retry: Option<u64>,
    /// It held a comment.
    pub comment: bool,
}

impl Block {
    fn parse(text: &str) -> Self {
        let mut block = Self::default();
        for line in text.trim_end().lines() {
            match line.split_once(": ").unwrap_or((line, "")) {
                ("id", id) => block.id = Some(id.parse().unwrap()),
                ("event", event) => block.event = Some(event.to_owned()),
                ("data", data) => block.data = Some(data.to_owned()),
                ("retry", retry) => block.retry = Some(retry.parse().unwrap()),
                (":", "") => block.comment = true,
                other => panic!("{other:?} does not belong into a stream"),
            }
        }
        block
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(self.data.as_deref().unwrap()).unwrap()
    }

    /// Why the stream ends, where this says so.
    pub fn end(&self) -> Option<String> {
        (self.event.as_deref() == Some("end")).then(|| self.json()["reason"].as_str().unwrap().to_owned())
    }
}

/// An open stream.
pub struct Listener {
    reader: BufReader<TcpStream>,
    /// What is left of the present chunk.
    chunk: usize,
    text: Vec<u8>,
    pub headers: Vec<(String, String)>,
}

impl Listener {
    /// Opens a stream, or is refused.
    pub fn try_open(client: &Client, address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Result<Self, Reply> {
        let mut head = format!(
            "GET {path} HTTP/1.1\r\nHost: kupa\r\nAccept: text/event-stream\r\n\
             Accept-Encoding: gzip, br\r\n"
        );
        let token = client.token.iter().map(|token| ("Authorization", format!("Bearer {token}")));
        for (name, value) in token.chain(headers.iter().map(|(name, value)| (*name, (*value).to_owned()))) {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let head = receive_head(&mut reader).unwrap();
        match head.status {
            200 => Ok(Self { reader, chunk: 0, text: Vec::new(), headers: head.headers }),
            _ => Err(receive_body(&mut reader, head).unwrap()),
        }
    }

    pub fn open(client: &Client, address: SocketAddr, path: &str) -> Self {
        Self::try_open(client, address, path, &[]).unwrap_or_else(|reply| panic!("{}", reply.text))
    }

    /// Goes on after an event.
    pub fn resume(client: &Client, address: SocketAddr, path: &str, last: i64) -> Self {
        let resumed = Self::try_open(client, address, path, &[("Last-Event-ID", &last.to_string())]);
        resumed.unwrap_or_else(|reply| panic!("{}", reply.text))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Reads some bytes, at most so many; none: the stream has ended.
    pub fn read_some(&mut self, most: usize) -> usize {
        if self.chunk == 0 {
            let mut line = String::new();
            self.reader.read_line(&mut line).unwrap();
            self.chunk = usize::from_str_radix(line.trim(), 16).unwrap();
            if self.chunk == 0 {
                return 0;
            }
        }
        let mut bytes = vec![0; most.min(self.chunk)];
        let read = self.reader.read(&mut bytes).unwrap();
        assert_ne!(read, 0, "the connection was cut in a chunk");
        self.text.extend_from_slice(&bytes[..read]);
        self.chunk -= read;
        if self.chunk == 0 {
            self.reader.read_line(&mut String::new()).unwrap();
        }
        read
    }

    /// A whole block of what has been read.
    pub fn whole(&mut self) -> Option<Block> {
        let end = self.text.windows(2).position(|two| two == b"\n\n")? + 2;
        let block: Vec<u8> = self.text.drain(..end).collect();
        Some(Block::parse(std::str::from_utf8(&block).unwrap()))
    }

    /// The next block; none: the stream has ended.
    pub fn next(&mut self) -> Option<Block> {
        loop {
            if let Some(block) = self.whole() {
                return Some(block);
            }
            if self.read_some(usize::MAX) == 0 {
                assert!(self.text.is_empty(), "the stream ended in a block");
                return None;
            }
        }
    }

    /// The next event, whatever else stands before it.
    pub fn event(&mut self) -> Block {
        loop {
            let block = self.next().expect("an event");
            if block.event.is_some() {
                return block;
            }
        }
    }

    /// Reads on to the end; says why it came.
    pub fn end(mut self) -> String {
        let mut reason = None;
        while let Some(block) = self.next() {
            reason = block.end().or(reason);
        }
        reason.expect("a reason")
    }
}
