use proptest::prelude::*;

use super::*;

fn seats(chips: &[u64], fee: u64) -> Vec<Seat> {
    chips.iter().zip(1..).map(|(held, registration)| Seat::of(registration, Chips(*held), Chips(fee))).collect()
}

fn won(winner: u32, losses: &[(u32, u64)]) -> Outcome {
    Outcome::Won { winner, negative_points: losses.iter().copied().collect() }
}

fn after(seats: &[SettledSeat]) -> Vec<u64> {
    seats.iter().map(|seat| seat.after.0).collect()
}

fn code(result: Result<Vec<SettledSeat>, Refused>) -> Code {
    result.unwrap_err().code
}

#[test]
fn the_pages_own_example_gives_156() {
    let settled = reckon(&seats(&[500, 500], 30), 3, ShortWinner::Limited, &won(1, &[(2, 25 + 2 + 2 + 3)])).unwrap();
    assert_eq!(settled[1].payment.unwrap().paid, Chips(96));
    assert_eq!((settled[0].receives, settled[0].after), (Chips(156), Chips(470 + 156)));
    assert_eq!(after(&settled)[1], 374);
}

#[test]
fn a_payment_says_what_limited_it() {
    let paid = |chips: &[u64], points, rule| {
        let settled = reckon(&seats(chips, 10), 2, rule, &won(1, &[(2, points)])).unwrap();
        let payment = settled[1].payment.unwrap();
        let why = payment.why();
        assert_eq!((why.rule, why.figures["paid"]), (payment.paid_by.as_str(), payment.paid.0));
        (payment.paid.0, payment.paid_by)
    };
    assert_eq!(paid(&[100, 100], 3, ShortWinner::Limited), (6, PaidBy::NegativePoints));
    assert_eq!(paid(&[100, 30], 50, ShortWinner::Limited), (20, PaidBy::LoserRisk));
    assert_eq!(paid(&[25, 100], 50, ShortWinner::Limited), (15, PaidBy::WinnerRisk));
    assert_eq!(paid(&[25, 100], 50, ShortWinner::Unlimited), (90, PaidBy::LoserRisk));
    assert_eq!(paid(&[100, 100], u64::MAX, ShortWinner::Limited), (90, PaidBy::LoserRisk), "owed beyond all numbers");
}

#[test]
fn a_short_winner_with_nothing_left_after_the_fee_wins_the_pot_alone() {
    let settled = reckon(&seats(&[7, 100, 100], 10), 2, ShortWinner::Limited, &won(1, &[(2, 30), (3, 1)])).unwrap();
    assert_eq!(after(&settled), [27, 90, 90]);
}

#[test]
fn losers_who_tie_for_the_most_negative_points_are_all_last() {
    let points = |losses: &[(u32, u64)]| {
        let seats = seats(&[100; 4], 10);
        let settled = reckon(&seats, 1, ShortWinner::Limited, &won(2, losses)).unwrap();
        settled.iter().map(|seat| seat.points).collect::<Vec<_>>()
    };
    assert_eq!(points(&[(1, 5), (3, 9), (4, 2)]), [2, 3, 1, 2]);
    assert_eq!(points(&[(1, 9), (3, 9), (4, 2)]), [1, 3, 1, 2]);
    assert_eq!(points(&[(1, 0), (3, 0), (4, 0)]), [1, 3, 1, 1]);
}

#[test]
fn a_report_must_name_every_seat_once() {
    let of = |outcome| reckon(&seats(&[100; 3], 10), 1, ShortWinner::Limited, &outcome);
    assert_eq!(code(of(won(4, &[(2, 1), (3, 1)]))), Code::WinnerNotAtTable);
    assert_eq!(code(of(won(1, &[(2, 1), (4, 1)]))), Code::LoserNotAtTable);
    assert_eq!(code(of(won(1, &[(1, 1), (2, 1), (3, 1)]))), Code::WinnerAmongLosers);
    assert_eq!(code(of(won(1, &[(2, 1)]))), Code::NegativePointsMissing);
}

#[test]
fn a_void_round_is_divided_to_the_last_chip_of_its_pot() {
    let divide = |shares: &[(u32, u64)]| {
        let shares = shares.iter().map(|(seat, chips)| (*seat, Chips(*chips))).collect();
        reckon(&seats(&[100, 8, 50], 10), 1, ShortWinner::Limited, &Outcome::Divided { shares })
    };
    let settled = divide(&[(1, 20), (2, 0), (3, 8)]).unwrap();
    assert_eq!(after(&settled), [110, 0, 48]);
    assert!(settled.iter().all(|seat| seat.points == 0 && seat.payment.is_none()));
    assert_eq!(code(divide(&[(1, 20), (2, 0), (3, 9)])), Code::SharesNotPot);
    assert_eq!(code(divide(&[(1, 20), (3, 8)])), Code::SharesNotPot);
    assert_eq!(code(divide(&[(1, 20), (2, 0), (4, 8)])), Code::SharesNotPot);
}

#[test]
fn every_seat_says_why_it_has_what_it_has() {
    let seats = seats(&[100, 8, 50], 10);
    let told = |outcome: Outcome| {
        let settled = reckon(&seats, 1, ShortWinner::Limited, &outcome).unwrap();
        settled.iter().map(|seat| seat.why(&seats, Chips(10), &outcome)).collect::<Vec<_>>()
    };
    let rules = |steps: &[Explanation]| steps.iter().map(|step| (step.rule, step.section)).collect::<Vec<_>>();
    let round = "page 003 \u{a7}10";
    let void = told(Outcome::Void { cause: VoidCause::NoWinner });
    let none = "edge case 12";
    let short = [("all_held", round), ("fee_returned", none), ("void_brings_no_points", none), ("chips_after", round)];
    assert_eq!(rules(&void[1]), short);
    let shares = BTreeMap::from([(1, Chips(20)), (2, Chips(0)), (3, Chips(8))]);
    let divided = told(Outcome::Divided { shares });
    let absent = "page 003 \u{a7}15";
    let whole =
        [("round_fee", round), ("pot_divided", absent), ("void_brings_no_points", absent), ("chips_after", round)];
    assert_eq!(rules(&divided[0]), whole);
    assert_eq!(divided[0][1].figures, BTreeMap::from([("pot", 28), ("receives", 20)]));
    let won = told(won(2, &[(1, 0), (3, 0)]));
    assert_eq!(won[1][1].figures, BTreeMap::from([("from_losers", 0), ("pot", 28), ("receives", 28)]));
    assert_eq!(won[2][2].rule, "points_of_last", "with nothing against anybody all losers are last");
    let stranger = SettledSeat { registration: 9, ..settled(&seats[0], None, Chips::ZERO, 0).unwrap() };
    assert_eq!(stranger.why(&seats, Chips(10), &Outcome::Void { cause: VoidCause::NoWinner }), []);
}

prop_compose! {
    fn a_round()(
        chips in prop::collection::vec(1_u64..2000, 2..=6),
        fee in prop_oneof![Just(0_u64), 1_u64..300],
        ratio in 1_u64..12, winner in any::<prop::sample::Index>(),
        losses in prop::collection::vec(prop_oneof![0_u64..300, Just(u64::MAX)], 6),
        bought in prop::collection::vec(prop_oneof![Just(0_u64), 1_u64..500], 6),
        unlimited in any::<bool>(),
    ) -> (Vec<Seat>, u64, u32, Outcome, ShortWinner) {
        let mut seats = seats(&chips, fee);
        for (seat, bought) in seats.iter_mut().zip(bought) {
            seat.bought = Chips(bought);
        }
        let winner = u32::try_from(winner.index(seats.len())).unwrap() + 1;
        let losers = seats.iter().map(|seat| seat.registration).filter(|seat| *seat != winner);
        let outcome = Outcome::Won { winner, negative_points: losers.zip(losses).collect() };
        (seats, ratio, winner, outcome, if unlimited { ShortWinner::Unlimited } else { ShortWinner::Limited })
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_round_moves_chips_and_makes_none((seats, ratio, winner, outcome, rule) in a_round()) {
        let settled = reckon(&seats, ratio, rule, &outcome).unwrap();
        let before: u64 = seats.iter().map(|seat| seat.fee_paid.0 + seat.risk.0 + seat.bought.0).sum();
        prop_assert_eq!(settled.iter().map(|seat| seat.after.0).sum::<u64>(), before);
        let pot: u64 = seats.iter().map(|seat| seat.fee_paid.0).sum();
        for (seat, settled) in seats.iter().zip(&settled) {
            if seat.registration == winner {
                prop_assert!(settled.after.0 >= pot, "each table has a winner with at least the pot");
            } else {
                prop_assert!(settled.after >= seat.bought, "what was bought during the round is not at risk in it");
                prop_assert!(settled.payment.unwrap().paid <= seat.risk);
            }
        }
        let void = reckon(&seats, ratio, rule, &Outcome::Void { cause: VoidCause::Director }).unwrap();
        for (seat, void) in seats.iter().zip(void) {
            prop_assert_eq!(void.after.0, seat.fee_paid.0 + seat.risk.0 + seat.bought.0);
        }
    }
}
