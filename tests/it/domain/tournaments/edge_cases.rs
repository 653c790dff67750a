//! The numbered decisions on tournaments, each as a test of its number.

use kupa::domain::codes::Code;
use kupa::domain::time::Time;
use kupa::domain::tournaments::absence::{HELD_S, Withdrawal, void_at};
use kupa::domain::tournaments::entry::EntryState;
use kupa::domain::tournaments::final_table::finish;
use kupa::domain::tournaments::registration::EnteredBy;
use kupa::domain::tournaments::settlement::{Outcome, VoidCause};
use kupa::domain::tournaments::state::TournamentState;
use kupa::domain::tournaments::terms::Terms;

use super::stage::{ALL, Stage, code, divided, terms, void, won};

#[test]
fn edge_case_05_the_level_bonus_comes_at_once_to_whoever_is_between_rounds() {
    let mut stage = Stage::of(6, terms());
    stage.pass(600);
    stage.tick();
    assert_eq!(stage.level(), 2);
    assert_eq!([1, 2, 6].map(|player| stage.points(player)), [2, 2, 2], "level 1 brought none, level 2 brings 2");
}

#[test]
fn edge_case_05_in_a_round_the_bonus_comes_when_it_ends_unless_it_eliminates() {
    let mut stage = Stage::of(6, terms());
    let (kind, harsh) = (stage.start(&[1, 2]), stage.start(&[3, 4]));
    stage.pass(600);
    stage.tick();
    assert_eq!([1, 2, 3, 4, 5].map(|player| stage.points(player)), [0, 0, 0, 0, 2], "who waits has it at once");
    stage.settle(kind, won(1, &[(2, 5)]));
    stage.settle(harsh, won(3, &[(4, ALL)]));
    assert_eq!([1, 2, 3, 4].map(|player| stage.points(player)), [3 + 2, 1 + 2, 3 + 2, 1]);
}

#[test]
fn edge_case_05_two_levels_within_one_round_bring_two_each() {
    let mut stage = Stage::of(4, terms());
    let round = stage.start(&[1, 2]);
    stage.pass(1200);
    stage.settle(round, won(1, &[(2, 5)]));
    assert_eq!((stage.level(), stage.points(1), stage.points(2), stage.points(3)), (3, 7, 5, 4));
    assert_eq!(stage.field.round(round).unwrap().round_fee.0, 10, "it kept the level in force when it started");
}

#[test]
fn edge_case_05_a_level_set_counts_once_upward_and_for_itself_alone() {
    let mut stage = Stage::of(4, terms());
    stage.set_level(3).unwrap();
    assert_eq!(stage.points(1), 2, "one level was set, not two");
    stage.set_level(1).unwrap();
    assert_eq!(stage.points(1), 2, "setting it back takes nothing");
    stage.set_level(3).unwrap();
    assert_eq!(stage.points(1), 2, "a level brings its bonus once");
    stage.set_level(2).unwrap();
    assert_eq!(stage.points(1), 2, "downward none, though level 2 was never in force");
    stage.pass(1200);
    stage.tick();
    assert_eq!((stage.level(), stage.points(1)), (4, 4), "level 4 comes for the first time, level 3 does not");
    assert_eq!(stage.field.tournament().bonus_levels, [3, 4]);
}

#[test]
fn edge_case_06_no_bonus_for_a_level_that_came_while_a_player_held_no_chips() {
    let mut stage = Stage::of(6, terms());
    stage.pass(590);
    stage.beats(1, 2);
    stage.pass(15);
    stage.tick();
    assert_eq!((stage.level(), stage.points(2)), (2, 1));
    stage.re_enter(2).unwrap();
    assert_eq!(stage.points(2), 1, "also if they re-enter");
    stage.pass(600);
    stage.tick();
    assert_eq!((stage.points(2), stage.points(3)), (3, 4), "the next one counts again");
}

#[test]
fn edge_case_06_no_bonus_for_a_level_that_came_in_the_round_that_took_the_last_chips() {
    let mut stage = Stage::of(6, terms());
    let round = stage.start(&[1, 2]);
    stage.pass(605);
    stage.settle(round, won(1, &[(2, ALL)]));
    stage.re_enter(2).unwrap();
    assert_eq!((stage.points(2), stage.points(1)), (1, 5));
}

#[test]
fn edge_case_07_who_may_come_back_ranks_behind_all_in_play_and_moves_nobody() {
    let mut stage = Stage::of(8, Terms { re_entries: 1, ..terms() });
    stage.beats(1, 2);
    stage.pass(30);
    stage.tick();
    assert_eq!((stage.rank(2), stage.rank(1)), (8, 1), "out: behind the seven who are in");
    stage.play(&[3, 4], 3, &[(4, 40)]);
    stage.beats(3, 4);
    stage.pass(1);
    assert_eq!((stage.rank(4), stage.rank(2)), (7, 8), "deciding: behind the six who hold chips, before who is out");
    stage.re_enter(4).unwrap();
    assert_eq!(stage.rank(2), 8);
    let before = stage.rank(2);
    stage.beats(1, 5);
    assert_eq!((stage.rank(5), stage.rank(2)), (7, before), "nobody's rank changes while a window is open");
    stage.pass(30);
    stage.tick();
    assert_eq!((stage.rank(5), stage.rank(2)), (7, 7), "equal points, and the rank of 2 has only risen");
}

#[test]
fn edge_case_08_neither_final_table_nor_end_while_a_window_is_open() {
    let mut stage = Stage::of(3, terms());
    stage.beats(1, 2);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::Running, "two hold chips, and one may come back");
    let now = stage.now;
    let form = stage.field.direct(|terms, row| kupa::domain::tournaments::final_table::form(terms, row, now));
    assert_eq!(code(form), Code::FinalTableEarly);
    stage.beats(1, 3);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::Running, "one holds all chips, and two may come back");
    stage.re_enter(3).unwrap();
    stage.pass(25);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::FinalTable, "nobody can come back any more");
}

#[test]
fn edge_case_08_a_re_entry_that_makes_too_many_delays_the_final_table() {
    let mut stage = Stage::of(3, terms());
    stage.beats(1, 2);
    stage.re_enter(2).unwrap();
    stage.pass(60);
    stage.tick();
    assert_eq!((stage.state(), stage.field.tournament().playing), (TournamentState::Running, 3));
}

#[test]
fn edge_case_09_a_field_that_fits_one_table_begins_at_its_final_table() {
    let mut stage = Stage::of(2, terms());
    assert_eq!(stage.state(), TournamentState::FinalTable);
    stage.re_enter(1).expect("before its first round has started");
    stage.play(&[1, 2], 1, &[(2, 5)]);
    assert_eq!(stage.no_re_entry(2), "final_table");
    let mut open = Stage::of(2, Terms { final_table_closes_re_entry: false, ..terms() });
    open.beats(1, 2);
    open.tick();
    assert_eq!(open.state(), TournamentState::FinalTable, "the switch keeps the way back open, and with it the end");
    open.re_enter(2).unwrap();
    assert_eq!(open.chips(2), 100);
}

#[test]
fn edge_case_10_each_of_several_re_entries_is_judged_with_the_chips_just_bought() {
    let mut stage = Stage::of(4, Terms { re_entries: 3, ..terms() });
    let round = stage.start(&[1, 2]);
    assert_eq!(stage.chips(1), 90);
    stage.re_enter(1).expect("90 and the fee of 10 do not exceed 100");
    assert_eq!((stage.chips(1), stage.no_re_entry(1)), (190, "not_out".into()));
    stage.settle(round, won(2, &[(1, ALL)]));
    assert_eq!((stage.chips(1), stage.chips(2)), (100, 200), "what was bought in the round was not at risk in it");
    stage.re_enter(1).unwrap();
    stage.beats(3, 4);
    stage.re_enter(4).unwrap();
    stage.beats(3, 4);
    stage.re_enter(4).unwrap();
    assert_eq!(stage.field.entry(4).unwrap().re_entries, 2, "both kinds count together");
    stage.re_enter(4).unwrap();
    stage.play(&[3, 4], 3, &[(4, ALL)]);
    assert_eq!(stage.no_re_entry(4), "limit");
}

#[test]
fn edge_case_11_each_table_has_a_winner_with_at_least_the_pot() {
    let mut stage = Stage::of(4, Terms { seats: 4, final_table_seats: 4, ..terms() });
    stage.play(&[1, 2, 3, 4], 1, &[(2, ALL), (3, ALL), (4, ALL)]);
    assert_eq!([1, 2, 3, 4].map(|player| stage.chips(player)), [400, 0, 0, 0]);
}

#[test]
fn edge_case_11_the_last_player_with_chips_cannot_be_disqualified() {
    let mut stage = Stage::of(3, terms());
    stage.beats(1, 2);
    stage.field.disqualify(3).unwrap();
    assert_eq!(code(stage.field.disqualify(1)), Code::LastPlayer);
    let now = stage.now;
    stage.field.direct(|terms, row| finish(terms, row, now)).unwrap();
    assert_eq!(stage.state(), TournamentState::Paying, "it is finished instead");
    assert_eq!((stage.rank(1), stage.rank(2), stage.rank(3)), (1, 2, 3));
}

#[test]
fn edge_case_12_a_round_without_a_winner_returns_every_fee_and_brings_no_points() {
    for cause in [VoidCause::NoWinner, VoidCause::Director] {
        let mut stage = Stage::of(4, terms());
        stage.play(&[1, 2], 1, &[(2, 85)]);
        let round = stage.start(&[1, 2]);
        assert_eq!((stage.chips(1), stage.chips(2)), (185, 0), "2 holds less than the fee and plays");
        stage.settle(round, Outcome::Void { cause });
        assert_eq!((stage.chips(1), stage.chips(2)), (195, 5));
        assert_eq!((stage.points(1), stage.points(2)), (3, 1), "those of the first round");
        stage.start(&[1, 2]);
    }
}

#[test]
fn edge_case_13_equal_points_tie_whatever_entries_time_and_chips() {
    let mut stage = Stage::of(6, Terms { re_entries: 1, ..terms() });
    stage.play(&[1, 2], 1, &[(2, ALL)]);
    stage.re_enter(2).unwrap();
    stage.beats(1, 2);
    stage.pass(100);
    stage.tick();
    stage.play(&[3, 4], 3, &[(4, 1)]);
    stage.pass(100);
    stage.beats(3, 4);
    stage.pass(30);
    stage.tick();
    assert_eq!((stage.points(2), stage.points(4)), (2, 2));
    assert_eq!((stage.rank(2), stage.rank(4)), (5, 5));
    let last = stage.field.ranking().pop().unwrap();
    assert_eq!((last.rank, last.registrations), (5, vec![2, 4]), "in the order of registration");
}

/// A table whose three rounds in succession were void, for these were absent.
fn held(stage: &mut Stage, seats: &[u32]) {
    for _ in 0..3 {
        let round = stage.start(seats);
        stage.pass(300);
        let fee = stage.field.round(round).unwrap().round_fee.0;
        let shares: Vec<_> = seats.iter().map(|seat| (*seat, fee)).collect();
        stage.settle(round, divided(&shares));
    }
}

#[test]
fn edge_case_14_after_three_void_rounds_a_table_is_held_and_the_absent_may_be_withdrawn() {
    let mut stage = Stage::of(6, terms());
    stage.play(&[1, 2], 1, &[(2, 5)]);
    assert_eq!(code(stage.field.withdraw_absent(1, &[1, 2], stage.now)), Code::TableNotHeld);
    held(&mut stage, &[1, 2]);
    assert_eq!(code(stage.field.start_round(1, &[1, 2], stage.now)), Code::TableHeld);
    let held_since = stage.now;
    assert_eq!(stage.field.table(1).due_at(), Some(held_since.after(chrono::TimeDelta::seconds(HELD_S))));
    let points = stage.points(1);
    let withdrawn = stage.field.withdraw_absent(1, &[1, 2], stage.now).unwrap();
    assert_eq!(withdrawn, Withdrawal::Withdrawn(vec![1, 2]));
    stage.field.check().unwrap();
    assert_eq!((stage.chips(1), stage.field.tournament().removed.0), (0, 200));
    assert_eq!((stage.points(1), stage.rank(1), stage.rank(2)), (points, 5, 6), "by points, as if out");
    assert_eq!(code(stage.re_enter(1)), Code::EntryClosed);
}

#[test]
fn edge_case_14_without_an_act_for_ten_minutes_it_is_due() {
    let mut stage = Stage::of(6, terms());
    assert_eq!(code(stage.field.table(1).need_due(stage.now)), Code::NotDue, "nothing is held");
    held(&mut stage, &[1, 2]);
    stage.pass(HELD_S - 1);
    assert_eq!(code(stage.field.table(1).need_due(stage.now)), Code::NotDue);
    stage.pass(1);
    assert_eq!(stage.field.table(1).need_due(stage.now), Ok(()));
    stage.field.release(1);
    assert_eq!(code(stage.field.table(1).need_due(stage.now)), Code::NotDue, "a director let it go on");
}

#[test]
fn edge_case_14_a_round_that_somebody_played_breaks_the_succession() {
    let mut stage = Stage::of(6, terms());
    for outcome in [divided(&[(1, 10), (2, 10)]), divided(&[(1, 10), (2, 10)]), won(1, &[(2, 0)]), void()] {
        let round = stage.start(&[1, 2]);
        stage.settle(round, outcome);
    }
    held(&mut stage, &[1, 2]);
    assert_eq!(stage.field.table(1).void_rounds, 3);
}

#[test]
fn edge_case_14_who_was_there_once_is_not_withdrawn() {
    let mut stage = Stage::of(6, terms());
    held(&mut stage, &[1, 2]);
    stage.field.start_round(2, &[3, 4], stage.now).unwrap();
    assert_eq!(code(stage.field.withdraw_absent(1, &[5, 6], stage.now)), Code::NobodyAbsent);
    let told = stage.field.withdraw_absent(1, &[1, 5], stage.now).unwrap();
    assert_eq!(told, Withdrawal::Withdrawn(vec![1]));
}

#[test]
fn edge_case_14_only_who_was_absent_in_all_three_is_withdrawn() {
    let mut stage = Stage::of(6, terms());
    let mut play = |table, seats: [u32; 2], outcome| {
        let round = stage.field.start_round(table, &seats, stage.now).unwrap();
        stage.settle(round, outcome);
    };
    let absent = |seats: [u32; 2]| divided(&[(seats[0], 10), (seats[1], 10)]);
    play(2, [5, 6], absent([5, 6]));
    play(2, [5, 6], absent([5, 6]));
    play(2, [5, 6], won(5, &[(6, 0)]));
    play(1, [1, 2], absent([1, 2]));
    play(1, [1, 2], absent([1, 2]));
    play(1, [1, 5], absent([1, 5]));
    assert_eq!(stage.field.entry(5).unwrap().absences, 1, "a round that was played starts the count anew");
    assert_eq!(stage.field.withdraw_absent(1, &[1, 5], stage.now), Ok(Withdrawal::Withdrawn(vec![1])));
}

#[test]
fn edge_case_14_where_nobody_would_be_left_the_tournament_ends_by_chips() {
    let mut stage = Stage::of(2, terms());
    stage.play(&[1, 2], 1, &[(2, 30)]);
    held(&mut stage, &[1, 2]);
    let Withdrawal::Ended(changes) = stage.field.withdraw_absent(1, &[1, 2], stage.now).unwrap() else {
        panic!("nobody is withdrawn");
    };
    assert_eq!(changes.last().unwrap().to, TournamentState::Paying);
    assert_eq!((stage.chips(1), stage.chips(2), stage.rank(1), stage.rank(2)), (140, 60, 1, 2));
    let mut equal = Stage::of(2, terms());
    held(&mut equal, &[1, 2]);
    equal.field.withdraw_absent(1, &[1, 2], equal.now).unwrap();
    assert_eq!((equal.rank(1), equal.rank(2)), (1, 1), "equal chips share");
}

#[test]
fn edge_case_14_at_a_final_table_the_withdrawn_leave_it_in_one_round() {
    let mut stage = Stage::of(3, Terms { seats: 3, final_table_seats: 3, ..terms() });
    stage.play(&[1, 2, 3], 1, &[(2, 5), (3, 9)]);
    held(&mut stage, &[2, 3]);
    stage.field.withdraw_absent(1, &[2, 3], stage.now).unwrap();
    stage.tick();
    assert_eq!(stage.state(), TournamentState::Paying);
    assert_eq!((stage.rank(1), stage.rank(2), stage.rank(3)), (1, 2, 2), "whatever their points");
}

#[test]
fn edge_case_14_a_round_of_absent_players_goes_on_for_five_minutes() {
    assert_eq!(void_at(Time::from_micros(0)), Time::from_micros(300_000_000));
}

#[test]
fn edge_case_15_the_start_closes_registration_in_the_step_that_begins_the_draw() {
    let at = Time::from_micros(60_000_000);
    let mut stage = Stage::open(Terms { starts_at: Some(at), ..terms() });
    for _ in 0..3 {
        stage.field.register(EnteredBy::Player, stage.now).unwrap();
    }
    stage.now = Time::from_micros(at.micros() - 1);
    stage.field.register(EnteredBy::Player, stage.now).expect("before it: in");
    assert_eq!(code(stage.field.direct(|terms, row| row.start_on_time(terms, stage.now))), Code::NotDue);
    stage.now = at;
    assert_eq!(code(stage.field.register(EnteredBy::Player, at)), Code::RegistrationClosed, "at it: refused");
    assert_eq!(code(stage.field.withdraw(1, at)), Code::TournamentStarted);
    stage.field.direct(|terms, row| row.start_on_time(terms, at)).unwrap();
    assert_eq!(stage.state(), TournamentState::Seating);
    assert_eq!(code(stage.field.register(EnteredBy::Player, at)), Code::TournamentBusy);
}

#[test]
fn edge_case_15_a_sit_and_go_can_be_left_until_its_last_seat_is_taken() {
    let mut stage = Stage::open(Terms { most_players: 3, ..terms() });
    for _ in 0..2 {
        stage.field.register(EnteredBy::Player, stage.now).unwrap();
    }
    stage.field.withdraw(2, stage.now).unwrap();
    assert_eq!(code(stage.field.entry(2).cloned()), Code::UnknownEntry);
    for number in [3, 4] {
        assert_eq!(stage.field.register(EnteredBy::Player, stage.now).unwrap(), number, "no number is given twice");
    }
    assert_eq!(stage.state(), TournamentState::Seating, "the last seat is taken");
    assert_eq!(code(stage.field.withdraw(1, stage.now)), Code::TournamentBusy);
    stage.begin();
    assert_eq!(code(stage.field.withdraw(1, stage.now)), Code::TournamentStarted);
    stage.field.check().unwrap();
}

#[test]
fn edge_case_16_a_refusal_does_not_lengthen_the_window() {
    let mut stage = Stage::of(6, terms());
    stage.beats(1, 2);
    let until = stage.field.entry(2).unwrap().window.unwrap().until;
    stage.pass(24);
    // Whoever takes the money refuses before the rules are called: the rows stay as they are.
    assert_eq!(stage.field.entry(2).unwrap().window.unwrap().until, until);
    stage.pass(1);
    assert_eq!(stage.no_re_entry(2), "window");
    assert_eq!(stage.field.entry(2).unwrap().window.unwrap().until, until);
}

#[test]
fn edge_case_17_a_correction_is_a_linked_settlement_and_moves_chips_and_points() {
    let mut stage = Stage::of(4, terms());
    let round = stage.play(&[1, 2], 1, &[(2, 40)]);
    assert_eq!((stage.chips(1), stage.chips(2), stage.points(1), stage.points(2)), (150, 50, 3, 1));
    stage.correct(round, won(2, &[(1, 7)])).unwrap();
    assert_eq!((stage.chips(1), stage.chips(2), stage.points(1), stage.points(2)), (83, 117, 1, 3));
    let settlements = &stage.field.round(round).unwrap().settlements;
    assert_eq!(settlements.iter().map(|one| (one.number, one.reverses)).collect::<Vec<_>>(), [(1, None), (2, Some(1))]);
    assert_eq!(settlements[0].outcome, won(1, &[(2, 40)]), "the first is not edited");
    assert_eq!(code(stage.correct(round, won(2, &[(1, 7)]))), Code::AlreadySo);
}

#[test]
fn edge_case_17_no_correction_once_a_player_of_the_round_has_started_another() {
    let mut stage = Stage::of(4, terms());
    let round = stage.play(&[1, 2], 1, &[(2, 40)]);
    stage.start(&[2, 3]);
    assert_eq!(code(stage.correct(round, void())), Code::RoundPlayedOn);
    let other = stage.start(&[1, 4]);
    assert_eq!(code(stage.correct(other, void())), Code::RoundNotSettled);
}

#[test]
fn edge_case_17_a_correction_may_bring_a_player_back_who_was_out() {
    let mut stage = Stage::of(6, terms());
    let round = stage.beats(1, 2);
    stage.pass(30);
    stage.tick();
    assert_eq!(stage.field.entry(2).unwrap().state, EntryState::Out);
    stage.pass(600);
    let corrected = stage.correct(round, won(1, &[(2, 40)])).unwrap();
    assert_eq!((corrected.back, corrected.out, stage.chips(2)), (vec![2], vec![], 50));
    assert_eq!(stage.points(2), 1 + 2, "they were in when level 2 came");
    stage.start(&[1, 2]);
}

#[test]
fn edge_case_17_a_re_entry_after_the_corrected_round_is_reversed() {
    let mut stage = Stage::of(6, terms());
    let round = stage.beats(1, 2);
    stage.pass(10);
    stage.re_enter(2).unwrap();
    let corrected = stage.correct(round, won(1, &[(2, 40)])).unwrap();
    assert_eq!(corrected.re_entries_reversed, [2]);
    assert_eq!((stage.chips(2), stage.field.entry(2).unwrap().re_entries), (50, 0));
    assert_eq!(stage.field.tournament().re_entries, 0);
}

#[test]
fn edge_case_17_a_re_entry_stays_where_the_player_was_out_anyhow() {
    let mut stage = Stage::of(6, terms());
    let round = stage.beats(1, 2);
    stage.re_enter(2).unwrap();
    let corrected = stage.correct(round, won(1, &[(2, 95)])).unwrap();
    assert_eq!((corrected.re_entries_reversed, stage.chips(2)), (vec![], 100));
}

#[test]
fn edge_case_17_a_correction_may_put_a_player_out_who_then_has_their_window() {
    let mut stage = Stage::of(6, terms());
    let round = stage.play(&[1, 2], 1, &[(2, 5)]);
    stage.pass(605);
    let corrected = stage.correct(round, won(1, &[(2, ALL)])).unwrap();
    assert_eq!((corrected.out, stage.points(2)), (vec![2], 1), "no bonus for a level that came after they were out");
    stage.pass(24);
    stage.re_enter(2).unwrap();
    assert_eq!(stage.points(2), 1);
}

#[test]
fn edge_case_17_who_is_brought_back_opens_a_final_table_again_before_its_first_round() {
    let mut stage = Stage::of(3, Terms { re_entries: 0, ..terms() });
    let round = stage.beats(1, 2);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::FinalTable);
    let corrected = stage.correct(round, void()).unwrap();
    assert_eq!(corrected.reopened.unwrap().to, TournamentState::Running);
    assert_eq!(stage.state(), TournamentState::Running);
}

#[test]
fn edge_case_17_nothing_is_corrected_once_the_prizes_are_fixed() {
    let mut stage = Stage::of(2, terms());
    let round = stage.beats(1, 2);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::Paying);
    assert_eq!(code(stage.correct(round, void())), Code::TournamentBusy);
    let now = stage.now;
    stage.field.direct(|_, row| row.finished(now)).unwrap();
    assert_eq!(code(stage.correct(round, void())), Code::TournamentOver);
}

#[test]
fn edge_case_18_a_crash_cancels_a_running_tournament_and_none_whose_prizes_are_fixed() {
    let mut stage = Stage::of(4, terms());
    stage.beats(1, 2);
    stage.start(&[3, 4]);
    let now = stage.now;
    let change = stage.field.direct(|_, row| row.cancel_after_crash(now)).unwrap();
    assert_eq!((change.to, change.why.rule), (TournamentState::Cancelling, "crashed"));
    let mut over = Stage::of(2, terms());
    over.beats(1, 2);
    over.tick();
    assert_eq!(code(over.field.direct(|_, row| row.cancel_after_crash(now))), Code::TournamentBusy);
}
