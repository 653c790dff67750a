//! The tables as diesel knows them, for reads: one definition for both databases. A test compares it with the rows of
//! the domain and with what the databases really have.
//!
//! Whole rows are read by [`all_of`](super::columns::all_of); what is here is what queries filter, order and join by.
//! diesel's tables end at 32 columns: `games` leaves out the ratings at the start.
#![allow(missing_docs)] // a column's meaning stands with its row

mod persons;
mod signing_in;

pub use persons::{jurisdictions, mails, people, players};
pub use signing_in::{clients, refresh_tokens, sessions, sign_outs, staff};

use crate::domain::act::remembered::{Claim, Remembered};
use crate::domain::act::row::{Column, Row};
use crate::domain::conduct::Jurisdictions;
use crate::domain::finance::approval::Approval;
use crate::domain::finance::day_total::DayTotal;
use crate::domain::games::game::Game;
use crate::domain::games::settlement::Settlement;
use crate::domain::ledger::account::Account;
use crate::domain::ledger::event::Event;
use crate::domain::ledger::proof::{ProvenAccount, ProvenShard, ProvenStream};
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::mails::Mail;
use crate::domain::outages::ServiceAlive;
use crate::domain::players::person::Person;
use crate::domain::players::player::Player;
use crate::domain::players::rating::Rating;
use crate::domain::rake::version::{RakeSchedule, ScheduleVersion};
use crate::domain::rooms::version::{RoomBook, RoomVersion};
use crate::domain::sessions::refresh_token::RefreshToken;
use crate::domain::sessions::session::Session;
use crate::domain::sessions::sign_outs::SignOuts;
use crate::domain::staff::client::Client;
use crate::domain::staff::member::Member;
use crate::domain::switches::Switchboard;
use crate::domain::wallets::deposit::Deposit;
use crate::domain::wallets::obligation::Obligation;
use crate::domain::wallets::withdrawal::Withdrawal;

/// A table of rows of the domain.
#[derive(Debug, Clone, Copy)]
pub struct Kept {
    /// Its name.
    pub table: &'static str,
    /// Its columns, those of the key first.
    pub columns: &'static [Column],
    /// How many of them are the key.
    pub key_columns: usize,
    /// Rows are only added.
    pub immutable: bool,
}

const fn kept<R: Row>() -> Kept {
    Kept { table: R::TABLE, columns: R::COLUMNS, key_columns: R::KEY_COLUMNS, immutable: R::IMMUTABLE }
}

/// Every table but `shards`.
pub const KEPT: &[Kept] = &[
    kept::<Remembered>(),
    kept::<Claim>(),
    kept::<RefreshToken>(),
    kept::<Session>(),
    kept::<SignOuts>(),
    kept::<Member>(),
    kept::<Client>(),
    kept::<Switchboard>(),
    kept::<Jurisdictions>(),
    kept::<ServiceAlive>(),
    kept::<Approval>(),
    kept::<DayTotal>(),
    kept::<Deposit>(),
    kept::<Withdrawal>(),
    kept::<Obligation>(),
    kept::<Game>(),
    kept::<Settlement>(),
    kept::<RoomBook>(),
    kept::<RoomVersion>(),
    kept::<RakeSchedule>(),
    kept::<ScheduleVersion>(),
    kept::<Player>(),
    kept::<Person>(),
    kept::<Mail>(),
    kept::<Rating>(),
    kept::<Transfer>(),
    kept::<Posting>(),
    kept::<Account>(),
    kept::<Event>(),
    kept::<ProvenShard>(),
    kept::<ProvenAccount>(),
    kept::<ProvenStream>(),
];

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    shards (shard) {
        shard -> BigInt,
        next_seq -> BigInt,
        last_at -> st::Instant,
        holder -> Nullable<st::Id>,
        lease_until -> Nullable<st::Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    idempotency (key, owner) {
        key -> Text,
        owner -> st::Id,
        digest -> st::Id,
        outcome -> Text,
        at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    claims (kind, word) {
        kind -> Text,
        word -> Text,
        owner -> st::Id,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    service_alive (id) {
        id -> BigInt,
        alive_at -> st::Instant,
        outages -> Text,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    switchboard (id) {
        id -> BigInt,
        thrown -> Text,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    approvals (id) {
        id -> st::Id,
        request -> Text,
        reason -> Text,
        asked_by -> st::Id,
        asked_at -> st::Instant,
        state -> Text,
        decided_by -> Nullable<st::Id>,
        decided_at -> Nullable<st::Instant>,
        transfer -> Nullable<st::Id>,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    day_totals (owner, counted, currency, day) {
        owner -> st::Id,
        counted -> Text,
        currency -> Text,
        day -> st::Instant,
        total -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    deposits (id) {
        id -> st::Id,
        player -> st::Id,
        provider -> Text,
        reference -> Text,
        amount -> BigInt,
        currency -> Text,
        state -> Text,
        transfer -> st::Id,
        booked_at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    withdrawals (id) {
        id -> st::Id,
        player -> st::Id,
        amount -> BigInt,
        currency -> Text,
        provider -> Text,
        state -> Text,
        reference -> Nullable<Text>,
        requested_at -> st::Instant,
        changed_at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    obligations (kind, subject) {
        kind -> Text,
        subject -> st::Id,
        player -> st::Id,
        amount -> BigInt,
        currency -> Text,
        state -> Text,
        transfer -> Nullable<st::Id>,
        owed_at -> st::Instant,
        closed_at -> Nullable<st::Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    games (id) {
        id -> st::Id,
        room -> Text,
        kind -> Text,
        points -> Nullable<BigInt>,
        variant -> Text,
        stake -> BigInt,
        currency -> Text,
        stake_limit -> Nullable<BigInt>,
        options -> Text,
        state -> Text,
        opener -> st::Id,
        joiner -> Nullable<st::Id>,
        room_version -> Nullable<BigInt>,
        schedule -> Nullable<Text>,
        schedule_version -> Nullable<BigInt>,
        rated -> Bool,
        cube -> BigInt,
        cube_owner -> Nullable<Text>,
        doubled_by -> Nullable<Text>,
        beavered -> Bool,
        cap -> Nullable<BigInt>,
        opener_escrow -> BigInt,
        joiner_escrow -> BigInt,
        claimed -> Nullable<Text>,
        due_at -> Nullable<st::Instant>,
        due_set_at -> Nullable<st::Instant>,
        opened_at -> st::Instant,
        started_at -> Nullable<st::Instant>,
        ended_at -> Nullable<st::Instant>,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    settlements (game) {
        game -> st::Id,
        transfer -> Nullable<st::Id>,
        winner -> st::Id,
        loser -> st::Id,
        settled_by -> Text,
        amount -> BigInt,
        rake_each -> BigInt,
        currency -> Text,
        schedule -> Text,
        schedule_version -> BigInt,
        explanation -> Text,
        winner_rating_change -> BigInt,
        loser_rating_change -> BigInt,
        settled_at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    rooms (slug) {
        slug -> Text,
        versions -> Text,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    room_versions (room, version) {
        room -> Text,
        version -> BigInt,
        effective_from -> st::Instant,
        document -> Text,
        published_by -> Nullable<st::Id>,
        published_at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    schedules (slug) {
        slug -> Text,
        versions -> Text,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    schedule_versions (schedule, version) {
        schedule -> Text,
        version -> BigInt,
        effective_from -> st::Instant,
        document -> Text,
        published_by -> Nullable<st::Id>,
        published_at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    ratings (player, variant) {
        player -> st::Id,
        variant -> Text,
        rating_millionths -> BigInt,
        experience -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    transfers (shard, seq) {
        shard -> BigInt,
        seq -> BigInt,
        kind -> Text,
        subject -> st::Id,
        reverses -> Nullable<st::Id>,
        legs -> BigInt,
        at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    postings (shard, seq, n) {
        shard -> BigInt,
        seq -> BigInt,
        n -> BigInt,
        kind -> Text,
        owner -> st::Id,
        currency -> Text,
        amount -> BigInt,
        account_seq -> BigInt,
        balance_after -> Nullable<BigInt>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    accounts (kind, owner, currency) {
        kind -> Text,
        owner -> st::Id,
        currency -> Text,
        balance -> BigInt,
        postings -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    events (shard, seq) {
        shard -> BigInt,
        seq -> BigInt,
        stream -> st::Id,
        stream_seq -> BigInt,
        kind -> Text,
        actor_kind -> Text,
        actor -> st::Id,
        reason -> Nullable<Text>,
        request -> Nullable<st::Id>,
        facts -> Text,
        at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    proven_shards (shard) {
        shard -> BigInt,
        seq -> BigInt,
        at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    proven_accounts (kind, owner, currency) {
        kind -> Text,
        owner -> st::Id,
        currency -> Text,
        postings -> BigInt,
        balance -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    proven_streams (stream) {
        stream -> st::Id,
        events -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    shards,
    idempotency,
    claims,
    staff,
    clients,
    switchboard,
    service_alive,
    approvals,
    day_totals,
    deposits,
    withdrawals,
    obligations,
    games,
    settlements,
    rooms,
    room_versions,
    schedules,
    schedule_versions,
    players,
    ratings,
    transfers,
    postings,
    accounts,
    events,
    proven_shards,
    proven_accounts,
    proven_streams,
);
