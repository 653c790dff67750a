use super::*;
use Impossible::*;

const START: &str = "b....E.C...eE...c.e....B....";

fn wrong(text: &str) -> Vec<Impossible> {
    text.parse::<Position>().unwrap_err().0
}

fn board() -> Board {
    Position::start(Variant::Backgammon).board()
}

#[test]
fn a_start_is_written_and_read_alike_from_both_sides() {
    let start = Position::start(Variant::Backgammon);
    assert_eq!(start.to_string(), START);
    assert_eq!(START.parse(), Ok(start));
    assert_eq!(start.turned(), start);
    assert_eq!(start.pips(), 167);
}

#[test]
fn each_variant_starts_with_a_possible_position() {
    let starts = Variant::ALL.map(|variant| {
        let start = Position::start(variant);
        assert_eq!(Position::new(&start.board()), Ok(start));
        assert_eq!(Position::read(variant.movement(), &start.to_string()), Ok(start));
        (start.to_string(), start.pips())
    });
    let texts = starts.each_ref().map(|(text, _)| text.as_str());
    let expected = [
        START,
        START,
        "bb...D.C...dD...c.d...BB....",
        START,
        "o......................O....",
        "...........o...........O....",
        "............................",
    ];
    assert_eq!(texts, expected);
    assert_eq!(starts.map(|(_, pips)| pips), [167, 167, 194, 167, 360, 360, 375]);
}

#[test]
fn turning_exchanges_the_sides_and_turning_twice_changes_nothing() {
    let position: Position = "eBCCDB.................i.Aa.".parse().unwrap();
    assert_eq!(position.turned().to_string(), "I.................bdccbEA..a");
    assert_eq!(position.turned().turned(), position);
    assert_eq!((position.own()[2], position.opp()[1], position.opp()[25]), (2, 9, 1));
}

#[test]
fn every_reason_is_named_at_once() {
    assert_eq!(wrong("b....E.C...eE...c.e....C...."), [Checkers { whose: Whose::Own, found: 16 }]);
    assert_eq!(
        wrong("A.......................B..."),
        [Checkers { whose: Whose::Own, found: 3 }, Checkers { whose: Whose::Opp, found: 0 }]
    );
    let mut both = board();
    both.own[1] = 1;
    both.opp[25] = 1;
    let found = Position::new(&both).unwrap_err();
    let expected =
        [Checkers { whose: Whose::Own, found: 16 }, Checkers { whose: Whose::Opp, found: 16 }, Shared { point: 1 }];
    assert_eq!(found.0, expected);
    let said = "the mover has 16 checkers, not 15; the opponent has 16 checkers, not 15; both sides stand on point 1";
    assert_eq!(found.to_string(), said);
}

#[test]
fn nobody_wins_twice_and_nobody_is_shut_out_for_ever() {
    assert_eq!(wrong(".........................O.o"), [BothOff]);
    assert_eq!(wrong("BBBBBB............bbbbbbC.c."), [BothClosedOut]);
    assert!("BBBBBA............bbbbbbC.d.".parse::<Position>().is_err());
    assert!("BBBBBAA...........bbbbbbC.c.".parse::<Position>().is_ok());
}

#[test]
fn text_of_another_length_or_with_strange_characters_is_refused() {
    assert_eq!(wrong(""), [Length { characters: 0 }]);
    assert_eq!(wrong(&START[1..]), [Length { characters: 27 }]);
    assert_eq!(wrong(&format!("{START}.")), [Length { characters: 29 }]);
    assert_eq!(wrong(&format!("{START}/1")), [Length { characters: 30 }]);
    assert_eq!(
        wrong("p....E.C...éE...c.e....B.aA."),
        [
            Character { at: 1, found: 'p' },
            Character { at: 12, found: 'é' },
            Character { at: 26, found: 'a' },
            Character { at: 27, found: 'A' },
        ]
    );
}

#[test]
fn a_megabyte_is_only_measured() {
    assert_eq!(wrong(&"é".repeat(1 << 20)), [Length { characters: 1 << 20 }]);
    let pins = format!("{START}{}", "/1".repeat(1 << 20));
    assert_eq!(Position::read(Movement::Pinning, &pins).unwrap_err().0, [PinnedPoints]);
}

#[test]
fn a_pinned_checker_is_named_with_those_that_pin_it() {
    let text = "A.....b................N..../1";
    let faults = Position::read(Movement::Pinning, text).unwrap_err();
    assert_eq!(faults.0, [Checkers { whose: Whose::Opp, found: 3 }]);
    let text = "A..a...m...............M..../1/4";
    let position = Position::read(Movement::Pinning, text).unwrap();
    assert_eq!(position.to_string(), text);
    let board = position.board();
    assert_eq!((board.own[1], board.opp[24], board.own[4], board.opp[21]), (1, 1, 1, 1));
    assert_eq!((board.own_pinned, board.opp_pinned), (1 << 4, 1 << 24));
    assert_eq!(position.turned().to_string(), "m...............M...A..a..../21/24");
    assert_eq!(position.turned().turned(), position);
}

#[test]
fn a_pin_needs_one_checker_below_and_one_above() {
    let text = "A..a...m...............M..../1/4";
    for (pins, fault) in [
        ("/4/1", PinnedPoints),
        ("/1/1", PinnedPoints),
        ("/01", PinnedPoints),
        ("/+1", PinnedPoints),
        ("/25", PinnedPoints),
        ("/0", PinnedPoints),
        ("/", PinnedPoints),
        ("/2", PinnedPoints),
        ("/1/", PinnedPoints),
    ] {
        let text = format!("{}{pins}", &text[..28]);
        assert_eq!(Position::read(Movement::Pinning, &text).unwrap_err().0, [fault], "{pins}");
    }
    let good = Position::read(Movement::Pinning, text).unwrap().board();
    let judged = |board: Board| Position::new(&board).unwrap_err().0;
    assert_eq!(judged(Board { own_pinned: 0, ..good }), [Shared { point: 4 }]);
    assert_eq!(judged(Board { own_pinned: 1 << 24 | 1 << 4, ..good }), [Pinned { point: 24 }]);
    assert_eq!(judged(Board { own_pinned: 1 << 1 | 1 << 4, ..good }), [Pinned { point: 1 }], "both below");
    assert_eq!(judged(Board { own_pinned: 1 << 25 | 1 << 4, ..good }), [PinnedPoints]);
    let hitting = Board { movement: Movement::Hitting, ..good };
    assert_eq!(judged(hitting), [Pinned { point: 1 }, Pinned { point: 4 }]);
}

#[test]
fn where_nothing_is_hit_there_is_no_bar() {
    let bar = Board { movement: Movement::Running, ..board() };
    let mut bar =
        Board { own: Position::start(Variant::Fevga).own(), opp: Position::start(Variant::Fevga).opp(), ..bar };
    (bar.own[24], bar.own[25]) = (14, 1);
    assert_eq!(Position::new(&bar).unwrap_err().0, [Bar { whose: Whose::Own }]);
}

#[test]
fn where_both_run_one_way_nobody_holds_all_of_their_starting_quarter() {
    let own = [(24, 10), (23, 1), (22, 1), (21, 1), (20, 1), (19, 1)];
    let mut board = Position::start(Variant::Fevga).board();
    own.iter().for_each(|(point, count)| board.own[*point] = *count);
    assert_eq!(Position::new(&board).unwrap_err().0, [StartingQuarter { whose: Whose::Own }]);
    board = Board { own: board.opp, opp: board.own, ..board };
    assert_eq!(Position::new(&board).unwrap_err().0, [StartingQuarter { whose: Whose::Opp }]);
}

#[test]
fn where_both_run_one_way_the_other_side_is_half_a_board_away() {
    let text = "...........o..A........N....";
    let position = Position::read(Movement::Running, text).unwrap();
    assert_eq!(position.turned().to_string(), "..a........n...........O....");
    assert_eq!(position.turned().turned(), position);
}

#[test]
fn checkers_that_have_yet_to_enter_are_those_that_are_nowhere() {
    let position = Position::read(Movement::Entering, "A......................b.A..").unwrap();
    assert_eq!(position.pips(), 1 + 13 * 25);
    let many = Position::read(Movement::Entering, "O......................b.A..").unwrap_err();
    assert_eq!(many.0, [Checkers { whose: Whose::Own, found: 16 }]);
}
