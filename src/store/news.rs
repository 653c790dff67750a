//! What was told lately: how far the shards have come, and which streams got events since.

use diesel::prelude::*;
use uuid::Uuid;

use super::columns::Id;
use super::dialect::Db;
use super::ledger::Cut;
use super::schema::{events, shards};

/// The last number of each shard: a look at one row a shard, and nothing else.
///
/// # Errors
/// The database's.
pub fn shard_heads(db: &mut Db) -> QueryResult<Cut> {
    let heads: Vec<(i64, i64)> = shards::table.select((shards::shard, shards::next_seq)).load(db)?;
    Ok(heads.into_iter().map(|(shard, next)| (shard, next - 1)).collect())
}

/// The next events of a shard, from after one number up to another: their numbers, and their streams.
///
/// # Errors
/// The database's.
pub fn list_streams_told(db: &mut Db, shard: i64, after: i64, up_to: i64, most: i64) -> QueryResult<Vec<(i64, Uuid)>> {
    let told = events::table.filter(events::shard.eq(shard)).filter(events::seq.gt(after));
    let told = told.filter(events::seq.le(up_to)).order(events::seq).limit(most);
    let told: Vec<(i64, Id)> = told.select((events::seq, events::stream)).load(db)?;
    Ok(told.into_iter().map(|(seq, stream)| (seq, stream.0)).collect())
}
