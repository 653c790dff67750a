//! A whole tournament as a line: its settings, and its events in order.

use serde::Deserialize;
use serde_json::Number;

use super::{chips, ratio, whole};
use crate::cli::by_player::ByPlayer;
use crate::cli::jsonl::LineError;
use crate::domain::codes::Code;
use crate::domain::money::{MAX_AMOUNT_MINOR, Minor};
use crate::domain::tournaments::chips::Chips;
use crate::domain::tournaments::levels::{Level, Levels};
use crate::domain::tournaments::terms::{ShortWinner, Terms};

/// A line.
#[derive(Deserialize)]
pub(super) struct Script {
    /// The settings.
    pub input: Input,
    /// What happened.
    pub events: Vec<Item>,
}

#[derive(Deserialize)]
pub(super) struct Input {
    pub registered_in_order: Vec<String>,
    seats_per_table: Number,
    starting_chips: Number,
    levels: Vec<LevelValues>,
    re_entries_per_player: Number,
    last_level_for_re_entry: Number,
    buy_in_minor: Number,
    re_entry_price_minor: Number,
    guarantee_minor: Number,
    payout_shares_per_10000: Vec<Number>,
}

#[derive(Deserialize)]
struct LevelValues {
    round_fee: Number,
    chip_ratio: Number,
}

#[derive(Deserialize)]
pub(super) struct Item {
    pub event: Event,
}

/// Something that happened; what it must say beside its type depends on that.
#[derive(Deserialize)]
pub(super) struct Event {
    #[serde(rename = "type")]
    pub kind: String,
    pub level: Option<Number>,
    pub table: Option<Vec<String>>,
    pub winner: Option<String>,
    pub negative_points: Option<ByPlayer<Number>>,
    pub player: Option<String>,
    pub players: Option<Vec<String>>,
}

/// A field that an event of its type must have.
pub(super) fn need<'a, T>(field: &'a Option<T>, name: &str) -> Result<&'a T, LineError> {
    field.as_ref().ok_or_else(|| LineError::missing(name))
}

/// The money of a tournament.
pub(super) struct Prices {
    pub buy_in: Minor,
    pub re_entry: Minor,
    pub guarantee: Minor,
    pub shares_bp: Vec<u32>,
}

impl Input {
    /// What the rules read of the settings.
    ///
    /// # Errors
    /// Also where all chips that so many events can give out are beyond what can be held.
    pub fn terms(&self, events: usize) -> Result<Terms, LineError> {
        let count = |number: &Number| whole::<u32>(number, Code::CountOutOfRange);
        let level = |values: &LevelValues| {
            Ok(Level { round_fee: chips(&values.round_fee)?, chip_ratio: ratio(&values.chip_ratio)? })
        };
        let levels = self.levels.iter().map(level).collect::<Result<Vec<_>, LineError>>()?;
        // No clock here: a level comes into force when the script says so.
        let levels = Levels { every_s: 60, levels };
        if let Some(fault) = levels.faults("/levels").first() {
            return Err(LineError::refused(
                Code::DocumentInvalid.as_str(),
                format!("{}: {}", fault.pointer, fault.message),
            ));
        }
        let starting_chips = chips(&self.starting_chips)?;
        if starting_chips == Chips::ZERO {
            return Err(LineError::of(Code::ChipsOutOfRange));
        }
        let stacks = u64::try_from(self.registered_in_order.len().saturating_add(events)).unwrap_or(u64::MAX);
        if starting_chips.0.checked_mul(stacks).is_none() {
            return Err(LineError::of(Code::ChipsOutOfRange));
        }
        let seats = count(&self.seats_per_table)?;
        let most_players = u32::try_from(self.registered_in_order.len()).unwrap_or(u32::MAX);
        Ok(Terms {
            starts_at: None,
            least_players: 2,
            // A seat more than it has players: it starts when the script begins, not when the last one registers.
            most_players: most_players.saturating_add(1),
            seats,
            final_table_seats: seats,
            starting_chips,
            levels,
            breaks: Vec::new(),
            quiet_s: 0,
            re_entries: count(&self.re_entries_per_player)?,
            last_level_for_re_entry: count(&self.last_level_for_re_entry)?,
            window_s: u32::MAX,
            final_table_closes_re_entry: true,
            last_level_for_registration: None,
            short_winner: ShortWinner::Limited,
        })
    }

    /// What is paid.
    pub fn prices(&self) -> Result<Prices, LineError> {
        let money = |number: &Number| {
            let minor = number.as_i64().filter(|minor| (0..=MAX_AMOUNT_MINOR).contains(minor));
            minor.map(Minor).ok_or_else(|| LineError::of(Code::AmountOutOfRange))
        };
        let share = |number: &Number| whole(number, Code::SharesFaulty);
        Ok(Prices {
            buy_in: money(&self.buy_in_minor)?,
            re_entry: money(&self.re_entry_price_minor)?,
            guarantee: money(&self.guarantee_minor)?,
            shares_bp: self.payout_shares_per_10000.iter().map(share).collect::<Result<_, _>>()?,
        })
    }
}
