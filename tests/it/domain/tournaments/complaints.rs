//! What players and directors of other tournament programs have complained of: each as a test of what happens here.

use kupa::domain::codes::Code;
use kupa::domain::tournaments::entry::EntryState;
use kupa::domain::tournaments::field::Field;
use kupa::domain::tournaments::final_table::finish;
use kupa::domain::tournaments::re_entry::open_until;
use kupa::domain::tournaments::registration::EnteredBy;
use kupa::domain::tournaments::settle::Reported;
use kupa::domain::tournaments::state::TournamentState;
use kupa::domain::tournaments::terms::{Break, Terms};

use super::stage::{ALL, Stage, code, divided, terms, void, won};

#[test]
fn a_tournament_does_not_end_while_a_started_round_has_no_result() {
    let mut stage = Stage::of(4, Terms { re_entries: 0, ..terms() });
    stage.beats(1, 2);
    let round = stage.start(&[3, 4]);
    stage.field.disqualify(3).unwrap();
    stage.tick();
    assert_eq!(stage.state(), TournamentState::Running);
    let now = stage.now;
    let refused = stage.field.direct(|terms, row| finish(terms, row, now)).unwrap_err();
    assert_eq!((refused.code, refused.params["rounds"].as_str()), (Code::RoundOpen, "1"));
    stage.settle(round, won(4, &[(3, 10)]));
    stage.tick();
    assert_eq!(stage.state(), TournamentState::FinalTable);
    assert_eq!(code(stage.field.direct(|terms, row| finish(terms, row, now))), Code::PlayersLeft);
}

#[test]
fn who_enters_late_gets_no_credit_for_what_was_played_without_them() {
    let mut stage = Stage::of(4, Terms { last_level_for_registration: Some(4), ..terms() });
    stage.play(&[1, 2], 1, &[(2, 5)]);
    stage.pass(1200);
    let late = stage.field.register(EnteredBy::Player, stage.now).unwrap();
    assert_eq!((stage.points(late), stage.points(3)), (0, 4));
    stage.pass(600);
    stage.tick();
    assert_eq!((stage.points(late), stage.points(3)), (2, 6));
}

#[test]
fn a_late_entrant_can_be_seated_at_any_level() {
    for levels in 0..4 {
        let mut stage = Stage::of(3, Terms { last_level_for_registration: Some(4), ..terms() });
        stage.pass(600 * levels);
        let late = stage.field.register(EnteredBy::Player, stage.now).unwrap();
        stage.play(&[3, late], late, &[(3, 2)]);
        assert_eq!(stage.points(late), 3);
    }
}

#[test]
fn a_round_that_nobody_ends_does_not_block_for_ever() {
    let mut stage = Stage::of(4, terms());
    let ghost = stage.start(&[1, 2]);
    assert_eq!(code(stage.field.start_round(2, &[2, 3], stage.now)), Code::AlreadyInRound);
    stage.settle(ghost, void());
    stage.play(&[2, 3], 2, &[(3, 5)]);
}

#[test]
fn an_absent_seat_does_not_freeze_a_rotation() {
    let mut stage = Stage::of(6, Terms { seats: 3, final_table_seats: 3, re_entries: 0, ..terms() });
    // 3 never acts: the auto-player loses each round for them, and the others' fees stay their own.
    for winner in [1, 2, 1, 2, 1] {
        let loser = 3 - winner;
        stage.play(&[1, 2, 3], winner, &[(loser, 0), (3, 10)]);
    }
    assert_eq!(stage.chips(1) + stage.chips(2), 300);
    assert_eq!(stage.field.entry(3).unwrap().state, EntryState::Out);
    stage.play(&[1, 2], 1, &[(2, 5)]);
}

#[test]
fn players_who_have_all_left_do_not_keep_a_tournament_running() {
    let mut stage = Stage::of(2, terms());
    for _ in 0..3 {
        let round = stage.start(&[1, 2]);
        stage.settle(round, divided(&[(1, 13), (2, 7)]));
    }
    stage.field.withdraw_absent(1, &[1, 2], stage.now).unwrap();
    assert_eq!((stage.state(), stage.rank(1), stage.rank(2)), (TournamentState::Paying, 1, 2));
}

/// Plays a tournament to its end: in each wave the players who are in sit down in their order, the first of a table wins.
fn play_out(stage: &mut Stage) {
    for _ in 0..1000 {
        stage.pass(30);
        stage.tick();
        if !stage.state().is_playing() {
            return;
        }
        let in_play = stage.field.entries().filter(|entry| entry.is_playing()).map(|entry| entry.registration);
        let in_play: Vec<u32> = in_play.collect();
        let seats = usize::try_from(stage.field.terms().seats).unwrap();
        for table in in_play.chunks(seats).filter(|table| table.len() > 1) {
            let losses: Vec<_> = table[1..].iter().map(|loser| (*loser, 60 + u64::from(*loser))).collect();
            stage.play(table, table[0], &losses);
        }
    }
    panic!("no end");
}

#[test]
fn every_size_of_field_at_every_size_of_table_ends_with_one_winner() {
    for seats in 2..=6 {
        for players in 2..=33 {
            let mut stage = Stage::of(players, Terms { seats, final_table_seats: seats, re_entries: 0, ..terms() });
            play_out(&mut stage);
            assert_eq!(stage.chips(1), u64::from(players) * 100, "{players} players, {seats} seats");
            assert_eq!((stage.rank(1), stage.ranks().len()), (1, usize::try_from(players).unwrap()));
            stage.field.check().unwrap();
        }
    }
}

#[test]
fn a_registration_that_is_refused_leaves_nothing_behind() {
    let mut stage =
        Stage::open(Terms { most_players: 2, starts_at: Some(kupa::domain::time::Time::from_micros(9)), ..terms() });
    for _ in 0..2 {
        stage.field.register(EnteredBy::Player, stage.now).unwrap();
    }
    let before = stage.field.clone();
    assert_eq!(code(stage.field.register(EnteredBy::Player, stage.now)), Code::TournamentFull);
    assert_eq!(stage.field, before);
}

#[test]
fn who_has_left_may_register_again_under_a_number_of_its_own() {
    let mut stage = Stage::open(terms());
    assert_eq!(stage.field.register(EnteredBy::Player, stage.now), Ok(1));
    stage.field.withdraw(1, stage.now).unwrap();
    assert_eq!(stage.field.register(EnteredBy::Player, stage.now), Ok(2));
    stage.field.check().unwrap();
}

#[test]
fn the_way_back_is_a_state_with_a_deadline_and_nobody_without_chips_is_dealt_in() {
    let mut stage = Stage::of(6, terms());
    stage.beats(1, 2);
    let until = stage.field.entry(2).unwrap().window.unwrap().until;
    assert_eq!(until.since(stage.now).num_seconds(), 25);
    assert_eq!(code(stage.field.start_round(1, &[1, 2], stage.now)), Code::NotInPlay);
    assert_eq!(code(stage.field.lapse(2, stage.now)), Code::NotDue);
    stage.beats(1, 3);
    stage.re_enter(3).unwrap();
    stage.beats(1, 3);
    assert!(stage.field.entry(3).unwrap().has_window(stage.field.tournament()), "the second offer is made as well");
}

#[test]
fn a_window_is_shortened_to_the_next_round_and_never_below_twenty_seconds() {
    for (next, expected) in [(None, 30), (Some(60), 30), (Some(24), 24), (Some(5), 20)] {
        let mut stage = Stage::of(4, Terms { window_s: 30, ..terms() });
        let round = stage.start(&[1, 2]);
        let next = next.map(|seconds| stage.now.after(chrono::TimeDelta::seconds(seconds)));
        stage.field.settle(round, won(1, &[(2, ALL)]), stage.now, next).unwrap();
        let until = stage.field.entry(2).unwrap().window.unwrap().until;
        assert_eq!(until.since(stage.now).num_seconds(), expected);
    }
}

#[test]
fn who_is_out_is_told_until_when_they_may_come_back() {
    let told = |stage: &Stage| {
        let (field, entry) = (&stage.field, stage.field.entry(2).unwrap());
        open_until(field.terms(), field.tournament(), entry).map(|until| until.since(stage.now).num_seconds())
    };
    let one = |last_level_for_re_entry, breaks| {
        let mut stage = Stage::of(6, Terms { last_level_for_re_entry, breaks, ..terms() });
        assert_eq!(told(&stage), None, "nobody is out");
        stage.pass(590);
        stage.beats(1, 2);
        stage
    };
    assert_eq!(told(&one(2, vec![])), Some(25), "level 2 still lets them in");
    let mut closing = one(1, vec![]);
    assert_eq!(told(&closing), Some(10), "the rise of the level closes it");
    closing.pass(10);
    closing.tick();
    assert_eq!(told(&closing), None);
    assert_eq!(told(&one(1, vec![Break { after_level: 1, seconds: 60 }])), Some(25), "a break comes first");
}

#[test]
fn a_rise_of_the_level_closes_windows_for_which_it_is_too_high_for_good() {
    let mut stage = Stage::of(6, Terms { last_level_for_re_entry: 1, ..terms() });
    stage.pass(590);
    stage.beats(1, 2);
    assert_eq!(stage.field.tournament().windows, 1);
    stage.pass(10);
    stage.tick();
    assert_eq!((stage.field.tournament().windows, stage.no_re_entry(2)), (0, "level".into()));
    stage.set_level(1).unwrap();
    assert_eq!(stage.no_re_entry(2), "window", "setting the level back opens none again");
}

#[test]
fn a_level_that_rose_by_itself_can_be_taken_back() {
    let mut stage = Stage::of(4, terms());
    stage.pass(600);
    stage.tick();
    stage.set_level(1).unwrap();
    let round = stage.start(&[1, 2]);
    assert_eq!(stage.field.round(round).unwrap().round_fee.0, 10);
}

#[test]
fn the_winner_ends_with_all_chips_and_no_pot_is_lost_to_short_stacks() {
    let mut stage = Stage::of(3, Terms { seats: 3, final_table_seats: 3, ..terms() });
    stage.play(&[1, 2, 3], 1, &[(2, 85), (3, 88)]);
    assert_eq!([1, 2, 3].map(|player| stage.chips(player)), [293, 5, 2]);
    stage.play(&[1, 2, 3], 3, &[(1, 50), (2, 60)]);
    assert_eq!([1, 2, 3].map(|player| stage.chips(player)), [283, 0, 17], "the short winner takes the whole pot");
    stage.beats(1, 3);
    stage.tick();
    assert_eq!((stage.chips(1), stage.state()), (300, TournamentState::Paying));
}

#[test]
fn the_last_entrant_who_is_left_is_crowned_and_not_refunded() {
    let mut stage = Stage::of(3, terms());
    stage.field.disqualify(2).unwrap();
    stage.field.disqualify(3).unwrap();
    stage.tick();
    assert_eq!((stage.state(), stage.rank(1)), (TournamentState::Paying, 1));
    assert_eq!((stage.rank(3), stage.rank(2)), (2, 3), "the last disqualified highest");
}

#[test]
fn a_disqualified_player_who_wins_the_last_round_crowns_the_other() {
    let mut stage = Stage::of(2, terms());
    let round = stage.start(&[1, 2]);
    stage.field.disqualify(1).unwrap();
    stage.settle(round, won(1, &[(2, ALL)]));
    stage.tick();
    assert_eq!((stage.state(), stage.rank(2), stage.rank(1)), (TournamentState::Paying, 1, 2));
    assert_eq!(stage.field.tournament().removed.0, 200);
}

#[test]
fn a_disqualified_seat_plays_its_round_to_the_end_and_pays_what_it_loses() {
    let mut stage = Stage::of(4, terms());
    let round = stage.start(&[1, 2]);
    stage.field.disqualify(1).unwrap();
    stage.field.check().unwrap();
    assert_eq!(stage.chips(1), 90, "at risk until the round ends");
    stage.settle(round, won(2, &[(1, 40)]));
    assert_eq!((stage.chips(2), stage.chips(1), stage.field.tournament().removed.0), (150, 0, 50));
    assert_eq!(code(stage.field.disqualify(1)), Code::AlreadySo);
    assert_eq!(code(stage.re_enter(1)), Code::EntryClosed);
}

#[test]
fn one_policy_for_the_disqualified_before_and_at_the_final_table() {
    let mut early = Stage::of(4, Terms { re_entries: 0, ..terms() });
    early.beats(1, 2);
    early.field.disqualify(2).expect("also who is out already");
    assert_eq!(early.rank(2), 4);
    let mut late = Stage::of(2, terms());
    late.field.disqualify(2).unwrap();
    late.tick();
    assert_eq!((late.rank(1), late.rank(2)), (1, 2));
}

#[test]
fn a_cancelled_tournament_holds_nobody() {
    let mut stage = Stage::of(4, terms());
    stage.beats(1, 2);
    let round = stage.start(&[3, 4]);
    let now = stage.now;
    stage.field.direct(|terms, row| row.pause(terms, now)).unwrap();
    stage.field.direct(|_, row| row.cancel(now)).unwrap();
    assert_eq!((stage.field.tournament().windows, stage.field.tournament().clock.due_at()), (0, None));
    assert_eq!(code(stage.field.settle(round, void(), now, None)), Code::TournamentBusy);
    assert_eq!(code(stage.re_enter(2)), Code::TournamentBusy);
    stage.field.direct(|_, row| row.cancelled(now)).unwrap();
    assert_eq!(code(stage.field.start_round(1, &[1, 3], now)), Code::TournamentOver);
}

#[test]
fn a_wrong_winner_is_corrected_or_refused_and_never_goes_on_as_both() {
    let mut stage = Stage::of(4, terms());
    let round = stage.beats(1, 2);
    stage.correct(round, won(2, &[(1, ALL)])).unwrap();
    assert_eq!((stage.chips(1), stage.chips(2)), (0, 200));
    assert_eq!(stage.field.entry(1).unwrap().state, EntryState::Out);
    stage.play(&[2, 3], 2, &[(3, 5)]);
    assert_eq!(code(stage.correct(round, won(1, &[(2, ALL)]))), Code::RoundPlayedOn);
}

#[test]
fn undoing_brings_no_eliminated_player_back_but_the_one_concerned() {
    let mut stage = Stage::of(6, Terms { re_entries: 0, ..terms() });
    stage.beats(1, 2);
    let round = stage.beats(3, 4);
    let corrected = stage.correct(round, void()).unwrap();
    assert_eq!(corrected.back, [4]);
    assert_eq!(stage.field.entry(2).unwrap().state, EntryState::Out);
}

#[test]
fn a_final_table_can_be_taken_back_until_its_first_round() {
    let mut stage = Stage::of(3, Terms { re_entries: 0, ..terms() });
    let round = stage.beats(1, 2);
    stage.tick();
    stage.correct(round, won(1, &[(2, 5)])).unwrap();
    assert_eq!(stage.state(), TournamentState::Running);
    let round = stage.beats(1, 2);
    stage.tick();
    stage.play(&[1, 3], 1, &[(3, 5)]);
    assert_eq!(code(stage.correct(round, void())), Code::RoundPlayedOn);
}

#[test]
fn a_player_put_out_by_a_correction_before_the_final_table_is_none_of_its_players() {
    let mut stage = Stage::of(4, Terms { seats: 2, final_table_seats: 3, re_entries: 0, ..terms() });
    let round = stage.play(&[1, 2], 1, &[(2, 5)]);
    stage.beats(3, 4);
    stage.tick();
    assert_eq!(stage.state(), TournamentState::FinalTable);
    stage.correct(round, won(1, &[(2, ALL)])).unwrap();
    assert_eq!((stage.points(2), stage.points(4), stage.rank(2), stage.rank(4)), (1, 1, 3, 3), "both rank by points");
}

#[test]
fn rows_read_back_after_a_restart_go_on_to_the_same_end() {
    let mut stage = Stage::of(9, Terms { seats: 3, final_table_seats: 3, re_entries: 0, ..terms() });
    stage.play(&[1, 2, 3], 2, &[(1, 40), (3, ALL)]);
    stage.pass(400);
    let open = stage.start(&[4, 5, 6]);
    let stored = serde_json::to_string(&stage.field).unwrap();
    let field: Field = serde_json::from_str(&stored).unwrap();
    assert_eq!(field, stage.field);
    let mut restarted = Stage { field, now: stage.now };
    for stage in [&mut stage, &mut restarted] {
        stage.settle(open, won(5, &[(4, 30), (6, 20)]));
        play_out(stage);
    }
    assert_eq!(restarted.field, stage.field);
}

#[test]
fn a_round_that_was_broken_off_is_neutral() {
    let mut stage = Stage::of(4, terms());
    stage.play(&[1, 2], 1, &[(2, 20)]);
    let before = [1, 2].map(|player| (stage.chips(player), stage.points(player)));
    let round = stage.start(&[1, 2]);
    stage.settle(round, void());
    assert_eq!([1, 2].map(|player| (stage.chips(player), stage.points(player))), before);
}

#[test]
fn a_report_counts_once_and_a_contradicting_one_is_refused() {
    let mut stage = Stage::of(4, terms());
    let round = stage.play(&[1, 2], 1, &[(2, 20)]);
    let before = stage.field.clone();
    for _ in 0..3 {
        assert_eq!(stage.field.settle(round, won(1, &[(2, 20)]), stage.now, None), Ok(Reported::Repeated));
    }
    for other in [won(1, &[(2, 21)]), won(2, &[(1, 20)]), void()] {
        assert_eq!(code(stage.field.settle(round, other, stage.now, None)), Code::RoundSettled);
    }
    assert_eq!(stage.field, before);
    play_out(&mut stage);
    assert_eq!(
        stage.field.settle(round, won(1, &[(2, 20)]), stage.now, None),
        Ok(Reported::Repeated),
        "also at the end"
    );
}

#[test]
fn numbers_of_rounds_only_rise() {
    let mut stage = Stage::of(4, terms());
    let first = stage.start(&[1, 2]);
    let second = stage.start(&[3, 4]);
    stage.settle(first, void());
    stage.settle(second, void());
    assert_eq!([first, second, stage.start(&[1, 2])], [1, 2, 3]);
    assert_eq!(code(stage.field.settle(7, void(), stage.now, None)), Code::UnknownRound);
}

#[test]
fn what_is_finished_is_frozen_and_its_winner_first() {
    let mut stage = Stage::of(2, terms());
    let round = stage.beats(2, 1);
    stage.tick();
    let now = stage.now;
    stage.field.direct(|_, row| row.finished(now)).unwrap();
    let before = stage.field.clone();
    assert_eq!((stage.rank(2), stage.rank(1)), (1, 2));
    assert_eq!(code(stage.field.disqualify(2)), Code::TournamentOver);
    assert_eq!(code(stage.correct(round, void())), Code::TournamentOver);
    assert_eq!(code(stage.re_enter(1)), Code::TournamentOver);
    assert_eq!(code(stage.set_level(2)), Code::TournamentOver);
    assert_eq!(code(stage.field.start_round(1, &[1, 2], now)), Code::TournamentOver);
    stage.tick();
    assert_eq!(stage.field, before);
}
