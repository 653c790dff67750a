//! `kupa rules plays` and `kupa rules result`.

use kupa::cli::jsonl::StreamEnd;
use kupa::cli::rules::{plays, result};
use serde_json::{Value, json};

const START: &str = "b....E.C...eE...c.e....B....";
const WON: &str = "........a.........haa.bb.O..";

type Ended = (Vec<Value>, Result<(), StreamEnd>);

fn ended(run: impl FnOnce(&mut Vec<u8>) -> Result<(), StreamEnd>) -> Ended {
    let mut output = Vec::new();
    let ended = run(&mut output);
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), ended)
}

fn play(line: &Value) -> Value {
    let (answers, end) = ended(|output| plays::run(format!("{line}\n").as_bytes(), output));
    assert!(end.is_ok());
    answers[0].clone()
}

fn worth(line: &Value) -> Value {
    let (answers, end) = ended(|output| result::run(format!("{line}\n").as_bytes(), output));
    assert!(end.is_ok());
    answers[0].clone()
}

#[test]
fn names_the_positions_in_the_order_of_their_bytes() {
    let answer = play(&json!({"pos": START, "dice": [6, 6], "note": "ignored"}));
    assert_eq!((&answer["n"], &answer["dice_used"]), (&json!(11), &json!(4)));
    let results: Vec<&str> = answer["results"].as_str().unwrap().split(' ').collect();
    assert!(results.is_sorted() && results.len() == 11);
    assert_eq!(play(&json!({"pos": START, "dice": [1, 3]})), play(&json!({"pos": START, "dice": [3, 1]})));
}

#[test]
fn where_nothing_can_be_played_the_position_stays() {
    let closed = "E....D......E.....bbbbbbA.c.";
    assert_eq!(play(&json!({"pos": closed, "dice": [6, 1]})), json!({"n": 1, "dice_used": 0, "results": closed}));
}

#[test]
fn each_variant_has_its_own_positions_and_plays() {
    let results = |variant: &str, pos: &str| {
        play(&json!({"pos": pos, "dice": [2, 1], "variant": variant}))["results"].as_str().unwrap().to_owned()
    };
    assert_eq!(results("fevga", "...........o...........O...."), "...........o........A..N....");
    assert_eq!(results("plakoto", "o......................O....").split(' ').count(), 2);
    assert_eq!(results("acey_deucey", "............................").split(' ').count(), 2);
    let pins = results("plakoto", "........a.A........A.....M.n");
    assert!(pins.contains("........A.........A......M.n/9"), "{pins}");
}

#[test]
fn each_position_or_roll_that_cannot_be_has_its_word() {
    let code = |line: Value| play(&line)["error"].as_str().unwrap().to_owned();
    for dice in [json!([0, 1]), json!([1, 7]), json!([-1, 1]), json!([1.5, 1]), json!([1, 1_u64 << 40])] {
        assert_eq!(code(json!({"pos": START, "dice": dice})), "die_out_of_range");
    }
    assert_eq!(code(json!({"pos": START, "dice": [1, 2], "variant": "chess"})), "unknown_variant");
    assert_eq!(code(json!({"pos": WON, "dice": [1, 2]})), "game_over");
    let refused = play(&json!({"pos": "A.......................B...", "dice": [1, 2]}));
    let message = "the mover has 3 checkers, not 15; the opponent has 0 checkers, not 15";
    assert_eq!(refused, json!({"error": "position_impossible", "message": message}));
}

#[test]
fn what_was_won_depends_on_the_variant() {
    let backgammon = "a........n...............O..";
    let worth_in = |variant: &str| worth(&json!({"pos": backgammon, "variant": variant}))["class"].clone();
    assert_eq!(worth(&json!({"pos": WON})), json!({"class": "gammon", "points": 2}));
    assert_eq!(worth(&json!({"pos": backgammon})), json!({"class": "backgammon", "points": 3}));
    assert_eq!(worth_in("tavla"), "gammon");
    assert_eq!(worth(&json!({"pos": START}))["error"], "game_not_finished");
    assert_eq!(worth(&json!({"pos": START, "variant": ""}))["error"], "unknown_variant");
    assert_eq!(worth(&json!({"pos": ""}))["error"], "position_impossible");
}

#[test]
fn a_line_of_another_shape_ends_the_run() {
    let shapes = [
        json!({"pos": START}),
        json!({"dice": [1, 2]}),
        json!({"pos": START, "dice": [1]}),
        json!({"pos": START, "dice": [1, 2, 3]}),
        json!({"pos": START, "dice": "12"}),
        json!({"pos": START, "dice": ["1", "2"]}),
        json!({"pos": 1, "dice": [1, 2]}),
        json!({"pos": START, "dice": [1, 2], "variant": 1}),
    ];
    for shape in shapes {
        let good = json!({"pos": START, "dice": [1, 2]});
        let (answers, end) = ended(|output| plays::run(format!("{good}\n{shape}\n{good}\n").as_bytes(), output));
        assert_eq!((answers.len(), end.unwrap_err().exit_status()), (1, 2), "{shape}");
    }
    let (answers, end) = ended(|output| result::run(b"{\"pos\": null}\n".as_slice(), output));
    assert_eq!((answers.len(), end.unwrap_err().exit_status()), (0, 2));
}
