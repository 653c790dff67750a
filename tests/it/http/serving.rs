//! How the service meets whoever asks: how often they may, from which pages, over TLS, and how long it waits for them.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kupa::cli::health::{HealthArgs, health};
use kupa::config::{CertificateFiles, Rates};
use kupa::domain::players::access::Scope;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply, receive};
use crate::support::databases::Database;

fn limited(rates: Rates) -> TestApp {
    TestApp::start_with(Database::sqlite(), |config| config.serving.rates = rates)
}

#[test]
fn who_asks_too_often_waits_and_is_told_how_long() {
    let app = limited(Rates { players: NonZeroU32::new(3), ..Rates::default() });
    let (ann, bob) = (app.player(0), app.player(0));
    for left in [2, 1, 0] {
        let reply = ann.http.get("/v1/rooms");
        reply.expect(200);
        assert_eq!(reply.header("ratelimit-policy"), Some("\"player\";q=3;w=60"));
        assert_eq!(reply.header("ratelimit"), Some(format!("\"player\";r={left};t={}", 60 - 20 * left).as_str()));
    }
    let refused = ann.http.get("/v1/rooms");
    assert_eq!(refused.refused(429), "too_many_requests");
    assert_eq!((refused.header("retry-after"), refused.header("ratelimit")), (Some("20"), Some("\"player\";r=0;t=20")));
    // Others are not held up, and what does not exist counts like all else.
    bob.http.get("/v1/nothing").refused(404);
    assert_eq!(bob.http.get("/v1/rooms").header("ratelimit"), Some("\"player\";r=1;t=40"));
    app.wait_s(20);
    ann.http.get("/v1/rooms").expect(200);
    assert_eq!(ann.http.get("/v1/rooms").refused(429), "too_many_requests");
}

#[test]
fn without_a_token_an_address_counts_and_client_apps_go_free_by_default() {
    let app = limited(Rates { networks: NonZeroU32::new(2), ..Rates::default() });
    let board = app.client(&[Scope::PlayersRead], &[]);
    let (nobody, liar) = (Client::new(app.address, None), Client::new(app.address, Some("lie".into())));
    assert_eq!(nobody.get("/healthz").header("ratelimit"), Some("\"network\";r=1;t=30"));
    // A token that is not believed is none.
    liar.get("/v1/players").refused(401);
    assert_eq!(nobody.get("/healthz").refused(429), "too_many_requests");
    assert_eq!(liar.get("/v1/players").refused(429), "too_many_requests");
    for _ in 0..10 {
        let reply = board.get("/v1/players");
        reply.expect(200);
        assert_eq!((reply.header("ratelimit"), reply.header("ratelimit-policy")), (None, None));
    }
}

const PAGE: &str = "https://play.example.com";

fn for_page() -> TestApp {
    TestApp::start_with(Database::sqlite(), |config| config.serving.origins = vec![PAGE.to_owned()])
}

fn preflight(client: &Client, origin: &str, method: &str, headers: &str) -> Reply {
    let asked =
        [("Origin", origin), ("Access-Control-Request-Method", method), ("Access-Control-Request-Headers", headers)];
    client.send("OPTIONS", "/v1/games", &asked, "")
}

#[test]
fn pages_of_the_named_origins_may_use_the_api_and_others_may_not() {
    let app = for_page();
    let anybody = Client::new(app.address, None);
    let allowed = preflight(&anybody, PAGE, "POST", "authorization, idempotency-key, content-type, if-match");
    assert_eq!(allowed.status, 200, "{}", allowed.text);
    assert_eq!(allowed.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(allowed.header("access-control-max-age"), Some("3600"));
    assert_eq!(allowed.header("access-control-allow-credentials"), None);
    assert!(allowed.header("access-control-allow-methods").unwrap().contains("POST"));
    assert!(allowed.header("kupa-time").is_some());
    for (origin, method, headers) in [
        ("https://evil.example.com", "POST", "authorization"),
        ("http://play.example.com", "POST", "authorization"),
        ("null", "GET", "authorization"),
        (PAGE, "DELETE", "authorization"),
        (PAGE, "POST", "x-other"),
    ] {
        let refused = preflight(&anybody, origin, method, headers);
        assert_eq!(refused.refused(400), "origin_refused", "{origin} {method} {headers}");
        assert!(refused.header("access-control-allow-origin").is_none_or(|it| it == PAGE));
    }
}

#[test]
fn pages_read_answers_and_refusals_alike_with_their_headers() {
    let app = for_page();
    let get = |origin, path| app.owner.send("GET", path, &[("Origin", origin)], "");
    for (path, status) in [("/v1/rooms", 200), ("/v1/nothing", 404)] {
        let reply = get(PAGE, path);
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (status, Some(PAGE)));
        let exposed = reply.header("access-control-expose-headers").unwrap().to_lowercase();
        for name in ["kupa-time", "x-request-id", "etag", "retry-after", "ratelimit", "idempotency-replayed"] {
            assert!(exposed.contains(name), "{name} in {exposed}");
        }
        let varies = reply.headers.iter().filter(|(name, _)| name == "vary").any(|(_, it)| it.contains("Origin"));
        assert!(varies, "{:?}", reply.headers);
        assert_eq!(get("https://evil.example.com", path).header("access-control-allow-origin"), None);
    }
}

#[test]
fn by_default_no_page_of_elsewhere_may() {
    let app = TestApp::start(Database::sqlite());
    assert_eq!(preflight(&app.owner, PAGE, "GET", "authorization").refused(405), "method_not_allowed");
    let reply = app.owner.send("GET", "/v1/rooms", &[("Origin", PAGE)], "");
    assert_eq!(reply.header("access-control-allow-origin"), None);
}

/// A certificate for `localhost`, written where the service reads it.
fn write_certificate(files: &CertificateFiles) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(&files.certificate, made.cert.pem()).unwrap();
    std::fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
    made.cert.der().clone()
}

fn files_in(folder: &Path) -> CertificateFiles {
    CertificateFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") }
}

/// Asks over TLS, believing one certificate alone.
fn ask_over_tls(app: &TestApp, believed: &CertificateDer<'static>, path: &str) -> std::io::Result<Reply> {
    let mut roots = RootCertStore::empty();
    roots.add(believed.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    let connection = ClientConnection::new(config, ServerName::try_from("localhost").unwrap()).unwrap();
    let mut stream = StreamOwned::new(connection, TcpStream::connect(app.address).unwrap());
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut text = String::new();
    // The end of the connection may come without a word of TLS.
    drop(stream.read_to_string(&mut text));
    let (head, body) = text.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let (first, lines) = head.split_once("\r\n").unwrap();
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    let status = first.split(' ').nth(1).unwrap().parse().unwrap();
    Ok(Reply { status, headers: lines.lines().filter_map(header).collect(), text: body.to_owned() })
}

#[test]
fn with_a_certificate_the_service_speaks_tls_and_takes_a_new_one_without_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let files = files_in(folder.path());
    let first = write_certificate(&files);
    let app = TestApp::start_with(Database::sqlite(), |config| config.serving.tls = Some(files.clone()));
    let reply = ask_over_tls(&app, &first, "/healthz").unwrap();
    assert_eq!((reply.status, reply.header("strict-transport-security")), (200, Some("max-age=31536000")));
    assert!(reply.header("kupa-time").is_some());
    let health = |tls_cert: &str| health(&HealthArgs { listen: app.address, tls_cert: tls_cert.to_owned() });
    assert!(health("cert.pem").is_ok() && health("").is_err());
    // Who speaks without TLS is not understood, and holds nobody up.
    let mut plain = TcpStream::connect(app.address).unwrap();
    plain.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert!(receive(&mut BufReader::new(plain)).map_or(0, |reply| reply.status) != 200);
    let certificate = app.app().certificate.clone().unwrap();
    // What cannot be used changes nothing.
    let own_key = std::fs::read(&files.key).unwrap();
    std::fs::write(&files.key, "no key").unwrap();
    assert!(certificate.reload().is_err());
    let second = write_certificate(&files);
    let new_key = std::fs::read(&files.key).unwrap();
    std::fs::write(&files.key, own_key).unwrap();
    assert!(certificate.reload().is_err(), "the key is another's");
    assert_eq!(ask_over_tls(&app, &first, "/healthz").unwrap().status, 200);
    std::fs::write(&files.key, new_key).unwrap();
    certificate.reload().unwrap();
    assert_eq!(ask_over_tls(&app, &second, "/healthz").unwrap().status, 200);
    assert!(ask_over_tls(&app, &first, "/healthz").is_err(), "the first is served no more");
}

#[test]
fn without_a_certificate_nothing_is_said_of_tls() {
    let app = TestApp::start(Database::sqlite());
    assert_eq!(app.owner.get("/healthz").header("strict-transport-security"), None);
}

#[test]
fn headers_beyond_all_measure_are_refused() {
    let app = TestApp::start(Database::sqlite());
    let long = "x".repeat(100_000);
    let reply = app.owner.send("GET", "/v1/rooms", &[("X-Long", &long)], "");
    assert_eq!(reply.refused(431), "head_too_large");
    let many: Vec<(String, String)> = (0..90).map(|n| (format!("X-{n}"), "x".repeat(1_000))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(app.owner.send("GET", "/v1/rooms", &many, "").refused(431), "head_too_large");
    app.owner.send("GET", "/v1/rooms", &[("X-Long", &long[..8_000])], "").expect(200);
}

#[test]
fn half_a_head_is_cut_off_and_holds_nobody_up() {
    let app = TestApp::start_with(Database::sqlite(), |config| config.request_timeout = Duration::from_secs(1));
    let mut half = TcpStream::connect(app.address).unwrap();
    half.write_all(b"GET /healthz HTTP/1.1\r\nHost: ku").unwrap();
    let mut answer = String::new();
    // Until the service has closed it.
    half.read_to_string(&mut answer).unwrap();
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert_eq!(app.owner.get("/healthz").status, 200);
}
