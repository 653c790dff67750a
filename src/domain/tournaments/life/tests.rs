use super::*;
use crate::domain::tournaments::registration::{EnteredBy, register};
use crate::domain::tournaments::terms::tests;

/// Three to five players.
fn terms() -> Terms {
    Terms { least_players: 3, most_players: 5, ..tests::terms() }
}

const NOW: Time = Time::from_micros(1_000_000);

/// A tournament with so many entrants.
fn with(entrants: u32, terms: &Terms) -> Tournament {
    let mut tournament = Tournament::draft();
    tournament.announce(NOW).unwrap();
    tournament.open_registration(NOW).unwrap();
    for _ in 0..entrants {
        register(terms, &mut tournament, EnteredBy::Director, NOW).unwrap();
    }
    tournament
}

fn code<T: std::fmt::Debug>(result: Result<T, Refused>) -> Code {
    result.unwrap_err().code
}

#[test]
fn every_change_of_state_is_one_of_those_written() {
    use TournamentState::{
        Announced, Cancelled, Cancelling, Draft, FinalTable, Finished, Paying, Registering, Running, Seating,
    };
    let written = [
        (Draft, Announced),
        (Announced, Registering),
        (Registering, Seating),
        (Seating, Running),
        (Seating, FinalTable),
        (Running, FinalTable),
        (FinalTable, Running),
        (FinalTable, Paying),
        (Paying, Finished),
        (Draft, Cancelling),
        (Announced, Cancelling),
        (Registering, Cancelling),
        (Running, Cancelling),
        (FinalTable, Cancelling),
        (Cancelling, Cancelled),
    ];
    for from in TournamentState::ALL {
        for to in TournamentState::ALL {
            let mut tournament = Tournament { state: *from, ..Tournament::draft() };
            let told = tournament.become_state(*to, NOW, Explanation::new("asked", LIFE));
            if written.contains(&(*from, *to)) {
                let change = told.unwrap();
                assert_eq!((change.from, change.to, change.at, tournament.state), (*from, *to, NOW, *to));
            } else {
                assert_eq!((code(told), tournament.state), (Code::TournamentState, *from), "{from} {to}");
            }
        }
    }
}

#[test]
fn a_whole_life() {
    let terms = terms();
    let mut tournament = with(4, &terms);
    let change = tournament.start_now(&terms, NOW).unwrap();
    assert_eq!((change.why.rule, change.why.figures["entrants"]), ("director_start", 4));
    let change = tournament.seated(&terms, NOW).unwrap();
    assert_eq!(
        (change.to, tournament.clock.runs),
        (TournamentState::Running, Runs::Until(Some(NOW.after(chrono::TimeDelta::seconds(600)))))
    );
    tournament.playing = 1;
    let changes = crate::domain::tournaments::final_table::progress(&terms, &mut tournament, NOW).unwrap();
    let to: Vec<_> = changes.iter().map(|change| (change.to, change.why.rule)).collect();
    assert_eq!(to, [(TournamentState::FinalTable, "fits_final_table"), (TournamentState::Paying, "one_holder")]);
    assert_eq!(tournament.finished(NOW).unwrap().to, TournamentState::Finished);
}

#[test]
fn with_too_few_entrants_at_its_start_it_is_cancelled_and_a_director_cannot_start_it() {
    let terms = Terms { starts_at: Some(NOW), ..terms() };
    let mut tournament = with(2, &terms);
    let refused = tournament.start_now(&terms, NOW).unwrap_err();
    assert_eq!(
        (refused.code, refused.sentence().as_str()),
        (Code::TooFewEntrants, "This tournament needs at least 3 entrants and has 2.",)
    );
    let change = tournament.start_on_time(&terms, NOW).unwrap();
    assert_eq!((change.to, change.why.rule), (TournamentState::Cancelling, "too_few_entrants"));
    assert_eq!(tournament.cancelled(NOW).unwrap().to, TournamentState::Cancelled);
    let mut enough = with(3, &terms);
    assert_eq!(enough.start_on_time(&terms, NOW).unwrap().to, TournamentState::Seating);
}

#[test]
fn a_draft_whose_start_time_passes_stays_a_draft() {
    let terms = Terms { starts_at: Some(NOW), ..terms() };
    let mut draft = Tournament::draft();
    assert_eq!(code(draft.start_on_time(&terms, NOW)), Code::TournamentState);
    assert_eq!(draft, Tournament::draft());
    draft.announce(NOW).unwrap();
    assert_eq!(draft.start_on_time(&terms, NOW).unwrap().to, TournamentState::Cancelling, "nobody could enter it");
}

#[test]
fn nobody_plays_alone_whatever_the_minimum() {
    let terms = Terms { least_players: 0, starts_at: Some(NOW), ..terms() };
    assert_eq!(code(with(1, &terms).start_now(&terms, NOW)), Code::TooFewEntrants);
    assert_eq!(with(0, &terms).start_on_time(&terms, NOW).unwrap().to, TournamentState::Cancelling);
}

#[test]
fn the_start_time_and_the_last_seat_each_start_their_kind_alone() {
    let sit_and_go = terms();
    let mut tournament = with(4, &sit_and_go);
    assert_eq!(code(tournament.start_on_time(&sit_and_go, NOW)), Code::NotDue);
    let (_, change) = register(&sit_and_go, &mut tournament, EnteredBy::Player, NOW).unwrap();
    assert_eq!(change.unwrap().why.rule, "last_seat_taken");
    let scheduled = Terms { starts_at: Some(NOW.after(chrono::TimeDelta::seconds(1))), ..terms() };
    let mut tournament = with(5, &scheduled);
    assert_eq!(tournament.state, TournamentState::Registering);
    assert_eq!(code(register(&scheduled, &mut tournament, EnteredBy::Player, NOW)), Code::TournamentFull);
    assert_eq!(code(tournament.start_on_time(&scheduled, NOW)), Code::NotDue);
}

#[test]
fn registration_is_closed_and_opened_by_a_flag() {
    let terms = terms();
    let mut tournament = with(1, &terms);
    assert_eq!(code(tournament.open_registration(NOW)), Code::AlreadySo);
    tournament.close_registration().unwrap();
    assert_eq!(code(register(&terms, &mut tournament, EnteredBy::Player, NOW)), Code::RegistrationClosed);
    assert_eq!(tournament.open_registration(NOW), Ok(None));
    register(&terms, &mut tournament, EnteredBy::Player, NOW).unwrap();
    assert_eq!(code(Tournament::draft().open_registration(NOW)), Code::TournamentNotStarted);
}

#[test]
fn settings_are_edited_before_the_first_entry_only() {
    let terms = terms();
    assert_eq!(with(0, &terms).may_edit(), Ok(()));
    assert_eq!(code(with(1, &terms).may_edit()), Code::TournamentEntered);
    let running = Tournament { state: TournamentState::Running, ..Tournament::draft() };
    assert_eq!(code(running.may_edit()), Code::TournamentStarted);
}

#[test]
fn while_a_job_works_it_off_every_act_is_refused() {
    let terms = terms();
    for state in [TournamentState::Seating, TournamentState::Paying, TournamentState::Cancelling] {
        let mut tournament = Tournament { state, registration_open: true, ..Tournament::draft() };
        let told = [
            tournament.cancel(NOW).map(drop),
            tournament.cancel_after_crash(NOW).map(drop),
            tournament.start_now(&terms, NOW).map(drop),
            tournament.start_on_time(&terms, NOW).map(drop),
            tournament.pause(&terms, NOW),
            tournament.resume(NOW),
            tournament.set_level(&terms, 1, NOW),
            tournament.close_registration(),
            tournament.may_edit(),
            register(&terms, &mut tournament, EnteredBy::Director, NOW).map(drop),
            crate::domain::tournaments::final_table::finish(&terms, &mut tournament, NOW).map(drop),
        ];
        for refused in told {
            let refused = refused.unwrap_err();
            assert_eq!((refused.code, refused.params["state"].as_str()), (Code::TournamentBusy, state.as_str()));
        }
    }
}

#[test]
fn what_is_over_is_frozen() {
    let terms = terms();
    for state in [TournamentState::Finished, TournamentState::Cancelled] {
        let mut tournament = Tournament { state, ..Tournament::draft() };
        assert_eq!(code(tournament.cancel(NOW)), Code::TournamentOver);
        assert_eq!(code(tournament.pause(&terms, NOW)), Code::TournamentOver);
        assert_eq!(code(tournament.start_now(&terms, NOW)), Code::TournamentOver);
        assert_eq!(code(register(&terms, &mut tournament, EnteredBy::Director, NOW)), Code::TournamentOver);
        assert_eq!(code(tournament.finished(NOW)), Code::TournamentState);
    }
}

#[test]
fn the_clock_belongs_to_a_tournament_that_is_played() {
    let terms = terms();
    let mut tournament = with(3, &terms);
    assert_eq!(code(tournament.pause(&terms, NOW)), Code::TournamentNotStarted);
    assert_eq!(code(tournament.set_level(&terms, 1, NOW)), Code::TournamentNotStarted);
}
