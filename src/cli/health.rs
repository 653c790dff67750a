//! `kupa health`: whether the service that listens here is ready. A container's health check, which has no other
//! program to ask with.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;
use rustls::StreamOwned;

use crate::web::tls;

/// How long each step may take: connecting, asking, answering.
const PATIENCE: Duration = Duration::from_secs(3);
/// The longest status line that is read.
const MAX_STATUS_BYTES: u64 = 1024;

/// The options of `kupa health`.
#[derive(Debug, Args)]
pub struct HealthArgs {
    /// Where the service listens: an address and a port
    #[arg(long, env = "KUPA_LISTEN", value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// A file with the certificate (PEM, with those that vouch for it): TLS is spoken; read again on SIGHUP
    #[arg(long, env = "KUPA_TLS_CERT", value_name = "FILE", default_value = "")]
    pub tls_cert: String,
}

/// Why a service is not ready.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// Nothing answers there.
    #[error("no answer from {0}: {1}")]
    Silent(SocketAddr, io::Error),
    /// It answers that it is not, or is something else.
    #[error("{0} answers {1:?}")]
    Says(SocketAddr, String),
}

/// `kupa health`: asks `/readyz`.
///
/// # Errors
/// [`NotReady`], unless the answer is 200.
pub fn health(args: &HealthArgs) -> Result<(), NotReady> {
    let address = reachable(args.listen);
    let status = ask(address, !args.tls_cert.trim().is_empty()).map_err(|error| NotReady::Silent(address, error))?;
    let mut words = status.split(' ');
    let is_http = words.next().is_some_and(|version| version.starts_with("HTTP/1."));
    if is_http && words.next() == Some("200") { Ok(()) } else { Err(NotReady::Says(address, status)) }
}

/// A service that listens on every address is asked on the machine's own.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// The status line of the answer.
fn ask(address: SocketAddr, over_tls: bool) -> io::Result<String> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    if over_tls {
        let connection = tls::own_service(address.ip()).map_err(io::Error::other)?;
        ask_on(StreamOwned::new(connection, stream), address)
    } else {
        ask_on(stream, address)
    }
}

fn ask_on(mut stream: impl Read + Write, address: SocketAddr) -> io::Result<String> {
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut status = String::new();
    BufReader::new(stream.take(MAX_STATUS_BYTES)).read_line(&mut status)?;
    Ok(status.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    fn answered(answer: &'static str) -> Result<(), NotReady> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let listen = listener.local_addr().unwrap();
        let service = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            // The whole of it: a connection closed with something unread is reset, and its answer may be lost.
            let asked: Vec<String> =
                BufReader::new(&stream).lines().map(Result::unwrap).take_while(|line| !line.is_empty()).collect();
            stream.write_all(answer.as_bytes()).unwrap();
            asked.into_iter().next().unwrap()
        });
        let told = health(&HealthArgs { listen, tls_cert: String::new() });
        assert_eq!(service.join().unwrap(), "GET /readyz HTTP/1.1");
        told
    }

    #[test]
    fn only_a_200_is_ready() {
        assert!(answered("HTTP/1.1 200 OK\r\n\r\n").is_ok());
        for answer in ["HTTP/1.1 503 Service Unavailable\r\n\r\n", "200 200 200\r\n", "", "HTTP/1.1 2000 Odd\r\n\r\n"] {
            assert!(matches!(answered(answer), Err(NotReady::Says(..))), "{answer:?}");
        }
    }

    #[test]
    fn a_port_where_nobody_listens_is_not_ready() {
        let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert!(matches!(health(&HealthArgs { listen, tls_cert: String::new() }), Err(NotReady::Silent(..))));
    }

    #[test]
    fn a_service_on_every_address_is_asked_on_the_machines_own() {
        assert_eq!(reachable("0.0.0.0:80".parse().unwrap()), "127.0.0.1:80".parse().unwrap());
        assert_eq!(reachable("[::]:80".parse().unwrap()), "[::1]:80".parse().unwrap());
        assert_eq!(reachable("10.1.2.3:80".parse().unwrap()), "10.1.2.3:80".parse().unwrap());
    }
}
