//! How fast a tournament of 10,000 players with re-entries is replayed: from its script on a line, to the ranking and the
//! prizes. The script is made by playing one with results that follow from a fixed sequence.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kupa::cli::tournament::replay;
use serde_json::{Value, json};

const PLAYERS: usize = 10_000;
const STARTING_CHIPS: u64 = 1500;

/// A sequence that is the same each time.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }

    fn shuffle(&mut self, of: &mut [usize]) {
        for last in (1..of.len()).rev() {
            of.swap(last, self.below(last + 1));
        }
    }
}

fn name(player: usize) -> String {
    format!("p{player:05}")
}

/// Each level half as dear again as the one before it, so that the last ones end whatever is left.
fn levels() -> Vec<(u64, u64)> {
    (0_u32..34).map(|at| 10 * 3_u64.pow(at) / 2_u64.pow(at)).map(|fee| (fee, fee / 10)).collect()
}

/// A script as it is being written, and what its players hold.
struct Writer {
    chips: Vec<u64>,
    re_entries: Vec<u32>,
    level: usize,
    events: Vec<Value>,
    rounds: usize,
    bought: usize,
}

impl Writer {
    fn event(&mut self, event: Value) {
        self.events.push(json!({ "event": event }));
    }

    /// A round by the rules: fee, risk, the least of three.
    fn round(&mut self, table: &[usize], sequence: &mut Sequence) {
        let (fee, ratio) = levels()[self.level];
        let winner = table[sequence.below(table.len())];
        let paid: Vec<u64> = table.iter().map(|seat| fee.min(self.chips[*seat])).collect();
        table.iter().zip(&paid).for_each(|(seat, paid)| self.chips[*seat] -= paid);
        let mut won: u64 = paid.iter().sum();
        let mut losses = BTreeMap::new();
        for loser in table.iter().filter(|seat| **seat != winner) {
            let against = [5_u64, 20, 45, 110][sequence.below(4)];
            let pays = (against * ratio).min(self.chips[*loser]).min(self.chips[winner]);
            self.chips[*loser] -= pays;
            won += pays;
            losses.insert(name(*loser), against);
        }
        self.chips[winner] += won;
        self.rounds += 1;
        let table: Vec<String> = table.iter().map(|seat| name(*seat)).collect();
        self.event(json!({
            "type": "round", "level": self.level + 1, "table": table, "winner": name(winner), "negative_points": losses
        }));
    }

    fn re_enter(&mut self, player: usize) {
        self.chips[player] = STARTING_CHIPS;
        self.re_entries[player] += 1;
        self.bought += 1;
        self.event(json!({"type": "re_entry", "player": name(player), "level": self.level + 1}));
    }
}

/// The script, its rounds and its re-entries.
fn script(seats: usize) -> (String, usize, usize) {
    let mut sequence = Sequence(7);
    let mut script = Writer {
        chips: vec![STARTING_CHIPS; PLAYERS],
        re_entries: vec![0; PLAYERS],
        level: 0,
        events: Vec::new(),
        rounds: 0,
        bought: 0,
    };
    let mut in_play: Vec<usize> = (0..PLAYERS).collect();
    let mut wave = 0;
    while in_play.len() > 1 {
        if in_play.len() <= seats {
            let players: Vec<String> = in_play.iter().map(|player| name(*player)).collect();
            script.event(json!({"type": "final_table", "players": players}));
            while in_play.len() > 1 {
                script.round(&in_play, &mut sequence);
                in_play.retain(|player| script.chips[*player] > 0);
            }
            break;
        }
        sequence.shuffle(&mut in_play);
        for table in in_play.chunks(seats).filter(|table| table.len() > 1) {
            script.round(table, &mut sequence);
        }
        for player in in_play.clone() {
            if script.chips[player] == 0 && script.level < 8 && script.re_entries[player] < 2 && sequence.below(2) == 0
            {
                script.re_enter(player);
            }
        }
        in_play.retain(|player| script.chips[*player] > 0);
        wave += 1;
        if wave % 2 == 0 && script.level + 1 < levels().len() {
            script.level += 1;
            script.event(json!({"type": "level_up", "level": script.level + 1}));
        }
    }
    let levels: Vec<Value> =
        levels().into_iter().map(|(fee, ratio)| json!({"round_fee": fee, "chip_ratio": ratio})).collect();
    let input = json!({
        "registered_in_order": (0..PLAYERS).map(name).collect::<Vec<_>>(), "seats_per_table": seats,
        "starting_chips": STARTING_CHIPS, "levels": levels, "re_entries_per_player": 2, "last_level_for_re_entry": 8,
        "buy_in_minor": 1000, "re_entry_price_minor": 1000, "guarantee_minor": 0,
        "payout_shares_per_10000": [5000, 3000, 2000],
    });
    let mut line = String::new();
    let _ = writeln!(line, "{}", json!({"input": input, "events": script.events}));
    (line, script.rounds, script.bought)
}

fn replays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay");
    for seats in [2, 6] {
        let (line, rounds, bought) = script(seats);
        let mut output = Vec::new();
        let begun = Instant::now();
        let ended = replay::run(line.as_bytes(), &mut output);
        let seconds = begun.elapsed().as_secs_f64();
        let refused = output.starts_with(b"{\"error\"");
        println!(
            "{PLAYERS} players, {seats} seats a table, {rounds} rounds, {bought} re-entries, {} MB: {seconds:.3} s (ended {}, refused {refused})",
            line.len() / 1_000_000,
            ended.is_ok(),
        );
        group.throughput(Throughput::Elements(rounds as u64));
        group.sample_size(10);
        group.bench_function(format!("{seats} seats a table"), |bench| {
            bench.iter(|| replay::run(black_box(line.as_bytes()), std::io::sink()));
        });
    }
    group.finish();
}

criterion_group!(benches, replays);
criterion_main!(benches);
