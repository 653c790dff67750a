//! The tables of players, of who they are, and of where nobody may play.

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
