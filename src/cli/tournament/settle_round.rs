//! `kupa tournament settle-round`.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use clap::Args;
use clap::builder::FalseyValueParser;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{chips, negative_points, ratio, refused};
use crate::cli::by_player::ByPlayer;
use crate::cli::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::domain::tournaments::chips::Chips;
use crate::domain::tournaments::explanation::Explanation;
use crate::domain::tournaments::round::Seat;
use crate::domain::tournaments::settlement::{Outcome, SettledSeat, reckon};
use crate::domain::tournaments::terms::ShortWinner;

/// The options of `kupa tournament settle-round`.
#[derive(Debug, Args)]
pub struct SettleRoundArgs {
    /// Add why each seat pays, receives, holds and scores what it does, step by step, as `why`
    #[arg(long, env = "KUPA_EXPLAIN", value_parser = FalseyValueParser::new())]
    pub explain: bool,
}

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Settle single rounds of a tournament: one JSON object a line on standard input, one on standard output.

In:   {\"fee\": 30, \"ratio\": 3, \"chips\": {\"a\": 500, \"b\": 500}, \"winner\": \"a\", \"negative_points\": {\"b\": 32}}
Out:  {\"paid_fee\": {\"a\": 30, \"b\": 30}, \"pot\": 60, \"risk\": {\"a\": 470, \"b\": 470}, \"pays_winner\": {\"b\": 96},
       \"chips_after\": {\"a\": 626, \"b\": 374}, \"points\": {\"a\": 3, \"b\": 1}}

fee              the round fee of the level; who holds less pays all that they hold
ratio            the chip ratio of the level
chips            what each seat holds before the round
negative_points  what the hand or game is worth against each loser
short_winner     limited (the default): no loser pays more than the winner risked; or unlimited

What the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on. A line of another shape ends
the run with exit status 2 and its number on standard error.";

#[derive(Deserialize)]
struct Line {
    fee: Number,
    ratio: Number,
    chips: ByPlayer<Number>,
    winner: String,
    negative_points: ByPlayer<Number>,
    short_winner: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    paid_fee: BTreeMap<&'a str, Chips>,
    pot: Chips,
    risk: BTreeMap<&'a str, Chips>,
    pays_winner: BTreeMap<&'a str, Chips>,
    chips_after: BTreeMap<&'a str, Chips>,
    points: BTreeMap<&'a str, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<BTreeMap<&'a str, Vec<Explanation>>>,
}

/// `kupa tournament settle-round`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn run(input: impl Read, output: impl Write, args: &SettleRoundArgs) -> Result<(), StreamEnd> {
    stream(input, output, |line: Line| Settled::of(line, args.explain))
}

/// A line and what it comes to.
struct Settled {
    names: Vec<String>,
    seats: Vec<Seat>,
    settled: Vec<SettledSeat>,
    fee: Chips,
    outcome: Outcome,
    explain: bool,
}

impl Settled {
    fn of(line: Line, explain: bool) -> Result<Self, LineError> {
        let (fee, ratio) = (chips(&line.fee)?, ratio(&line.ratio)?);
        let held = line.chips.by_name();
        if held.len() < 2 {
            return Err(LineError::of(Code::TooFewAtTable));
        }
        let mut all = Chips::ZERO;
        let mut seats = Vec::with_capacity(held.len());
        for (held, registration) in held.values().zip(1..) {
            let held = chips(held)?;
            if held == Chips::ZERO {
                return Err(LineError::of(Code::SeatWithoutChips));
            }
            all = all.checked_add(held).ok_or_else(|| LineError::of(Code::ChipsOutOfRange))?;
            seats.push(Seat::of(registration, held, fee));
        }
        let numbers: BTreeMap<&str, u32> = held.keys().map(String::as_str).zip(1..).collect();
        let numbered = |name: &str| numbers.get(name).copied();
        let winner = numbered(&line.winner).ok_or_else(|| LineError::of(Code::WinnerNotAtTable))?;
        let mut against = BTreeMap::new();
        for (loser, points) in line.negative_points.iter() {
            let loser = numbered(loser).ok_or_else(|| LineError::of(Code::LoserNotAtTable))?;
            against.insert(loser, negative_points(points)?);
        }
        let rule = match line.short_winner.as_deref() {
            None => ShortWinner::Limited,
            Some(word) => word.parse().map_err(|_| LineError::of(Code::UnknownShortWinner))?,
        };
        let outcome = Outcome::Won { winner, negative_points: against };
        let settled = reckon(&seats, ratio, rule, &outcome).map_err(|error| refused(&error))?;
        let names = held.into_keys().collect();
        Ok(Self { names, seats, settled, fee, outcome, explain })
    }

    fn of_seats<T>(&self, figure: impl Fn(&Seat) -> T) -> BTreeMap<&str, T> {
        self.names.iter().map(String::as_str).zip(self.seats.iter().map(figure)).collect()
    }

    fn of_settled<T>(&self, figure: impl Fn(&SettledSeat) -> Option<T>) -> BTreeMap<&str, T> {
        let named = self.names.iter().map(String::as_str).zip(&self.settled);
        named.filter_map(|(name, seat)| Some((name, figure(seat)?))).collect()
    }

    fn answer(&self) -> Answer<'_> {
        Answer {
            paid_fee: self.of_seats(|seat| seat.fee_paid),
            pot: self.seats.iter().map(|seat| seat.fee_paid).sum(),
            risk: self.of_seats(|seat| seat.risk),
            pays_winner: self.of_settled(|seat| seat.payment.map(|payment| payment.paid)),
            chips_after: self.of_settled(|seat| Some(seat.after)),
            points: self.of_settled(|seat| Some(seat.points)),
            why: self.explain.then(|| self.of_settled(|seat| Some(seat.why(&self.seats, self.fee, &self.outcome)))),
        }
    }
}

impl Serialize for Settled {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.answer().serialize(to)
    }
}
