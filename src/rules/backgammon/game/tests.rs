use super::super::tests::{hitting, position};
use super::super::{Movement, Variant};
use super::*;
use Player::{Black, White};

/// A game in which white has won the opening roll with 3-1.
fn opened(options: Options) -> Game {
    done(Game::new(options), &[Act::OpeningRoll { white: 3, black: 1 }])
}

/// A game in which white has played 8/5 6/5 and black is to roll.
fn begun(options: Options) -> Game {
    done(opened(options), &[play(White, &[[8, 5], [6, 5]])])
}

/// A game in which a player is to roll, in a position that they see so.
fn to_roll(options: Options, turn: Player, position: Position) -> Game {
    Game { turn, position, state: State::ToRoll, ..Game::new(options) }
}

fn done(mut game: Game, acts: &[Act]) -> Game {
    for act in acts {
        game.act(act).unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"));
    }
    game
}

fn play(by: Player, moves: &[[u8; 2]]) -> Act {
    Act::Play { by, moves: moves.to_vec() }
}

fn roll(by: Player, a: u8, b: u8) -> Act {
    Act::Roll { by, dice: [a, b] }
}

/// The code with which an act is refused; the game must stay as it was.
fn refused(game: &Game, act: &Act) -> &'static str {
    let mut after = game.clone();
    let refusal = after.act(act).expect_err("it was allowed");
    assert_eq!(after, *game, "a refused act changed the game");
    refusal.code()
}

/// Offers but those that stand nearly everywhere: to resign and to cap.
fn offers(game: &Game) -> Vec<Offer> {
    game.offers().into_iter().filter(|offer| !matches!(offer, Offer::Resign { .. } | Offer::Cap)).collect()
}

fn outcome(game: &Game) -> (Option<Player>, Ending, u32, u32) {
    let outcome = game.outcome().expect("over");
    (outcome.winner, outcome.ending, outcome.cube, outcome.points)
}

const MONEY: Options = Options {
    variant: Variant::Backgammon,
    cube: true,
    cube_max: 64,
    jacoby: true,
    beavers: true,
    automatic_doubles: 2,
    stake: 100,
    limit: None,
    crawford: false,
};

#[test]
fn equal_opening_dice_are_thrown_again_and_the_higher_starts_with_both() {
    let mut game = Game::new(Options::default());
    assert_eq!(offers(&game), [Offer::OpeningRoll]);
    game = done(game, &[Act::OpeningRoll { white: 4, black: 4 }]);
    assert_eq!((offers(&game), game.cube()), (vec![Offer::OpeningRoll], Cube::START));
    game = done(game, &[Act::OpeningRoll { white: 2, black: 6 }]);
    assert_eq!((game.turn(), game.state()), (Black, State::ToPlay { roll: Roll::new(6, 2).unwrap(), named: false }));
    assert_eq!(refused(&game, &Act::OpeningRoll { white: 2, black: 6 }), "already_begun");
}

#[test]
fn where_the_opening_dice_are_not_played_the_winner_rolls_again() {
    let game = opened(Options { variant: Variant::Portes, ..Options::default() });
    assert_eq!(offers(&game), [Offer::Roll { by: White }]);
    assert_eq!(done(game, &[roll(White, 6, 6)]).plays().map(|plays| plays.dice_used()), Some(4));
}

#[test]
fn each_state_offers_what_may_be_done_and_no_more() {
    let game = Game::new(MONEY);
    assert_eq!(refused(&game, &roll(White, 6, 1)), "not_begun");
    assert_eq!(refused(&game, &Act::Resign { by: White, class: Class::Single, owes: Class::Single }), "not_begun");
    let game = opened(MONEY);
    assert_eq!(offers(&game), [Offer::Play { by: White }]);
    assert_eq!(refused(&game, &roll(White, 6, 1)), "already_rolled");
    assert_eq!(refused(&game, &Act::Double { by: White }), "already_rolled");
    assert_eq!(refused(&game, &Act::Double { by: Black }), "not_your_turn");
    assert_eq!(refused(&game, &Act::NameDouble { by: White, die: 3 }), "no_double_to_name");
    let game = begun(MONEY);
    let by = Black;
    assert_eq!(offers(&game), [Offer::Roll { by }, Offer::Double { by }]);
    assert_eq!(refused(&game, &play(Black, &[[24, 18]])), "not_rolled");
    assert_eq!(refused(&game, &play(White, &[[24, 18]])), "not_your_turn");
    assert_eq!(refused(&game, &Act::Pass { by }), "not_closed_out");
    assert_eq!(refused(&game, &Act::Take { by: White }), "no_double_pending");
    assert_eq!(refused(&game, &Act::Accept { by: White }), "no_resignation_pending");
    let game = done(game, &[Act::Double { by }]);
    let by = White;
    assert_eq!(
        (offers(&game), game.to_act()),
        (vec![Offer::Take { by }, Offer::Drop { by }, Offer::Beaver { by }], Some(by))
    );
    for act in [roll(Black, 1, 1), Act::Take { by: Black }, Act::Double { by: Black }] {
        assert_eq!(refused(&game, &act), "double_pending");
    }
    assert_eq!(refused(&game, &Act::Resign { by: Black, class: Class::Single, owes: Class::Single }), "double_pending");
    let game = done(game, &[Act::Drop { by: White }]);
    assert_eq!((game.offers(), game.to_act()), (Vec::new(), None));
    assert_eq!(refused(&game, &roll(Black, 1, 1)), "game_over");
}

#[test]
fn a_double_that_is_taken_doubles_the_value_and_gives_the_cube_away() {
    let game = done(begun(Options::default()), &[Act::Double { by: Black }, Act::Take { by: White }]);
    assert_eq!(game.cube(), Cube { value: 2, owner: Some(White) });
    assert_eq!(refused(&game, &Act::Double { by: Black }), "cube_not_yours");
    let game = done(game, &[roll(Black, 6, 5), play(Black, &[[24, 18], [18, 13]]), Act::Double { by: White }]);
    assert_eq!(outcome(&done(game.clone(), &[Act::Drop { by: Black }])), (Some(White), Ending::Dropped, 2, 2));
    assert_eq!(done(game, &[Act::Take { by: Black }]).cube(), Cube { value: 4, owner: Some(Black) });
}

#[test]
fn a_double_that_is_dropped_costs_the_value_before_it() {
    let game = done(begun(Options::default()), &[Act::Double { by: Black }, Act::Drop { by: White }]);
    assert_eq!(outcome(&game), (Some(Black), Ending::Dropped, 1, 1));
}

#[test]
fn at_the_maximum_no_double_is_offered_and_no_beaver() {
    let low = |cube_max| Options { cube_max, beavers: true, ..Options::default() };
    assert_eq!(refused(&begun(low(1)), &Act::Double { by: Black }), "cube_at_maximum");
    assert_eq!(refused(&begun(low(0)), &Act::Double { by: Black }), "cube_at_maximum");
    let doubled = done(begun(low(2)), &[Act::Double { by: Black }]);
    assert_eq!(refused(&doubled, &Act::Beaver { by: White }), "cube_at_maximum");
    let highest = Game { cube: Cube { value: 1 << 20, owner: None }, ..begun(low(u32::MAX)) };
    assert_eq!(refused(&highest, &Act::Double { by: Black }), "cube_at_maximum");
}

#[test]
fn without_a_cube_there_is_no_double() {
    assert_eq!(refused(&begun(Options { cube: false, ..MONEY }), &Act::Double { by: Black }), "no_cube");
    assert_eq!(refused(&begun(Options { variant: Variant::Tavla, ..MONEY }), &Act::Double { by: Black }), "no_cube");
    assert_eq!(refused(&begun(Options { crawford: true, ..MONEY }), &Act::Double { by: Black }), "crawford_game");
}

#[test]
fn who_beavers_keeps_the_cube_and_a_refused_beaver_costs_the_first_doubles_value() {
    let beavered = done(begun(MONEY), &[Act::Double { by: Black }, Act::Beaver { by: White }]);
    let by = Black;
    assert_eq!((offers(&beavered), beavered.to_act()), (vec![Offer::Take { by }, Offer::Drop { by }], Some(Black)));
    assert_eq!(refused(&beavered, &Act::Beaver { by }), "beaver_on_beaver");
    assert_eq!(refused(&beavered, &Act::Take { by: White }), "double_pending");
    let taken = done(beavered.clone(), &[Act::Take { by }]);
    assert_eq!((taken.cube(), taken.turn()), (Cube { value: 4, owner: Some(White) }, Black));
    assert_eq!(offers(&taken), [Offer::Roll { by }]);
    let dropped = done(beavered, &[Act::Drop { by }]);
    assert_eq!(outcome(&dropped), (Some(White), Ending::BeaverDropped, 2, 2));
    let doubled = done(begun(Options::default()), &[Act::Double { by }]);
    assert_eq!(refused(&doubled, &Act::Beaver { by: White }), "beaver_not_agreed");
    assert_eq!(refused(&begun(MONEY), &Act::Beaver { by: White }), "no_double_pending");
}

#[test]
fn a_cube_is_dead_where_a_single_game_reaches_the_limit() {
    let limited = |limit| Options { limit: Some(limit), ..MONEY };
    assert_eq!(refused(&begun(limited(100)), &Act::Double { by: Black }), "dead_cube");
    let doubled = done(begun(limited(101)), &[Act::Double { by: Black }]);
    assert_eq!(refused(&doubled, &Act::Beaver { by: White }), "dead_cube", "200 of 101");
    let doubled = done(begun(limited(201)), &[Act::Double { by: Black }]);
    assert!(doubled.allows(Offer::Beaver { by: White }).is_ok());
    let huge = Options { stake: u64::MAX, limit: Some(u64::MAX), ..MONEY };
    assert_eq!(refused(&begun(huge), &Act::Double { by: Black }), "dead_cube");
}

#[test]
fn the_table_lowers_the_limit_and_never_raises_it() {
    let taken = done(begun(MONEY), &[Act::Double { by: Black }, Act::Take { by: White }]);
    let capped = done(taken, &[Act::Cap { limit: 300 }]);
    assert_eq!(capped.limit(), Some(300));
    for limit in [300, 301, 0] {
        assert_eq!(refused(&capped, &Act::Cap { limit }), "limit_not_lower");
    }
    let capped = done(capped, &[Act::Cap { limit: 200 }, roll(Black, 6, 5), play(Black, &[[24, 18], [18, 13]])]);
    assert_eq!(refused(&capped, &Act::Double { by: White }), "dead_cube");
    let least = done(capped, &[Act::Cap { limit: 1 }]);
    assert_eq!((least.allows(Offer::Cap).is_err(), refused(&least, &Act::Cap { limit: 0 })), (true, "limit_not_lower"));
}

#[test]
fn equal_opening_dice_double_the_cube_as_often_as_agreed() {
    let equal = |options: Options, times: usize| {
        let acts = vec![Act::OpeningRoll { white: 5, black: 5 }; times];
        let game = done(Game::new(options), &acts);
        (game.cube().value, game.cube().owner, game.automatic_doubles())
    };
    assert_eq!(equal(MONEY, 1), (2, None, 1));
    assert_eq!(equal(MONEY, 3), (4, None, 2), "two were agreed");
    assert_eq!(equal(Options { cube_max: 2, ..MONEY }, 3), (2, None, 1));
    assert_eq!(equal(Options { limit: Some(399), ..MONEY }, 3), (2, None, 1), "none that passes the limit");
    assert_eq!(equal(Options { limit: Some(400), ..MONEY }, 3), (4, None, 2));
    assert_eq!(equal(Options { cube: false, ..MONEY }, 3), (1, None, 0));
    assert_eq!(equal(Options { automatic_doubles: 255, cube_max: u32::MAX, ..MONEY }, 300).0, 1 << 20);
}

/// White bears off the last checker and wins a backgammon.
fn won_backgammon(options: Options, cube: Cube) -> Game {
    let mut game = to_roll(options, White, hitting(&[(1, 1)], &[(23, 15)]));
    game.cube = cube;
    done(game, &[roll(White, 2, 1), play(White, &[[1, 0]])])
}

#[test]
fn gammons_count_under_jacoby_only_once_a_double_was_taken() {
    let points = |options, value, owner| outcome(&won_backgammon(options, Cube { value, owner })).3;
    assert_eq!(points(MONEY, 1, None), 1);
    assert_eq!(points(MONEY, 2, None), 2, "an automatic double does not turn the cube");
    assert_eq!(points(MONEY, 2, Some(White)), 6);
    assert_eq!(points(Options::default(), 1, None), 3);
    assert_eq!(points(Options { variant: Variant::Tavla, ..Options::default() }, 1, None), 2);
}

#[test]
fn a_play_is_given_in_any_order_or_as_its_position_and_kept_die_by_die() {
    let steps = play(White, &[[24, 23], [23, 20]]);
    let in_one_go = done(opened(MONEY), &[play(White, &[[24, 20]])]);
    let reached = done(opened(MONEY), &[Act::Reach { by: White, position: "b....E.C...eE...c.eA...A....".into() }]);
    for game in [&in_one_go, &reached] {
        assert_eq!(game.position(), done(opened(MONEY), std::slice::from_ref(&steps)).position());
        assert_eq!(Game::replay(MONEY, game.acts()).as_ref().unwrap(), game);
        assert!(matches!(game.acts().last(), Some(Act::Play { moves, .. }) if moves.len() == 2));
    }
}

#[test]
fn an_illegal_play_is_refused_with_the_rule_and_the_legal_ones() {
    let game = opened(MONEY);
    assert_eq!(refused(&game, &play(White, &[[24, 23]])), "illegal_play");
    assert_eq!(refused(&game, &play(White, &[])), "illegal_play");
    assert_eq!(refused(&game, &Act::Reach { by: White, position: game.position().to_string() }), "illegal_play");
    assert_eq!(refused(&game, &Act::Reach { by: White, position: "nonsense".into() }), "position_impossible");
    assert_eq!(refused(&game, &play(White, &[[200, 9]; 100])), "illegal_play");
    let refusal = opened(MONEY).act(&play(White, &[[13, 9], [6, 5]])).unwrap_err();
    let ActRefusal::IllegalPlay(illegal) = &refusal else { panic!("{refusal}") };
    assert_eq!(illegal.legal.len(), 16);
    assert!(refusal.to_string().contains("legal: "), "{refusal}");
}

#[test]
fn dice_that_show_nothing_are_refused() {
    assert_eq!(refused(&Game::new(MONEY), &Act::OpeningRoll { white: 0, black: 3 }), "die_out_of_range");
    assert_eq!(refused(&begun(MONEY), &roll(Black, 1, 7)), "die_out_of_range");
}

#[test]
fn with_the_opponents_home_closed_the_turn_passes_without_a_roll_but_a_double_may_come_first() {
    let closed: Vec<(u8, u8)> = (1..=6).map(|point| (point, 2)).collect();
    let game = to_roll(MONEY, White, hitting(&[(25, 1), (6, 14)], &closed));
    let by = White;
    assert_eq!(offers(&game), [Offer::Pass { by }, Offer::Double { by }]);
    assert_eq!(refused(&game, &roll(White, 6, 6)), "closed_out");
    assert_eq!(refused(&game, &Act::Pass { by: Black }), "not_your_turn");
    let game = done(game, &[Act::Pass { by }]);
    assert_eq!((game.turn(), offers(&game)[0]), (Black, Offer::Roll { by: Black }));
    assert_eq!(game.position(), &hitting(&closed, &[(25, 1), (6, 14)]));
    let with_a_blot = [&closed[..5], &[(6, 1)]].concat();
    let game = to_roll(MONEY, White, hitting(&[(25, 1), (6, 14)], &with_a_blot));
    assert_eq!(offers(&game)[0], Offer::Roll { by });
}

#[test]
fn less_than_the_position_owes_may_be_refused_and_no_more() {
    let game = begun(Options::default());
    let resign = |class, owes| Act::Resign { by: White, class, owes };
    let pending = done(game.clone(), &[resign(Class::Single, Class::Gammon)]);
    let by = Black;
    assert_eq!(pending.offers(), [Offer::Cap, Offer::Accept { by }, Offer::Refuse { by }]);
    assert_eq!(pending.to_act(), Some(by));
    assert_eq!(refused(&pending, &roll(by, 3, 1)), "resignation_pending");
    assert_eq!(refused(&pending, &Act::Accept { by: White }), "resignation_pending");
    let accepted = done(pending.clone(), &[Act::Accept { by }]);
    assert_eq!(outcome(&accepted), (Some(Black), Ending::Resigned(Class::Single), 1, 1));
    let refused_it = done(pending, &[Act::Refuse { by }]);
    assert_eq!((refused_it.state(), refused_it.turn()), (game.state(), game.turn()));
    let gammon = done(game, &[resign(Class::Gammon, Class::Gammon)]);
    assert_eq!(outcome(&gammon), (Some(Black), Ending::Resigned(Class::Gammon), 1, 2));
}

#[test]
fn nobody_resigns_what_cannot_be_lost() {
    let game = to_roll(Options::default(), White, hitting(&[(1, 14)], &[(23, 15)]));
    let resign = |by, class| Act::Resign { by, class, owes: Class::Backgammon };
    assert_eq!(refused(&game, &resign(White, Class::Gammon)), "cannot_be_lost");
    let owed = done(game.clone(), &[resign(White, Class::Single)]);
    assert_eq!(outcome(&owed).3, 1, "a single game is all that can be owed");
    assert_eq!(outcome(&done(game, &[resign(Black, Class::Backgammon)])).3, 3);
    let tavla = begun(Options { variant: Variant::Tavla, ..Options::default() });
    assert_eq!(refused(&tavla, &resign(White, Class::Backgammon)), "cannot_be_lost");
}

#[test]
fn in_acey_deucey_a_double_is_named_after_a_2_1_and_then_rolled_again() {
    let options = Options { variant: Variant::AceyDeucey, ..Options::default() };
    let by = White;
    let game = done(opened(options), &[roll(by, 2, 1), play(by, &[[25, 24], [25, 23]])]);
    assert_eq!((offers(&game), game.turn()), (vec![Offer::NameDouble { by }], by));
    assert_eq!(refused(&game, &roll(by, 2, 1)), "double_to_name");
    assert_eq!(refused(&game, &Act::NameDouble { by, die: 9 }), "die_out_of_range");
    let game = done(game, &[Act::NameDouble { by, die: 6 }, play(by, &[[25, 19], [25, 19], [25, 19], [25, 19]])]);
    assert_eq!((offers(&game), game.turn()), (vec![Offer::Roll { by }], by));
}

#[test]
fn in_plakoto_two_pinned_mothers_tie_the_game() {
    let theirs: Vec<(u8, u8)> = vec![(24, 1), (6, 14)];
    let mut board = position(Movement::Pinning, &[(2, 1), (1, 13)], &[(6, 14), (5, 1)]).board();
    board.own = [0; 26];
    board.opp = [0; 26];
    for (point, checkers) in &theirs {
        board.opp[usize::from(*point)] = *checkers;
    }
    // White's mother is pinned; white pins black's.
    board.own[24] = 1;
    board.own[3] = 1;
    board.own[2] = 13;
    board.opp[6] = 13;
    board.opp[1] = 1;
    board.own_pinned = 1 << 24;
    let position = Position::new(&board).unwrap();
    let options = Options { variant: Variant::Plakoto, ..Options::default() };
    let game = done(to_roll(options, White, position), &[roll(White, 2, 1), play(White, &[[3, 1]])]);
    assert_eq!(outcome(&game), (None, Ending::Tied, 1, 0));
}

#[test]
fn acts_and_refusals_are_json() {
    let acts = [
        (Act::OpeningRoll { white: 3, black: 1 }, r#"{"act":"opening_roll","white":3,"black":1}"#),
        (roll(Black, 6, 5), r#"{"act":"roll","by":"black","dice":[6,5]}"#),
        (play(White, &[[8, 5], [6, 5]]), r#"{"act":"play","by":"white","moves":[[8,5],[6,5]]}"#),
        (
            Act::Resign { by: White, class: Class::Single, owes: Class::Gammon },
            r#"{"act":"resign","by":"white","class":"single","owes":"gammon"}"#,
        ),
    ];
    for (act, json) in acts {
        assert_eq!(serde_json::to_string(&act).unwrap(), json);
        assert_eq!(serde_json::from_str::<Act>(json).unwrap(), act);
    }
    assert!(serde_json::from_str::<Act>(r#"{"act":"pass","by":"white","why":1}"#).is_err());
    let refusal = serde_json::to_value(ActRefusal::DeadCube).unwrap();
    assert_eq!(refusal["code"], "dead_cube");
}
