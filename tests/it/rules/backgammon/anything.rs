//! Whatever somebody sends as a position, a roll or a play: an answer, and never a position that cannot be.

use kupa::rules::backgammon::{Board, Movement, Plays, Position, Roll, judge_moves, judge_result, result, tied};
use kupa::rules::backgammon::{Class, Variant};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;

const MOVEMENTS: [Movement; 4] = [Movement::Hitting, Movement::Pinning, Movement::Running, Movement::Entering];

fn config() -> ProptestConfig {
    // Seeds of failures are kept beside this file.
    let kept = FileFailurePersistence::WithSource("seeds");
    ProptestConfig { failure_persistence: Some(Box::new(kept)), ..ProptestConfig::default() }
}

/// Reads a text in every game: a position is written as it was read, and anything else has a reason.
fn read(text: &str) -> Result<(), TestCaseError> {
    for movement in MOVEMENTS {
        match Position::read(movement, text) {
            Ok(position) => prop_assert_eq!(position.to_string(), text),
            Err(impossibles) => prop_assert!((1..=80).contains(&impossibles.0.len()), "{}", impossibles),
        }
    }
    Ok(())
}

/// Plays from a possible position and judges what is played; what comes of it is possible too.
fn play(position: Position, roll: Roll, moves: &[(u8, u8)]) -> Result<(), TestCaseError> {
    let plays = Plays::of(&position, roll);
    prop_assert!(!plays.is_empty());
    for legal in &plays {
        prop_assert_eq!(Position::new(&legal.position.board()), Ok(legal.position));
        prop_assert!(legal.play.moves().len() <= usize::from(plays.dice_used()));
    }
    if let Ok(given) = judge_moves(&position, roll, moves) {
        prop_assert!(plays.iter().any(|legal| legal.position == given.position));
    }
    let turned = position.turned();
    prop_assert_eq!(turned.turned(), position);
    let known = judge_result(&position, roll, &turned).is_ok();
    prop_assert_eq!(known, plays.iter().any(|legal| legal.position == turned));
    for variant in Variant::ALL {
        let ends: [Option<Class>; 2] = [position, turned].map(|side| result(variant, &side));
        prop_assert!(ends.iter().flatten().count() <= 1);
        prop_assert_eq!(ends != [None; 2] || tied(&position), position.is_over());
    }
    Ok(())
}

/// A place for each checker.
fn places() -> impl Strategy<Value = Vec<usize>> {
    let place = prop_oneof![3 => 0_usize..=25, 2 => 0_usize..=6, 1 => Just(24_usize), 1 => Just(25_usize)];
    prop::collection::vec(place, 12..=15)
}

fn rolls() -> impl Strategy<Value = Roll> {
    select(Roll::ALL.to_vec())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_a_position_or_has_reasons(text in any::<String>()) {
        read(&text)?;
    }

    #[test]
    fn any_28_letters_are_a_position_or_have_reasons(text in "[.A-Pa-p/é]{28}(/[0-9]{0,3}){0,3}") {
        read(&text)?;
    }

    #[test]
    fn any_numbers_are_a_board_or_have_reasons(
        movement in select(MOVEMENTS.to_vec()), own in any::<[u8; 26]>(), opp in any::<[u8; 26]>(), pinned in any::<[u32; 2]>(),
        roll in rolls(),
    ) {
        let board = Board { movement, own, opp, own_pinned: pinned[0], opp_pinned: pinned[1] };
        match Position::new(&board) {
            Ok(position) => play(position, roll, &[])?,
            Err(impossibles) => prop_assert!((1..=80).contains(&impossibles.0.len())),
        }
    }

    #[test]
    fn any_play_of_any_position_is_judged(
        movement in select(MOVEMENTS.to_vec()), own in places(), opp in places(), roll in rolls(),
        pins in any::<[u32; 2]>(), moves in prop::collection::vec(any::<(u8, u8)>(), 0..6),
        near in prop::collection::vec((0_u8..=25, 0_u8..=12), 1..5),
    ) {
        let mut board = Board { movement, ..Board::default() };
        own.iter().for_each(|place| board.own[*place] += 1);
        opp.iter().for_each(|place| board.opp[*place] += 1);
        for point in 1..=24 {
            let across = if movement == Movement::Running { (point + 11) % 24 + 1 } else { 25 - point };
            let (ours, theirs) = (board.own[point], board.opp[across]);
            if ours > 0 && theirs > 0 {
                let pin = movement == Movement::Pinning && pins[0] >> point & 1 == 1;
                board.opp[0] += theirs - u8::from(pin);
                board.opp[across] = u8::from(pin);
                board.opp_pinned |= u32::from(pin) << across;
            }
        }
        if movement != Movement::Entering {
            board.own[0] += 15 - board.own.iter().sum::<u8>();
            board.opp[0] += 15 - board.opp.iter().sum::<u8>();
        }
        if let Ok(position) = Position::new(&board) {
            play(position, roll, &moves)?;
            let near: Vec<(u8, u8)> = near.iter().map(|(from, by)| (*from, from.saturating_sub(*by))).collect();
            play(position, roll, &near)?;
        }
    }
}

#[test]
fn megabytes_are_answered_like_a_few_letters() {
    let start = Position::start(Variant::Plakoto).to_string();
    for text in
        ["A".repeat(4 << 20), "é".repeat(4 << 20), start.clone() + &"/".repeat(4 << 20), start + &"/24".repeat(4 << 20)]
    {
        read(&text).unwrap();
    }
    let start = Position::start(Variant::Backgammon);
    let many = vec![(24, 18); 4 << 20];
    assert!(judge_moves(&start, Roll::new(6, 5).unwrap(), &many).is_err());
}
