//! A mail server of a test's own: it takes what comes, or answers as it is told to.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A letter that arrived.
#[derive(Debug, Clone)]
pub struct Received {
    pub to: String,
    pub text: String,
}

impl Received {
    /// The secret in it.
    pub fn secret(&self) -> String {
        let at = self.text.find("kupa_m_").unwrap_or_else(|| panic!("no secret in {}", self.text));
        self.text[at..].split_whitespace().next().unwrap().to_owned()
    }
}

#[derive(Default)]
struct Desk {
    letters: Vec<Received>,
    /// What is said to every recipient in place of yes.
    refusal: Option<&'static str>,
}

/// The server: its threads end with their connections.
#[derive(Clone)]
pub struct PostOffice {
    pub address: SocketAddr,
    desk: Arc<Mutex<Desk>>,
}

impl PostOffice {
    pub fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let office = Self { address: listener.local_addr().unwrap(), desk: Arc::default() };
        let own = office.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let office = own.clone();
                std::thread::spawn(move || drop(office.serve(&stream)));
            }
        });
        office
    }

    /// The letters that have arrived since it was last asked.
    pub fn letters(&self) -> Vec<Received> {
        std::mem::take(&mut self.desk.lock().unwrap().letters)
    }

    /// What every recipient is refused with from now on; none: nobody is.
    pub fn refuse(&self, refusal: Option<&'static str>) {
        self.desk.lock().unwrap().refusal = refusal;
    }

    fn serve(&self, stream: &TcpStream) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream).lines();
        let say = |line: &str| write!(&*stream, "{line}\r\n");
        say("220 test")?;
        let mut to = String::new();
        while let Some(line) = lines.next().transpose()? {
            let verb = line.get(..4).unwrap_or_default().to_uppercase();
            match verb.as_str() {
                "RCPT" => {
                    let refusal = self.desk.lock().unwrap().refusal;
                    to = line.trim_start_matches("RCPT TO:<").split('>').next().unwrap_or_default().to_owned();
                    say(refusal.unwrap_or("250 yes"))?;
                }
                "DATA" => {
                    say("354 go on")?;
                    let mut text = String::new();
                    for line in lines.by_ref() {
                        let line = line?;
                        if line == "." {
                            break;
                        }
                        text += &format!("{line}\n");
                    }
                    self.desk.lock().unwrap().letters.push(Received { to: to.clone(), text });
                    say("250 taken")?;
                }
                "QUIT" => return say("221 bye"),
                _ => say("250 yes")?,
            }
        }
        Ok(())
    }
}
