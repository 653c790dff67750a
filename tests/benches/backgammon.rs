//! How fast legal plays are found: positions with a roll a second, each play and each distinct position after it, into one
//! buffer. The positions are those of the tests, from real games and built ones.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kupa::rules::backgammon::{Plays, Position, Roll, Variant};

type Asked = (Position, Roll);

/// The rows of the tests; none is malformed.
fn rows() -> Vec<Asked> {
    let row = |line: &str| {
        let mut words = line.split(' ');
        let position = words.next()?.parse().ok()?;
        let mut dice = words.next()?.bytes().map(|die| die.wrapping_sub(b'0'));
        Some((position, Roll::new(dice.next()?, dice.next()?).ok()?))
    };
    include_str!("../data/bg_plays.txt").lines().filter_map(row).collect()
}

/// Every roll from the start of a variant, and from where each leads.
fn openings(variant: Variant) -> Vec<Asked> {
    let start = Position::start(variant);
    let after = Roll::ALL.iter().filter_map(|roll| Plays::of(&start, *roll).iter().next().copied());
    let positions = std::iter::once(start).chain(after.map(|legal| legal.position.turned()));
    positions.flat_map(|position| Roll::ALL.map(|roll| (position, roll))).collect()
}

/// Finds the plays of all; how many there are.
fn find_all(plays: &mut Plays, asked: &[Asked]) -> usize {
    let mut all = 0;
    for (position, roll) in asked {
        plays.find(black_box(position), *roll);
        all += black_box(&*plays).len();
    }
    all
}

fn plays(criterion: &mut Criterion) {
    let mut plays = Plays::new();
    let rows = rows();
    let (mut rounds, begun) = (0_u32, Instant::now());
    let mut found = 0;
    while begun.elapsed() < Duration::from_secs(2) {
        found = find_all(&mut plays, &rows);
        rounds += 1;
    }
    let asked = f64::from(rounds) * rows.len() as f64;
    let a_second = asked / begun.elapsed().as_secs_f64();
    println!("{} positions with a roll, {found} distinct positions after them: {a_second:.0} a second", rows.len());

    let mut group = criterion.benchmark_group("plays");
    group.throughput(Throughput::Elements(rows.len() as u64));
    group.bench_function("real and built positions", |bench| bench.iter(|| find_all(&mut plays, &rows)));
    for variant in [Variant::Plakoto, Variant::Fevga, Variant::AceyDeucey] {
        let openings = openings(variant);
        group.throughput(Throughput::Elements(openings.len() as u64));
        group.bench_function(format!("openings of {}", variant.slug()), |bench| {
            bench.iter(|| find_all(&mut plays, &openings));
        });
    }
    group.finish();
}

criterion_group!(benches, plays);
criterion_main!(benches);
