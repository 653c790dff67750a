use super::*;
use crate::domain::tournaments::terms::Break;
use crate::domain::tournaments::terms::tests::terms;

fn at(seconds: i64) -> Time {
    Time::from_micros(seconds * 1_000_000)
}

fn started(terms: &Terms) -> LevelClock {
    let mut clock = LevelClock::WAITING;
    clock.start(terms, at(0));
    clock
}

fn code(result: Result<(), Refused>) -> Code {
    result.unwrap_err().code
}

#[test]
fn a_level_ends_at_its_time_and_not_before() {
    let (terms, mut clock) = (terms(), started(&terms()));
    assert_eq!((clock.level, clock.due_at()), (1, Some(at(600))));
    assert_eq!(clock.bring_to(&terms, Time::from_micros(at(600).micros() - 1)), [0_u32; 0]);
    assert_eq!(clock.bring_to(&terms, at(600)), [2]);
    assert_eq!(clock.bring_to(&terms, at(600)), [0_u32; 0], "asking again changes nothing");
    assert_eq!(clock.due_at(), Some(at(1200)));
}

#[test]
fn levels_that_nobody_asked_for_come_in_order_and_on_time() {
    let (terms, mut clock) = (terms(), started(&terms()));
    assert_eq!(clock.bring_to(&terms, at(1_000_000)), [2, 3]);
    assert_eq!((clock.level, clock.runs), (3, Runs::Until(None)), "the last level does not end");
}

#[test]
fn a_clock_that_was_asked_often_equals_one_that_was_asked_once() {
    let mut terms = terms();
    terms.breaks = vec![Break { after_level: 1, seconds: 45 }, Break { after_level: 2, seconds: 100 }];
    for end in 0..1500 {
        let (mut often, mut once) = (started(&terms), started(&terms));
        let come: Vec<u32> = (0..=end).flat_map(|now| often.bring_to(&terms, at(now))).collect();
        assert_eq!((once.bring_to(&terms, at(end)), once), (come, often));
    }
}

#[test]
fn what_was_left_at_a_pause_is_left_after_it() {
    let (terms, mut clock) = (terms(), started(&terms()));
    clock.pause(at(500)).unwrap();
    assert_eq!(clock.due_at(), None);
    assert_eq!(clock.bring_to(&terms, at(5000)), [0_u32; 0], "a clock that stands brings no level");
    assert_eq!(code(clock.pause(at(5000))), Code::ClockPaused);
    clock.resume(at(5000)).unwrap();
    assert_eq!(clock.due_at(), Some(at(5100)));
    assert_eq!(code(clock.resume(at(5000))), Code::ClockRunning);
}

#[test]
fn undoing_a_pause_at_once_restores_the_former_end() {
    let mut clock = started(&terms());
    clock.pause(at(123)).unwrap();
    clock.resume(at(123)).unwrap();
    assert_eq!(clock, started(&terms()));
}

#[test]
fn a_level_set_has_its_whole_time_ahead() {
    let (terms, mut clock) = (terms(), started(&terms()));
    clock.set(&terms, 2, at(100)).unwrap();
    assert_eq!((clock.level, clock.due_at()), (2, Some(at(700))));
    clock.pause(at(200)).unwrap();
    clock.set(&terms, 1, at(300)).unwrap();
    assert_eq!((clock.level, clock.runs), (1, Runs::Paused { left_us: Some(600_000_000) }), "it goes on standing");
    clock.set(&terms, 3, at(300)).unwrap();
    clock.resume(at(400)).unwrap();
    assert_eq!(clock.runs, Runs::Until(None));
    assert_eq!(code(clock.set(&terms, 3, at(400))), Code::AlreadySo);
    for level in [0, 4] {
        assert_eq!(code(clock.set(&terms, level, at(400))), Code::LevelOutOfRange);
    }
}

#[test]
fn nothing_moves_before_the_start() {
    let (terms, mut clock) = (terms(), LevelClock::WAITING);
    assert_eq!(clock.bring_to(&terms, at(1_000_000)), [0_u32; 0]);
    assert_eq!(code(clock.pause(at(0))), Code::ClockNotStarted);
    assert_eq!(code(clock.resume(at(0))), Code::ClockNotStarted);
    assert_eq!(code(clock.set(&terms, 2, at(0))), Code::ClockNotStarted);
    assert_eq!(code(clock.may_start_round(&terms, at(0))), Code::ClockNotStarted);
}

#[test]
fn a_break_belongs_to_the_level_before_it_and_starts_no_round() {
    let mut terms = terms();
    terms.breaks = vec![Break { after_level: 1, seconds: 300 }];
    let mut clock = started(&terms);
    assert_eq!(clock.bring_to(&terms, at(600)), [0_u32; 0]);
    assert_eq!((clock.level, clock.on_break, clock.due_at()), (1, true, Some(at(900))));
    let refused = clock.may_start_round(&terms, at(700)).unwrap_err();
    assert_eq!((refused.code, refused.params["until"].as_str()), (Code::OnBreak, "1970-01-01T00:15:00.000000Z"));
    clock.pause(at(700)).unwrap();
    clock.resume(at(1000)).unwrap();
    assert_eq!((clock.on_break, clock.due_at()), (true, Some(at(1200))));
    assert_eq!(clock.bring_to(&terms, at(1200)), [2]);
    assert_eq!((clock.may_start_round(&terms, at(1200)), clock.due_at()), (Ok(()), Some(at(1800))));
}

#[test]
fn a_director_ends_a_break_by_setting_the_level() {
    let mut terms = terms();
    terms.breaks = vec![Break { after_level: 1, seconds: 300 }];
    let mut clock = started(&terms);
    clock.bring_to(&terms, at(600));
    clock.set(&terms, 1, at(610)).unwrap();
    assert_eq!((clock.level, clock.on_break, clock.due_at()), (1, false, Some(at(1210))));
}

#[test]
fn no_round_starts_in_the_last_seconds_of_a_level() {
    let terms = Terms { quiet_s: 30, ..terms() };
    let mut clock = started(&terms);
    assert_eq!(clock.may_start_round(&terms, Time::from_micros(at(570).micros() - 1)), Ok(()));
    assert_eq!(code(clock.may_start_round(&terms, at(570))), Code::LevelEnding);
    clock.bring_to(&terms, at(1200));
    assert_eq!(clock.may_start_round(&terms, at(999_999)), Ok(()), "the last level does not end");
}

#[test]
fn no_round_starts_while_the_clock_stands() {
    let (terms, mut clock) = (terms(), started(&terms()));
    clock.pause(at(1)).unwrap();
    assert_eq!(code(clock.may_start_round(&terms, at(2))), Code::ClockPaused);
}

#[test]
fn an_outage_moves_the_end_of_a_level_that_runs() {
    let mut clock = started(&terms());
    clock.shift(TimeDelta::seconds(250));
    assert_eq!(clock.due_at(), Some(at(850)));
    clock.pause(at(850)).unwrap();
    let before = clock;
    clock.shift(TimeDelta::seconds(250));
    assert_eq!(clock, before, "what stands lost nothing");
}

#[test]
fn a_clock_read_back_goes_on() {
    let mut clock = started(&terms());
    clock.pause(at(77)).unwrap();
    let read: LevelClock = serde_json::from_str(&serde_json::to_string(&clock).unwrap()).unwrap();
    assert_eq!(read, clock);
}
