//! One stream, two nodes on one database: a client is cut off at any byte and goes on at the other node, and has every event
//! once and in order.

use kupa::actions::players::{ReinstatePlayer, SuspendPlayer};
use kupa::actions::wallets::BookDeposit;
use kupa::domain::act::Actor;
use kupa::domain::ids::{DepositId, PlayerId};
use kupa::domain::money::{Currency, Minor};
use serde_json::Value;
use uuid::Uuid;

use crate::support::app::TestApp;
use crate::support::client::Client;
use crate::support::databases::on_both;
use crate::support::listener::{Block, Listener};

/// A plain generator, the same numbers for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most as u64).unwrap()
    }
}

/// One more event in the player's stream.
fn happen(node: &TestApp, player: PlayerId, number: usize) {
    let by = Actor::System;
    match number % 5 {
        3 => drop(node.act(SuspendPlayer {
            by,
            player,
            until: node.app().now().after(chrono::TimeDelta::days(1)),
            reason: "a test's own".into(),
        })),
        4 => drop(node.act(ReinstatePlayer { by, player, reason: "a test's own".into() })),
        _ => drop(node.act(BookDeposit {
            by,
            deposit: DepositId(Uuid::now_v7()),
            player,
            provider: "paypal".parse().unwrap(),
            reference: Uuid::now_v7().to_string(),
            amount: Minor(100),
            currency: Currency::usd(),
        })),
    }
}

/// What a client has: the events that came whole.
struct Having<'a> {
    nodes: [&'a TestApp; 2],
    client: &'a Client,
    path: String,
    has: Vec<Value>,
}

impl Having<'_> {
    fn take(&mut self, block: &Block) {
        let Some(id) = block.id.filter(|_| block.data.is_some()) else { return };
        self.has.push(block.json());
        assert_eq!(id, self.last(), "each event once, in order");
    }

    fn last(&self) -> i64 {
        i64::try_from(self.has.len()).unwrap()
    }

    /// Goes on at a node.
    fn resume(&self, at: usize) -> Listener {
        Listener::resume(self.client, self.nodes[at].address, &self.path, self.last())
    }
}

/// Events happen on both nodes; the client reads a number of bytes, is cut off wherever that is, and goes on at the other.
fn drive(nodes: [&TestApp; 2], dice: &mut Dice, rounds: usize) {
    let ann = nodes[0].player(0);
    let path = format!("/v1/players/{}/events", ann.id);
    let mut having = Having { nodes, client: &nodes[0].owner, path, has: Vec::new() };
    let (mut told, mut at) = (1, 0);
    let mut stream = having.resume(at);
    for _ in 0..rounds {
        for _ in 0..=dice.below(4) {
            happen(nodes[dice.below(2)], ann.id, told - 1);
            told += 1;
        }
        // Instead of a second's wait.
        nodes[at].app().live.look();
        if dice.below(3) == 0 {
            while having.has.len() < told {
                having.take(&stream.event());
            }
        } else {
            // At least one event is still to come, longer than this: so many bytes will come.
            let mut left = 1 + dice.below(60);
            while left > 0 {
                left -= stream.read_some(left);
            }
            while let Some(block) = stream.whole() {
                having.take(&block);
            }
            at = 1 - at;
            stream = having.resume(at);
        }
    }
    while having.has.len() < told {
        having.take(&stream.event());
    }
    let mut listed = Vec::new();
    loop {
        let page = having.client.get(&format!("{}?after={}&limit=200", having.path, listed.len())).expect(200);
        let page = page["events"].as_array().unwrap().clone();
        if page.is_empty() {
            break;
        }
        listed.extend(page);
    }
    assert_eq!(having.has, listed);
    assert_eq!(listed.len(), told);
}

on_both! {
    fn every_event_comes_once_and_in_order_whatever_is_cut_off(database) {
        let second = database.shared();
        // The database goes with the last of them.
        let nodes = [TestApp::start(second), TestApp::start(database)];
        for seed in 1..=6 {
            drive([&nodes[0], &nodes[1]], &mut Dice(seed), 25);
        }
    }

    /// Nobody says anything: the watcher looks each second.
    fn what_another_node_did_is_seen_without_a_word(database) {
        let second = database.shared();
        // The database goes with the last of them.
        let nodes = [TestApp::start(second), TestApp::start(database)];
        let ann = nodes[0].player(0);
        let mut stream = Listener::open(&nodes[0].owner, nodes[1].address, &format!("/v1/players/{}/events", ann.id));
        for number in 0..3 {
            happen(&nodes[0], ann.id, number);
        }
        let told: Vec<_> = (0..4).map(|_| stream.event().id).collect();
        assert_eq!(told, [Some(1), Some(2), Some(3), Some(4)]);
    }

    fn a_node_tells_others_how_far_it_has_come(database) {
        let node = TestApp::start(database);
        let Some(mut other) = Some(node.database.owner()).filter(|db| db.can_tell()) else { return };
        other.listen().unwrap();
        node.app().live.tell_others().unwrap();
        let ann = node.player(0);
        happen(&node, ann.id, 0);
        let head = kupa::store::news::shard_heads(&mut other).unwrap();
        // It says so more than once while more is done; the last word is the present head.
        let began = std::time::Instant::now();
        while other.heard().unwrap().last().is_none_or(|(shard, last)| head.get(shard) != Some(last)) {
            assert!(began.elapsed().as_secs() < 30, "nothing was heard");
            std::thread::yield_now();
        }
    }
}
