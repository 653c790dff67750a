use super::super::super::{Act, Class, Match, MatchOptions, Options, Player, Variant};
use super::super::{Transcript, TranscriptError};
use super::*;
use Player::{Black, White};

const HEAD: &str = " 0 point match\n\n Game 1\n North : 0                      South : 0\n";

/// A session of one game, its lines given.
fn session(lines: &str) -> Result<Transcript, TranscriptError> {
    read(&format!("{HEAD}{lines}"))
}

fn acts(lines: &str) -> Vec<Act> {
    session(lines).unwrap_or_else(|error| panic!("{error}")).played.games()[0].game.acts().to_vec()
}

/// The line counted from the first of the game's lines, the code and the sentence of what is wrong with a session.
fn fault(lines: &str) -> (usize, &'static str, String) {
    let error = session(lines).expect_err("it can be read");
    (error.line.wrapping_sub(4), error.fault.code(), error.fault.to_string())
}

fn play(by: Player, moves: &[[u8; 2]]) -> Act {
    Act::Play { by, moves: moves.to_vec() }
}

#[test]
fn moves_are_written_in_many_ways() {
    let ways = ["  1) 66: 24/18 24/18 13/7 13/7", "  1) 66: 24/18(2) 13/7(2)", "  1) 66: 13/7(2) 24/18(2)"];
    for way in ways {
        let lines = format!("  1)                             31: 8/5 6/5\n{}", way.replace("  1)", "  2)"));
        let Act::Play { moves, .. } = &mut acts(&lines)[3] else { panic!("{way}") };
        moves.sort();
        assert_eq!(*moves, [[13, 7], [13, 7], [24, 18], [24, 18]], "{way}");
    }
    let chained = acts("  1) 31: 24/23/20");
    assert_eq!(chained, [Act::OpeningRoll { white: 3, black: 1 }, play(White, &[[24, 23], [23, 20]])]);
    assert!(matches!(&acts("  1) 31:24/20")[1], Act::Play { moves, .. } if moves.len() == 2));
    let bar = "  1) 62: 24/18 13/11             61: 13/7* 8/7\n  2) 61: bar/24 13/7             54: 13/8 6/2";
    assert_eq!(acts(bar)[5], play(White, &[[25, 24], [13, 7]]));
}

#[test]
fn a_hit_is_marked_before_or_behind_the_number_of_times() {
    let before = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n  2) 51: 13/8 ";
    for way in ["8/7*", "8/7*(1)", "8/7(1)*"] {
        let hit = acts(&format!("{before}{way}"));
        assert_eq!(hit[5], play(White, &[[13, 8], [8, 7]]), "{way}");
    }
    for way in ["8/7(1)**", "8/7*)", "8/7(*1)"] {
        assert_eq!(fault(&format!("{before}{way}")).1, "unreadable", "{way}");
    }
    assert_eq!(fault("  1) 31: 8/5(1)* 6/5").1, "nothing_hit");
}

#[test]
fn other_programs_lines_are_read() {
    let lines = [
        "  1)                             32: 24/21 13/11",
        "  2) 52: 13/8 6/4*               54: 25/21* 13/8",
        "  3) 43: 25/21 24/21             53: 24/21 13/8",
        "  4)  Doubles => 2                Takes",
        "  5) 62: 13/7 7/5                64: 21/15 15/11",
        "  6) 44: 13/9 9/5 8/4* 8/4       66:",
        "  7) 21: 6/5 6/4                 21:",
        "                                  Wins 4 points",
    ];
    let text = format!("{HEAD}{}\n", lines.join("\n"));
    let expected = read(&text).unwrap();
    assert_eq!(expected.played.score(), [0, 4]);
    let alike = [
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("Doubles", "Double"),
        ("Doubles", "redoubles"),
        ("Takes", "Accepts"),
        ("66:", "66: Cannot Move"),
        ("66:", "66: can't move"),
        ("66:", "66: No Play"),
        ("66:", "66: ????"),
        ("21:\n", "21:????\n"),
        ("21:\n", "21: ???\n"),
        ("  1)                             32:", "1)\t\t32:"),
        ("  ", "\t"),
        (" 0 point match", "# a comment\n 0 Points\tMatch "),
        (" 0 point match", "; [Beaver \"On\"]\n 0 point match"),
        (" Game 1", "\tGame\t1 "),
        (" Game 1", " Game 1\n; something : of the game"),
    ];
    for (this, other) in alike {
        let other = text.replace(this, other);
        let read = read(&other).unwrap_or_else(|error| panic!("{error}\n{other}"));
        assert_eq!(read, expected, "{other}");
    }
    let beaver = read(&format!("; [Beaver \"Off\"]\n{text}")).unwrap();
    assert!(!beaver.played.options().game.beavers);
    let dropped = text.split_once("Takes").unwrap().0;
    for word in ["Drops", "Drop", "Passes", "pass", "rejects"] {
        let read = read(&format!("{dropped}{word}\n      Win 1 point\n")).unwrap();
        assert_eq!(read.played.score(), [1, 0], "{word}");
    }
}

#[test]
fn what_was_set_up_is_told_as_that() {
    let set = "; Set Pos=-b----E-C---eE---c-e----B-/0\n  1) 31: 8/5 6/5";
    assert_eq!(
        fault(set),
        (1, "set_up", "Set Pos sets something up: a transcript begins at the start, and is played".into())
    );
    let error = read(&HEAD.replace(" North", "; Set Pos=-b----E-C---eE---c-e----B-/0\n North")).unwrap_err();
    assert_eq!((error.line, error.fault.code()), (4, "set_up"));
    assert_eq!(fault("  1) 31:  Illegal play (0;0;1;0;0;0;a;b;0;0)").1, "set_up");
}

#[test]
fn the_opening_roll_is_the_first_movers() {
    let acts = acts("  1)                             31: 8/5 6/5 ");
    assert_eq!(acts, [Act::OpeningRoll { white: 1, black: 3 }, play(Black, &[[8, 5], [6, 5]])]);
}

#[test]
fn a_beaver_is_taken_by_rolling_on() {
    let beaver =
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4               66: 24/18 24/18 13/7 13/7\n";
    let taken = acts(beaver);
    assert_eq!(taken[2..5], [Act::Double { by: Black }, Act::Beaver { by: White }, Act::Take { by: Black }]);
    let dropped = session(&beaver.replace("66: 24/18 24/18 13/7 13/7", " Drops\n      Wins 2 points")).unwrap();
    assert_eq!(dropped.played.score(), [2, 0]);
    let left_out = session(&beaver.replace("66: 24/18 24/18 13/7 13/7", "\n      Wins 2 points")).unwrap();
    assert_eq!(left_out.played, dropped.played);
    let resigned = session(&beaver.replace("66: 24/18 24/18 13/7 13/7", "\n      Wins 8 points")).unwrap();
    assert_eq!(resigned.played.score(), [8, 0]);
}

#[test]
fn a_game_that_is_not_over_ends_by_resignation_or_drop() {
    let unplayed = acts("  1) 31:                         \n                                  Wins 2 points");
    assert_eq!(unplayed[1], Act::Resign { by: White, class: Class::Gammon, owes: Class::Gammon });
    let dropped =
        acts("  1) 31: 8/5 6/5                  Doubles => 2\n                                  Wins 1 point");
    assert_eq!(dropped[3], Act::Drop { by: White });
}

/// As GNU Backgammon 1.07 writes who resigned with dice on the table: each player's dice with each winner.
#[test]
fn a_result_right_behind_dice_is_whose_column_it_begins_in() {
    let opening = "  1) 31: 8/5 6/5                 42: 8/4 6/4 \n";
    let second = "  2) 61: 13/7 8/7                ";
    let score = |rest: &str| session(&format!("{opening}{rest}")).map(|read| read.played.score());
    assert_eq!(score("  2) 61:       Wins 2 points").unwrap(), [2, 0]);
    assert_eq!(score("  2) 61:                          Wins 2 points").unwrap(), [0, 2]);
    assert_eq!(score(&format!("{second}51:  Wins 3 points")).unwrap(), [0, 3]);
    assert_eq!(score(&format!("{second}51: \n      Wins 3 points")).unwrap(), [3, 0]);
    assert_eq!(score("  2) 61: 13/7 8/7      Wins 2 points").unwrap(), [0, 2], "behind moves it is the other's cell");
    let played = format!("{second}51: 13/8 6/5  Wins 3 points");
    assert_eq!(score(&played).unwrap_err().fault.code(), "unreadable");
}

#[test]
fn a_roll_that_others_would_play_is_left_out_where_its_player_resigned() {
    let text = include_str!("../../../../../tests/data/matches/money0_00.mat");
    let mut played = Match::new(MatchOptions::session(Options::default()));
    let first = read(text).unwrap().played.games()[0].game.acts().to_vec();
    let mut dice = 0;
    for act in first {
        let forced = |game: &super::super::super::Game| {
            game.plays().is_some_and(|plays| plays.len() == 1 && plays.dice_used() > 0)
        };
        if forced(&played.games()[0].game) {
            let by = played.games()[0].game.turn();
            dice = written(&played).matches(':').count();
            played.act(&Act::Resign { by, class: Class::Single, owes: Class::Single }).unwrap();
            break;
        }
        played.act(&act).unwrap();
    }
    assert_eq!(written(&played).matches(':').count(), dice - 1);
    assert_eq!(read(&written(&played)).unwrap().played.score(), played.score());
}

fn written(played: &Match) -> String {
    write(&Transcript { players: ["a".into(), "b".into()], played: played.clone() }).unwrap()
}

#[test]
fn who_is_closed_out_passes_with_a_roll_shown_or_without() {
    let text = include_str!("../../../../../tests/data/matches/money0_00.mat");
    let shown = read(text).unwrap();
    let passes = |by| shown.played.games()[0].game.acts().iter().filter(|act| **act == Act::Pass { by }).count();
    assert!(passes(Black) > 0 && passes(White) == 0);
    let written = write(&shown).unwrap();
    assert_eq!(read(&written).unwrap().played, shown.played);
}

#[test]
fn gammons_that_count_once_with_the_cube_in_the_centre_show_the_jacoby_rule() {
    let text = include_str!("../../../../../tests/data/matches/money0_00.mat");
    assert!(!read(text).unwrap().played.options().game.jacoby, "with the cube turned nothing shows it");
    let won = |points: &str| {
        let ends = "  1) 31:                         \n                                  Wins 2 points\n";
        let more = ends.replace("2 points", points);
        let second = " Game 2\n North : 0                      South : 2\n";
        session(&format!("{ends}{second}{more}")).map(|read| read.played.score())
    };
    assert_eq!(won("2 points").unwrap(), [0, 4]);
    assert_eq!(won("4 points").unwrap_err().fault.code(), "points_shown");
}

#[test]
fn comments_are_passed_over_and_tags_tell_the_rules() {
    let tags = "; [EventDate \"2026.11.29\"]\n// by hand\n; [Variation \"NackGammon\"]\n; [CubeLimit \"8\"]\n; [Jacoby \"On\"]\n; [Beavers \"Off\"]\n; what [Jacoby\n";
    let game = read(&format!("\u{feff}{tags}{HEAD}")).unwrap().played.options().game;
    assert_eq!((game.variant, game.cube_max, game.jacoby, game.beavers), (Variant::Nackgammon, 8, true, false));
    let crawford = read("; [Crawford \"Off\"]\n 3 point match\n").unwrap();
    assert!(!crawford.played.options().crawford);
    let wrong = |tag: &str| read(&format!("{tag}\n{HEAD}")).unwrap_err().fault.code();
    assert_eq!(wrong("; [Variation \"Fevga\"]"), "unknown_variant");
    assert_eq!(wrong("; [CubeLimit \"0\"]"), "unreadable");
    assert_eq!(wrong("; [Jacoby \"Perhaps\"]"), "unreadable");
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let opening = "  1) 31: 8/5 6/5                 ";
    let cases = [
        ("  1) 31: 8/5 7/6", 1, "illegal_play"),
        ("  1) 31: 8/5 6/5 24/23", 1, "illegal_play"),
        ("  1) 31: 8/5*  6/5", 1, "nothing_hit"),
        ("  1) 31: 8/99 6/5", 1, "unreadable"),
        ("  1) 31: 8/5(9) 6/5", 1, "unreadable"),
        ("  1) 31: 8/5/4/3/2/1/8/5/4/3/2/1", 1, "unreadable"),
        ("  1) 37: 8/5", 1, "unreadable"),
        ("  1) 33: 8/5 6/3 13/10 13/10", 1, "opening_double"),
        ("  1)  Doubles => 2", 1, "not_begun"),
        ("      Wins 1 point", 1, "not_begun"),
        ("  1) 31: 8/5 6/5                  Takes", 1, "no_double_pending"),
        ("  1) 31: 8/5 6/5                  Doubles => 4", 1, "cube_shown"),
        ("  1) 31: 8/5 6/5                  Doubles => 99999999999999999999", 1, "unreadable"),
        ("  1) 31: 8/5 6/5                 42: 8/4 6/4                 42: 8/4", 1, "unreadable"),
        ("  1) 31: 8/5 6/5                  Wins 0 points", 1, "points_shown"),
        ("  1) 31: 8/5 6/5                  Wins", 1, "unreadable"),
        ("  1) 31: 8/5 6/5                  Wins 1 point and more", 1, "unreadable"),
        ("North : 0   South : 0", 1, "unreadable"),
        ("  1) nonsense", 1, "unreadable"),
        ("  1) 31: 8/5 ????", 1, "illegal_play"),
        (
            "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4                Raccoons => 8",
            2,
            "beaver_on_beaver",
        ),
    ];
    for (lines, line, code) in cases {
        let found = fault(lines);
        assert_eq!((found.0, found.1), (line, code), "{lines}: {}", found.2);
    }
    let unplayed = fault(&format!("  1) 31:                         42: 8/4 6/4\n{opening}"));
    assert_eq!((unplayed.0, unplayed.1), (1, "illegal_play"), "three and one can be played");
    let unplayed = fault(&format!("{opening}42:\n\n{}", opening.replace("1)", "2)")));
    assert_eq!((unplayed.0, unplayed.1), (1, "illegal_play"), "the line is that of the roll");
    let next = |rest: &str| fault(&format!("{opening}\n{rest}"));
    assert_eq!(next("\n Game 2\n").1, "game_not_finished");
    assert_eq!(next("      Wins 1 point\n  2) 31: 8/5 6/5").1, "game_over");
    assert_eq!(next("      Wins 1 point\n                                  Wins 1 point").1, "winner_shown");
    assert_eq!(next("      Wins 1 point\n Game 2\n North : 0                      South : 1").1, "score_shown");
    let sentence = next("  2) 61: 13/7 8/7").2;
    assert_eq!(sentence, "it is black's turn");
}

#[test]
fn what_is_no_transcript_is_said() {
    let code = |text: &str| read(text).unwrap_err().fault.code();
    assert_eq!(code(""), "not_a_transcript");
    assert_eq!(code("(;FF[4]GM[6])"), "not_a_transcript");
    assert_eq!(code("x point match"), "not_a_transcript");
    assert_eq!(code(" point match"), "not_a_transcript");
    assert_eq!(code(" 5 point match Game 1"), "not_a_transcript");
    assert_eq!(code(" 99999 point match"), "length_out_of_range");
    assert_eq!(code(" 5 point match\n  1) 31: 8/5 6/5"), "unreadable");
    assert_eq!(code(" 5 point match\n Game 1\n North  South"), "unreadable");
    assert_eq!(
        code(" 1 point match\n Game 1\n A:0 B:0\n 1) 31: 8/5 6/5\n Wins 1 point\n Game 2\n A:1 B:0"),
        "match_over"
    );
}

#[test]
fn names_keep_one_line_and_no_colon() {
    let played = Match::new(MatchOptions::to(3, Options::default()));
    let mut transcript = Transcript { players: ["a\n 3 point: match".into(), "  ".into()], played };
    transcript.played.act(&Act::OpeningRoll { white: 3, black: 1 }).unwrap();
    let written = write(&transcript).unwrap();
    assert_eq!(read(&written).unwrap().players, ["a 3 point; match", "?"]);
    for name in ["; a", "// a", "# a", "Game 1", "1) 31: 8/5", "Wins 1 point"] {
        transcript.players = [name.into(), name.into()];
        let kept = name.replace(':', ";");
        assert_eq!(read(&write(&transcript).unwrap()).unwrap().players, [kept.clone(), kept]);
    }
}

#[test]
fn any_cube_maximum_is_read_as_it_was_agreed() {
    for (cube_max, told) in [(0, 1), (1, 1), (64, 64), (u32::MAX, u32::MAX)] {
        let played = Match::new(MatchOptions::session(Options { cube_max, ..Options::default() }));
        let written = write(&Transcript { players: ["a".into(), "b".into()], played }).unwrap();
        assert_eq!(read(&written).unwrap().played.options().game.cube_max, told);
    }
    let played = Match::new(MatchOptions::to(u32::MAX, Options::default()));
    let longest = Transcript { players: ["a".into(), "b".into()], played };
    assert_eq!(read(&write(&longest).unwrap()).unwrap().played.options().length, 32_767);
}

#[test]
fn what_the_columns_cannot_say_is_not_written() {
    let why = |options: MatchOptions, acts: &[Act]| {
        let mut played = Match::new(options);
        acts.iter().for_each(|act| played.act(act).unwrap());
        write(&Transcript { players: Default::default(), played }).unwrap_err().to_string()
    };
    let of = |variant| MatchOptions::session(Options { variant, automatic_doubles: 1, ..Options::default() });
    assert_eq!(why(of(Variant::Fevga), &[]), ".mat cannot say games that move otherwise than backgammon");
    assert_eq!(why(of(Variant::Portes), &[]), ".mat cannot say opening dice that are rolled again");
    let doubled = [Act::OpeningRoll { white: 3, black: 3 }];
    assert_eq!(why(of(Variant::Backgammon), &doubled), ".mat cannot say automatic doubles");
}

#[test]
fn a_long_session_is_read_in_as_many_steps_as_it_has_lines() {
    let session = |white: &str| {
        let game = |game: usize| {
            let lines = "  1) 31: 8/5 6/5      Doubles => 2\n  2)  Drops     Wins 1 point\n";
            format!(" Game {}\n a : {white}   b : {game}\n{lines}", game + 1)
        };
        (0..10_000).map(game).fold(" 0 point match\n".to_owned(), |text, game| text + &game)
    };
    assert_eq!(read(&session("0")).unwrap().played.score(), [0, 10_000]);
    assert_eq!(read(&session("7")).unwrap_err().to_string(), "line 3: the score is shown as 7-0, and is 0-0");
}

/// Junk of a megabyte each: a reader that looks at anything again and again would not come to an end.
#[test]
fn a_megabyte_of_anything_is_read_once() {
    let junk = [
        ":",
        ": ",
        ":1 ",
        ";",
        "; [Jacoby \"On\"]\n",
        "\n",
        "//\n",
        " 5 point match\n",
        " Game 1\n",
        "1) ",
        "1/",
        "/",
        "31: ",
        "31: 8/5 ",
        "(",
        ")",
        "*",
        "Wins ",
        "Wins 1 ",
        "Doubles => ",
        "North : 0 South : 0\n",
        "\t",
        "\u{a0}",
        "é",
        "9",
        "  1) 31: 8/5 6/5\n",
        "8/5(",
        "a:1 b:",
    ];
    for piece in junk {
        let megabyte = piece.repeat((1 << 20) / piece.len());
        for before in ["", " 5 point match\n Game 1\n", &format!("{HEAD} 1) 31: ")] {
            if let Err(error) = read(&format!("{before}{megabyte}")) {
                assert!(error.to_string().len() < 10_000);
            }
        }
    }
}
