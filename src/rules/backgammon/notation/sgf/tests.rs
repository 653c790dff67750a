use super::super::super::{Act, Match, MatchOptions, Options, State, Variant};
use super::super::{Transcript, TranscriptError};
use super::*;
use Player::{Black, White};

/// As GNU Backgammon 1.07 saved it, without its statistics: two automatic doubles, a beaver, a resigned gammon.
const SAVED_BY_GNU: &str = "\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:0][game:0][ws:0][bs:0]PW[gnubg]PB[root]DT[2026-11-30]RU[Jacoby]CV[4]RE[B+32R]
;W[31hefe]
;B[double]
;W[double]
;B[take]
;B[66agaglrlr])
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:0][game:1][ws:0][bs:32]PW[gnubg]PB[root]RU[Jacoby]
;PL[W]DI[32])
";

const ROOT: &str = "(;GM[6]MI[length:0][game:1][ws:0][bs:0]PW[a]PB[b]";

fn game(nodes: &str) -> Result<Transcript, TranscriptError> {
    read(&format!("{ROOT}{nodes}"))
}

fn acts(nodes: &str) -> Vec<Act> {
    game(nodes).unwrap_or_else(|error| panic!("{error}")).played.games()[0].game.acts().to_vec()
}

fn play(by: Player, moves: &[[u8; 2]]) -> Act {
    Act::Play { by, moves: moves.to_vec() }
}

#[test]
fn what_gnu_backgammon_saves_is_read() {
    let read = read(SAVED_BY_GNU).unwrap();
    assert_eq!(read.players, ["gnubg", "root"]);
    let options = read.played.options();
    assert_eq!((options.length, options.game.jacoby, options.game.beavers), (0, true, true));
    let first = &read.played.games()[0].game;
    assert_eq!((first.automatic_doubles(), first.cube().value), (2, 16));
    assert_eq!(first.acts()[3..8].iter().filter(|act| matches!(act, Act::Beaver { by: White })).count(), 1);
    assert_eq!(read.played.score(), [0, 32]);
    let second = &read.played.games()[1].game;
    assert!(matches!((second.turn(), second.state()), (White, State::ToPlay { .. })));
}

#[test]
fn points_are_letters_from_whites_side_for_both() {
    assert_eq!(acts(";B[61qrlr])")[1], play(Black, &[[8, 7], [13, 7]]));
    let fevga = acts("RU[Fevga]KU[opening:61];W[61xrrq];B[62lffd])");
    assert_eq!(fevga[2], play(White, &[[24, 18], [18, 17]]));
    assert_eq!(fevga[4], play(Black, &[[24, 18], [18, 16]]));
}

#[test]
fn the_first_variation_is_the_game_and_the_others_are_passed_over() {
    let nodes = ";W[31hefe](;B[61lrqr]RE[nothing](;W[66])(;W[55]C[\\]) (]))(;B[double];W[take](;B[66]))) ";
    assert_eq!(acts(nodes).len(), 5);
    let first = game(";W[31hefe](;B[double];W[drop])(;B[61lrqr]))").unwrap();
    assert_eq!(first.played.score(), [0, 1]);
}

#[test]
fn values_are_unescaped_and_older_identifiers_shortened() {
    let text = "(;GaMe[6]PlayerWhite[a\\]\\\\\\\nb]PB[c\nd]XX[1] [2]\n;W [ 31hefe ] )";
    let read = read(text).unwrap();
    assert_eq!(read.players, ["a]\\b", "c d"]);
    assert_eq!(read.played.games()[0].game.acts().len(), 2);
}

#[test]
fn what_sgf_has_no_word_for_stands_in_our_own_property() {
    let options = Options {
        cube_max: 8,
        beavers: false,
        automatic_doubles: 3,
        stake: 5,
        limit: Some(200),
        jacoby: true,
        ..Options::default()
    };
    let mut played = Match::new(MatchOptions::session(options));
    for act in [Act::OpeningRoll { white: 4, black: 4 }, Act::OpeningRoll { white: 6, black: 1 }] {
        played.act(&act).unwrap();
    }
    let transcript = Transcript { players: ["a".into(), "b".into()], played };
    let text = write(&transcript);
    let expected = "RU[Jacoby]CV[2]KU[cube_max:8][beavers:off][automatic_doubles:3][stake:5][limit:200][opening:44][opening:61]\n;PL[W]DI[61])";
    assert!(text.contains(expected), "{text}");
    assert_eq!(read(&text).unwrap(), transcript);
}

#[test]
fn resignations_lowered_limits_and_dice_as_they_fell_are_kept() {
    use super::super::super::Class::{Gammon, Single};
    let limit = Some(900);
    let options = Options { automatic_doubles: 2, limit, jacoby: true, ..Options::default() };
    let mut played = Match::new(MatchOptions::session(options));
    let acts = [
        Act::OpeningRoll { white: 4, black: 4 },
        Act::Cap { limit: 500 },
        Act::OpeningRoll { white: 1, black: 3 },
        Act::Resign { by: White, class: Single, owes: Gammon },
        Act::Refuse { by: Black },
        play(Black, &[[8, 5], [6, 5]]),
        Act::Roll { by: White, dice: [1, 6] },
        Act::Cap { limit: 400 },
        play(White, &[[13, 7], [8, 7]]),
        Act::Resign { by: White, class: Single, owes: Gammon },
        Act::Accept { by: Black },
        Act::Cap { limit: 300 },
    ];
    acts.iter().for_each(|act| played.act(act).unwrap());
    let transcript = Transcript { players: ["a".into(), "b".into()], played };
    let text = write(&transcript);
    let nodes = "[opening:44][cap:500][opening:13]RE[B+2R]\n;PL[B]DI[31]\n;KU[resign:W:single:gammon]\n;KU[refuse:B]\n;B[31qtst]\n;PL[W]DI[16]\n;KU[cap:400]\n;W[16mghg]\n;KU[resign:W:single:gammon]\n;KU[accept:B])\n";
    assert!(text.contains(nodes), "{text}");
    assert_eq!(read(&text).unwrap(), transcript);
}

#[test]
fn a_match_is_a_tree_a_game_and_its_crawford_game_says_so() {
    let mut played = Match::new(MatchOptions::to(2, Options::default()));
    for class in [super::super::super::Class::Single, super::super::super::Class::Gammon] {
        played.act(&Act::OpeningRoll { white: 3, black: 1 }).unwrap();
        played.act(&Act::Resign { by: White, class, owes: class }).unwrap();
    }
    let transcript = Transcript { players: ["a".into(), "b".into()], played };
    let text = write(&transcript);
    let roots: Vec<&str> = text.lines().filter(|line| line.starts_with("(;")).collect();
    assert_eq!(roots.len(), 2);
    assert!(
        roots[0].contains("MI[length:2][game:1][ws:0][bs:0]PW[a]PB[b]RU[Crawford]KU[cube_max:64]RE[B+1R]"),
        "{}",
        roots[0]
    );
    assert!(roots[1].contains("MI[length:2][game:2][ws:0][bs:1]PW[a]PB[b]RU[Crawford:CrawfordGame]"), "{}", roots[1]);
    assert_eq!(read(&text).unwrap(), transcript);
    let without = text.replacen(":CrawfordGame]", ":CrawfordGame]CO[n]", 1);
    assert_eq!(read(&without).unwrap(), transcript, "of the Crawford game alone");
    assert_eq!(read(&text.replace(":CrawfordGame", "")).unwrap_err().fault.code(), "other_rules");
    let other = text.replacen("RU[Crawford]", "", 1);
    assert_eq!(read(&other).unwrap_err().fault.code(), "other_rules");
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let cases = [
        (";W[31hexx])", "illegal_play"),
        (";W[31])\n(;GM[6])", "game_not_finished"),
        ("RE[W+1];W[31hefe])", "ok"),
        ("RE[W+4];W[31hefe])", "points_shown"),
        ("RE[B+1];W[31hefe];B[double];W[take])", "points_shown"),
        ("RE[B+4R];W[31hefe];B[double];W[take])", "ok"),
        ("RE[W+1];W[31hefe];B[double];W[drop])", "winner_shown"),
        ("RE[B+2];W[31hefe];B[double];W[drop])", "points_shown"),
        ("RE[0];W[31hefe])", "game_not_finished"),
        ("RE[0];W[31hefe];B[double];W[drop])", "winner_shown"),
        ("RE[x];W[31hefe])", "unreadable"),
        (";W[33hefe])", "opening_double"),
        (";W[31hef])", "unreadable"),
        (";W[31h1])", "unreadable"),
        (";W[3])", "unreadable"),
        (";W[71hefe])", "unreadable"),
        (";W[é1hefe])", "unreadable"),
        (";W[31hefehefehefehefehe])", "unreadable"),
        (";W[31hefehefe])", "illegal_play"),
        (";W[take])", "not_begun"),
        (";W[])", "not_begun"),
        (";W[31hefe];B[])", "not_closed_out"),
        (";W[31hefe];W[31hefe])", "not_your_turn"),
        (";W[31hefe];B[double];W[61])", "double_pending"),
        (";AE[a:x])", "set_up"),
        (";CV[2])", "set_up"),
        ("CO[w];W[31hefe])", "set_up"),
        ("CP[w];W[31hefe])", "set_up"),
        (";W[31hefe];CP[b])", "set_up"),
        ("CP[c];W[31hefe])", "ok"),
        ("CO[n];W[31hefe];B[double])", "no_cube"),
        ("CV[3];W[31hefe])", "cube_shown"),
        ("CV[4]KU[opening:33];W[31hefe])", "cube_shown"),
        ("CV[2]KU[automatic_doubles:0];W[31hefe])", "cube_shown"),
        ("CV[2]KU[automatic_doubles:1][opening:33];W[31hefe])", "ok"),
        ("RU[Jacoby:Hypergammon1])", "unknown_variant"),
        ("RU[HYPERGAMMON])", "unknown_variant"),
        (";W[31hefe];B[double];W[double];B[double])", "beaver_on_beaver"),
        (";W[31hefe];KU[cap:9][cap:9])", "limit_not_lower"),
        (";W[31hefe];KU[cap:x])", "unreadable"),
        (";W[31hefe];KU[resign:W])", "unreadable"),
        (";W[31hefe];KU[resign:W:gammon])", "unreadable"),
        (";W[31hefe];KU[resign:X:gammon:single])", "unreadable"),
        (";W[31hefe];KU[accept:B])", "no_resignation_pending"),
        (";W[31hefe];KU[resign:B:single:gammon];B[61lrqr])", "resignation_pending"),
        (";W[31hefe];KU[something:else])", "ok"),
        ("CV[0];W[31hefe])", "unreadable"),
        ("CV[99999999999];W[31hefe])", "unreadable"),
        ("KU[opening:77];W[31hefe])", "unreadable"),
        ("KU[opening:33][opening:31];W[61])", "already_rolled"),
        ("KU[opening:31][opening:31])", "already_begun"),
        ("KU[limit:x])", "unreadable"),
        ("RU[Portes];W[31hefe])", "not_begun"),
        (";W[31hefe]", "not_a_transcript"),
        ("(;W[31hefe])", "not_a_transcript"),
        (";W[31hefe];W", "unreadable"),
        (";W[31hefe", "not_a_transcript"),
        (";W[31hefe])x", "unreadable"),
    ];
    for (nodes, code) in cases {
        let found = game(nodes).map_or_else(|error| error.fault.code(), |_| "ok");
        assert_eq!(found, code, "{nodes}");
    }
    let error = game("\n;W[31hefe]\n\n;B[61\n];W[31hefe])").unwrap_err();
    assert_eq!((error.line, error.fault.code()), (4, "illegal_play"));
}

#[test]
fn what_is_no_transcript_is_said() {
    let code = |text: &str| read(text).unwrap_err().fault.code();
    assert_eq!(code(""), "not_a_transcript");
    assert_eq!(code("()"), "unreadable");
    assert_eq!(code(" 5 point match"), "unreadable");
    assert_eq!(code("(;GM[1];B[aa])"), "not_a_transcript");
    assert_eq!(code("(;FF[4])"), "not_a_transcript");
    assert_eq!(code("(;GM[6]MI[length:32768])"), "length_out_of_range");
    assert_eq!(code("(;GM[6]MI[ws:1][bs:0])"), "score_shown");
    assert_eq!(code("(;GM[6]MI[ws:x][bs:0])"), "unreadable");
}

/// Junk of a megabyte each: a reader that looks at anything again and again would not come to an end.
#[test]
fn a_megabyte_of_anything_is_read_once() {
    let junk = [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "A",
        "a",
        "\n",
        "é",
        "(;",
        "(;GM[6]",
        "(;GM[6])",
        "[x]",
        "A[x]",
        ";W[31hefe]",
        "W[31hefe]",
        "MI[ws:0]",
        "KU[opening:33]",
        "KU[opening:44]KU[x]",
        "RU[a:b]",
        "[ws:0]",
        ":",
        "()",
        "RE[W+1]",
        "DI[31]",
        ";DI[31]",
        "PL[W]DI[31]",
    ];
    for piece in junk {
        let megabyte = piece.repeat((1 << 20) / piece.len());
        for before in ["", ROOT, &format!("{ROOT}KU"), &format!("{ROOT}MI["), &format!("{ROOT};W[31hefe])(")] {
            if let Err(error) = read(&format!("{before}{megabyte}")) {
                assert!(error.to_string().len() < 10_000);
            }
        }
    }
}

#[test]
fn a_letter_is_a_place_and_back() {
    for variant in Variant::ALL {
        for player in Player::BOTH {
            for place_told in 0..=BAR {
                let letter = letter(variant.movement(), player, place_told);
                assert_eq!(place(variant.movement(), player, u8::try_from(letter).unwrap()), Some(place_told));
            }
        }
    }
    assert_eq!(place(Movement::Hitting, White, b'A'), None);
}
