use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::conduct::jurisdictions;
use crate::domain::games::cover::{fund, missing};
use crate::domain::games::deadline;
use crate::domain::games::game::{Game, GameState, Seat};
use crate::domain::games::play::{admit, may_act_for, route, strength};
use crate::domain::ids::{GameId, PlayerId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{balance, need};
use crate::domain::money::{Currency, Minor};
use crate::domain::players::standing::{Doing, may};
use crate::domain::rooms::in_force;
use crate::domain::slug::Slug;
use crate::domain::switches::board;
use crate::domain::time::Time;

/// Takes the second seat: both stakes move to escrow, and the game begins by the rules that are in force now.
#[derive(Debug, Clone, Serialize)]
pub struct JoinGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who takes the seat.
    pub player: PlayerId,
}

/// A game has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameJoined {
    /// The game.
    pub game: GameId,
    /// What each player has in escrow.
    pub escrow_each: Minor,
    /// Of which currency.
    pub currency: Currency,
    /// What moved it there.
    pub transfer: Option<TransferId>,
}

/// What the event says.
#[derive(Debug, Serialize)]
struct Facts {
    player: PlayerId,
    escrow_each: Minor,
    room_version: i64,
    schedule: Slug,
    schedule_version: i64,
}

impl JoinGame {
    /// Refuses unless both may sit down and can pay. Of the opener no more is told than that it is them.
    fn check(&self, world: &World, game: &Game, escrow_each: Minor, now: Time) -> Result<(), Refused> {
        if game.opener == self.player {
            return Err(Code::SelfPlay.into());
        }
        let joiner = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        may(joiner, Doing::Play, now)?;
        let jurisdictions = jurisdictions::in_force(world);
        jurisdictions.check_seat(joiner)?;
        let opener = world.players.get(&game.opener).ok_or(Code::UnknownPlayer)?;
        let opener = may(opener, Doing::Play, now).and_then(|()| jurisdictions.check_seat(opener));
        opener.map_err(|_| Refused::new(Code::OpponentUnavailable))?;
        let cash = balance(world, AccountKey::cash(self.player, game.currency));
        if cash < escrow_each {
            return Err(missing(escrow_each.minus(cash)?, game.currency));
        }
        if balance(world, AccountKey::cash(game.opener, game.currency)) < escrow_each {
            return Err(Code::OpponentShortOfFunds.into());
        }
        Ok(())
    }
}

impl Act for JoinGame {
    type Answer = GameJoined;
    const NAME: &'static str = "join_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        board::need(needs);
        jurisdictions::need(needs);
        deadline::need(needs);
        needs.games.lock(self.game);
        let Some(game) = world.games.peek(&self.game) else { return };
        in_force::need(world, needs, game.room);
        for player in [game.opener, self.player] {
            needs.players.lock(player);
            needs.ratings.lock((player, game.variant));
            need(needs, AccountKey::cash(player, game.currency));
        }
        need(needs, AccountKey::escrow(self.game, game.currency));
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameJoined, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?.clone();
        may_act_for(world, self.by, self.player, game.room)?;
        if game.state != GameState::Open || deadline::has_passed(world, &game, now) {
            let state = if game.state == GameState::Open { GameState::Expired } else { game.state };
            return Err(Refused::new(Code::GameNotOpen).with("state", state));
        }
        board::check_new_game(world, game.room)?;
        let terms = game.terms();
        let escrow_each = terms.escrow_each()?;
        self.check(world, &game, escrow_each, now)?;
        let opener = strength(world, game.opener, game.variant);
        let joiner = strength(world, self.player, game.variant);
        let rules = in_force::find(world, game.room)?;
        admit(&rules, &terms, [opener.rating, joiner.rating])?;
        let rated = rules.room.rated;
        let facts = Facts {
            player: self.player,
            escrow_each,
            room_version: rules.room_version,
            schedule: rules.schedule_slug,
            schedule_version: rules.schedule_version,
        };

        let row = world.games.edit(&self.game);
        row.state = GameState::Playing;
        row.joiner = Some(self.player);
        row.room_version = Some(facts.room_version);
        row.schedule = Some(facts.schedule);
        row.schedule_version = Some(facts.schedule_version);
        row.rated = rated;
        (row.opener_rating, row.opener_experience) = (Some(opener.rating), Some(opener.experience));
        (row.joiner_rating, row.joiner_experience) = (Some(joiner.rating), Some(joiner.experience));
        row.clear_due();
        row.started_at = Some(now);
        let transfers = fund(world, self.game, &[(Seat::Opener, escrow_each), (Seat::Joiner, escrow_each)])?;
        world.tell(Stream::Game(self.game), "game.joined", &facts)?;
        Ok(GameJoined { game: self.game, escrow_each, currency: game.currency, transfer: transfers.first().copied() })
    }
}
