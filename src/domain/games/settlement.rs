//! How a game was settled; one a game, never changed.

use crate::domain::act::Json;
use crate::domain::ids::{GameId, PlayerId, TransferId};
use crate::domain::money::{Currency, Minor};
use crate::domain::rake::Explanation;
use crate::domain::slug::Slug;
use crate::domain::time::Time;

crate::words! {
    /// On whose word a game was settled (`backgammon`, Who is believed).
    pub enum SettledBy {
        /// A client app with `games:report`, or staff.
        Report = "report",
        /// The loser's own word.
        Concession = "concession",
        /// The winner's claim, confirmed by the loser.
        Confirmation = "confirmation",
        /// A double was refused.
        Drop = "drop",
        /// Staff decided a dispute.
        Decision = "decision",
    }
}

crate::row! {
    /// A settlement.
    pub struct Settlement in "settlements" key (
        /// The game.
        game: GameId
    ) , immutable {
        /// What moved the money; none where nothing passed.
        transfer: Option<TransferId>,
        /// Who won.
        winner: PlayerId,
        /// Who lost.
        loser: PlayerId,
        /// On whose word.
        settled_by: SettledBy,
        /// What passed between the players.
        amount: Minor,
        /// Each player's rake; the winner paid both.
        rake_each: Minor,
        /// Of which currency.
        currency: Currency,
        /// The rake schedule.
        schedule: Slug,
        /// Its version.
        schedule_version: i64,
        /// Every step of the reckoning, with its inputs.
        explanation: Json<Explanation>,
        /// How the winner's rating changed, in millionths.
        winner_rating_change: i64,
        /// How the loser's rating changed, in millionths.
        loser_rating_change: i64,
        /// When.
        settled_at: Time,
    }
}
