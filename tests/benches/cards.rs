//! How fast hands of gin are arranged: one hand a step, from real deals and built ones, and the hand with the most melds.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kupa::rules::cards::{Card, Hand, Table, arrange, cards};
use kupa::rules::gin::{GinRules, Hands, judge};

/// The hands of the tests; none is malformed.
fn hands() -> Vec<Hand> {
    let hand = |line: &str| Hand::of(&cards(line.split(';').next()?).ok()?).ok();
    include_str!("../data/gin_hands.txt").lines().filter_map(hand).collect()
}

type Round = (Vec<Card>, Vec<Card>);

fn rounds() -> Vec<Round> {
    let round = |line: &str| {
        let mut fields = line.split(';');
        Some((cards(fields.next()?).ok()?, cards(fields.next()?).ok()?))
    };
    include_str!("../data/gin_rounds.txt").lines().filter_map(round).collect()
}

fn all(hands: &[Hand]) -> u32 {
    hands.iter().map(|hand| arrange::least(black_box(*hand), &Table::default()).deadwood).sum()
}

fn arranging(criterion: &mut Criterion) {
    let (hands, rounds) = (hands(), rounds());
    let mut group = criterion.benchmark_group("gin");
    group.throughput(Throughput::Elements(hands.len() as u64));
    group.bench_function("least deadwood of the tests' hands", |bench| bench.iter(|| all(&hands)));
    group.throughput(Throughput::Elements(1));
    for (name, text) in [
        ("eleven in sequence", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS"),
        ("three ranks in sequence", "5S 5C 5D 5H 6S 6C 6D 6H 7S 7C 7D"),
        ("no meld", "AS 3C 5D 7H 9S JC KD 2H 4S 6C 8D"),
    ] {
        let Some(hand) = cards(text).ok().and_then(|cards| Hand::of(&cards).ok()) else { continue };
        let table = Table::default();
        group.bench_function(format!("least deadwood: {name}"), |bench| {
            bench.iter(|| arrange::least(black_box(hand), &table).deadwood);
        });
    }
    group.throughput(Throughput::Elements(rounds.len() as u64));
    group.bench_function("rounds judged, the knocker's melds sought", |bench| {
        let judged = |(knocker, defender): &Round| {
            judge(&GinRules::GIN, &Hands { knocker, defender, ..Hands::default() })
                .map_or(0, |round| round.figures.difference)
        };
        bench.iter(|| rounds.iter().map(judged).sum::<u32>());
    });
    group.finish();
}

criterion_group!(benches, arranging);
criterion_main!(benches);
