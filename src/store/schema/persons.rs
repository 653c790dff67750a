//! The tables of players, of who they are, of where nobody may play, and of mail.

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    players (id) {
        id -> st::Id,
        nickname -> Text,
        email -> Nullable<Text>,
        password -> Nullable<Text>,
        state -> Text,
        suspended_until -> Nullable<st::Instant>,
        debts -> BigInt,
        opened_at -> st::Instant,
        stream_seq -> BigInt,
        place -> Nullable<Text>,
        email_verified_at -> Nullable<st::Instant>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    people (player) {
        player -> st::Id,
        name -> Nullable<Text>,
        birth_date -> Nullable<Text>,
        address -> Nullable<Text>,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    jurisdictions (id) {
        id -> BigInt,
        barred -> Text,
        min_age -> BigInt,
        place_required -> Bool,
        stream_seq -> BigInt,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use crate::store::columns::st;

    mails (id) {
        id -> st::Id,
        kind -> Text,
        account_kind -> Text,
        account -> st::Id,
        address -> Text,
        language -> Text,
        sign_outs -> BigInt,
        state -> Text,
        attempts -> BigInt,
        asked_at -> st::Instant,
        due_at -> st::Instant,
        valid_until -> Nullable<st::Instant>,
        used_at -> Nullable<st::Instant>,
    }
}
