use super::*;
use crate::domain::time::Time;
use crate::domain::tournaments::chips::Chips;
use crate::domain::tournaments::entry::Window;

fn entry(registration: u32, edit: impl FnOnce(&mut Entry)) -> Entry {
    let mut entry = Entry::new(registration, Chips(100), 0);
    edit(&mut entry);
    entry
}

fn out(registration: u32, points: u32, edit: impl FnOnce(&mut Entry)) -> Entry {
    entry(registration, |entry| {
        (entry.state, entry.chips, entry.round_points, entry.bonuses_until) =
            (EntryState::Out, Chips::ZERO, points, Some(0));
        edit(entry);
    })
}

fn ranked(entries: &[Entry]) -> Vec<(u32, Vec<u32>)> {
    let tournament = Tournament::draft();
    for one in entries {
        let whole = rank(&tournament, entries);
        let shown = whole.iter().find(|rank| rank.registrations.contains(&one.registration)).unwrap();
        assert_eq!(rank_of(&tournament, one, entries), shown.rank, "both ways say the same");
    }
    rank(&tournament, entries).into_iter().map(|rank| (rank.rank, rank.registrations)).collect()
}

#[test]
fn those_in_play_rank_by_chips_above_all_who_are_out() {
    let chips = |registration, chips| entry(registration, |entry| entry.chips = Chips(chips));
    let entries = [out(1, 99, |_| ()), chips(2, 50), chips(3, 0), chips(4, 170), chips(5, 50)];
    assert_eq!(ranked(&entries), [(1, vec![4]), (2, vec![2, 5]), (4, vec![3]), (5, vec![1])]);
}

#[test]
fn after_a_tie_of_two_at_two_comes_four() {
    let entries = [out(1, 9, |_| ()), out(2, 7, |_| ()), out(3, 7, |_| ()), out(4, 5, |_| ())];
    assert_eq!(ranked(&entries), [(1, vec![1]), (2, vec![2, 3]), (4, vec![4])]);
}

#[test]
fn final_table_players_rank_by_leaving_whatever_their_points() {
    let left = |registration, order, points| out(registration, points, |entry| entry.departure = Some(order));
    let entries = [out(1, 50, |_| ()), left(2, 1, 3), left(3, 2, 2), left(4, 2, 40), entry(5, |_| ())];
    assert_eq!(ranked(&entries), [(1, vec![5]), (2, vec![3, 4]), (4, vec![2]), (5, vec![1])]);
}

#[test]
fn the_disqualified_rank_below_everyone_the_last_of_them_highest() {
    let disqualified = |registration, order| {
        out(registration, 90, |entry| {
            (entry.state, entry.disqualification) = (EntryState::Disqualified, Some(order));
        })
    };
    let entries = [disqualified(1, 1), disqualified(2, 2), out(3, 0, |_| ()), entry(4, |_| ())];
    assert_eq!(ranked(&entries), [(1, vec![4]), (2, vec![3]), (3, vec![2]), (4, vec![1])]);
}

#[test]
fn a_window_ranks_behind_those_in_play_and_one_that_was_closed_does_not() {
    let deciding = |registration, epoch| {
        out(registration, 0, |entry| entry.window = Some(Window { until: Time::from_micros(1), epoch }))
    };
    let entries = [deciding(1, 0), out(2, 30, |_| ()), deciding(3, 7), entry(4, |entry| entry.chips = Chips(1))];
    assert_eq!(ranked(&entries), [(1, vec![4]), (2, vec![1]), (3, vec![2]), (4, vec![3])]);
}

#[test]
fn a_rank_says_why() {
    let tournament = Tournament::draft();
    let ranks = rank(&tournament, &[entry(1, |_| ()), out(2, 8, |_| ())]);
    assert_eq!((ranks[0].by.why().rule, ranks[0].by.why().figures["chips"]), ("chips", 100));
    assert_eq!((ranks[1].by.why().rule, ranks[1].by.why().figures["points"]), ("tournament_points", 8));
    assert!(ranks.iter().all(|rank| rank.by.why().section.contains("\u{a7}11")));
}
