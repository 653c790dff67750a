use super::super::super::{Act, Game, Options};
use super::super::gnu_id;
use super::*;

/// XGIDs with the ids that GNU Backgammon 1.07 gave them; the bottom player is to move.
const READ_BY_GNU: [[&str; 3]; 4] = [
    ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:3:10", "4HPwATDgc/ABMA", "cIllABAAEAAE"],
    ["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:1:3:10", "4HPwATDgc/ABMA", "8AlgABAAEAAE"],
    ["XGID=aa----E-C---dE---c-e----B-:1:1:1:00:0:1:0:5:10", "4HPwACjwOfgAGA", "UQmgABAAAAAE"],
    ["XGID=aa----E-C---dE---c-d----AA:3:-1:1:66:10:123:0:0:10", "4Dl4ABT4HHwAFA", "QwkbALAHUAAE"],
];

#[test]
fn an_xgid_is_the_same_moment_as_gnu_backgammons_ids() {
    for [id, position_id, match_id] in READ_BY_GNU {
        let read = moment(id).unwrap();
        assert_eq!(gnu_id::of_position(&read.position).unwrap(), position_id, "{id}");
        assert_eq!(gnu_id::of_match(&read).unwrap(), match_id, "{id}");
        assert_eq!(of(&read).unwrap(), id);
        assert_eq!(moment(&id[5..]), Ok(read));
    }
}

#[test]
fn the_top_player_on_turn_sees_the_board_from_there() {
    let id = "XGID=aa----E-C---dE---c-d----AA:1:1:-1:52:0:0:3:0:6";
    let read = moment(id).unwrap();
    assert_eq!((read.turn, read.cube.owner, read.position.own()[24]), (Player::White, Some(Player::Black), 1));
    assert_eq!((read.jacoby, read.beavers, read.cube_max), (true, true, 64));
    assert_eq!(of(&read).unwrap(), id);
}

#[test]
fn offers_are_letters_in_place_of_dice() {
    for id in
        ["XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "XGID=-b----E-C---eE---c-e----B-:1:-1:1:B:0:0:2:0:10"]
    {
        let read = moment(id).unwrap();
        assert!(read.pending.is_some());
        assert_eq!(of(&read).unwrap(), id);
    }
}

#[test]
fn a_cube_without_maximum_is_told_as_high_as_any_goes() {
    for (cube_max, told) in [(0, 1), (1, 1), (100, 64), (u32::MAX, CUBE_MAX)] {
        let mut game = Game::new(Options { cube_max, ..Options::default() });
        game.act(&Act::OpeningRoll { white: 3, black: 1 }).unwrap();
        let read = moment(&of(&Moment::of(&game, 0, [0, 0])).unwrap()).unwrap();
        assert_eq!(read.cube_max, told, "{cube_max}");
    }
}

#[test]
fn what_an_xgid_cannot_say_is_not_written() {
    let start = moment(READ_BY_GNU[0][0]).unwrap();
    let why = |moment: Moment| of(&moment).unwrap_err().to_string();
    let resigned = Pending::Resignation { by: Player::White, class: super::super::super::Class::Gammon };
    assert_eq!(why(Moment { pending: Some(resigned), ..start }), "an XGID cannot say a resignation");
    assert_eq!(
        why(Moment { stage: Stage::Played, ..start }),
        "an XGID cannot say that a game has not begun, or has ended"
    );
    let fevga = Position::start(super::super::super::Variant::Fevga);
    assert!(why(Moment { position: fevga, ..start }).contains("move otherwise"));
}

#[test]
fn an_xgid_is_refused_with_what_is_wrong() {
    let why = |id: &str| moment(id).unwrap_err().to_string();
    let board = "-b----E-C---eE---c-e----B-";
    assert_eq!(why(""), "an XGID has 10 fields, not 1");
    assert_eq!(why(&":".repeat(1_000_000)), "an XGID has 10 fields, not 1000001");
    let cases = [
        ("-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10", "the position of an XGID has 26 characters, not 25"),
        ("Ab----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "character 1 of an XGID cannot be 'A'"),
        ("-b----E-C---eE---c-e----Bb:0:0:1:31:0:0:0:0:10", "character 26 of an XGID cannot be 'b'"),
        ("-b----P-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "character 7 of an XGID cannot be 'P'"),
        ("-b----EAC---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "the mover has 16 checkers, not 15"),
        ("-OOOOOOOOOOOOOOOOOOOOOOOOO:0:0:1:31:0:0:0:0:10", "the mover has 375 checkers, not 15"),
    ];
    for (id, expected) in cases {
        assert_eq!(why(id), expected);
    }
    let fields = [
        ("21:0:1:31:0:0:0:0:10", "the cube cannot be 21"),
        ("-1:0:1:31:0:0:0:0:10", "the cube cannot be -1"),
        ("99999999999:0:1:31:0:0:0:0:10", "the cube cannot be 99999999999"),
        ("0:2:1:31:0:0:0:0:10", "the cube's owner cannot be 2"),
        ("0:0:0:31:0:0:0:0:10", "the turn cannot be 0"),
        ("0:0:1:37:0:0:0:0:10", "the dice cannot be 37"),
        ("0:0:1:R:0:0:0:0:10", "the dice cannot be R"),
        ("0:0:1:31:+1:0:0:0:10", "a score cannot be +1"),
        ("0:0:1:31:0:0:4:0:10", "the rules cannot be 4"),
        ("0:0:1:31:0:0:2:5:10", "the rules cannot be 2"),
        ("0:0:1:31:0:0:0:9999999999:10", "the length cannot be 9999999999"),
        ("0:0:1:31:0:0:0:32768:10", "the length cannot be 32768"),
        ("3:1:1:31:0:0:0:0:2", "the cube is above its maximum"),
        ("0:0:1:31:0:0:1:5:10", "it cannot be the Crawford game: nobody is one point short"),
        ("0:0:1:31:0:0:0:0:40", "the cube maximum cannot be 40"),
        ("1:-1:1:D:0:0:0:0:10", "who doubles does not own the cube"),
    ];
    for (rest, expected) in fields {
        assert_eq!(why(&format!("XGID={board}:{rest}")), expected);
    }
}
