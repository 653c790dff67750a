//! Corners where two rules meet: corrections at the edge of the final table, disqualifications in a round, clocks that
//! nobody has asked, fees of 0, sums that no room ever reaches.

use chrono::TimeDelta;
use kupa::domain::codes::Code;
use kupa::domain::tournaments::absence::{HELD_S, Withdrawal};
use kupa::domain::tournaments::chips::Chips;
use kupa::domain::tournaments::entry::EntryState;
use kupa::domain::tournaments::levels::{Level, Levels};
use kupa::domain::tournaments::registration::EnteredBy;
use kupa::domain::tournaments::round::Seat;
use kupa::domain::tournaments::settlement::reckon;
use kupa::domain::tournaments::state::TournamentState;
use kupa::domain::tournaments::terms::{Break, ShortWinner, Terms};

use super::stage::{ALL, Stage, code, divided, terms, void, won};

#[test]
fn edge_case_17_the_first_round_of_the_final_table_closes_a_window_that_a_correction_opened() {
    let mut stage = Stage::of(4, Terms { final_table_seats: 3, ..terms() });
    let round = stage.play(&[1, 2], 1, &[(2, 5)]);
    stage.beats(3, 4);
    stage.pass(25);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::FinalTable);
    stage.correct(round, won(1, &[(2, ALL)])).unwrap();
    assert_eq!(stage.field.tournament().windows, 1, "until that round starts 2 may come back");
    stage.start(&[1, 3]);
    assert_eq!((stage.field.tournament().windows, stage.no_re_entry(2)), (0, "final_table".into()));
    assert_eq!((stage.rank(2), stage.rank(4)), (3, 3), "by points, and no longer as one who may come back");
}

#[test]
fn edge_case_17_at_a_final_table_that_leaves_re_entry_open_such_a_window_stays() {
    let mut stage = Stage::of(4, Terms { final_table_seats: 3, final_table_closes_re_entry: false, ..terms() });
    let round = stage.play(&[1, 2], 1, &[(2, 5)]);
    stage.beats(3, 4);
    stage.pass(25);
    stage.tick();
    stage.correct(round, won(1, &[(2, ALL)])).unwrap();
    stage.start(&[1, 3]);
    stage.re_enter(2).unwrap();
}

#[test]
fn edge_case_17_a_correction_at_the_final_table_exchanges_who_left_it() {
    let mut stage = Stage::of(3, Terms { seats: 3, final_table_seats: 3, re_entries: 0, ..terms() });
    let round = stage.play(&[1, 2, 3], 1, &[(2, ALL), (3, 5)]);
    assert_eq!((stage.rank(1), stage.rank(3), stage.rank(2)), (1, 2, 3));
    let corrected = stage.correct(round, won(3, &[(1, ALL), (2, 5)])).unwrap();
    assert_eq!((corrected.back, corrected.out), (vec![2], vec![1]));
    stage.beats(3, 2);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::Paying);
    assert_eq!((stage.rank(3), stage.rank(2), stage.rank(1)), (1, 2, 3), "2 leaves it later than 1");
}

#[test]
fn edge_case_17_a_correction_of_a_disqualified_players_round_moves_what_was_removed() {
    let mut stage = Stage::of(4, terms());
    let round = stage.play(&[1, 2], 1, &[(2, 40)]);
    stage.field.disqualify(2).unwrap();
    assert_eq!(stage.field.tournament().removed, Chips(50));
    stage.correct(round, won(2, &[(1, 30)])).unwrap();
    assert_eq!((stage.chips(1), stage.chips(2), stage.field.tournament().removed.0), (60, 0, 140));
}

#[test]
fn edge_case_17_a_correction_breaks_the_succession_of_void_rounds() {
    let mut stage = Stage::of(6, terms());
    let mut last = 0;
    for _ in 0..3 {
        last = stage.start(&[1, 2]);
        stage.settle(last, divided(&[(1, 10), (2, 10)]));
    }
    assert!(stage.field.table(1).held_since.is_some());
    stage.correct(last, won(1, &[(2, 5)])).unwrap();
    assert_eq!(code(stage.field.withdraw_absent(1, &[1, 2], stage.now)), Code::TableNotHeld, "2 and 1 were there");
    assert_eq!(stage.field.entry(2).unwrap().absences, 0);
    let next = stage.start(&[1, 2]);
    stage.settle(next, divided(&[(1, 10), (2, 10)]));
    assert_eq!((stage.field.table(1).void_rounds, stage.field.entry(1).unwrap().absences), (1, 1));
}

#[test]
fn edge_case_11_somebody_is_always_left_who_is_not_disqualified() {
    let mut stage = Stage::of(2, Terms { final_table_closes_re_entry: false, ..terms() });
    let round = stage.start(&[1, 2]);
    stage.field.disqualify(1).unwrap();
    stage.settle(round, won(1, &[(2, ALL)]));
    stage.tick();
    assert_eq!(stage.state(), TournamentState::FinalTable, "2 may come back");
    assert_eq!(stage.field.entry(2).unwrap().state, EntryState::Out);
    assert_eq!(code(stage.field.disqualify(2)), Code::LastPlayer, "nobody would be left to win the pool");
    stage.pass(25);
    stage.tick();
    assert_eq!((stage.state(), stage.rank(2)), (TournamentState::Paying, 1));
}

#[test]
fn a_disqualified_winner_takes_the_pot_out_of_play_and_the_others_go_on() {
    let mut stage = Stage::of(3, Terms { seats: 3, final_table_seats: 3, re_entries: 0, ..terms() });
    let round = stage.start(&[1, 2, 3]);
    stage.field.disqualify(1).unwrap();
    stage.settle(round, won(1, &[(2, 20), (3, 30)]));
    assert_eq!([1, 2, 3].map(|player| stage.chips(player)), [0, 70, 60]);
    assert_eq!(stage.field.tournament().removed, Chips(170));
    stage.beats(3, 2);
    stage.tick();
    assert_eq!((stage.rank(3), stage.rank(2), stage.rank(1)), (1, 2, 3));
}

#[test]
fn a_disqualified_seat_of_a_void_round_loses_its_returned_fee_as_well() {
    let mut stage = Stage::of(4, terms());
    let round = stage.start(&[1, 2]);
    stage.field.disqualify(2).unwrap();
    stage.settle(round, void());
    assert_eq!((stage.chips(1), stage.chips(2), stage.field.tournament().removed.0), (100, 0, 100));
}

#[test]
fn edge_case_06_chips_bought_in_a_round_keep_a_player_in_and_so_bring_its_bonus() {
    let mut stage = Stage::of(4, terms());
    let round = stage.start(&[1, 2]);
    stage.re_enter(2).unwrap();
    stage.pass(600);
    stage.settle(round, won(1, &[(2, ALL)]));
    assert_eq!((stage.chips(2), stage.points(2)), (100, 1 + 2), "the round did not eliminate them");
    stage.re_enter(2).expect("100 do not exceed the starting chips");
    stage.beats(1, 2);
    assert_eq!(stage.no_re_entry(2), "limit");
}

#[test]
fn edge_case_05_who_waits_at_an_odd_table_gets_the_bonus_and_pays_nothing() {
    let mut stage = Stage::of(3, terms());
    let round = stage.start(&[1, 2]);
    stage.pass(600);
    stage.tick();
    assert_eq!((stage.points(3), stage.chips(3), stage.points(1)), (2, 100, 0));
    stage.settle(round, void());
    assert_eq!((stage.points(1), stage.points(2)), (2, 2), "a void round brings none of its own");
}

#[test]
fn edge_case_14_levels_that_came_while_a_table_was_held_count_for_those_withdrawn() {
    let mut stage = Stage::of(6, terms());
    for _ in 0..3 {
        let round = stage.start(&[1, 2]);
        stage.settle(round, divided(&[(1, 10), (2, 10)]));
    }
    stage.pass(HELD_S);
    let withdrawn = stage.field.withdraw_absent(1, &[1, 2], stage.now).unwrap();
    assert_eq!(withdrawn, Withdrawal::Withdrawn(vec![1, 2]));
    assert_eq!((stage.level(), stage.points(1), stage.points(3)), (2, 2, 2), "level 2 came at that moment");
}

#[test]
fn the_final_table_and_the_end_are_judged_at_the_level_that_is_due() {
    let mut stage = Stage::of(3, Terms { last_level_for_registration: Some(1), re_entries: 0, ..terms() });
    stage.beats(1, 2);
    stage.pass(599);
    assert_eq!(stage.field.progress(stage.now).unwrap(), [], "somebody may still register");
    stage.pass(1);
    let changes = stage.field.progress(stage.now).unwrap();
    assert_eq!(changes.last().unwrap().to, TournamentState::FinalTable);
    assert_eq!(code(stage.field.register(EnteredBy::Player, stage.now)), Code::RegistrationClosed);
}

#[test]
fn a_fee_of_nothing_makes_a_pot_of_nothing_and_points_all_the_same() {
    let level = Level { round_fee: Chips::ZERO, chip_ratio: 1 };
    let free = Terms { levels: Levels { every_s: 600, levels: vec![level] }, ..terms() };
    let mut stage = Stage::of(4, free);
    stage.play(&[1, 2], 1, &[(2, 0)]);
    assert_eq!((stage.chips(1), stage.chips(2), stage.points(1), stage.points(2)), (100, 100, 3, 1));
    stage.beats(1, 2);
    assert_eq!((stage.chips(1), stage.chips(2)), (200, 0));
    let round = stage.start(&[3, 4]);
    stage.settle(round, divided(&[(3, 0), (4, 0)]));
    assert_eq!((stage.chips(3), stage.chips(4)), (100, 100));
    stage.pass(6000);
    stage.tick();
    assert_eq!((stage.level(), stage.points(3)), (1, 0), "one level brings no bonus ever");
}

#[test]
fn a_round_whose_chips_are_beyond_reckoning_is_refused_and_not_cut() {
    let rich = |registration| Seat::of(registration, Chips(u64::MAX), Chips(u64::MAX));
    let seats = [rich(1), rich(2)];
    let told = reckon(&seats, 1, ShortWinner::Limited, &won(1, &[(2, 1)]));
    assert_eq!(code(told), Code::Internal);
    let told = reckon(&seats, 1, ShortWinner::Limited, &divided(&[(1, u64::MAX), (2, u64::MAX)]));
    assert_eq!(code(told), Code::Internal);
}

#[test]
fn a_held_table_that_somebody_comes_back_to_goes_on_at_once() {
    let mut stage = Stage::of(4, terms());
    for _ in 0..3 {
        let round = stage.start(&[1, 2]);
        stage.settle(round, divided(&[(1, 10), (2, 10)]));
    }
    assert_eq!(code(stage.field.start_round(1, &[1, 2], stage.now)), Code::TableHeld);
    let mut table = stage.field.table(1);
    table.release();
    assert_eq!((table.void_rounds, table.may_start_round()), (0, Ok(())));
}

#[test]
fn a_final_table_is_one_table() {
    let mut stage = Stage::of(4, Terms { final_table_seats: 4, final_table_closes_re_entry: false, ..terms() });
    assert_eq!(stage.state(), TournamentState::FinalTable);
    let round = stage.start(&[1, 2]);
    assert_eq!(code(stage.field.start_round(2, &[3, 4], stage.now)), Code::RoundOpen);
    stage.settle(round, won(1, &[(2, 5)]));
    stage.start(&[1, 2, 3, 4]);
}

#[test]
fn edge_case_09_a_field_that_fits_the_final_table_is_drawn_to_its_seats() {
    for (players, seats) in [(2, 5), (5, 5), (6, 3), (30, 3)] {
        let mut stage = Stage::open(Terms { seats: 3, final_table_seats: 5, ..terms() });
        for _ in 0..players {
            stage.field.register(EnteredBy::Player, stage.now).unwrap();
        }
        assert_eq!(stage.field.tournament().seats_of_draw(stage.field.terms()), seats, "{players} players");
        stage.begin();
        assert_eq!(stage.state() == TournamentState::FinalTable, seats == 5);
    }
}

#[test]
fn an_outage_eats_neither_the_time_to_decide_nor_a_directors_ten_minutes() {
    let outage = TimeDelta::seconds(500);
    let mut stage = Stage::of(6, terms());
    stage.beats(1, 2);
    let mut window = stage.field.entry(2).unwrap().window.unwrap();
    window.shift(outage);
    assert_eq!(window.until.since(stage.now).num_seconds(), 525);
    let mut table = stage.field.table(1);
    table.shift(outage);
    assert_eq!(table.due_at(), None, "it is not held");
    table.held_since = Some(stage.now);
    table.shift(outage);
    assert_eq!(table.due_at().unwrap().since(stage.now).num_seconds(), HELD_S + 500);
}

#[test]
fn a_pot_whose_players_were_all_disqualified_is_removed_and_not_lost() {
    let mut stage = Stage::of(6, terms());
    let round = stage.start(&[1, 2]);
    stage.field.disqualify(1).unwrap();
    stage.field.disqualify(2).unwrap();
    stage.settle(round, won(1, &[(2, 5)]));
    let removed = stage.field.tournament().removed;
    assert_eq!((stage.chips(1), stage.chips(2), removed), (0, 0, Chips(200)));
    assert_eq!((stage.rank(2), stage.rank(1)), (5, 6), "the last disqualified highest");
}

#[test]
fn a_pause_is_no_break_and_the_level_goes_on_being_known() {
    let rest = Break { after_level: 1, seconds: 60 };
    let mut stage = Stage::of(4, Terms { breaks: vec![rest], ..terms() });
    stage.pass(300);
    let now = stage.now;
    stage.field.direct(|terms, row| row.pause(terms, now)).unwrap();
    stage.pass(6000);
    stage.tick();
    let clock = stage.field.tournament().clock;
    assert_eq!((clock.level, clock.on_break, clock.due_at()), (1, false, None));
    assert_eq!(code(stage.field.start_round(1, &[1, 2], stage.now)), Code::ClockPaused);
    let now = stage.now;
    stage.field.direct(|_, row| row.resume(now)).unwrap();
    stage.pass(300);
    stage.tick();
    assert_eq!(code(stage.field.start_round(1, &[1, 2], stage.now)), Code::OnBreak);
}

#[test]
fn a_window_stays_open_through_the_rise_to_the_last_level_for_re_entry() {
    let mut stage = Stage::of(6, Terms { last_level_for_re_entry: 2, ..terms() });
    stage.pass(590);
    stage.beats(1, 2);
    stage.pass(10);
    stage.tick();
    assert_eq!((stage.level(), stage.field.tournament().windows), (2, 1));
    stage.re_enter(2).unwrap();
    stage.pass(580);
    stage.beats(1, 2);
    stage.pass(20);
    stage.tick();
    assert_eq!((stage.level(), stage.field.tournament().windows), (3, 0));
}

#[test]
fn a_pot_is_divided_among_those_at_the_table_and_nobody_else() {
    let mut stage = Stage::of(4, terms());
    let round = stage.start(&[1, 2]);
    let stranger = stage.field.settle(round, divided(&[(1, 12), (2, 8), (3, 0)]), stage.now, None);
    assert_eq!(code(stranger), Code::SharesNotPot);
    stage.settle(round, divided(&[(1, 12), (2, 8)]));
}

#[test]
fn the_clock_of_a_cancelled_tournament_stands() {
    let mut stage = Stage::of(4, terms());
    let now = stage.now;
    assert!(stage.field.tournament().clock.due_at().is_some());
    stage.field.direct(|_, row| row.cancel(now)).unwrap();
    assert_eq!(stage.field.tournament().clock.due_at(), None, "nothing is due any more");
}

#[test]
fn edge_case_17_nobody_is_brought_back_to_a_final_table_that_has_begun_and_is_full() {
    for (final_table_seats, told) in [(3, Err(Code::TableSize)), (4, Ok(vec![2]))] {
        let mut stage = Stage::of(6, Terms { final_table_seats, re_entries: 0, ..terms() });
        let round = stage.beats(1, 2);
        stage.field.disqualify(1).unwrap();
        stage.beats(3, 4);
        stage.tick();
        let seats = [3, 5, 6];
        stage.play(&seats, 3, &[(5, 5), (6, 9)]);
        let corrected = stage.correct(round, won(1, &[(2, 5)]));
        assert_eq!(corrected.map(|corrected| corrected.back).map_err(|refused| refused.code), told);
        let in_play: Vec<u32> =
            stage.field.entries().filter(|entry| entry.is_playing()).map(|entry| entry.registration).collect();
        stage.start(&in_play);
    }
}

#[test]
fn edge_case_17_who_was_brought_back_to_a_final_table_and_put_out_again_never_left_it() {
    let mut stage = Stage::of(6, Terms { final_table_seats: 3, re_entries: 0, ..terms() });
    let round = stage.beats(1, 2);
    stage.field.disqualify(1).unwrap();
    stage.beats(3, 4);
    stage.tick();
    stage.play(&[3, 5, 6], 3, &[(5, ALL), (6, 9)]);
    let before = stage.ranks();
    assert_eq!((before[&5], before[&2], before[&4]), (3, 4, 4));
    stage.correct(round, won(1, &[(2, 5)])).unwrap();
    assert_eq!(stage.rank(5), 4, "2 has a seat at the final table");
    stage.correct(round, won(1, &[(2, ALL)])).unwrap();
    assert_eq!(stage.ranks(), before);
}

#[test]
fn edge_case_17_who_may_come_back_to_a_final_table_keeps_their_seat() {
    let open = Terms { final_table_seats: 3, final_table_closes_re_entry: false, re_entries: 1, ..terms() };
    let mut stage = Stage::of(6, open);
    let round = stage.beats(1, 2);
    stage.field.disqualify(1).unwrap();
    stage.beats(3, 4);
    stage.pass(25);
    stage.tick();
    stage.play(&[3, 5, 6], 3, &[(5, ALL), (6, 9)]);
    assert_eq!(code(stage.correct(round, won(1, &[(2, 5)]))), Code::TableSize, "5 may come back");
    stage.pass(25);
    stage.tick();
    stage.correct(round, won(1, &[(2, 5)])).unwrap();
    stage.start(&[2, 3, 6]);
}

#[test]
fn edge_case_17_a_window_that_a_correction_opens_takes_back_a_final_table_that_it_would_overfill() {
    let mut stage = Stage::of(4, Terms { final_table_seats: 3, ..terms() });
    stage.play(&[1, 2], 1, &[(2, 5)]);
    let round = stage.beats(3, 4);
    stage.pass(25);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::FinalTable);
    let corrected = stage.correct(round, won(4, &[(3, ALL)])).unwrap();
    assert_eq!((corrected.back, corrected.out), (vec![4], vec![3]));
    assert_eq!(stage.state(), TournamentState::Running, "with 3 they would be four");
    stage.re_enter(3).unwrap();
    stage.tick();
    assert_eq!((stage.state(), stage.field.tournament().playing), (TournamentState::Running, 4));
}
