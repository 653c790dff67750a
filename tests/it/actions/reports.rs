use kupa::actions::games::{
    ConcedeGame, ConfirmGame, DecideGame, Decision, DisputeGame, EscalateClaim, Said, VoidGame,
};
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::games::game::GameState;
use kupa::domain::games::settlement::SettledBy;
use kupa::domain::games::{GameOptions, Terms, Variant};
use kupa::domain::ids::PlayerId;
use kupa::domain::players::access::{Role, Scope};
use kupa::domain::players::rating::Rating;

use crate::support::club::{Club, code};
use crate::support::table::{club, matches, single};

fn rating(club: &mut Club, player: PlayerId) -> Option<(i64, i64)> {
    let row = club.writer.books().row::<Rating>(&(player, Variant::Backgammon));
    row.map(|row| (row.rating_millionths, row.experience))
}

#[test]
fn a_client_app_of_the_room_settles_alone() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let here = club.client(Scope::GamesReport, "main");
    let elsewhere = club.client(Scope::GamesReport, "empire");
    let eve = club.player("eve", 0);
    let game = club.open(ann, "main", single(100)).unwrap();
    assert_eq!(code(club.report(here, game, ann, 1, 1)), Code::GameNotStarted);
    club.join(game, bob).unwrap();
    assert_eq!(code(club.report(elsewhere, game, ann, 1, 1)), Code::Forbidden);
    assert_eq!(code(club.report(here, game, eve, 1, 1)), Code::WinnerNotAtTable);
    assert_eq!(code(club.report(here, game, ann, 0, 1)), Code::ResultOutOfRange);
    assert_eq!(code(club.report(here, game, ann, 4, 1)), Code::ResultOutOfRange);
    assert_eq!(code(club.report(here, game, ann, 1, 2)), Code::CubeNotReported);
    assert!(matches!(club.report(here, game, ann, 1, 1), Ok(Said::Settled(_))));
    assert_eq!(club.settlement(game).settled_by, SettledBy::Report);
    assert_eq!(code(club.report(here, game, ann, 1, 1)), Code::GameEnded);
    assert_eq!(code(club.report(here, game, bob, 2, 1)), Code::GameEnded);
    club.prove();
}

#[test]
fn nothing_counts_three_times_where_the_variant_has_no_triples() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let options = GameOptions { cube: false, ..GameOptions::default() };
    let game = club.begin(ann, bob, "main", Terms { variant: Variant::Tavla, options, ..single(100) });
    assert_eq!(code(club.report(Actor::System, game, ann, 3, 1)), Code::ResultNotInVariant);
    assert_eq!(club.settle(game, ann, 2, 1).amount.0, 200);
}

#[test]
fn that_a_player_lost_is_believed_and_that_they_won_waits() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let eve = club.player("eve", 0);
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.report(Actor::Player(eve), game, ann, 1, 1)), Code::NotAtTable);
    assert!(matches!(club.report(Actor::Player(ann), game, bob, 2, 1), Ok(Said::Settled(_))));
    let settlement = club.settlement(game);
    assert_eq!((settlement.winner, settlement.settled_by), (bob, SettledBy::Concession));

    let game = club.begin(ann, bob, "main", single(100));
    let said = club.report(Actor::Player(ann), game, ann, 2, 1).unwrap();
    assert!(matches!(said, Said::Reported { .. }), "{said:?}");
    assert_eq!((club.game(game).state, club.escrow(game)), (GameState::Reported, 600));
    assert_eq!(code(club.report(Actor::Player(ann), game, ann, 3, 1)), Code::AlreadyReported);
    assert_eq!(code(club.double(game, ann)), Code::GameReported);
    assert!(matches!(club.report(Actor::Player(bob), game, ann, 2, 1), Ok(Said::Settled(_))));
    assert_eq!(club.settlement(game).settled_by, SettledBy::Confirmation);
    club.prove();
}

#[test]
fn who_claimed_to_have_won_may_still_concede() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(100));
    club.report(Actor::Player(ann), game, ann, 1, 1).unwrap();
    assert!(matches!(club.report(Actor::Player(ann), game, bob, 1, 1), Ok(Said::Settled(_))));
    assert_eq!(club.settlement(game).winner, bob);
}

#[test]
fn a_contradicting_report_makes_a_dispute_at_once() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    for (winner, result) in [(bob, 1), (ann, 1)] {
        let game = club.begin(ann, bob, "main", single(100));
        club.report(Actor::Player(ann), game, ann, 2, 1).unwrap();
        let said = club.report(Actor::Player(bob), game, winner, result, 1).unwrap();
        assert_eq!(said, Said::Disputed { game });
        assert_eq!((club.game(game).state, club.escrow(game)), (GameState::Disputed, 600));
        assert_eq!(code(club.report(Actor::System, game, ann, 2, 1)), Code::GameDisputed);
        assert_eq!(code(club.report(Actor::Player(bob), game, ann, 2, 1)), Code::GameDisputed);
    }
    club.prove();
}

#[test]
fn two_players_agree_on_a_match_whatever_they_say_of_the_cube() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", matches(100, 5));
    club.report(Actor::Player(ann), game, ann, 1, 1).unwrap();
    assert!(matches!(club.report(Actor::Player(bob), game, ann, 2, 4), Ok(Said::Settled(_))));
}

#[test]
fn a_player_concedes_confirms_or_disputes() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let concede = |game, player, result| ConcedeGame { by: Actor::Player(player), game, player, result };
    let confirm = |game, player| ConfirmGame { by: Actor::Player(player), game, player };
    let dispute = |game, player, reason: &str| {
        let reason = reason.to_owned();
        DisputeGame { by: Actor::Player(player), game, player, reason }
    };
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.act(ConcedeGame { by: Actor::Player(ann), ..concede(game, bob, 1) })), Code::NotYours);
    assert_eq!(code(club.act(concede(game, bob, 4))), Code::ResultOutOfRange);
    assert!(matches!(club.act(concede(game, bob, 3)), Ok(Said::Settled(settled)) if settled.winner == ann));

    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.act(confirm(game, bob))), Code::NothingClaimed);
    club.report(Actor::Player(ann), game, ann, 2, 1).unwrap();
    assert_eq!(code(club.act(confirm(game, ann))), Code::OwnClaim);
    assert_eq!(club.act(confirm(game, bob)).unwrap().amount.0, 200);

    let game = club.begin(ann, bob, "main", single(100));
    club.report(Actor::Player(ann), game, ann, 2, 1).unwrap();
    assert_eq!(code(club.act(dispute(game, ann, "no"))), Code::OwnClaim);
    assert_eq!(code(club.act(dispute(game, bob, " "))), Code::ReasonMissing);
    club.act(dispute(game, bob, "it was a single game")).unwrap();
    assert_eq!(club.game(game).state, GameState::Disputed);
    assert_eq!(code(club.act(confirm(game, bob))), Code::GameDisputed);
    let event = club.events("game.disputed").pop().unwrap();
    assert_eq!(event.reason.as_deref(), Some("it was a single game"));
    club.prove();
}

#[test]
fn a_claim_that_is_not_answered_in_time_becomes_a_dispute() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.act(EscalateClaim { game })), Code::NotDue);
    club.report(Actor::Player(ann), game, ann, 2, 1).unwrap();
    club.wait_s(86_399);
    assert_eq!(code(club.act(EscalateClaim { game })), Code::NotDue);
    club.wait_s(2);
    club.act(EscalateClaim { game }).unwrap();
    assert_eq!((club.game(game).state, club.escrow(game)), (GameState::Disputed, 600));
}

#[test]
fn staff_decide_a_dispute_with_a_reason() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let director = club.staff(Role::Director);
    let floor = club.staff(Role::Floor);
    let decide = |by, game, decision, reason: &str| DecideGame { by, game, decision, reason: reason.to_owned() };
    let to_bob = Decision::Settle { winner: bob, result: 2 };
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.act(decide(director, game, to_bob, "seen"))), Code::GameNotDisputed);
    club.report(Actor::Player(ann), game, ann, 1, 1).unwrap();
    club.report(Actor::Player(bob), game, bob, 2, 1).unwrap();
    assert_eq!(code(club.act(decide(floor, game, to_bob, "seen"))), Code::Forbidden);
    assert_eq!(code(club.act(decide(Actor::Player(bob), game, to_bob, "seen"))), Code::Forbidden);
    assert_eq!(code(club.act(decide(director, game, to_bob, ""))), Code::ReasonMissing);
    let wrong = Decision::Settle { winner: bob, result: 5 };
    assert_eq!(code(club.act(decide(director, game, wrong, "seen"))), Code::ResultOutOfRange);
    club.act(decide(director, game, to_bob, "the board's camera")).unwrap();
    let settlement = club.settlement(game);
    assert_eq!((settlement.winner, settlement.amount.0, settlement.settled_by), (bob, 200, SettledBy::Decision));
    assert_eq!(club.events("game.decided")[0].reason.as_deref(), Some("the board's camera"));
    assert_eq!(code(club.act(decide(director, game, to_bob, "again"))), Code::GameEnded);

    let before = (club.cash(ann), club.cash(bob));
    let game = club.begin(ann, bob, "main", single(100));
    club.report(Actor::Player(ann), game, ann, 1, 1).unwrap();
    club.report(Actor::Player(bob), game, bob, 2, 1).unwrap();
    club.act(decide(director, game, Decision::Void, "nobody can tell")).unwrap();
    assert_eq!((club.game(game).state, (club.cash(ann), club.cash(bob))), (GameState::Voided, before));
    club.prove();
}

#[test]
fn staff_void_a_game_under_way_with_a_reason() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let compliance = club.staff(Role::Compliance);
    let here = club.client(Scope::GamesReport, "main");
    let void = |by, game, reason: &str| VoidGame { by, game, reason: reason.to_owned() };
    let open = club.open(ann, "main", single(100)).unwrap();
    assert_eq!(code(club.act(void(compliance, open, "why"))), Code::GameNotStarted);
    let game = club.begin(ann, bob, "main", single(100));
    assert_eq!(code(club.act(void(here, game, "why"))), Code::Forbidden);
    assert_eq!(code(club.act(void(compliance, game, ""))), Code::ReasonMissing);
    let voided = club.act(void(compliance, game, "two accounts of one person")).unwrap();
    assert_eq!((voided.opener.0, voided.joiner.0), (300, 300));
    assert_eq!(rating(&mut club, ann), None);
    assert_eq!(code(club.act(void(compliance, game, "again"))), Code::GameEnded);
    club.prove();
}
