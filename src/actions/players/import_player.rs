use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::finance::adjustment;
use crate::domain::games::Variant;
use crate::domain::games::play::Strength;
use crate::domain::ids::PlayerId;
use crate::domain::money::Money;
use crate::domain::players::correction;
use crate::domain::players::opening::Opening;
use crate::domain::players::person::Told;
use crate::domain::time::Time;
use crate::domain::wallets::credit::Change;

/// What the events of an import say why.
const REASON: &str = "brought over from another system";

/// Brings a player over from another system: the account, their strength and what they hold, all or nothing. The balances
/// come from `house:equity`, until the owner books what backs them. On the house's own machine alone.
///
/// The identity is made from all else that is here, by whoever asks: the same import finds its player and changes nothing.
#[derive(Debug, Clone, Serialize)]
pub struct ImportPlayer {
    /// The player's identity.
    pub player: PlayerId,
    /// The name that others see.
    pub nickname: String,
    /// Where mail goes.
    #[serde(skip)]
    pub email: Option<String>,
    /// Who it is.
    #[serde(skip)]
    pub person: Told,
    /// Rating and experience, at most once a variant.
    pub strengths: Vec<(Variant, Strength)>,
    /// What they hold: above zero, at most once a currency.
    pub balances: Vec<Money>,
}

/// A player was brought over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerImported {
    /// Who.
    pub player: PlayerId,
    /// Whether it was done before: nothing was changed.
    pub before: bool,
}

impl ImportPlayer {
    fn opening(&self) -> Opening<'_> {
        Opening {
            by: Actor::System,
            player: self.player,
            nickname: &self.nickname,
            email: self.email.as_deref(),
            password: None,
            person: &self.person,
        }
    }
}

impl Act for ImportPlayer {
    type Answer = PlayerImported;
    const NAME: &'static str = "import_player";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        self.opening().need(needs);
        self.strengths.iter().for_each(|(variant, _)| needs.ratings.lock((self.player, *variant)));
        self.balances.iter().for_each(|sum| adjustment::need(world, needs, self.player, sum.currency));
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<PlayerImported, Refused> {
        let before = world.players.get(&self.player).is_some();
        if !before {
            self.opening().open(world, now)?;
            for (variant, strength) in &self.strengths {
                correction::correct(world, self.player, *variant, *strength, REASON)?;
            }
            for Money { minor, currency } in self.balances.iter().copied() {
                adjustment::adjust(world, Change { player: self.player, amount: minor, currency }, REASON)?;
            }
        }
        Ok(PlayerImported { player: self.player, before })
    }
}
