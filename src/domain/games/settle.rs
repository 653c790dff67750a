//! The one way by which a game is paid: reckoned by the versions and ratings with which it began, in one transfer.

use serde::{Deserialize, Serialize};

use super::game::{Game, GameState, KindWord, Seat};
use super::settlement::{SettledBy, Settlement};
use super::terms::highest_result;
use crate::domain::act::{Json, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{GameId, PlayerId, TransferId};
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{self, NewTransfer};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::players::rating::Rating as RatingRow;
use crate::domain::rake::{Explanation, Played, Reckoning, reckon};
use crate::domain::rooms::in_force::{self, Rules};
use crate::domain::time::Time;
use crate::domain::wallets::credit;
use crate::rules::rating::{Rated, Rating, RatingChange, change};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// Who won.
    pub winner: PlayerId,
    /// 1 single, 2 gammon, 3 backgammon; a match: 1.
    pub result: u8,
    /// What the cube shows at the end; a match: 1.
    pub cube: u32,
}

/// A game was settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSettled {
    /// The game.
    pub game: GameId,
    /// Who won.
    pub winner: PlayerId,
    /// What passed between the players.
    pub amount: Minor,
    /// Each player's rake; the winner paid both.
    pub rake_each: Minor,
    /// Of which currency.
    pub currency: Currency,
    /// What moved the money; none where nothing was in escrow.
    pub transfer: Option<TransferId>,
    /// Played in a room where players do not know each other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anonymous: bool,
}

/// What the event says: the rest stands in the settlement's row.
#[derive(Debug, Serialize)]
struct Facts {
    winner: PlayerId,
    settled_by: SettledBy,
    result: u8,
    cube: u32,
    amount: Minor,
    rake_each: Minor,
    currency: Currency,
}

/// Asks for the lock of a game and for what [`settle`] and [`void`] touch.
pub fn need(world: &World, needs: &mut Needs, id: GameId) {
    needs.games.lock(id);
    let Some(game) = world.games.peek(&id) else { return };
    needs.settlements.lock(id);
    in_force::need_of(needs, game);
    post::need(needs, AccountKey::escrow(id, game.currency));
    post::need(needs, AccountKey::of_shard(AccountKind::Rake, game.currency, world.shard()));
    for player in [Some(game.opener), game.joiner].into_iter().flatten() {
        credit::need(world, needs, player, game.currency);
        if game.rated {
            needs.ratings.lock((player, game.variant));
        }
    }
}

/// Refuses a finish that this game cannot have. The cube must stand where the reported doubles left it (`money`).
///
/// # Errors
/// `winner_not_at_table`, `double_pending`, `result_out_of_range`, `result_not_in_variant`, `cube_not_reported`.
pub fn check(game: &Game, finish: Finish) -> Result<(), Refused> {
    if game.seat_of(finish.winner).is_none() {
        return Err(Code::WinnerNotAtTable.into());
    }
    if game.doubled_by.is_some() {
        return Err(Code::DoublePending.into());
    }
    if game.kind == KindWord::Match {
        return Ok(());
    }
    match finish.result {
        1 | 2 => {}
        3 if game.variant.has_triples() => {}
        3 => return Err(Code::ResultNotInVariant.into()),
        _ => return Err(Code::ResultOutOfRange.into()),
    }
    if i64::from(finish.cube) != game.cube {
        return Err(Refused::new(Code::CubeNotReported).with("cube", game.cube));
    }
    Ok(())
}

/// Settles a game: releases both escrows in one transfer to the winner, the loser's rest and the house; writes the
/// settlement with its explanation; changes the ratings; ends the game. The act has checked who says so.
///
/// # Errors
/// Those of the reckoning and of the ledger.
pub fn settle(world: &mut World, now: Time, id: GameId, finish: Finish, by: SettledBy) -> Result<GameSettled, Refused> {
    let game = world.games.get(&id).ok_or(Code::UnknownGame)?.clone();
    let seat = game.seat_of(finish.winner).ok_or(Code::WinnerNotAtTable)?;
    let loser = game.player_in(seat.other()).ok_or(Code::GameNotStarted)?;
    let rules = in_force::find_of(world, &game)?;
    let explanation = reckoned(&game, &rules, seat, finish)?;
    let (schedule, schedule_version) = (rules.schedule_slug, rules.schedule_version);
    let (amount, rake_each, anonymous) = (explanation.amount, explanation.rake_each, rules.room.anonymous);

    let release = game.opener_escrow.plus(game.joiner_escrow)?;
    let lines = [
        (AccountKey::escrow(id, game.currency), release.negated()?),
        (AccountKey::of_shard(AccountKind::Rake, game.currency, world.shard()), explanation.house),
    ];
    let credits = [
        (finish.winner, game.escrow_of(seat).plus(explanation.winner)?),
        (loser, game.escrow_of(seat.other()).minus(amount)?),
    ];
    let new = NewTransfer { kind: TransferKind::Settlement, subject: id.0, reverses: None };
    let transfer = credit::post(world, new, &lines, &credits, game.currency)?;
    let changes = rate(world, &game, seat)?;
    world.settlements.insert(Settlement {
        game: id,
        transfer,
        winner: finish.winner,
        loser,
        settled_by: by,
        amount,
        rake_each,
        currency: game.currency,
        schedule,
        schedule_version,
        explanation: Json(explanation),
        winner_rating_change: changes.winner.millionths(),
        loser_rating_change: changes.loser.millionths(),
        settled_at: now,
    });
    end(world, now, id, GameState::Settled);
    let Finish { winner, result, cube } = finish;
    let facts = Facts { winner, settled_by: by, result, cube, amount, rake_each, currency: game.currency };
    world.tell(Stream::Game(id), "game.settled", &facts)?;
    Ok(GameSettled { game: id, winner, amount, rake_each, currency: game.currency, transfer, anonymous })
}

/// A game was voided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameVoided {
    /// The game.
    pub game: GameId,
    /// What the opener got back.
    pub opener: Minor,
    /// What the joiner got back.
    pub joiner: Minor,
    /// Of which currency.
    pub currency: Currency,
    /// What moved it.
    pub transfer: Option<TransferId>,
}

/// Gives both escrows of a game back whole and ends it as void.
///
/// # Errors
/// Those of the ledger.
pub fn void(world: &mut World, now: Time, id: GameId, reason: &str) -> Result<GameVoided, Refused> {
    let game = world.games.get(&id).ok_or(Code::UnknownGame)?.clone();
    let player = game.joiner.ok_or(Code::GameNotStarted)?;
    let (opener, joiner) = (game.opener_escrow, game.joiner_escrow);
    let lines = [(AccountKey::escrow(id, game.currency), opener.plus(joiner)?.negated()?)];
    let new = NewTransfer { kind: TransferKind::Void, subject: id.0, reverses: None };
    let transfer = credit::post(world, new, &lines, &[(game.opener, opener), (player, joiner)], game.currency)?;
    end(world, now, id, GameState::Voided);
    let voided = GameVoided { game: id, opener, joiner, currency: game.currency, transfer };
    world.tell_why(Stream::Game(id), "game.voided", &voided, Some(reason))?;
    Ok(voided)
}

fn end(world: &mut World, now: Time, id: GameId, state: GameState) {
    let row = world.games.edit(&id);
    row.state = state;
    row.opener_escrow = Minor::ZERO;
    row.joiner_escrow = Minor::ZERO;
    row.doubled_by = None;
    row.beavered = false;
    row.claimed = None;
    row.clear_due();
    row.ended_at = Some(now);
}

/// The reckoning by what was in force, and by the ratings, at the start. A gammon or backgammon that Jacoby leaves
/// without effect (the cube was never turned) counts as a single game.
fn reckoned(game: &Game, rules: &Rules<'_>, winner: Seat, finish: Finish) -> Result<Explanation, Refused> {
    let played = match game.kind {
        KindWord::Match => Played::Match { points: game.length() },
        KindWord::Single => {
            let highest = highest_result(*game.options, game.variant, game.cube_turned());
            Played::Single { cube: finish.cube, result: finish.result.min(highest) }
        }
    };
    let rating = |seat| {
        let millionths = match seat {
            Seat::Opener => game.opener_rating,
            Seat::Joiner => game.joiner_rating,
        };
        millionths.map(Rating::from_millionths).ok_or(Code::Internal)
    };
    let reckoning = Reckoning {
        played,
        stake: game.stake,
        currency: game.currency,
        limit: game.limit(),
        rating_winner: rating(winner)?,
        rating_loser: rating(winner.other())?,
        surcharges: rules.room.surcharges,
        adjudicated: None,
    };
    Ok(reckon(rules.schedule, &reckoning)?)
}

/// Changes both ratings by the FIBS formula, by ratings and experience at the start (`edge-cases` 30).
fn rate(world: &mut World, game: &Game, winner: Seat) -> Result<RatingChange, Refused> {
    if !game.rated {
        return Ok(RatingChange { winner: Rating::from_millionths(0), loser: Rating::from_millionths(0) });
    }
    let rated = |seat| {
        let (rating, experience) = match seat {
            Seat::Opener => (game.opener_rating, game.opener_experience),
            Seat::Joiner => (game.joiner_rating, game.joiner_experience),
        };
        let (rating, experience) = rating.zip(experience).ok_or(Code::Internal)?;
        let experience = u64::try_from(experience).map_err(|_| Code::Internal)?;
        Ok::<_, Refused>(Rated { rating: Rating::from_millionths(rating), experience })
    };
    let changes = change(game.length(), rated(winner)?, rated(winner.other())?)?;
    for (seat, change) in [(winner, changes.winner), (winner.other(), changes.loser)] {
        let player = game.player_in(seat).ok_or(Code::Internal)?;
        let (key, start) = ((player, game.variant), || RatingRow::start(player, game.variant));
        let row = world.ratings.edit_or_insert(&key, start);
        let present = Rating::from_millionths(row.rating_millionths);
        row.rating_millionths = present.changed_by(change)?.millionths();
        row.experience = row.experience.saturating_add(i64::from(game.length()));
    }
    Ok(changes)
}
