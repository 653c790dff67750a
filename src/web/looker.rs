//! Who looks, without the request by which they came: what a read, or a live stream, has to know of them.

use std::sync::Arc;

use diesel::QueryResult;

use super::operation::{Access, Grant};
use super::problem::Problem;
use super::sight::{self, Sight};
use crate::app::App;
use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::domain::players::player::PlayerState;
use crate::domain::time::Time;
use crate::store::dialect::Db;
use crate::store::players::find_player;
use crate::store::sessions::is_over;

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

    /// As [`Looker::read`], for who keeps on looking: their session must not be over either, nor their account closed.
    ///
    /// # Errors
    /// `session_over`, `player_closed`; as [`Looker::read`].
    pub async fn watch<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Db, &Sight) -> QueryResult<Result<T, Refused>> + Send + 'static,
    ) -> Result<T, Problem> {
        let grant = self.grant;
        self.read(move |db, sight| match ended(db, grant)? {
            Some(code) => Ok(Err(code.into())),
            None => read(db, sight),
        })
        .await
    }
}

/// Why somebody who may look may not keep on looking.
fn ended(db: &mut Db, grant: Option<Grant>) -> QueryResult<Option<Code>> {
    let Some(grant) = grant else { return Ok(None) };
    if let Actor::Player(id) = grant.actor
        && find_player(db, id)?.is_some_and(|player| player.state == PlayerState::Closed)
    {
        return Ok(Some(Code::PlayerClosed));
    }
    match grant.session {
        Some(session) if is_over(db, session)? => Ok(Some(Code::SessionOver)),
        _ => Ok(None),
    }
}
