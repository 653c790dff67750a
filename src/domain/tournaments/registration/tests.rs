use super::*;
use crate::domain::tournaments::chips::Chips;
use crate::domain::tournaments::final_table::progress;
use crate::domain::tournaments::points;
use crate::domain::tournaments::terms::{Break, tests};

/// Late registration up to level 2, tables of two, room for six.
fn terms() -> Terms {
    let breaks = vec![Break { after_level: 2, seconds: 60 }];
    Terms { most_players: 6, breaks, last_level_for_registration: Some(2), ..tests::terms() }
}

fn at(seconds: i64) -> Time {
    Time::from_micros(seconds * 1_000_000)
}

fn running(entrants: u32, terms: &Terms) -> Tournament {
    let mut tournament = Tournament::draft();
    tournament.announce(at(0)).unwrap();
    tournament.open_registration(at(0)).unwrap();
    for _ in 0..entrants {
        register(terms, &mut tournament, EnteredBy::Player, at(0)).unwrap();
    }
    tournament.start_now(terms, at(0)).unwrap();
    tournament.seated(terms, at(0)).unwrap();
    tournament
}

fn code<T: std::fmt::Debug>(result: Result<T, Refused>) -> Code {
    result.unwrap_err().code
}

#[test]
fn a_late_entrant_comes_in_up_to_the_last_level_and_its_break_and_no_further() {
    let terms = terms();
    for (now, expected) in [(0, true), (599, true), (600, true), (1199, true), (1259, true), (1260, false)] {
        let told = register(&terms, &mut running(3, &terms), EnteredBy::Player, at(now));
        assert_eq!(told.is_ok(), expected, "{now}");
        assert!(expected || code(told) == Code::RegistrationClosed);
    }
    let none = Terms { last_level_for_registration: None, ..terms };
    for by in [EnteredBy::Player, EnteredBy::Director] {
        assert_eq!(code(register(&none, &mut running(3, &none), by, at(1))), Code::RegistrationClosed);
    }
}

#[test]
fn a_late_entrant_has_no_part_in_levels_that_came_before() {
    let terms = terms();
    let mut tournament = running(3, &terms);
    let (entry, _) = register(&terms, &mut tournament, EnteredBy::Player, at(700)).unwrap();
    assert_eq!((entry.registration, entry.chips, points::of(&tournament, &entry)), (4, Chips(100), 0));
    assert_eq!((tournament.entries, tournament.playing), (4, 4));
    tournament.bring_to(&terms, at(1260));
    assert_eq!(points::of(&tournament, &entry), 2);
}

#[test]
fn nobody_is_seated_beyond_the_maximum_by_any_way() {
    let terms = terms();
    let mut tournament = running(6 - 1, &terms);
    register(&terms, &mut tournament, EnteredBy::Player, at(1)).unwrap();
    for by in [EnteredBy::Player, EnteredBy::Director] {
        assert_eq!(code(register(&terms, &mut tournament, by, at(1))), Code::TournamentFull);
    }
}

#[test]
fn a_director_adds_a_player_while_registration_is_closed() {
    let terms = terms();
    let mut tournament = running(3, &terms);
    tournament.close_registration().unwrap();
    assert_eq!(code(register(&terms, &mut tournament, EnteredBy::Player, at(1))), Code::RegistrationClosed);
    register(&terms, &mut tournament, EnteredBy::Director, at(1)).unwrap();
}

#[test]
fn neither_final_table_nor_end_while_somebody_may_still_register() {
    let terms = terms();
    let mut tournament = running(2, &terms);
    assert_eq!(tournament.state, TournamentState::Running, "two fit one table, and more may come");
    tournament.playing = 1;
    assert_eq!(progress(&terms, &mut tournament, at(1)).unwrap(), []);
    tournament.bring_to(&terms, at(1260));
    assert_eq!(progress(&terms, &mut tournament, at(1260)).unwrap().len(), 2);
}

#[test]
fn where_all_who_can_enter_fit_the_final_table_nobody_enters_late() {
    let roomy = Terms { most_players: 4, final_table_seats: 4, seats: 4, ..terms() };
    let mut tournament = running(3, &roomy);
    assert_eq!(tournament.state, TournamentState::FinalTable);
    assert_eq!(code(register(&roomy, &mut tournament, EnteredBy::Player, at(1))), Code::RegistrationClosed);
}

#[test]
fn nobody_registers_before_registration_opens() {
    let terms = terms();
    for by in [EnteredBy::Player, EnteredBy::Director] {
        assert_eq!(code(register(&terms, &mut Tournament::draft(), by, at(0))), Code::RegistrationClosed);
    }
}
