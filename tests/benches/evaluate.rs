//! How long it takes to compute the tables, to judge positions of each kind, and to throw and verify dice.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kupa::rules::backgammon::evaluate::bearoff::one_sided::OneSided;
use kupa::rules::backgammon::evaluate::bearoff::two_sided::TwoSided;
use kupa::rules::backgammon::evaluate::match_equity::{MatchEquity, Score};
use kupa::rules::backgammon::evaluate::{Evaluator, Plain};
use kupa::rules::backgammon::{Position, Variant};
use kupa::rules::dice::published::Published;
use kupa::rules::dice::{Dice, Secret, Words};

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tables");
    group.sample_size(10);
    group.bench_function("bearoff/two_sided", |bench| bench.iter(TwoSided::compute));
    group.bench_function("bearoff/one_sided", |bench| bench.iter(OneSided::compute));
    for points in [7, 25, 1000] {
        group.bench_function(format!("match_equity/{points}"), |bench| {
            bench.iter(|| MatchEquity::compute(black_box(points), true));
        });
    }
    group.finish();
}

fn evaluating(criterion: &mut Criterion) {
    let positions = [
        ("bearoff/exact", "A..CB................b.a.I.l"),
        ("bearoff/one_sided", "K.B.B.................ed...f"),
        ("race", "BB.CBCBA...........ea.bg...."),
        ("race/last_chance", "..CCDCAA...............b...m"),
        ("contact", "D....a.aa..dD...A.bbBAbbC..."),
    ];
    for (kind, text) in positions {
        let position: Position = text.parse().expect("a possible position");
        criterion.bench_function(&format!("evaluate/{kind}"), |bench| {
            bench.iter(|| Plain.evaluate(black_box(&position)));
        });
    }
    let table = MatchEquity::compute(7, true);
    let score = Score { away: 5, opp_away: 3, crawford_over: false };
    let Ok(found) = Plain.evaluate(&Position::start(Variant::Backgammon)) else { return };
    criterion.bench_function("match_equity/in_game", |bench| {
        bench.iter(|| table.in_game(black_box(score), 2, black_box(&found.chances)));
    });
}

fn dice(criterion: &mut Criterion) {
    let (secret, words) = (Secret::new([7; 32]), [Words::none(), Words::none()]);
    let game = Dice::new(&secret, &words);
    let published = Published::of(&secret, &words, 60, None);
    let mut group = criterion.benchmark_group("dice");
    group.throughput(Throughput::Elements(1));
    group.bench_function("roll", |bench| bench.iter(|| game.roll(black_box(17))));
    group.throughput(Throughput::Elements(60));
    group.bench_function("verify", |bench| bench.iter(|| black_box(&published).verify()));
    group.finish();
}

criterion_group!(benches, tables, evaluating, dice);
criterion_main!(benches);
