//! Two nodes are replaced one after the other while they are in use.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::client::{Client, Reply};
use crate::support::databases::on_both;
use crate::support::running::{Running, out, run, serve};

const KEY: &str = "--token-key=AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
/// So many requests are answered between one step and the next.
const BETWEEN: usize = 60;
const CLIENTS: usize = 4;

/// What a proxy does: it knows the nodes, leaves one that is not ready, and repeats on the other what was cut.
struct Proxy<'a> {
    nodes: &'a Mutex<[SocketAddr; 2]>,
    at: usize,
    client: Option<Client>,
    token: String,
    turned: usize,
}

impl Proxy<'_> {
    fn send(&mut self, method: &str, path: &str, body: &Value) -> Reply {
        let (key, body) = (Uuid::now_v7().to_string(), body.to_string());
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key.as_str())];
        for _ in 0..1_000 {
            let address = self.nodes.lock().unwrap()[self.at];
            let client = self.client.take().unwrap_or_else(|| Client::new(address, Some(self.token.clone())));
            let ready = client.try_send("GET", "/readyz", &[], "").is_ok_and(|reply| reply.status == 200);
            if ready
                && let Ok(reply) = client.try_send(method, path, &headers, &body)
                && reply.status != 503
            {
                self.client = Some(client);
                return reply;
            }
            self.turned += 1;
            self.at = 1 - self.at;
        }
        panic!("no node answers");
    }
}

/// What a client does until the end: deposits and games of its own; says after each request that it was answered.
fn work(proxy: &mut Proxy, answered: &Sender<()>, over: &AtomicBool) -> (String, usize) {
    let opened =
        proxy.send("POST", "/v1/players", &json!({"nickname": Uuid::now_v7().simple().to_string()[2..].to_owned()}));
    let player = opened.expect(201)["player"].as_str().unwrap().to_owned();
    let mut deposits = 0;
    while !over.load(Ordering::Relaxed) {
        let deposit = json!({
            "amount": {"amount": "1.00", "currency": "USD"}, "provider": "paypal", "reference": Uuid::now_v7(),
        });
        proxy.send("POST", &format!("/v1/players/{player}/deposits"), &deposit).expect(201);
        deposits += 1;
        let read = proxy.send("GET", &format!("/v1/players/{player}/wallet"), &json!({})).expect(200);
        let cash = format!("{deposits}.00");
        assert_eq!(read["balances"][0]["cash"]["amount"], cash, "what was answered is there, on every node");
        answered.send(()).unwrap();
    }
    (player, deposits)
}

fn wait(answered: &Receiver<()>) {
    (0..BETWEEN).for_each(|_| answered.recv().unwrap());
}

/// Asks a node to stop, waits for its end, and puts another in its place.
fn replace(node: (Running, SocketAddr), at: usize, nodes: &Mutex<[SocketAddr; 2]>, url: &str) -> (Running, SocketAddr) {
    node.0.stop();
    let (running, address, _log) = serve(&[KEY, "--drain-s=1", url]);
    nodes.lock().unwrap()[at] = address;
    (running, address)
}

on_both! {
    fn no_request_fails_while_two_nodes_are_replaced_under_load(database) {
        let url = format!("--database-url={}", database.url);
        let add = ["staff", "add", &url, "--email=o@example.com", "--role=owner"];
        out(&run(&add, "a long enough one\n"));
        let start = || {
            let (running, address, _log) = serve(&[KEY, "--drain-s=1", &url]);
            (running, address)
        };
        let (first, second) = (start(), start());
        let body = json!({"as": "staff", "email": "o@example.com", "password": "a long enough one"}).to_string();
        let signed = Client::new(first.1, None).post_text("/v1/auth/sign-in", &[], &body).expect(200);
        let token = signed["access_token"].as_str().unwrap().to_owned();
        let nodes = Mutex::new([first.1, second.1]);
        let over = AtomicBool::new(false);
        let (done, answered) = channel();
        let (worked, first, second) = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..CLIENTS)
                .map(|number| {
                    let (nodes, over, done, token) = (&nodes, &over, done.clone(), token.clone());
                    scope.spawn(move || {
                        let mut proxy = Proxy { nodes, at: number % 2, client: None, token, turned: 0 };
                        let (player, deposits) = work(&mut proxy, &done, over);
                        (player, deposits, proxy.turned)
                    })
                })
                .collect();
            wait(&answered);
            let first = replace(first, 0, &nodes, &url);
            wait(&answered);
            let second = replace(second, 1, &nodes, &url);
            wait(&answered);
            over.store(true, Ordering::Relaxed);
            let worked: Vec<(String, usize, usize)> =
                clients.into_iter().map(|client| client.join().unwrap()).collect();
            (worked, first, second)
        });
        let owner = Client::new(first.1, Some(token));
        for (player, deposits, turned) in &worked {
            assert!(*turned > 0, "each was at a node that went");
            let list = owner.get(&format!("/v1/players/{player}/wallet")).expect(200);
            assert_eq!(list["balances"][0]["cash"]["amount"], format!("{deposits}.00"));
        }
        drop(owner);
        first.0.stop();
        second.0.stop();
        assert!(out(&run(&["verify", "--full", &url], "")).contains("sound"));
    }
}
