use super::super::{Board, CHECKERS, Counts, OFF};
use super::*;

/// Checkers by place, each side from its own; the others are off.
fn position(own: &[(usize, u8)], opp: &[(usize, u8)]) -> Position {
    let counts = |placed: &[(usize, u8)]| {
        let mut counts: Counts = [0; 26];
        placed.iter().for_each(|(place, checkers)| counts[*place] = *checkers);
        counts[usize::from(OFF)] = CHECKERS - counts.iter().sum::<u8>();
        counts
    };
    Position::new(&Board { own: counts(own), opp: counts(opp), ..Board::default() }).unwrap()
}

fn best(variant: Variant, position: &Position, dice: [u8; 2]) -> (Legal, Evaluation) {
    best_play(&Plain, variant, position, Roll::new(dice[0], dice[1]).unwrap(), Chances::equity).unwrap()
}

#[test]
fn each_kind_of_position_is_judged_by_what_knows_it_best() {
    let exact = |own, opp| Plain.evaluate(&position(&[own], &[opp])).unwrap().exact;
    assert!(exact((6, 6), (1, 6)));
    assert!(!exact((1, 7), (1, 1)), "seven checkers are beyond the exact table");
    assert!(!exact((7, 1), (1, 1)), "so is a checker outside");
    let start = Position::start(Variant::Backgammon);
    assert_eq!(without_contact(&start), Ok(None));
    assert!(!Plain.evaluate(&start).unwrap().exact);
}

#[test]
fn games_of_other_movements_have_no_evaluation() {
    for variant in Variant::ALL {
        let position = Position::start(variant);
        let expected = match variant.movement() {
            Movement::Hitting => None,
            _ => Some(NotEvaluated::OtherMovement),
        };
        assert_eq!(Plain.evaluate(&position).err(), expected, "{variant:?}");
        let roll = Roll::new(3, 1).unwrap();
        let played = best_play(&Plain, variant, &position, roll, Chances::equity);
        assert_eq!(played.err(), expected, "{variant:?}");
    }
}

#[test]
fn a_game_that_is_over_has_no_evaluation() {
    for over in [position(&[], &[(1, 1)]), position(&[(1, 1)], &[])] {
        assert_eq!(Plain.evaluate(&over), Err(NotEvaluated::GameOver));
    }
}

#[test]
fn a_play_that_wins_is_worth_what_the_variant_counts() {
    let last = position(&[(1, 1)], &[(23, 2), (6, 13)]);
    for (variant, equity) in [(Variant::Backgammon, 3.0), (Variant::Tavla, 2.0), (Variant::Portes, 2.0)] {
        let (legal, found) = best(variant, &last, [6, 5]);
        assert!(legal.position.is_over());
        assert_eq!((found.chances.equity(), found.exact), (equity, true));
    }
}

#[test]
fn the_best_play_leaves_most() {
    let position = position(&[(6, 1), (4, 1), (2, 1)], &[(6, 2), (1, 1)]);
    let plays = Plays::of(&position, Roll::new(4, 1).unwrap());
    let chance = |legal: &Legal| Plain.evaluate(&legal.position.turned()).unwrap().chances.turned().win;
    let (legal, found) = best(Variant::Backgammon, &position, [4, 1]);
    assert!(found.exact && found.chances.win == chance(&legal));
    assert!(plays.len() > 2);
    for other in plays.iter().filter(|other| other.position != legal.position) {
        assert!(chance(other) < found.chances.win, "{}", other.play);
    }
}

#[test]
fn a_best_play_is_exact_only_where_all_plays_are() {
    // 5/3 and a checker off leaves six; 5/2 leaves seven, of which the table knows nothing.
    let position = position(&[(5, 1), (1, 6)], &[(1, 6)]);
    let (legal, found) = best(Variant::Backgammon, &position, [2, 1]);
    assert!(Plain.evaluate(&legal.position.turned()).unwrap().exact && !found.exact);
}

#[test]
fn where_nothing_counts_three_times_no_play_wins_a_backgammon() {
    let position = position(&[(1, 5)], &[(22, 2), (6, 13)]);
    let backgammons = |variant| best(variant, &position, [6, 5]).1.chances.win_backgammon;
    assert!(backgammons(Variant::Backgammon) > 0.0);
    assert_eq!(backgammons(Variant::Tavla), 0.0);
}

#[test]
fn a_roll_that_cannot_be_played_leaves_the_position_to_the_other_side() {
    let closed_out = position(&[(25, 1), (6, 14)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (8, 3)]);
    let (legal, found) = best(Variant::Backgammon, &closed_out, [6, 1]);
    assert_eq!(legal.position, closed_out);
    assert_eq!(found.chances, Plain.evaluate(&closed_out.turned()).unwrap().chances.turned());
}

#[test]
fn chances_are_always_possible() {
    // Thirteen checkers on one place and two on another, on either side of every boundary.
    let places = [0_usize, 1, 2, 6, 7, 12, 13, 18, 19, 24, 25];
    let places =
        || places.into_iter().flat_map(move |two| places.map(|many| (two, many))).filter(|(two, many)| two != many);
    let mut judged = 0;
    for (own, opp) in places().flat_map(|own| places().map(move |opp| (own, opp))) {
        let mut board = Board::default();
        for (side, (two, many)) in [(&mut board.own, own), (&mut board.opp, opp)] {
            (side[two], side[many]) = (2, 13);
        }
        let Ok(found) =
            Position::new(&board).map_err(drop).and_then(|position| Plain.evaluate(&position).map_err(drop))
        else {
            continue;
        };
        let chances = found.chances;
        assert_eq!(chances, chances.made_possible(), "{board:?}");
        judged += 1;
    }
    assert!(judged > 5_000, "{judged}");
}
