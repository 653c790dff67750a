//! How long one reckoning, its stored form and one rating change take.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::{Explanation, Played, Reckoning, reckon, shipped};
use kupa::rules::rating::{Rated, Rating, change};

fn game(played: Played) -> Reckoning {
    Reckoning {
        played,
        stake: Minor(12_345),
        currency: Currency::usd(),
        limit: None,
        rating_winner: Rating::from_millionths(1_900_990_000),
        rating_loser: Rating::from_millionths(1_800_123_456),
        surcharges: true,
        adjudicated: None,
    }
}

fn reckoning(criterion: &mut Criterion) {
    let kinds = [("single", Played::Single { cube: 2, result: 2 }), ("match", Played::Match { points: 7 })];
    for (slug, schedule) in shipped::schedules() {
        for (kind, played) in kinds {
            if kind == "match" && !schedule.offers_matches() {
                continue;
            }
            let game = game(played);
            criterion.bench_function(&format!("reckon/{slug}/{kind}"), |bench| {
                bench.iter(|| reckon(black_box(&schedule), black_box(&game)));
            });
        }
    }
}

fn storing(criterion: &mut Criterion) {
    let Some(giants) = shipped::find_schedule("giants") else { return };
    let Ok(explanation) = reckon(&giants, &game(Played::Single { cube: 2, result: 2 })) else { return };
    let Ok(stored) = serde_json::to_string(&explanation) else { return };
    criterion
        .bench_function("explanation/store", |bench| bench.iter(|| serde_json::to_string(black_box(&explanation))));
    criterion.bench_function("explanation/load", |bench| {
        bench.iter(|| serde_json::from_str::<Explanation>(black_box(&stored)));
    });
}

fn rating(criterion: &mut Criterion) {
    let rated = |millionths, experience| Rated { rating: Rating::from_millionths(millionths), experience };
    let (winner, loser) = (rated(1_900_990_000, 120), rated(1_700_123_456, 20));
    criterion.bench_function("rating/change", |bench| {
        bench.iter(|| change(black_box(7), black_box(winner), black_box(loser)));
    });
}

criterion_group!(benches, reckoning, storing, rating);
criterion_main!(benches);
