//! What finished games are worth, against boards that were judged elsewhere: `board class points` a line.

use kupa::rules::backgammon::{Position, Variant, result};

const ROWS: &str = include_str!("../../../data/bg_results.txt");

#[test]
fn every_finished_board_is_worth_what_it_should_be() {
    let mut rows = 0;
    for line in ROWS.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let position: Position = words[0].parse().unwrap();
        let class = result(Variant::Backgammon, &position).unwrap();
        assert_eq!([class.slug(), &class.points().to_string()], words[1..], "{line}");
        assert_eq!(result(Variant::Backgammon, &position.turned()), None, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 919);
}
