use kupa::actions::games::{ExpireGame, JoinGame, LeaveGame, OpenGame, ReportGame};
use kupa::actions::players::{ClosePlayer, CorrectRating};
use kupa::actions::wallets::ChargeBackDeposit;
use kupa::domain::act::{Actor, RequestKey};
use kupa::domain::codes::Code;
use kupa::domain::games::game::GameState;
use kupa::domain::games::{GameKind, GameOptions, Terms, Variant};
use kupa::domain::ids::{GameId, PlayerId};
use kupa::domain::ledger::account::AccountKey;
use kupa::domain::ledger::transfer::{Transfer, TransferKind};
use kupa::domain::money::{Currency, MAX_AMOUNT_MINOR, Minor};
use kupa::domain::players::access::{Role, Scope};
use kupa::domain::players::rating::Rating;
use kupa::store::committer::{Waiter, Waiting};

use crate::support::club::{Club, code};
use crate::support::table::{club, matches, single};

fn rate(club: &mut Club, player: PlayerId, points: i64) {
    let rating = points * 1_000_000;
    let variant = Variant::Backgammon;
    let reason = "known from elsewhere".into();
    club.act(CorrectRating { by: Actor::System, player, variant, rating, experience: None, reason }).unwrap();
}

fn close(club: &mut Club, player: PlayerId) {
    club.act(ClosePlayer { by: Actor::System, player, reason: "program use".into() }).unwrap();
}

fn rating(club: &mut Club, player: PlayerId) -> Option<(i64, i64)> {
    let row = club.writer.books().row::<Rating>(&(player, Variant::Backgammon));
    row.map(|row| (row.rating_millionths, row.experience))
}

#[test]
fn the_pages_single_game_pays_winner_loser_and_house() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(500));
    assert_eq!((club.escrow(game), club.cash(ann), club.cash(bob)), (3_000, 8_500, 8_500));
    // 1500 of both is a low rating: a quarter more than 4.9 % of 10.
    let settled = club.settle(game, ann, 2, 1);
    assert_eq!((settled.amount.0, settled.rake_each.0), (1_000, 61));
    assert_eq!((club.cash(ann), club.cash(bob)), (10_000 + 1_000 - 122, 9_000));
    assert_eq!((club.escrow(game), club.rake(Currency::usd())), (0, 122));
    club.prove();
}

#[test]
fn a_match_is_worth_its_stake_once() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "empire", matches(1_000, 3));
    assert_eq!(club.escrow(game), 2_000);
    // Result and cube of a match are not looked at.
    club.settle(game, bob, 9, 7);
    assert_eq!((club.cash(ann), club.cash(bob), club.rake(Currency::usd())), (9_000, 10_930, 70));
    club.prove();
}

#[test]
fn a_rake_that_rounds_to_nothing_posts_no_leg() {
    let (mut club, ann, bob) = club(100, 100);
    let game = club.begin(ann, bob, "empire", single(1));
    let settled = club.settle(game, ann, 1, 1);
    assert_eq!((settled.amount.0, settled.rake_each.0), (1, 0));
    assert_eq!((club.cash(ann), club.cash(bob), club.rake(Currency::usd())), (101, 99, 0));
    let transfers: Vec<Transfer> = club.writer.books().rows::<Transfer>().cloned().collect();
    let settlement = transfers.iter().find(|transfer| transfer.kind == TransferKind::Settlement).unwrap();
    assert_eq!(settlement.legs, 3);
    club.prove();
}

#[test]
fn both_stakes_move_in_one_transfer() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    club.begin(ann, bob, "main", single(100));
    let moved: Vec<Transfer> = club.writer.books().rows::<Transfer>().cloned().collect();
    let escrow: Vec<&Transfer> = moved.iter().filter(|transfer| transfer.kind == TransferKind::Escrow).collect();
    assert_eq!(escrow.len(), 1);
    assert_eq!(escrow[0].legs, 3);
}

#[test]
fn a_game_is_opened_for_oneself_or_by_who_reports_for_the_room() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let open = |club: &mut Club, by| {
        let game = GameId(club.uuid());
        OpenGame { by, game, player: ann, room: "main".parse().unwrap(), terms: single(100) }
    };
    let act = open(&mut club, Actor::Player(bob));
    assert_eq!(code(club.act(act)), Code::NotYours);
    let floor = club.staff(Role::Floor);
    let viewer = club.staff(Role::Viewer);
    let here = club.client(Scope::GamesReport, "main");
    let elsewhere = club.client(Scope::GamesReport, "giants");
    let player_app = club.client(Scope::Play, "main");
    for (by, may) in [(floor, true), (here, true), (viewer, false), (elsewhere, false), (player_app, false)] {
        let act = open(&mut club, by);
        let opened = club.act(act);
        assert_eq!(opened.is_ok(), may, "{by}: {opened:?}");
    }
    let stranger = PlayerId(club.uuid());
    let act = OpenGame { player: stranger, ..open(&mut club, Actor::System) };
    assert_eq!(code(club.act(act)), Code::UnknownPlayer);
}

#[test]
fn what_a_room_does_not_offer_is_refused_at_opening() {
    let (mut club, ann, _) = club(100_000, 0);
    let options = GameOptions::default();
    let euro = Currency::from_code("EUR").unwrap();
    let cases = [
        ("nowhere", single(100), Code::UnknownRoom),
        ("main", Terms { currency: euro, ..single(100) }, Code::CurrencyNotOffered),
        ("main", single(0), Code::StakeNotPositive),
        ("main", single(-5), Code::StakeNotPositive),
        ("main", single(1_000_001), Code::StakeNotOffered),
        ("dark_room", matches(100, 5), Code::MatchNotOffered),
        ("main", matches(100, 26), Code::PointsOutOfRange),
        ("main", matches(100, 0), Code::PointsOutOfRange),
        ("main", Terms { options: GameOptions { cube_max: 3, ..options }, ..single(100) }, Code::CubeMaxOutOfRange),
        (
            "main",
            Terms { options: GameOptions { automatic_doubles: 4, ..options }, ..single(100) },
            Code::TooManyAutomaticDoubles,
        ),
        ("main", Terms { variant: Variant::Tavla, ..single(100) }, Code::OptionNotOffered),
        ("main", Terms { limit: Some(Minor(99)), ..single(100) }, Code::LimitBelowStake),
        ("giants", single(100), Code::RatingTooLow),
        ("main", single(40_000), Code::InsufficientFunds),
    ];
    for (room, terms, expected) in cases {
        assert_eq!(code(club.open(ann, room, terms)), expected, "{room} {terms:?}");
    }
    club.room("matches", "main", |room| room.kinds.single = false);
    assert_eq!(code(club.open(ann, "matches", single(100))), Code::SingleNotOffered);
    club.room("tavla", "main", |room| room.variants = vec![Variant::Tavla]);
    assert_eq!(code(club.open(ann, "tavla", single(100))), Code::VariantNotOffered);
    club.room("unrated", "dark_room", |room| room.kinds.matches = Some(kupa::domain::rooms::Matches { points_max: 5 }));
    assert_eq!(code(club.open(ann, "unrated", matches(100, 5))), Code::MatchNotOffered);
}

#[test]
fn what_could_not_be_settled_is_not_begun() {
    let (mut club, ann, _) = club(0, 0);
    club.room("vast", "main", |room| {
        let most = Minor(MAX_AMOUNT_MINOR).to_decimal(Currency::usd()).into();
        let step = "0.01".parse().unwrap();
        let range = kupa::domain::rooms::Stakes::Range { least: step, most, step };
        room.stakes.insert(Currency::usd(), range);
    });
    assert_eq!(code(club.open(ann, "vast", single(MAX_AMOUNT_MINOR))), Code::AmountOutOfRange);
    assert_eq!(code(club.open(ann, "vast", single(MAX_AMOUNT_MINOR / 3))), Code::InsufficientFunds);
}

#[test]
fn the_refusal_for_funds_names_the_openers_side_without_their_balance() {
    let (mut club, ann, bob) = club(300, 299);
    let eve = club.player("eve", 300);
    let game = club.open(ann, "main", single(100)).unwrap();
    let refused = club.join(game, bob).unwrap_err();
    assert_eq!((refused.code, refused.params["shortfall"].as_str()), (Code::InsufficientFunds, "0.01"));
    club.withdraw(ann, 1).unwrap();
    let refused = club.join(game, eve).unwrap_err();
    assert_eq!((refused.code, refused.params.len()), (Code::OpponentShortOfFunds, 0));
    assert_eq!(club.game(game).state, GameState::Open);
    club.deposit(ann, 1).unwrap();
    club.join(game, eve).unwrap();
    assert_eq!((club.cash(ann), club.cash(eve)), (0, 0));
    club.prove();
}

#[test]
fn nobody_plays_themselves_and_only_one_has_the_seat() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let eve = club.player("eve", 10_000);
    let game = club.open(ann, "main", single(100)).unwrap();
    assert_eq!(code(club.join(game, ann)), Code::SelfPlay);
    let for_bob = JoinGame { by: Actor::Player(eve), game, player: bob };
    assert_eq!(code(club.act(for_bob)), Code::NotYours);
    club.join(game, bob).unwrap();
    assert_eq!(code(club.join(game, eve)), Code::GameNotOpen);
    assert_eq!(code(club.join(game, bob)), Code::GameNotOpen);
    let nothing = GameId(club.uuid());
    assert_eq!(code(club.join(nothing, bob)), Code::UnknownGame);
}

#[test]
fn who_may_not_play_neither_opens_nor_joins_nor_is_joined() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.open(ann, "main", single(100)).unwrap();
    close(&mut club, bob);
    assert_eq!(code(club.join(game, bob)), Code::PlayerClosed);
    assert_eq!(code(club.open(bob, "main", single(100))), Code::PlayerClosed);
    let eve = club.player("eve", 10_000);
    close(&mut club, ann);
    assert_eq!(code(club.join(game, eve)), Code::OpponentUnavailable);
}

#[test]
fn both_ratings_are_looked_at_when_both_sit_down() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    rate(&mut club, ann, 1_800);
    rate(&mut club, bob, 1_799);
    let game = club.open(ann, "giants", single(100)).unwrap();
    assert_eq!(code(club.join(game, bob)), Code::RatingTooLow);
    rate(&mut club, bob, 1_800);
    rate(&mut club, ann, 1_799);
    assert_eq!(code(club.join(game, bob)), Code::RatingTooLow);
    rate(&mut club, ann, 1_800);
    club.join(game, bob).unwrap();
    // What is corrected later changes nothing for a game that has begun.
    rate(&mut club, ann, 1_000);
    assert_eq!(club.settle(game, bob, 1, 1).rake_each.0, 4);
}

#[test]
fn an_offer_is_taken_back_before_anybody_joins() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.open(ann, "main", single(100)).unwrap();
    let by_bob = LeaveGame { by: Actor::Player(bob), game, player: bob };
    assert_eq!(code(club.act(by_bob)), Code::NotAtTable);
    let leave = LeaveGame { by: Actor::Player(ann), game, player: ann };
    club.act(leave.clone()).unwrap();
    assert_eq!(club.game(game).state, GameState::Withdrawn);
    assert_eq!(code(club.join(game, bob)), Code::GameNotOpen);
    assert_eq!(code(club.act(leave)), Code::GameNotOpen);
    assert_eq!(code(club.report(Actor::System, game, ann, 1, 1)), Code::GameEnded);
}

#[test]
fn an_offer_expires_when_it_is_due_and_not_before() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.open(ann, "main", single(100)).unwrap();
    let taken = club.begin(ann, bob, "main", single(100));
    club.wait_s(3_599);
    // Told under the same key as later: that it came too early is not remembered.
    assert_eq!(code(club.act_with_key(ExpireGame { game }, "expire")), Code::NotDue);
    club.wait_s(2);
    assert_eq!(code(club.join(game, bob)), Code::GameNotOpen);
    club.act_with_key(ExpireGame { game }, "expire").unwrap();
    assert_eq!(club.game(game).state, GameState::Expired);
    assert_eq!(code(club.act(ExpireGame { game })), Code::NotDue);
    assert_eq!(code(club.act(ExpireGame { game: taken })), Code::NotDue);
}

#[test]
fn a_rated_game_changes_ratings_by_those_at_its_start() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let first = club.begin(ann, bob, "main", single(100));
    let second = club.begin(ann, bob, "main", matches(100, 9));
    club.settle(first, ann, 1, 1);
    // 4 x 5 x 1/2 either way, between equals without experience.
    assert_eq!(rating(&mut club, ann), Some((1_510_000_000, 1)));
    assert_eq!(rating(&mut club, bob), Some((1_490_000_000, 1)));
    club.settle(second, bob, 1, 1);
    // Three times as much for a match to 9: both were equals when it began.
    assert_eq!(rating(&mut club, ann), Some((1_480_000_000, 10)));
    assert_eq!(rating(&mut club, bob), Some((1_520_000_000, 10)));
    let settlement = club.settlement(second);
    assert_eq!((settlement.winner_rating_change, settlement.loser_rating_change), (30_000_000, -30_000_000));
}

#[test]
fn games_of_the_dark_room_change_no_rating() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let game = club.begin(ann, bob, "dark_room", single(100));
    club.settle(game, ann, 3, 1);
    assert_eq!((rating(&mut club, ann), rating(&mut club, bob)), (None, None));
    assert_eq!(club.settlement(game).winner_rating_change, 0);
}

#[test]
fn a_game_keeps_the_rules_that_it_began_with() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let game = club.begin(ann, bob, "dark_room", single(1_000));
    let act = kupa::actions::rake::PublishSchedule {
        by: Actor::System,
        schedule: "dark_room".parse().unwrap(),
        replaces: 1,
        document: kupa::domain::rake::shipped::find_schedule("gammonempire").unwrap(),
        effective_from: None,
    };
    club.act(act).unwrap();
    let later = club.begin(ann, bob, "dark_room", single(1_000));
    assert_eq!(club.settle(game, ann, 1, 1).rake_each.0, 59);
    assert_eq!(club.settle(later, ann, 1, 1).rake_each.0, 40);
    assert_eq!((club.settlement(game).schedule_version, club.settlement(later).schedule_version), (1, 2));
    club.prove();
}

#[test]
fn the_explanation_is_kept_and_gives_the_same_again() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let game = club.begin(ann, bob, "main", Terms { kind: GameKind::Match { points: 3 }, ..single(1_000) });
    let settled = club.settle(game, ann, 1, 1);
    let kept = club.settlement(game).explanation.0;
    let schedule = kupa::domain::rake::shipped::find_schedule("sheshbesh").unwrap();
    assert_eq!(kupa::domain::rake::reckon(&schedule, &kept.game).unwrap(), kept);
    assert_eq!((kept.amount, kept.rake_each), (settled.amount, settled.rake_each));
}

#[test]
fn who_came_to_owe_money_during_a_game_pays_it_from_what_the_game_gives_back() {
    let (mut club, ann, bob) = club(0, 10_000);
    let deposit = club.deposit(ann, 1_000).unwrap();
    let owed = |club: &mut Club| club.balance(AccountKey::receivable(ann, Currency::usd())).0;
    let won = club.begin(ann, bob, "dark_room", single(100));
    let lost = club.begin(bob, ann, "dark_room", single(100));
    let back = ChargeBackDeposit { by: Actor::System, deposit, reason: "the card's owner knows nothing of it".into() };
    club.act(back).unwrap();
    assert_eq!((club.cash(ann), owed(&mut club)), (0, -600));
    assert_eq!(code(club.open(ann, "dark_room", single(100))), Code::PlayerFrozen);
    // Of 300 put up 200 come back to who lost a single game.
    club.settle(lost, bob, 1, 1);
    assert_eq!((club.cash(ann), owed(&mut club)), (0, -400));
    // 300 put up and 300 won, less 18 of rake for each player: 400 pay the debt, and the account is free again.
    club.settle(won, ann, 3, 1);
    assert_eq!((club.cash(ann), owed(&mut club)), (300 + 300 - 36 - 400, 0));
    club.open(ann, "dark_room", single(10)).unwrap();
    club.prove();
}

#[test]
fn the_last_seat_is_had_by_one_of_two_who_reach_for_it_in_one_batch() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let eve = club.player("eve", 10_000);
    let game = club.open(ann, "main", single(100)).unwrap();
    let (mut batch, mut answers): (Vec<Box<dyn Waiting>>, Vec<_>) = (Vec::new(), Vec::new());
    for (player, key) in [(bob, "bob's"), (eve, "eve's")] {
        let act = JoinGame { by: Actor::Player(player), game, player };
        let (waiter, answer) = Waiter::new(act, RequestKey::new(key.into(), &[], None));
        batch.push(Box::new(waiter));
        answers.push(answer);
    }
    club.writer.process(batch);
    let came: Vec<_> = answers.iter_mut().map(|answer| answer.try_recv().unwrap().unwrap().into_result()).collect();
    assert!(came[0].is_ok());
    assert_eq!(came[1].as_ref().unwrap_err().code, Code::GameNotOpen);
    assert_eq!((club.cash(bob), club.cash(eve)), (9_700, 10_000));
    club.prove();
}

#[test]
fn a_debt_made_in_the_same_batch_is_paid_from_what_the_game_gives_back() {
    let (mut club, ann, bob) = club(0, 10_000);
    let deposit = club.deposit(ann, 300).unwrap();
    let game = club.begin(ann, bob, "dark_room", single(100));
    let back = ChargeBackDeposit { by: Actor::System, deposit, reason: "a stolen card".into() };
    let report = ReportGame { by: Actor::System, game, winner: ann, result: 1, cube: 1 };
    let (back, _told) = Waiter::new(back, RequestKey::new("back".into(), &[], None));
    let (report, mut settled) = Waiter::new(report, RequestKey::new("report".into(), &[], None));
    club.writer.process(vec![Box::new(back), Box::new(report)]);
    assert!(settled.try_recv().unwrap().unwrap().into_result().is_ok());
    let owed = club.balance(AccountKey::receivable(ann, Currency::usd()));
    assert_eq!((club.cash(ann), owed.0), (300 + 100 - 12 - 300, 0));
    club.prove();
}
