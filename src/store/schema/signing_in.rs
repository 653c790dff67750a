//! The tables of who signs in beside players, and of sessions.

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    staff (id) {
        id -> st::Id,
        email -> Text,
        password -> Text,
        role -> Text,
        disabled -> Bool,
        added_at -> st::Instant,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    clients (id) {
        id -> st::Id,
        name -> Text,
        secret -> Text,
        scopes -> Text,
        rooms -> Text,
        disabled -> Bool,
        added_at -> st::Instant,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    refresh_tokens (digest) {
        digest -> Text,
        session -> st::Id,
        number -> BigInt,
        issued_at -> st::Instant,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    sessions (id) {
        id -> st::Id,
        account_kind -> Text,
        account -> st::Id,
        sign_outs -> BigInt,
        device -> Text,
        current -> Text,
        number -> BigInt,
        started_at -> st::Instant,
        used_at -> st::Instant,
        idle_until -> st::Instant,
        ends_at -> st::Instant,
        ended_at -> Nullable<st::Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    sign_outs (account) {
        account -> st::Id,
        times -> BigInt,
    }
}
