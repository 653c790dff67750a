use super::super::{seed_of, tests};
use super::*;

#[test]
fn chips_are_conserved_and_everyone_sits_where_the_plan_says() {
    let settings = tests::settings();
    let model = Model { longest_s: 30 * 24 * 60 * 60, ..tests::model() };
    for n in 0..10 {
        let mut play = Play::begin(&settings, &model, seed_of(9, n), 30 + n).unwrap();
        while play.step().unwrap() {
            play.field.check().unwrap();
            let sitting = play.running.values().flat_map(|table| &table.players);
            let idle = play.resting.iter().flat_map(|table| &table.players);
            let (mut seated, mut between) = (Vec::new(), Vec::new());
            seated.extend(sitting.map(|one| one.player));
            between.extend(idle.map(|one| one.player).chain(play.waiting.iter().map(|one| one.player)));
            assert_eq!(seated.len(), play.running_players);
            seated.sort_unstable();
            between.sort_unstable();
            let playing = |in_round: bool| {
                let is = move |entry: &&Entry| entry.is_playing() && entry.in_round.is_some() == in_round;
                play.field.entries().filter(is).map(|entry| entry.registration).collect::<Vec<_>>()
            };
            assert_eq!((seated, between), (playing(true), playing(false)));
        }
        assert!(!play.field.tournament().state.is_playing());
    }
}

#[test]
fn a_field_that_fits_a_final_table_of_more_seats_is_drawn_to_that_one_table() {
    let (settings, model) = (Settings { final_table_seats: Some(6), ..tests::settings() }, tests::model());
    for (entrants, tables) in [(2, 1), (5, 1), (6, 1), (7, 2)] {
        let play = Play::begin(&settings, &model, seed_of(9, 0), entrants).unwrap();
        assert_eq!((play.running.len(), play.final_table_at.is_some()), (tables, tables == 1), "{entrants} entrants");
    }
}
