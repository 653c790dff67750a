//! Rounds of gin that other programs judged: `knocker;defender;knocker's melds|..;knocker's deadwood;defender's without lay-offs;with
//! them;with them after any least arrangement of the knocker's;outcome;winner;difference` a line.

use kupa::rules::cards::{Card, Hand, Table, arrange, cards};
use kupa::rules::gin::{GinRules, Hands, Outcome, Side, judge, value_reported};

const ROWS: &str = include_str!("../../../data/gin_rounds.txt");

fn unmatched(worth: &kupa::rules::cards::Worth) -> Vec<Card> {
    worth.cards.iter().map(|valued| valued.card).collect()
}

#[test]
fn every_round_ends_as_others_judged_it_and_as_it_would_be_reported() {
    let mut rows = 0;
    for line in ROWS.lines() {
        let [knocker, defender, melds, own, alone, after, _, outcome, winner, difference] =
            line.split(';').collect::<Vec<_>>()[..]
        else {
            panic!("{line}")
        };
        let (knocker, defender) = (cards(knocker).unwrap(), cards(defender).unwrap());
        let melds: Vec<Vec<Card>> = melds.split('|').map(|meld| cards(meld).unwrap()).collect();
        let hands = Hands { knocker: &knocker, defender: &defender, knocker_melds: Some(&melds), up_card: None };
        let round = judge(&GinRules::GIN, &hands).unwrap();
        let figures = &round.figures;
        assert_eq!(figures.knocker.sum.to_string(), own, "{line}");
        assert_eq!(figures.defender.sum.to_string(), after, "{line}");
        assert_eq!(figures.outcome.slug(), outcome, "{line}");
        assert_eq!(if figures.winner == Side::Knocker { "knocker" } else { "defender" }, winner, "{line}");
        assert_eq!(figures.difference.to_string(), difference, "{line}");
        let bonus = match figures.outcome {
            Outcome::Gin => 25,
            Outcome::Knock => 0,
            Outcome::Undercut => 10,
        };
        assert_eq!(figures.negative_points, figures.difference + bonus, "{line}");
        let without = arrange::least(Hand::of(&defender).unwrap(), &Table::default()).deadwood;
        assert_eq!(without.to_string(), alone, "{line}");
        let (own, other) = (unmatched(&figures.knocker), unmatched(&figures.defender));
        assert_eq!(value_reported(&GinRules::GIN, figures.outcome, &own, &other, None).as_ref(), Ok(figures), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 1300);
}

#[test]
fn melds_left_out_are_those_that_leave_the_defender_most() {
    let mut differ = 0;
    for line in ROWS.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let (knocker, defender) = (cards(fields[0]).unwrap(), cards(fields[1]).unwrap());
        let round =
            judge(&GinRules::GIN, &Hands { knocker: &knocker, defender: &defender, ..Hands::default() }).unwrap();
        let all: Vec<u32> = fields[6].split(' ').map(|deadwood| deadwood.parse().unwrap()).collect();
        assert_eq!(round.figures.knocker.sum.to_string(), fields[3], "{line}");
        assert_eq!(Some(round.figures.defender.sum), all.iter().max().copied(), "{line}");
        differ += usize::from(all.len() > 1);
    }
    assert!(differ > 0, "in some rows it matters");
}
