use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::game::GameState;
use crate::domain::games::play::route;
use crate::domain::games::terms;
use crate::domain::ids::GameId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::time::Time;

/// Reports equal opening dice where automatic doubles were agreed: the cube doubles and stays in the centre
/// (`edge-cases` 25). By a client app with `games:report`, or staff. Both put the money up when they sat down.
#[derive(Debug, Clone, Serialize)]
pub struct AutomaticDouble {
    /// Who asks.
    pub by: Actor,
    /// The game.
    pub game: GameId,
}

/// The cube doubled by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CubeDoubled {
    /// The game.
    pub game: GameId,
    /// What the cube shows now.
    pub cube: u32,
}

impl Act for AutomaticDouble {
    type Answer = CubeDoubled;
    const NAME: &'static str = "automatic_double";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.games.lock(self.game);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<CubeDoubled, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        permit(world, self.by, Permission::GamesReport, Some(game.room))?;
        game.need_state(&[GameState::Playing])?;
        let agreed = game.options.automatic_doubles;
        if agreed == 0 {
            return Err(Refused::new(Code::OptionNotOffered).with("option", "automatic_doubles"));
        }
        if game.cube_turned() || game.doubled_by.is_some() {
            return Err(Code::AutomaticDoublesOver.into());
        }
        let present = game.cube_value()?;
        // Nobody has turned the cube, so every doubling was an automatic one.
        if present.trailing_zeros() >= u32::from(agreed) {
            return Err(Refused::new(Code::TooManyAutomaticDoubles).with("most", agreed));
        }
        let most = game.options.cube_max;
        let at_maximum = || Refused::new(Code::CubeAtMaximum).with("cube_max", most);
        let cube = match terms::automatic_double(game.stake, present, game.limit(), *game.options) {
            Some(cube) => cube,
            None if present >= most => return Err(at_maximum()),
            None => return Err(Code::DeadCube.into()),
        };
        world.games.edit(&self.game).cube = cube.into();
        let doubled = CubeDoubled { game: self.game, cube };
        world.tell(Stream::Game(self.game), "game.automatic_double", &doubled)?;
        Ok(doubled)
    }
}
