//! The templates that ship.

use kupa::domain::money::Minor;
use kupa::domain::tournaments::payout::Payout;
use kupa::domain::tournaments::prizes::{Group, Reckoning, TieRule, award};
use kupa::domain::tournaments::shipped::{levels, payouts};

#[test]
fn every_shipped_payout_table_may_be_saved() {
    let shipped = payouts();
    for (slug, template) in &shipped {
        let mut faults = template.name.faults("/name");
        faults.extend(template.bands.faults("/bands"));
        assert_eq!(faults, [], "{slug}");
    }
    assert_eq!(shipped.iter().map(|(slug, _)| *slug).collect::<Vec<_>>(), ["top_heavy", "flat", "curve"]);
}

#[test]
fn every_shipped_level_schedule_may_be_saved_and_gets_dearer() {
    let shipped = levels();
    for (slug, template) in &shipped {
        let mut faults = template.name.faults("/name");
        faults.extend(template.levels.faults("/levels"));
        assert_eq!(faults, [], "{slug}");
        let (first, last) = (template.levels.get(1).unwrap(), template.levels.get(u32::MAX).unwrap());
        assert!(
            template.starting_chips.0 >= 50 * first.round_fee.0,
            "{slug}: a player has rounds enough to begin with"
        );
        assert!(last.round_fee.0 * 2 >= template.starting_chips.0, "{slug}: the last level makes an end");
    }
    assert_eq!(shipped.len(), 6);
}

#[test]
fn a_fast_tournament_rises_faster_than_a_slow_one() {
    let shipped = levels();
    let find = |slug: &str| shipped.iter().find(|(name, _)| *name == slug).map(|(_, template)| template).unwrap();
    for game in ["backgammon", "gin", "rummy"] {
        let (slow, fast) = (find(&format!("{game}_slow")), find(&format!("{game}_fast")));
        assert!(fast.levels.every_s < slow.levels.every_s, "{game}");
        for n in 1..10 {
            let (slow, fast) = (slow.levels.get(n).unwrap(), fast.levels.get(n).unwrap());
            assert!(fast.round_fee >= slow.round_fee && fast.chip_ratio >= slow.chip_ratio, "{game}, level {n}");
        }
    }
}

fn find(slug: &str) -> Payout {
    payouts().into_iter().find(|(name, _)| *name == slug).map(|(_, template)| template.bands).unwrap()
}

fn shares(slug: &str, entrants: u32) -> Vec<u32> {
    find(slug).band(entrants).unwrap().shares_bp.clone()
}

#[test]
fn the_tables_pay_what_their_sources_say() {
    assert_eq!(shares("top_heavy", 30), [5000, 3000, 2000]);
    assert_eq!(shares("top_heavy", 51), [3000, 2000, 1250, 900, 800, 650, 500, 400, 300, 200]);
    let forty = shares("top_heavy", 301);
    assert_eq!((forty.len(), forty[9], forty[19], forty[39]), (40, 125, 100, 75));
    let many = shares("flat", 290);
    assert_eq!((many.len(), many[..3].to_vec(), many[44]), (45, vec![2150, 1325, 950], 60));
    assert_eq!(shares("flat", 18), [4000, 3000, 2000, 1000]);
    assert_eq!(find("top_heavy").first_gap(1, 701), Some(701));
    assert_eq!(find("curve").first_gap(1, 100_000), None);
}

/// Shares of `i^-a`, in basis points, by bisection; the first place's share decides `a`.
fn curve(places: usize, first: f64) -> Vec<f64> {
    let sum = |a: f64| (1..=places).map(|i| f64::powf(i as f64, -a)).sum::<f64>();
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if 1.0 / sum(middle) < first { low = middle } else { high = middle }
    }
    (1..=places).map(|i| f64::powf(i as f64, -low) / sum(low) * 10_000.0).collect()
}

#[test]
fn the_curve_is_the_one_that_is_described() {
    assert_eq!(shares("curve", 10), [5000, 2896, 2104]);
    for band in find("curve").bands {
        let first = match band.shares_bp.len() {
            1 => continue,
            2 => 0.65,
            3 => 0.50,
            4..=5 => 0.40,
            6..=9 => 0.30,
            10..=27 => 0.25,
            _ => 0.20,
        };
        for (share, exact) in band.shares_bp.iter().zip(curve(band.shares_bp.len(), first)) {
            assert!((f64::from(*share) - exact).abs() < 1.0, "{} places: {share} is not {exact}", band.shares_bp.len());
        }
    }
}

#[test]
fn shown_percentages_sum_to_a_hundred_and_what_is_shown_is_what_is_paid() {
    for (slug, template) in payouts() {
        for band in template.bands.bands {
            let places = u32::try_from(band.shares_bp.len()).unwrap();
            let won = award(&Reckoning {
                pool: Minor(98_765),
                shares_bp: band.shares_bp,
                coupons: Vec::new(),
                least_prize: Minor::ZERO,
                ties: TieRule::Pooled,
                ranking: (1..=places).map(|n| Group { registrations: vec![n], disqualified: false }).collect(),
            })
            .unwrap();
            let (mut shown_bp, mut paid) = (0, 0);
            for prize in &won.prizes {
                let steps = won.why(prize);
                let told = |word: &str| steps.iter().filter_map(|step| step.figures.get(word)).sum::<u64>();
                assert_eq!(told("money_minor"), u64::try_from(prize.money.0).unwrap(), "{slug}");
                assert_eq!(told("money_minor"), told("rounded_minor") + told("left_over_minor"), "{slug}");
                shown_bp += told("share_bp");
                paid += told("money_minor");
            }
            assert_eq!((shown_bp, paid), (10_000, 98_765), "{slug}");
        }
    }
}
