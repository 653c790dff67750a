use super::*;

const STAKE: Minor = Minor(1000);

fn lost(cube: u32, limit: Option<i64>, options: GameOptions, variant: Variant, turned: bool) -> i64 {
    most_that_can_be_lost(STAKE, cube, limit.map(Minor), options, variant, turned).unwrap().0
}

#[test]
fn three_times_the_cube_can_be_lost() {
    let plain = GameOptions::default();
    assert_eq!(lost(1, None, plain, Variant::Backgammon, false), 3000);
    assert_eq!(lost(4, None, plain, Variant::Nackgammon, true), 12_000);
}

#[test]
fn twice_in_variants_without_triples() {
    let plain = GameOptions { cube: false, ..GameOptions::default() };
    for variant in Variant::ALL {
        let times = if matches!(variant, Variant::Backgammon | Variant::Nackgammon) { 3 } else { 2 };
        assert_eq!(lost(1, None, plain, variant, false), times * 1000, "{variant:?}");
    }
}

#[test]
fn once_while_jacoby_holds_the_cube_unturned() {
    let jacoby = GameOptions { jacoby: true, ..GameOptions::default() };
    assert_eq!(lost(1, None, jacoby, Variant::Backgammon, false), 1000);
    assert_eq!(lost(2, None, jacoby, Variant::Backgammon, true), 6000);
    assert_eq!(lost(2, None, jacoby, Variant::Backgammon, false), 2000, "an automatic double turns no cube");
}

#[test]
fn never_more_than_the_limit() {
    let plain = GameOptions::default();
    assert_eq!(lost(4, Some(5000), plain, Variant::Backgammon, true), 5000);
    assert_eq!(lost(1, Some(5000), plain, Variant::Backgammon, false), 3000);
}

#[test]
fn beyond_the_range_is_an_error_and_never_a_wrap() {
    let most =
        most_that_can_be_lost(Minor(i64::MAX), u32::MAX, None, GameOptions::default(), Variant::Backgammon, true);
    assert_eq!(most, Err(MoneyError::OutOfRange));
    let huge = most_that_can_be_lost(
        Minor(i64::MAX),
        u32::MAX,
        Some(Minor(7)),
        GameOptions::default(),
        Variant::Backgammon,
        true,
    );
    assert_eq!(huge, Ok(Minor(7)));
}

fn at_start(automatic_doubles: u8, jacoby: bool, limit: Option<i64>, cube_max: u32) -> i64 {
    let options = GameOptions { automatic_doubles, jacoby, cube_max, ..GameOptions::default() };
    escrow_at_start(STAKE, limit.map(Minor), options, Variant::Backgammon).unwrap().0
}

#[test]
fn automatic_doubles_are_escrowed_from_the_start() {
    assert_eq!(at_start(0, false, None, 64), 3000);
    assert_eq!(at_start(2, false, None, 64), 12_000);
    assert_eq!(at_start(2, true, None, 64), 4000, "Jacoby still holds");
}

#[test]
fn no_automatic_double_passes_limit_or_cube_maximum() {
    assert_eq!(at_start(5, false, None, 4), 12_000);
    assert_eq!(at_start(2, true, Some(3500), 64), 2000, "a second one would pass 35");
    assert_eq!(at_start(2, true, Some(4000), 64), 4000);
    assert_eq!(at_start(200, false, None, 1), 3000);
    let options = GameOptions::default();
    assert_eq!(automatic_double(STAKE, 32, None, options), Some(64));
    assert_eq!(automatic_double(STAKE, 64, None, options), None);
    assert_eq!(automatic_double(STAKE, u32::MAX, None, options), None);
}

#[test]
fn a_match_escrows_its_stake_once() {
    let terms = Terms {
        kind: GameKind::Match { points: 7 },
        variant: Variant::Backgammon,
        stake: STAKE,
        currency: Currency::usd(),
        limit: None,
        options: GameOptions::default(),
    };
    assert_eq!(terms.escrow_each(), Ok(STAKE));
    assert_eq!(Terms { kind: GameKind::Single, ..terms }.escrow_each(), Ok(Minor(3000)));
}

#[test]
fn terms_are_a_document() {
    let terms: Terms = serde_json::from_str(
        r#"{"kind":{"match":{"points":5}},"variant":"acey_deucey","stake_minor":500,"currency":"USD","options":{"cube":false}}"#,
    )
    .unwrap();
    assert_eq!(terms.kind, GameKind::Match { points: 5 });
    assert_eq!(terms.options, GameOptions { cube: false, ..GameOptions::default() });
    let stored = serde_json::to_string(&terms).unwrap();
    assert_eq!(serde_json::from_str::<Terms>(&stored).unwrap(), terms);
    let single = serde_json::to_value(Terms { kind: GameKind::Single, ..terms }).unwrap();
    assert_eq!(single["kind"], "single");
    let unknown =
        r#"{"kind":"single","variant":"backgammon","stake_minor":1,"currency":"USD","options":{"cube":true},"x":1}"#;
    assert!(serde_json::from_str::<Terms>(unknown).is_err());
}

#[test]
fn a_variants_word_is_its_word_in_documents() {
    for variant in Variant::ALL {
        assert_eq!(serde_json::to_value(variant).unwrap(), variant.slug());
    }
}
