//! Whether a game was settled as it was reckoned, and reckoned as its schedule says.

use uuid::Uuid;

use super::books::Books;
use super::fault::{Fault, What};
use super::lane::Movement;
use crate::domain::games::game::{Game, GameState, Seat};
use crate::domain::games::settlement::Settlement;
use crate::domain::ids::TransferId;
use crate::domain::ledger::account::AccountKind;
use crate::domain::money::Minor;
use crate::domain::rake::reckon;

impl Books {
    /// The transfer of a settlement: its settlement, the reckoning, the figures, the postings, the game.
    pub(super) fn check_settlement(&mut self, movement: &Movement) -> Result<(), Fault> {
        let (id, at) = (movement.transfer.id(), (movement.transfer.shard, movement.transfer.seq));
        let place = |fault: Fault| fault.at_transfer(at.0, at.1);
        let (Some(settlement), Some(game)) = (&movement.settlement, &movement.game) else {
            let of = format!("game {}", movement.transfer.subject.as_simple());
            return Err(place(Fault::new(What::SettlementLink, of, "a game and its settlement", "none")));
        };
        if settlement.transfer != Some(id) {
            let found = settlement.transfer.map_or_else(|| "none".into(), |other| other.to_string());
            return Err(place(Fault::new(What::SettlementLink, game.id, id, found)));
        }
        self.check_reckoning(settlement, game).map_err(place)?;
        let won = settlement.explanation.winner;
        let lost = settlement.explanation.loser;
        let (winner, loser) = (settlement.winner.0, settlement.loser.0);
        let mut expected = vec![(winner, self.staked(game, winner, won)), (loser, self.staked(game, loser, lost))];
        expected.retain(|(_, amount)| !amount.is_zero());
        check_players(movement, What::Paid, &mut expected).map_err(place)?;
        let house: i64 = movement.legs.iter().filter(|leg| leg.kind == AccountKind::Rake).map(|leg| leg.amount.0).sum();
        if house != settlement.explanation.house.0 {
            let of = format!("house:rake for {}", game.id);
            return Err(place(Fault::new(What::Paid, of, settlement.explanation.house, house)));
        }
        check_emptied(movement, What::Paid).map_err(place)
    }

    /// A void gives each player what they had put up, and nobody anything else.
    pub(super) fn check_void(&mut self, movement: &Movement) -> Result<(), Fault> {
        let place = |fault: Fault| fault.at_transfer(movement.transfer.shard, movement.transfer.seq);
        let mut expected = self.stakes.get(&movement.transfer.subject).cloned().unwrap_or_default();
        expected.retain(|(_, amount)| !amount.is_zero());
        check_players(movement, What::GivenBack, &mut expected).map_err(place)?;
        check_emptied(movement, What::GivenBack).map_err(place)
    }

    /// What a player had put up, and this much more.
    fn staked(&self, game: &Game, player: Uuid, more: Minor) -> Minor {
        let stakes = self.stakes.get(&game.id.0).map(Vec::as_slice).unwrap_or_default();
        let staked = stakes.iter().find(|(who, _)| *who == player).map_or(0, |(_, amount)| amount.0);
        Minor(staked.saturating_add(more.0))
    }

    /// Reckons a settlement's stored inputs again, by the stored version of its schedule.
    pub(super) fn check_reckoning(&mut self, settlement: &Settlement, game: &Game) -> Result<(), Fault> {
        self.counts.settlements += 1;
        let of = settlement.game;
        let name = format!("{} version {}", settlement.schedule, settlement.schedule_version);
        let Some(schedule) = self.schedules.get(&(settlement.schedule, settlement.schedule_version)) else {
            return Err(Fault::new(What::Schedule, of, name, "none"));
        };
        let stored = &settlement.explanation.0;
        match reckon(schedule, &stored.game) {
            Err(error) => return Err(Fault::new(What::Reckoning, of, "a reckoning", error)),
            Ok(again) if again != *stored => {
                let (expected, found) = differences(&again, stored);
                return Err(Fault::new(What::Reckoning, of, expected, found));
            }
            Ok(_) => {}
        }
        let said = (settlement.amount, settlement.rake_each, settlement.currency);
        let reckoned = (stored.amount, stored.rake_each, stored.game.currency);
        if said != reckoned {
            let text =
                |(amount, rake, currency)| format!("amount {amount}, rake of each {rake} ({currency} minor units)");
            return Err(Fault::new(What::Figures, of, text(reckoned), text(said)));
        }
        check_game_row(settlement, game)
    }
}

/// The members of two reckonings that differ, as JSON; sides in order.
fn differences(
    again: &crate::domain::rake::Explanation,
    stored: &crate::domain::rake::Explanation,
) -> (String, String) {
    let fields = |explanation| match serde_json::to_value(explanation) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (mut again, mut stored) = (fields(again), fields(stored));
    let before = again.clone();
    again.retain(|name, value| stored.get(name) != Some(value));
    stored.retain(|name, value| before.get(name) != Some(value));
    let text = |fields| serde_json::Value::Object(fields).to_string();
    (text(again), text(stored))
}

/// The game's row agrees with its settlement.
fn check_game_row(settlement: &Settlement, game: &Game) -> Result<(), Fault> {
    let said = |name: &str, settled: String, row: String| {
        if settled == row {
            return Ok(());
        }
        Err(Fault::new(What::Game, game.id, format!("{name} {settled}"), row))
    };
    let mut played: Vec<_> = [Some(game.opener), game.joiner].into_iter().flatten().collect();
    let mut settled = vec![settlement.winner, settlement.loser];
    played.sort_unstable();
    settled.sort_unstable();
    said("state", GameState::Settled.to_string(), game.state.to_string())?;
    said("players", format!("{settled:?}"), format!("{played:?}"))?;
    said("currency", settlement.currency.to_string(), game.currency.to_string())?;
    said("stake", settlement.explanation.game.stake.to_string(), game.stake.to_string())?;
    said("limit", format!("{:?}", settlement.explanation.game.limit), format!("{:?}", game.limit()))?;
    let rating = |player| match game.seat_of(player) {
        Some(Seat::Opener) => game.opener_rating,
        Some(Seat::Joiner) => game.joiner_rating,
        None => None,
    };
    let reckoned = [settlement.explanation.game.rating_winner, settlement.explanation.game.rating_loser];
    let reckoned = reckoned.map(|rating| Some(rating.millionths()));
    let row = [rating(settlement.winner), rating(settlement.loser)];
    said("ratings at the start", format!("{reckoned:?}"), format!("{row:?}"))?;
    let version = |slug: Option<_>, version: Option<i64>| format!("{slug:?} {version:?}");
    let by = version(Some(settlement.schedule), Some(settlement.schedule_version));
    said("schedule", by, version(game.schedule, game.schedule_version))
}

/// Each player's net of the legs is what was expected, and no other player has any.
fn check_players(movement: &Movement, what: What, expected: &mut Vec<(Uuid, Minor)>) -> Result<(), Fault> {
    let mut found: Vec<(Uuid, Minor)> = Vec::new();
    for leg in movement.legs.iter().filter(|leg| matches!(leg.kind, AccountKind::Cash | AccountKind::Receivable)) {
        match found.iter_mut().find(|(player, _)| *player == leg.owner) {
            Some((_, sum)) => sum.0 = sum.0.saturating_add(leg.amount.0),
            None => found.push((leg.owner, leg.amount)),
        }
    }
    found.retain(|(_, amount)| !amount.is_zero());
    found.sort_unstable();
    expected.sort_unstable();
    if found == *expected {
        return Ok(());
    }
    let text = |players: &[(Uuid, Minor)]| {
        let each =
            players.iter().map(|(player, amount)| format!("{amount} to {}", crate::domain::ids::PlayerId(*player)));
        each.collect::<Vec<_>>().join(", ")
    };
    let of = TransferId::at(movement.transfer.shard, movement.transfer.seq);
    Err(Fault::new(what, of, text(expected), text(&found)))
}

/// The game's own escrow ends at zero, and no account is touched that has no business here.
fn check_emptied(movement: &Movement, what: What) -> Result<(), Fault> {
    for leg in &movement.legs {
        match leg.kind {
            AccountKind::Escrow if leg.owner != movement.transfer.subject => {
                return Err(Fault::new(what, leg.account(), "the game's own escrow", "another"));
            }
            AccountKind::Escrow if leg.balance_after != Some(Minor::ZERO) => {
                let left = leg.balance_after.unwrap_or_default();
                return Err(Fault::new(what, leg.account(), 0, left));
            }
            AccountKind::Escrow | AccountKind::Cash | AccountKind::Receivable | AccountKind::Rake => {}
            _ => return Err(Fault::new(what, leg.account(), "nothing", leg.amount)),
        }
    }
    Ok(())
}
