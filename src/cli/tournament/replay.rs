//! `kupa tournament replay`.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use serde_json::Number;

use super::script::{Event, Prices, Script, need};
use super::{negative_points, refused, whole};
use crate::cli::jsonl::{LineError, StreamEnd, stream_long};
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::money::Minor;
use crate::domain::time::Time;
use crate::domain::tournaments::chips::Chips;
use crate::domain::tournaments::field::Field;
use crate::domain::tournaments::final_table;
use crate::domain::tournaments::level_clock::Runs;
use crate::domain::tournaments::prizes::{Group, Pool, PrizeError, Reckoning, TieRule, award};
use crate::domain::tournaments::ranking::RankedBy;
use crate::domain::tournaments::re_entry;
use crate::domain::tournaments::registration::EnteredBy;
use crate::domain::tournaments::settlement::Outcome;
use crate::domain::tournaments::state::TournamentState;

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Replay whole tournaments: one JSON object a line on standard input, one on standard output.

In:   {\"input\": {\"registered_in_order\": [\"ann\", \"ben\"], \"seats_per_table\": 2, \"starting_chips\": 300,
       \"levels\": [{\"round_fee\": 10, \"chip_ratio\": 1}], \"re_entries_per_player\": 0,
       \"last_level_for_re_entry\": 0, \"buy_in_minor\": 500, \"re_entry_price_minor\": 500,
       \"guarantee_minor\": 0, \"payout_shares_per_10000\": [10000]},
       \"events\": [{\"event\": {\"type\": \"final_table\", \"players\": [\"ann\", \"ben\"]}}, ...]}
Out:  {\"events\": [{\"after\": {\"chips\": {...}, \"points\": {...}, \"in_play\": 600}}, ...],
       \"expect\": {\"ranking\": [{\"rank\": 1, \"players\": [\"ann\"]}, ...], \"prize_pool_minor\": 1000,
       \"prizes_minor\": {\"ann\": 1000}}}

Events
round         level, table (the seats in order), winner, negative_points (of each loser); the answer has
              `eliminated`, perhaps empty
re_entry      player, level; where the rules refuse it, the answer has `refused`: limit, level,
              final_table, not_out or window
level_up      level
final_table   players

`after` names the players of the round or final table, after a level-up all who hold chips, after a
re-entry that one player. Times are not told: who is out can come back until the next wave of rounds
begins, that is, when a round follows another event, or a player of this wave plays again.

What the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on. A line of
another shape ends the run with exit status 2 and its number on standard error.";

/// The longest line: a tournament of ten thousand players takes some megabytes.
const MAX_SCRIPT_BYTES: usize = 1 << 28;
/// A script tells no times: all happens now, and what is late is after all time.
const NOW: Time = Time::from_micros(0);
const TOO_LATE: Time = Time::from_micros(i64::MAX);

#[derive(Serialize)]
struct Answer {
    events: Vec<Told>,
    expect: Expect,
}

#[derive(Serialize)]
struct Told {
    after: After,
    #[serde(skip_serializing_if = "Option::is_none")]
    eliminated: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'static str>,
}

#[derive(Serialize)]
struct After {
    chips: BTreeMap<String, Chips>,
    points: BTreeMap<String, u32>,
    in_play: Chips,
}

#[derive(Serialize)]
struct Expect {
    ranking: Vec<Ranked>,
    prize_pool_minor: Minor,
    prizes_minor: BTreeMap<String, Minor>,
}

#[derive(Serialize)]
struct Ranked {
    rank: u32,
    players: Vec<String>,
}

/// `kupa tournament replay`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn run(input: impl Read, output: impl Write) -> Result<(), StreamEnd> {
    stream_long(input, output, MAX_SCRIPT_BYTES, |script: Script| {
        let mut replay = Replay::start(&script)?;
        let mut events = Vec::with_capacity(script.events.len());
        for item in &script.events {
            events.push(replay.event(&item.event)?);
        }
        Ok(Answer { events, expect: replay.end()? })
    })
}

/// A tournament under way.
struct Replay<'a> {
    field: Field,
    names: &'a [String],
    numbers: FxHashMap<&'a str, u32>,
    prices: Prices,
    /// Who has played in this wave of rounds.
    played: FxHashSet<u32>,
    /// Whether another event than a round came last: the next round begins a new wave.
    wave_over: bool,
    /// Whose window may be open.
    out: Vec<u32>,
}

fn of<T>(result: Result<T, Refused>) -> Result<T, LineError> {
    result.map_err(|error| refused(&error))
}

impl<'a> Replay<'a> {
    fn start(script: &'a Script) -> Result<Self, LineError> {
        let names = script.input.registered_in_order.as_slice();
        let mut field = of(Field::open(script.input.terms(script.events.len())?, NOW))?;
        let mut numbers = FxHashMap::with_capacity_and_hasher(names.len(), rustc_hash::FxBuildHasher);
        for name in names {
            let number = of(field.register(EnteredBy::Player, NOW))?;
            if numbers.insert(name.as_str(), number).is_some() {
                return Err(LineError::of(Code::AlreadyEntered));
            }
        }
        of(field.direct(|terms, tournament| tournament.start_now(terms, NOW)))?;
        of(field.direct(|terms, tournament| {
            tournament.seated(terms, NOW)?;
            // Only the script raises the level.
            tournament.clock.runs = Runs::Until(None);
            Ok(())
        }))?;
        let prices = script.input.prices()?;
        Ok(Self { field, names, numbers, prices, played: FxHashSet::default(), wave_over: false, out: Vec::new() })
    }

    fn number(&self, name: &str) -> Result<u32, LineError> {
        self.numbers.get(name).copied().ok_or_else(|| LineError::of(Code::UnknownEntry))
    }

    fn name(&self, number: u32) -> String {
        let index = usize::try_from(number).map_or(usize::MAX, |number| number.wrapping_sub(1));
        self.names.get(index).cloned().unwrap_or_default()
    }

    fn event(&mut self, event: &Event) -> Result<Told, LineError> {
        let told = match event.kind.as_str() {
            "round" => return self.round(event),
            "re_entry" => self.re_entry(event),
            "level_up" => self.level_up(event),
            "final_table" => self.final_table(event),
            _ => Err(LineError::of(Code::UnknownEvent)),
        };
        self.wave_over = true;
        told
    }

    /// The level that an event names must be the one in force; after the last level its values stay.
    fn check_level(&self, level: Option<&Number>) -> Result<(), LineError> {
        let Some(level) = level else { return Ok(()) };
        let in_force = self.field.tournament().clock.level;
        if whole::<u32>(level, Code::CountOutOfRange)?.min(self.last_level()) == in_force {
            return Ok(());
        }
        Err(refused(&Refused::new(Code::LevelNotInForce).with("level", in_force)))
    }

    fn last_level(&self) -> u32 {
        self.field.terms().levels.last()
    }

    fn round(&mut self, event: &Event) -> Result<Told, LineError> {
        let table = need(&event.table, "table")?;
        let seats = table.iter().map(|name| self.number(name)).collect::<Result<Vec<_>, _>>()?;
        let at_table = |name: &str| self.numbers.get(name).copied().filter(|seat| seats.contains(seat));
        let winner = need(&event.winner, "winner")?;
        let winner = at_table(winner).ok_or_else(|| LineError::of(Code::WinnerNotAtTable))?;
        let mut against = BTreeMap::new();
        for (loser, points) in need(&event.negative_points, "negative_points")?.iter() {
            let loser = at_table(loser).ok_or_else(|| LineError::of(Code::LoserNotAtTable))?;
            against.insert(loser, negative_points(points)?);
        }
        self.check_level(Some(need(&event.level, "level")?))?;
        self.join_wave(&seats)?;
        let round = of(self.field.start_round(1, &seats, NOW))?;
        let outcome = Outcome::Won { winner, negative_points: against };
        of(self.field.settle(round, outcome, NOW, None))?;
        let mut eliminated = Vec::new();
        for seat in &seats {
            if !of(self.field.entry(*seat))?.is_playing() {
                self.out.push(*seat);
                eliminated.push(self.name(*seat));
            }
        }
        self.told(&seats, Some(eliminated), None)
    }

    /// A round belongs to the wave until another event came, or one of its players has played in it: then a new one
    /// begins, and nobody who went out before comes back.
    fn join_wave(&mut self, seats: &[u32]) -> Result<(), LineError> {
        if self.wave_over || seats.iter().any(|seat| self.played.contains(seat)) {
            self.lapse_windows()?;
            self.played.clear();
            self.wave_over = false;
        }
        self.played.extend(seats);
        Ok(())
    }

    fn lapse_windows(&mut self) -> Result<(), LineError> {
        for number in std::mem::take(&mut self.out) {
            if of(self.field.entry(number))?.has_window(self.field.tournament()) {
                of(self.field.lapse(number, TOO_LATE))?;
            }
        }
        Ok(())
    }

    fn re_entry(&mut self, event: &Event) -> Result<Told, LineError> {
        let number = self.number(need(&event.player, "player")?)?;
        self.check_level(event.level.as_ref())?;
        let judged = {
            let field = &self.field;
            re_entry::judge(field.terms(), field.tournament(), of(field.entry(number))?, NOW)
        };
        match judged {
            Ok(()) => {
                of(self.field.re_enter(number, NOW))?;
                self.told(&[number], None, None)
            }
            Err(no) => self.told(&[number], None, Some(no.reason.as_str())),
        }
    }

    fn level_up(&mut self, event: &Event) -> Result<Told, LineError> {
        let level = whole::<u32>(need(&event.level, "level")?, Code::CountOutOfRange)?;
        let last = self.last_level();
        if level <= last || self.field.tournament().clock.level < last {
            of(self.field.direct(|terms, tournament| tournament.set_level(terms, level, NOW)))?;
        }
        let holding = self.field.entries().filter(|entry| entry.is_playing());
        let holding: Vec<u32> = holding.map(|entry| entry.registration).collect();
        self.told(&holding, None, None)
    }

    fn final_table(&mut self, event: &Event) -> Result<Told, LineError> {
        let players = need(&event.players, "players")?;
        let seats = players.iter().map(|name| self.number(name)).collect::<Result<Vec<_>, _>>()?;
        self.lapse_windows()?;
        if self.field.tournament().state != TournamentState::FinalTable {
            of(self.field.direct(|terms, tournament| final_table::form(terms, tournament, NOW)))?;
        }
        for seat in &seats {
            if !of(self.field.entry(*seat))?.is_playing() {
                return Err(LineError::of(Code::NotInPlay));
            }
        }
        self.told(&seats, None, None)
    }

    fn told(
        &self,
        players: &[u32],
        eliminated: Option<Vec<String>>,
        refused: Option<&'static str>,
    ) -> Result<Told, LineError> {
        let field = &self.field;
        let mut after = After {
            chips: BTreeMap::new(),
            points: BTreeMap::new(),
            in_play: of(field.tournament().chips_in_play(field.terms()).map_err(Refused::from))?,
        };
        for number in players {
            after.chips.insert(self.name(*number), of(field.chips(*number))?);
            after.points.insert(self.name(*number), of(field.points(*number))?);
        }
        Ok(Told { after, eliminated, refused })
    }

    fn end(mut self) -> Result<Expect, LineError> {
        self.lapse_windows()?;
        of(self.field.progress(NOW))?;
        if let Err(unequal) = self.field.check() {
            return Err(LineError::refused(Code::Internal.as_str(), unequal.to_string()));
        }
        let ranks = self.field.ranking();
        let group = |rank: &crate::domain::tournaments::ranking::Rank| Group {
            registrations: rank.registrations.clone(),
            disqualified: matches!(rank.by, RankedBy::Disqualification(_)),
        };
        let (pool, prizes) = self.award(ranks.iter().map(group).collect()).map_err(faulty)?;
        let named = |numbers: &[u32]| numbers.iter().map(|number| self.name(*number)).collect();
        let ranking = ranks.iter().map(|rank| Ranked { rank: rank.rank, players: named(&rank.registrations) });
        let prizes_minor = prizes.into_iter().map(|(number, minor)| (self.name(number), minor));
        Ok(Expect { ranking: ranking.collect(), prize_pool_minor: pool, prizes_minor: prizes_minor.collect() })
    }

    fn award(&self, ranking: Vec<Group>) -> Result<(Minor, Vec<(u32, Minor)>), PrizeError> {
        let (tournament, prices) = (self.field.tournament(), &self.prices);
        let re_entries = (tournament.re_entries, prices.re_entry);
        let pool = Pool::of((tournament.entries, prices.buy_in), re_entries, prices.guarantee)?.total()?;
        let reckoned = award(&Reckoning {
            pool,
            shares_bp: prices.shares_bp.clone(),
            coupons: Vec::new(),
            least_prize: Minor::ZERO,
            ties: TieRule::Pooled,
            ranking,
        })?;
        let won = reckoned.prizes.iter().filter(|prize| !prize.money.is_zero());
        Ok((pool, won.map(|prize| (prize.registration, prize.money)).collect()))
    }
}

fn faulty(error: PrizeError) -> LineError {
    let code = match error {
        PrizeError::SharesFaulty => Code::SharesFaulty,
        PrizeError::OutOfRange => Code::AmountOutOfRange,
        PrizeError::CouponsFaulty | PrizeError::RankingFaulty | PrizeError::NobodyToPay => Code::Internal,
    };
    LineError::refused(code.as_str(), error.to_string())
}
