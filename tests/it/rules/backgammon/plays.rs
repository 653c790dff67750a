//! Legal plays against those that other programs found: `position dice dice_used result...` a line, the results in the
//! order of their bytes.

use kupa::rules::backgammon::{Plays, Position, Roll};

const ROWS: &str = include_str!("../../../data/bg_plays.txt");

#[test]
fn every_position_has_the_plays_that_other_programs_find() {
    let (mut rows, mut all) = (0, 0);
    let mut plays = Plays::new();
    for line in ROWS.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let position: Position = words[0].parse().unwrap();
        assert_eq!(position.to_string(), words[0]);
        let dice: Vec<u8> = words[1].bytes().map(|die| die - b'0').collect();
        plays.find(&position, Roll::new(dice[0], dice[1]).unwrap());
        let mut results: Vec<String> = plays.iter().map(|legal| legal.position.to_string()).collect();
        results.sort_unstable();
        assert_eq!(results, words[3..], "{line}");
        assert_eq!(plays.dice_used().to_string(), words[2], "{line}");
        rows += 1;
        all += plays.len();
    }
    assert_eq!((rows, all), (6055, 47043));
}

#[test]
fn the_moves_of_every_play_lead_to_its_position() {
    for line in ROWS.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let position: Position = words[0].parse().unwrap();
        let dice: Vec<u8> = words[1].bytes().map(|die| die - b'0').collect();
        let plays = Plays::of(&position, Roll::new(dice[0], dice[1]).unwrap());
        for legal in &plays {
            let (mut own, mut opp) = (position.own(), position.opp());
            for one in legal.play.moves() {
                own[usize::from(one.from)] -= 1;
                own[usize::from(one.to)] += 1;
                if one.hit {
                    opp[usize::from(25 - one.to)] -= 1;
                    opp[25] += 1;
                }
            }
            assert_eq!((own, opp), (legal.position.own(), legal.position.opp()), "{line}: {}", legal.play);
            assert_eq!(legal.play.moves().len(), usize::from(plays.dice_used()), "{line}: {}", legal.play);
        }
    }
}
