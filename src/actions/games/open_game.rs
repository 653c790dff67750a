use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::conduct::jurisdictions;
use crate::domain::games::Terms;
use crate::domain::games::cover::missing;
use crate::domain::games::game::Game;
use crate::domain::games::play::{admit, may_act_for, route, strength};
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::balance;
use crate::domain::money::Minor;
use crate::domain::players::standing::{Doing, may};
use crate::domain::rooms::in_force;
use crate::domain::slug::Slug;
use crate::domain::switches::board;
use crate::domain::time::Time;

/// Offers a game in a room. No money moves before somebody joins.
#[derive(Debug, Clone, Serialize)]
pub struct OpenGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game's identity, drawn at the edge.
    pub game: GameId,
    /// Who takes the first seat.
    pub player: PlayerId,
    /// Where.
    pub room: Slug,
    /// On which terms.
    pub terms: Terms,
}

/// A game is on offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOpened {
    /// The game.
    pub game: GameId,
    /// What each player will have in escrow when it begins.
    pub escrow_each: Minor,
    /// When it expires if nobody joins.
    pub due_at: Time,
}

/// What the event says.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    player: PlayerId,
    room: Slug,
    terms: &'a Terms,
}

impl OpenGame {
    fn cash(&self) -> AccountKey {
        AccountKey::cash(self.player, self.terms.currency)
    }
}

impl Act for OpenGame {
    type Answer = GameOpened;
    const NAME: &'static str = "open_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        board::need(needs);
        jurisdictions::need(needs);
        needs.games.lock(self.game);
        in_force::need(world, needs, self.room);
        needs.players.read(self.player);
        needs.ratings.read((self.player, self.terms.variant));
        needs.accounts.read(self.cash().row_key());
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameOpened, Refused> {
        may_act_for(world, self.by, self.player, self.room)?;
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        may(player, Doing::Play, now)?;
        jurisdictions::in_force(world).check_seat(player)?;
        board::check_new_game(world, self.room)?;
        let rules = in_force::find(world, self.room)?;
        let rating = strength(world, self.player, self.terms.variant).rating;
        admit(&rules, &self.terms, [rating, rating])?;
        let wait = TimeDelta::seconds(rules.room.unjoined_expires_s.into());
        let escrow_each = self.terms.escrow_each()?;
        // Looked at, not moved: whether the money is there is decided when somebody joins.
        let cash = balance(world, self.cash());
        if cash < escrow_each {
            return Err(missing(escrow_each.minus(cash)?, self.terms.currency));
        }

        let due_at = now.after(wait);
        world.games.insert(Game::offered(self.game, self.room, self.player, &self.terms, now, due_at));
        let facts = Facts { player: self.player, room: self.room, terms: &self.terms };
        world.tell(Stream::Game(self.game), "game.opened", &facts)?;
        Ok(GameOpened { game: self.game, escrow_each, due_at })
    }
}
