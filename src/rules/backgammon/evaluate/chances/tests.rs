use super::*;

const SOME: Chances =
    Chances { win: 0.6, win_gammon: 0.15, win_backgammon: 0.05, lose_gammon: 0.1, lose_backgammon: 0.02 };

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

#[test]
fn equity_counts_gammons_twice_and_backgammons_thrice() {
    assert!(close(SOME.equity(), 0.2 + 0.15 + 0.05 - 0.1 - 0.02));
    assert!(close(SOME.turned().equity(), -SOME.equity()));
    assert_eq!(Class::ALL.map(|class| Chances::won(class).equity()), [1.0, 2.0, 3.0]);
    assert_eq!(Class::ALL.map(|class| Chances::won(class).turned().equity()), [-1.0, -2.0, -3.0]);
}

#[test]
fn outcomes_add_up_to_one_and_to_the_equity() {
    let outcomes = SOME.outcomes();
    assert!(close(outcomes.iter().map(|(_, _, chance)| chance).sum(), 1.0));
    let worth = |(won, class, chance): &(bool, Class, f64)| {
        let points = f64::from(class.points()) * chance;
        if *won { points } else { -points }
    };
    assert!(close(outcomes.iter().map(worth).sum(), SOME.equity()));
}

#[test]
fn rules_without_triples_or_gammons_count_less() {
    assert!(close(SOME.in_variant(Variant::Tavla).equity(), 0.2 + 0.15 - 0.1));
    assert_eq!(SOME.in_variant(Variant::Nackgammon), SOME);
    assert!(close(SOME.without_gammons().equity(), 0.2));
}

#[test]
fn impossible_chances_are_brought_back() {
    let wild = Chances { win: 0.3, win_gammon: 0.5, win_backgammon: 0.4, lose_gammon: 0.9, lose_backgammon: -0.1 };
    let expected = Chances { win: 0.3, win_gammon: 0.3, win_backgammon: 0.3, lose_gammon: 0.7, lose_backgammon: 0.0 };
    assert_eq!(wild.made_possible(), expected);
    assert_eq!(SOME.made_possible(), SOME);
}

#[test]
fn figures_are_fixed_to_four_decimals_half_away_from_zero() {
    let text = |figure: f64| fixed(figure).to_string();
    assert_eq!([0.5, -0.5, 1.0, 0.0].map(text), ["0.5000", "-0.5000", "1.0000", "0.0000"]);
    // Sixteenths of a tenth are exact halves of a ten-thousandth when multiplied out.
    assert_eq!([0.00625, -0.00625].map(text), ["0.0063", "-0.0063"]);
    assert_eq!([0.12344, -0.12346, -2.99999].map(text), ["0.1234", "-0.1235", "-3.0000"]);
    assert_eq!(text(-0.00001), "0.0000", "there is no negative nothing");
}
