//! Position ids against those of GNU Backgammon 1.07 (`board id` a line), and ids of random moments both ways.

use kupa::rules::backgammon::notation::{Moment, Stage, gnu_id, xgid};
use kupa::rules::backgammon::{Match, MatchOptions, Position, Variant};
use proptest::prelude::*;

use super::random::{Chance, match_options, offered};

const ROWS: &str = include_str!("../../../data/gnu_ids.txt");

#[test]
fn every_position_has_the_id_that_gnu_backgammon_gives_it() {
    for line in ROWS.lines() {
        let (board, id) = line.split_once(' ').unwrap();
        let position: Position = board.parse().unwrap();
        assert_eq!(gnu_id::of_position(&position).unwrap(), id, "{board}");
        assert_eq!(gnu_id::position(id), Ok(position), "{board}");
    }
    assert_eq!(ROWS.lines().count(), 3565);
}

/// Writes a moment in every way that can say it, and reads it again.
fn round_trip(moment: Moment) {
    let (position_id, match_id) = (gnu_id::of_position(&moment.position).unwrap(), gnu_id::of_match(&moment).unwrap());
    let told = Moment { beavers: false, cube_max: 1 << 15, ..moment };
    assert_eq!(gnu_id::moment(&position_id, &match_id), Ok(told));
    match xgid::of(&moment) {
        Ok(id) => assert_eq!(xgid::moment(&id), Ok(moment)),
        Err(unsayable) => {
            assert!(moment.stage != Stage::Playing || unsayable.what == "a resignation", "{unsayable}");
        }
    }
}

/// Plays some acts of a random match and looks at every moment on the way.
fn moments(options: MatchOptions, chance: &mut Chance) {
    let mut played = Match::new(options);
    for _ in 0..200 {
        let game = &played.games().last().unwrap().game;
        if game.outcome().is_some() {
            break;
        }
        let act = offered(chance, game);
        played.act(&act).unwrap();
        round_trip(Moment::of_match(&played).unwrap());
    }
}

proptest! {
    #[test]
    fn every_moment_of_a_random_match_is_read_as_it_was_written(seed in any::<u64>()) {
        let mut chance = Chance::new(seed);
        let variant = chance.pick(&[Variant::Backgammon, Variant::Tavla, Variant::Nackgammon, Variant::Portes]);
        let options = match_options(&mut chance, variant);
        moments(options, &mut chance);
    }

    #[test]
    fn what_is_read_is_written_as_it_was(text in "[A-Za-z0-9+/]{13}[AQgw]", rest in "[A-Za-z0-9+/]{12}") {
        if let Ok(position) = gnu_id::position(&text) {
            prop_assert_eq!(gnu_id::of_position(&position).unwrap(), text);
        }
        if let Ok(moment) = gnu_id::moment("4HPwATDgc/ABMA", &rest) {
            let again = gnu_id::of_match(&moment).unwrap();
            prop_assert_eq!(gnu_id::moment("4HPwATDgc/ABMA", &again), Ok(moment));
        }
    }

    #[test]
    fn no_text_makes_an_id_reader_panic(text in "\\PC{0,60}", board in "[-A-Oa-o]{26}", rest in "[-:0-9DBR]{0,40}") {
        let _ = (gnu_id::position(&text), gnu_id::moment("4HPwATDgc/ABMA", &text), xgid::moment(&text));
        let _ = xgid::moment(&format!("XGID={board}:{rest}"));
    }
}
