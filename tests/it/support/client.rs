//! A plain HTTP/1.1 client: one connection, kept alive, made anew where the service has closed it.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;
use uuid::Uuid;

/// A connection to the service, with a token or without.
pub struct Client {
    address: SocketAddr,
    pub token: Option<String>,
    stream: RefCell<Option<BufReader<TcpStream>>>,
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
}

impl Reply {
    /// The body, where the status is as expected.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }

    /// The code of a refusal with this status; it must be problem+json.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        let problem = self.expect(status);
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        assert_eq!(problem["status"], status);
        problem["code"].as_str().unwrap().to_owned()
    }

    /// The faults of a bad body or query: places and words.
    #[track_caller]
    pub fn faults(&self) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let problem = self.json();
        let errors = problem["errors"].as_array().unwrap_or_else(|| panic!("no errors in {problem}"));
        errors.iter().map(|error| (text(&error["pointer"]), text(&error["code"]))).collect()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {:?}", self.text))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn is_replayed(&self) -> bool {
        self.header("idempotency-replayed") == Some("true")
    }
}

impl Client {
    pub fn new(address: SocketAddr, token: Option<String>) -> Self {
        Self { address, token, stream: RefCell::new(None) }
    }

    /// Another connection with the same token.
    pub fn again(&self) -> Self {
        Self::new(self.address, self.token.clone())
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], "")
    }

    /// Posts under a new key.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_under(&Uuid::now_v7().to_string(), path, body)
    }

    /// Posts under a given key.
    pub fn post_under(&self, key: &str, path: &str, body: &Value) -> Reply {
        self.post_text(path, &[("Idempotency-Key", key)], &body.to_string())
    }

    /// Posts an edit of a document, under a new key: with its tag, or with none where it is new.
    pub fn edit(&self, tag: Option<&str>, path: &str, body: &Value) -> Reply {
        let condition = tag.map_or(("If-None-Match", "*"), |tag| ("If-Match", tag));
        self.post_text(path, &[("Idempotency-Key", &Uuid::now_v7().to_string()), condition], &body.to_string())
    }

    /// Posts any text as JSON.
    pub fn post_text(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut all = vec![("Content-Type", "application/json")];
        all.extend_from_slice(headers);
        self.send("POST", path, &all, body)
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        self.try_send(method, path, headers, body).unwrap()
    }

    /// As [`Client::send`], where the service may not be there, or go away before it answers.
    pub fn try_send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> std::io::Result<Reply> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: kupa\r\nContent-Length: {}\r\n", body.len());
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let request = format!("{head}\r\n{body}");
        let mut kept = self.stream.borrow_mut();
        // A connection that was closed meanwhile is made anew, once. What was sent on it was not taken in.
        if let Some(stream) = kept.as_mut()
            && let Ok(reply) = exchange(stream, &request)
        {
            if reply.header("connection") == Some("close") {
                *kept = None;
            }
            return Ok(reply);
        }
        let mut stream = BufReader::new(TcpStream::connect(self.address)?);
        stream.get_ref().set_nodelay(true)?;
        let reply = exchange(&mut stream, &request)?;
        let closes = reply.header("connection") == Some("close");
        *kept = (!closes).then_some(stream);
        Ok(reply)
    }
}

fn exchange(stream: &mut BufReader<TcpStream>, request: &str) -> std::io::Result<Reply> {
    // The service may refuse a long body before it has all of it, and close: its answer is read all the same.
    let sent = stream.get_mut().write_all(request.as_bytes());
    let received = if request.starts_with("HEAD ") { receive_head(stream) } else { receive(stream) };
    match received {
        Ok(reply) => Ok(reply),
        Err(error) => Err(sent.err().unwrap_or(error)),
    }
}

/// Reads one answer.
pub fn receive(stream: &mut BufReader<TcpStream>) -> std::io::Result<Reply> {
    let head = receive_head(stream)?;
    receive_body(stream, head)
}

/// Reads the body that follows a head.
pub fn receive_body(stream: &mut BufReader<TcpStream>, mut reply: Reply) -> std::io::Result<Reply> {
    let mut body = Vec::new();
    if reply.header("transfer-encoding") == Some("chunked") {
        while receive_chunk(stream, &mut body)? {}
    } else {
        body.resize(reply.header("content-length").unwrap_or("0").parse().unwrap(), 0);
        stream.read_exact(&mut body)?;
    }
    reply.text = String::from_utf8(body).unwrap();
    Ok(reply)
}

/// Reads a chunk of a body; whether more may follow.
fn receive_chunk(stream: &mut BufReader<TcpStream>, body: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let size = usize::from_str_radix(line.trim(), 16).map_err(|_| std::io::ErrorKind::UnexpectedEof)?;
    let (begin, end) = (body.len(), body.len() + size);
    body.resize(end + 2, 0);
    stream.read_exact(&mut body[begin..])?;
    body.truncate(end);
    Ok(size > 0)
}

/// Reads one answer without its body.
pub fn receive_head(stream: &mut BufReader<TcpStream>) -> std::io::Result<Reply> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    Ok(Reply { status: status.unwrap_or(0), headers, text: String::new() })
}
