use kupa::actions::games::{AutomaticDouble, LapseDouble, LeaveGame, VoidGame};
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::games::game::Seat;
use kupa::domain::games::settlement::SettledBy;
use kupa::domain::games::{GameOptions, Terms, Variant};
use kupa::domain::ids::{GameId, PlayerId};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rooms::Cover;

use crate::support::club::{Club, code};
use crate::support::table::{club, matches, single};

/// A single game of backgammon for so many cents with these options.
fn with(cents: i64, options: GameOptions) -> Terms {
    Terms { options, ..single(cents) }
}

fn beavers(cents: i64) -> Terms {
    with(cents, GameOptions { beavers: true, ..GameOptions::default() })
}

/// What both have in escrow.
fn put_up(club: &mut Club, game: GameId) -> (i64, i64) {
    let row = club.game(game);
    assert_eq!(club.escrow(game), row.opener_escrow.0 + row.joiner_escrow.0);
    (row.opener_escrow.0, row.joiner_escrow.0)
}

fn doubled(club: &mut Club, game: GameId, by: PlayerId, taker: PlayerId) {
    club.double(game, by).unwrap();
    club.take(game, taker).unwrap();
}

#[test]
fn the_doublers_money_moves_at_the_offer_and_the_takers_at_the_take() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(put_up(&mut club, game), (300, 300));
    let offered = club.double(game, ann).unwrap();
    assert_eq!((offered.cube, offered.cap), (2, None));
    assert_eq!(put_up(&mut club, game), (600, 300));
    let taken = club.take(game, bob).unwrap();
    assert_eq!((taken.cube, taken.cap), (2, None));
    assert_eq!(put_up(&mut club, game), (600, 600));
    assert_eq!(club.game(game).cube_owner, Some(Seat::Joiner));
    club.settle(game, bob, 3, 2);
    assert_eq!(club.cash(ann), 10_000 - 600);
    club.prove();
}

#[test]
fn a_dropped_double_costs_the_value_before_it_and_gives_the_top_up_back() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "dark_room", single(1_000));
    club.double(game, ann).unwrap();
    let settled = club.drop_double(game, bob).unwrap();
    assert_eq!((settled.winner, settled.amount.0, settled.rake_each.0), (ann, 1_000, 59));
    assert_eq!((club.cash(ann), club.cash(bob)), (10_882, 9_000));
    assert_eq!(club.settlement(game).settled_by, SettledBy::Drop);
    club.prove();
}

#[test]
fn the_taker_who_cannot_cover_caps_the_game_and_the_rest_goes_back() {
    let (mut club, ann, bob) = club(10_000, 450);
    let game = club.begin(ann, bob, "main", single(100));
    let offered = club.double(game, ann).unwrap();
    assert_eq!(offered.cap, Some(Minor(450)));
    assert_eq!(put_up(&mut club, game), (600, 300));
    assert_eq!(club.take(game, bob).unwrap().cap, Some(Minor(450)));
    assert_eq!(put_up(&mut club, game), (450, 450));
    assert_eq!((club.cash(ann), club.cash(bob)), (10_000 - 450, 0));
    let settled = club.settle(game, ann, 3, 2);
    assert_eq!(settled.amount.0, 450);
    club.prove();
}

#[test]
fn the_doubler_who_cannot_cover_caps_the_game() {
    let (mut club, ann, bob) = club(300, 10_000);
    let game = club.begin(ann, bob, "main", single(100));
    let offered = club.double(game, ann).unwrap();
    assert_eq!((offered.cap, offered.transfers), (Some(Minor(300)), vec![]));
    club.take(game, bob).unwrap();
    assert_eq!(put_up(&mut club, game), (300, 300));
    // What the poorer could cover is the limit from then on, also when money comes in.
    club.deposit(ann, 10_000).unwrap();
    club.double(game, bob).unwrap();
    club.take(game, ann).unwrap();
    assert_eq!(put_up(&mut club, game), (300, 300));
    assert_eq!(code(club.double(game, ann)), Code::DeadCube);
    assert_eq!(club.settle(game, bob, 1, 4).amount.0, 300);
    club.prove();
}

#[test]
fn a_room_may_refuse_a_double_that_either_cannot_cover() {
    let (mut club, ann, bob) = club(10_000, 450);
    club.room("strict", "main", |room| room.cover = Cover::Refuse);
    let game = club.begin(ann, bob, "strict", single(100));
    assert_eq!(code(club.double(game, ann)), Code::DoubleNotCovered);
    assert_eq!(code(club.double(game, bob)), Code::DoubleNotCovered);
    club.deposit(bob, 150).unwrap();
    club.double(game, ann).unwrap();
    club.withdraw(bob, 100).unwrap();
    assert_eq!(code(club.take(game, bob)), Code::DoubleNotCovered);
    assert_eq!(put_up(&mut club, game), (600, 300));
    club.drop_double(game, bob).unwrap();
    club.prove();
}

#[test]
fn a_beaver_is_covered_for_four_times_the_value() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", beavers(100));
    club.double(game, ann).unwrap();
    let beaver = club.beaver(game, bob).unwrap();
    assert_eq!((beaver.cube, beaver.cap), (4, None));
    assert_eq!(put_up(&mut club, game), (600, 1_200));
    club.take(game, ann).unwrap();
    assert_eq!(put_up(&mut club, game), (1_200, 1_200));
    let row = club.game(game);
    assert_eq!((row.cube, row.cube_owner, row.doubled_by, row.beavered), (4, Some(Seat::Joiner), None, false));
    assert_eq!(code(club.double(game, ann)), Code::CubeNotYours);
    assert_eq!(club.settle(game, ann, 2, 4).amount.0, 800);
    club.prove();
}

#[test]
fn a_refused_beaver_costs_the_value_of_the_first_double() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", beavers(100));
    club.double(game, ann).unwrap();
    club.beaver(game, bob).unwrap();
    let settled = club.drop_double(game, ann).unwrap();
    assert_eq!((settled.winner, settled.amount.0), (bob, 200));
    assert_eq!(club.cash(ann), 9_800);
    club.prove();
}

#[test]
fn a_beaver_takes_the_first_double_and_its_cap() {
    let (mut club, ann, bob) = club(300, 10_000);
    let game = club.begin(ann, bob, "main", beavers(100));
    club.double(game, ann).unwrap();
    assert_eq!(club.beaver(game, bob).unwrap().cap, Some(Minor(300)));
    assert_eq!(put_up(&mut club, game), (300, 300));
    assert_eq!(club.drop_double(game, ann).unwrap().amount.0, 200);
    club.prove();

    // Jacoby leaves so little in escrow that the cap of the first double makes a beaver dead.
    let jacoby = with(100, GameOptions { beavers: true, jacoby: true, ..GameOptions::default() });
    let game = club.begin(ann, bob, "main", jacoby);
    assert_eq!(put_up(&mut club, game), (100, 100));
    club.double(game, ann).unwrap();
    assert_eq!(put_up(&mut club, game), (100, 100));
    assert_eq!(code(club.beaver(game, bob)), Code::DeadCube);
    club.take(game, bob).unwrap();
    assert_eq!(club.settle(game, bob, 3, 2).amount.0, 100);
    club.prove();
}

#[test]
fn a_poorer_beaverer_caps_the_game_and_the_first_doublers_rest_goes_back() {
    let (mut club, ann, bob) = club(10_000, 500);
    let game = club.begin(ann, bob, "main", beavers(100));
    club.double(game, ann).unwrap();
    assert_eq!(put_up(&mut club, game), (600, 300));
    assert_eq!(club.beaver(game, bob).unwrap().cap, Some(Minor(500)));
    assert_eq!(put_up(&mut club, game), (500, 500));
    club.take(game, ann).unwrap();
    assert_eq!(club.settle(game, ann, 2, 4).amount.0, 500);
    club.prove();
}

#[test]
fn a_strict_room_refuses_a_beaver_that_either_cannot_cover() {
    let (mut club, ann, bob) = club(900, 10_000);
    club.room("strict", "main", |room| room.cover = Cover::Refuse);
    let game = club.begin(ann, bob, "strict", beavers(100));
    club.double(game, ann).unwrap();
    assert_eq!(code(club.beaver(game, bob)), Code::DoubleNotCovered);
    club.take(game, bob).unwrap();
    club.settle(game, bob, 1, 2);
    club.prove();
}

#[test]
fn beavers_are_agreed_and_never_answered_by_a_beaver() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(100));
    club.double(game, ann).unwrap();
    assert_eq!(code(club.beaver(game, bob)), Code::BeaverNotAgreed);
    let game = club.begin(ann, bob, "main", beavers(100));
    club.double(game, ann).unwrap();
    club.beaver(game, bob).unwrap();
    assert_eq!(code(club.beaver(game, ann)), Code::BeaverOnBeaver);
    assert_eq!(code(club.beaver(game, bob)), Code::NotYoursToAnswer);
}

#[test]
fn no_double_where_the_limit_is_reached_or_the_cube_at_its_maximum() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let limited = Terms { limit: Some(Minor(300)), ..beavers(100) };
    let game = club.begin(ann, bob, "main", limited);
    club.double(game, ann).unwrap();
    club.beaver(game, bob).unwrap();
    assert_eq!(put_up(&mut club, game), (300, 300));
    club.take(game, ann).unwrap();
    assert_eq!(code(club.double(game, bob)), Code::DeadCube);
    let exact = Terms { limit: Some(Minor(100)), ..single(100) };
    let game = club.begin(ann, bob, "main", exact);
    assert_eq!(code(club.double(game, ann)), Code::DeadCube);
    let low = with(100, GameOptions { cube_max: 2, beavers: true, ..GameOptions::default() });
    let game = club.begin(ann, bob, "main", low);
    club.double(game, ann).unwrap();
    assert_eq!(code(club.beaver(game, bob)), Code::CubeAtMaximum);
    club.take(game, bob).unwrap();
    assert_eq!(code(club.double(game, bob)), Code::CubeAtMaximum);
    club.prove();
}

#[test]
fn only_who_may_doubles_and_only_who_is_asked_answers() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let eve = club.player("eve", 10_000);
    let open = club.open(ann, "main", single(100)).unwrap();
    assert_eq!(code(club.double(open, ann)), Code::GameNotStarted);
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.double(GameId(club_uuid()), ann)), Code::UnknownGame);
    assert_eq!(code(club.double(game, eve)), Code::NotAtTable);
    assert_eq!(code(club.take(game, bob)), Code::NoDoublePending);
    club.double(game, ann).unwrap();
    assert_eq!(code(club.double(game, bob)), Code::DoublePending);
    assert_eq!(code(club.take(game, ann)), Code::NotYoursToAnswer);
    assert_eq!(code(club.drop_double(game, ann)), Code::NotYoursToAnswer);
    assert_eq!(code(club.report(Actor::System, game, ann, 1, 1)), Code::DoublePending);
    club.take(game, bob).unwrap();
    assert_eq!(code(club.double(game, ann)), Code::CubeNotYours);
    doubled(&mut club, game, bob, ann);
    assert_eq!(code(club.report(Actor::System, game, ann, 1, 2)), Code::CubeNotReported);
    club.settle(game, ann, 1, 4);
    assert_eq!(code(club.double(game, ann)), Code::GameEnded);
}

/// An identity of nothing.
fn club_uuid() -> uuid::Uuid {
    uuid::Uuid::from_u128(u128::MAX)
}

#[test]
fn there_is_no_cube_for_money_in_matches_and_where_none_was_agreed() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", matches(100, 5));
    assert_eq!(code(club.double(game, ann)), Code::DoubleInMatch);
    let tavla = Terms { variant: Variant::Tavla, ..with(100, GameOptions { cube: false, ..GameOptions::default() }) };
    let game = club.begin(ann, bob, "main", tavla);
    assert_eq!(code(club.double(game, ann)), Code::NoCube);
}

#[test]
fn who_may_not_play_offers_and_takes_no_double_but_may_drop_one() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(100));
    club.double(game, ann).unwrap();
    let close = kupa::actions::players::ClosePlayer { by: Actor::System, player: bob, reason: "program use".into() };
    club.act(close).unwrap();
    assert_eq!(code(club.take(game, bob)), Code::PlayerClosed);
    club.drop_double(game, bob).unwrap();
    club.prove();
}

#[test]
fn both_escrow_for_the_most_that_can_be_lost() {
    let (mut club, ann, bob) = club(1_000_000, 1_000_000);
    let plain = GameOptions::default();
    let no_cube = GameOptions { cube: false, ..plain };
    let jacoby = GameOptions { jacoby: true, ..plain };
    let automatic = GameOptions { automatic_doubles: 2, ..plain };
    let cases = [
        (single(100), 300),
        (with(100, no_cube), 300),
        (Terms { variant: Variant::Tavla, ..with(100, no_cube) }, 200),
        (Terms { variant: Variant::Nackgammon, ..single(100) }, 300),
        (with(100, jacoby), 100),
        (with(100, automatic), 1_200),
        (with(100, GameOptions { automatic_doubles: 2, ..jacoby }), 400),
        (with(100, GameOptions { automatic_doubles: 3, cube_max: 4, ..plain }), 1_200),
        (Terms { limit: Some(Minor(250)), ..single(100) }, 250),
        (Terms { limit: Some(Minor(350)), ..with(100, automatic) }, 350),
        (matches(100, 7), 100),
    ];
    for (terms, each) in cases {
        let game = club.begin(ann, bob, "main", terms);
        assert_eq!(put_up(&mut club, game), (each, each), "{terms:?}");
    }
    club.prove();
}

#[test]
fn a_gammon_counts_under_jacoby_only_once_the_cube_was_turned() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let jacoby = with(1_000, GameOptions { jacoby: true, ..GameOptions::default() });
    let game = club.begin(ann, bob, "dark_room", jacoby);
    assert_eq!(club.settle(game, ann, 3, 1).amount.0, 1_000);
    let game = club.begin(ann, bob, "dark_room", jacoby);
    doubled(&mut club, game, ann, bob);
    assert_eq!(put_up(&mut club, game), (6_000, 6_000));
    assert_eq!(club.settle(game, ann, 3, 2).amount.0, 6_000);
    club.prove();
}

#[test]
fn automatic_doubles_leave_the_cube_in_the_centre_and_move_no_money() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let options = GameOptions { automatic_doubles: 2, jacoby: true, ..GameOptions::default() };
    let game = club.begin(ann, bob, "main", with(100, options));
    let automatic = AutomaticDouble { by: Actor::System, game };
    let by_player = AutomaticDouble { by: Actor::Player(ann), game };
    assert_eq!(code(club.act(by_player)), Code::Forbidden);
    assert_eq!(club.act(automatic.clone()).unwrap().cube, 2);
    assert_eq!(club.act(automatic.clone()).unwrap().cube, 4);
    assert_eq!(code(club.act(automatic.clone())), Code::TooManyAutomaticDoubles);
    assert_eq!((club.game(game).cube_owner, put_up(&mut club, game)), (None, (400, 400)));
    doubled(&mut club, game, bob, ann);
    assert_eq!(put_up(&mut club, game), (2_400, 2_400));
    assert_eq!(code(club.act(automatic)), Code::AutomaticDoublesOver);
    assert_eq!(club.settle(game, ann, 2, 8).amount.0, 1_600);
    club.prove();
}

#[test]
fn automatic_doubles_are_agreed_and_pass_neither_limit_nor_maximum() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let automatic = |game| AutomaticDouble { by: Actor::System, game };
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.act(automatic(game))), Code::OptionNotOffered);
    let options = GameOptions { automatic_doubles: 3, ..GameOptions::default() };
    let game = club.begin(ann, bob, "main", Terms { limit: Some(Minor(150)), ..with(100, options) });
    assert_eq!(code(club.act(automatic(game))), Code::DeadCube);
    let game = club.begin(ann, bob, "main", with(100, GameOptions { cube_max: 2, ..options }));
    club.act(automatic(game)).unwrap();
    assert_eq!(code(club.act(automatic(game))), Code::CubeAtMaximum);
}

#[test]
fn what_automatic_doubles_never_came_for_goes_back_at_the_first_take() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let options = GameOptions { automatic_doubles: 3, ..GameOptions::default() };
    let game = club.begin(ann, bob, "main", with(100, options));
    assert_eq!(put_up(&mut club, game), (2_400, 2_400));
    club.double(game, ann).unwrap();
    assert_eq!(put_up(&mut club, game), (2_400, 2_400));
    club.take(game, bob).unwrap();
    assert_eq!(put_up(&mut club, game), (600, 600));
    club.prove();
}

#[test]
fn a_void_gives_back_what_each_put_up_also_while_a_double_waits() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(100));
    club.double(game, ann).unwrap();
    let void = VoidGame { by: Actor::System, game, reason: "the board was set up wrong".into() };
    let voided = club.act(void).unwrap();
    assert_eq!((voided.opener.0, voided.joiner.0), (600, 300));
    assert_eq!((club.cash(ann), club.cash(bob), club.rake(Currency::usd())), (10_000, 10_000, 0));
    assert_eq!(code(club.act(LeaveGame { by: Actor::Player(ann), game, player: ann })), Code::GameNotOpen);
    club.prove();
}

#[test]
fn a_double_that_nobody_answers_lapses_and_the_game_goes_on_as_before() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", beavers(100));
    let lapse = |club: &mut Club| club.act(LapseDouble { game });
    assert_eq!(code(lapse(&mut club)), Code::NotDue);
    club.double(game, ann).unwrap();
    assert_eq!(put_up(&mut club, game), (600, 300));
    club.wait_s(86_399);
    assert_eq!(code(lapse(&mut club)), Code::NotDue);
    club.wait_s(2);
    let lapsed = lapse(&mut club).unwrap();
    assert_eq!((lapsed.player, lapsed.cube), (ann, 1));
    assert_eq!(put_up(&mut club, game), (300, 300));
    let row = club.game(game);
    assert_eq!((row.doubled_by, row.cube_owner, row.due_at), (None, None, None));
    assert_eq!(code(lapse(&mut club)), Code::NotDue);
    // An answer that comes in time leaves nothing due; a beaver that lapses leaves the double that it took.
    doubled(&mut club, game, bob, ann);
    assert_eq!(club.game(game).due_at, None);
    club.double(game, ann).unwrap();
    club.beaver(game, bob).unwrap();
    assert_eq!(put_up(&mut club, game), (1_200, 2_400));
    club.wait_s(86_401);
    assert_eq!(lapse(&mut club).unwrap().cube, 4);
    assert_eq!(put_up(&mut club, game), (1_200, 1_200));
    let row = club.game(game);
    assert_eq!((row.doubled_by, row.cube_owner, row.beavered), (None, Some(Seat::Joiner), false));
    club.settle(game, bob, 1, 4);
    assert_eq!(code(lapse(&mut club)), Code::NotDue);
    club.prove();
}
