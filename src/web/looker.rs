//! Who looks, without the request by which they came: what a read, or a live stream, has to know of them.

use std::sync::Arc;

use diesel::QueryResult;

use super::operation::{Access, Grant};
use super::problem::Problem;
use super::sight::{self, Sight};
use crate::app::App;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::players::player::PlayerState;
use crate::domain::time::Time;
use crate::store::dialect::Db;
use crate::store::players::find_player;

/// Who looks.
#[derive(Debug, Clone)]
pub struct Looker {
    /// The service.
    pub app: Arc<App>,
    /// What their token was issued for; none where they brought none.
    pub grant: Option<Grant>,
    /// When their token ends.
    pub until: Option<Time>,
    /// Who may ask for the operation.
    pub access: Access,
}

impl Looker {
    /// Reads from the database, on a thread that may block, for who may still look: their row is asked first.
    ///
    /// # Errors
    /// The refusal; `database_away`, `internal`.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Db, &Sight) -> QueryResult<Result<T, Refused>> + Send + 'static,
    ) -> Result<T, Problem> {
        let (grant, access) = (self.grant, self.access);
        let found = self.app.store.read(move |db| match sight::of(db, grant, access)? {
            Ok(sight) => read(db, &sight),
            Err(refused) => Ok(Err(refused)),
        });
        Ok(found.await.map_err(|error| sight::away(&error))??)
    }

    /// As [`Looker::read`], for who keeps on looking: their account must not be closed either.
    ///
    /// # Errors
    /// `player_closed`; as [`Looker::read`].
    pub async fn watch<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Db, &Sight) -> QueryResult<Result<T, Refused>> + Send + 'static,
    ) -> Result<T, Problem> {
        self.read(move |db, sight| match is_closed(db, sight)? {
            true => Ok(Err(Code::PlayerClosed.into())),
            false => read(db, sight),
        })
        .await
    }
}

/// Whether the account of a player who looks is closed.
fn is_closed(db: &mut Db, sight: &Sight) -> QueryResult<bool> {
    let Some(player) = sight.player else { return Ok(false) };
    Ok(find_player(db, player)?.is_some_and(|player| player.state == PlayerState::Closed))
}
