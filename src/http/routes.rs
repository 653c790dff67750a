//! The whole table: every operation, its path, and who may ask for it.
//!
//! A handler receives its request only through an extractor that names its operation, so none can forget the gate.
//! A player's token acts for that player alone; staff and client apps need the permission, by the token that they
//! bring and, inside every act and read, by their row as it is now.

use utoipa_actix_web::service_config::ServiceConfig;

use super::{auth, clients, deposits, description, errors, games, health, players, rake, rooms, staff, withdrawals};
use crate::domain::players::access::Permission as P;
use crate::web::operation::{Access, Operation, Players, Spec};

/// Nobody needs a token.
const OPEN: Access = Access::Open;
/// Players themselves, and who has the permission.
const fn own(permission: P) -> Access {
    Access::Signed { players: Players::Themselves, others: Some(permission) }
}
/// Who has the permission; no players.
const fn house(permission: P) -> Access {
    Access::Signed { players: Players::No, others: Some(permission) }
}

macro_rules! operations {
    ($($name:ident $method:ident $path:literal $access:expr, $keyed:ident => $($handler:ident)::+;)+) => {
        $(
            #[doc = concat!(stringify!($method), " ", $path)]
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl Operation for $name {
                const SPEC: Spec =
                    Spec { method: stringify!($method), path: $path, access: $access, keyed: operations!(@$keyed) };
            }
        )+

        /// Every operation, with its name.
        pub const ALL: &[(&str, Spec)] = &[$((stringify!($name), $name::SPEC)),+];

        /// Gives every operation its handler. Requests are matched in this order: the busiest first.
        pub fn configure(config: &mut ServiceConfig) {
            $(config.service($($handler)::+);)+
        }
    };
    (@act) => { true };
    (@plain) => { false };
}

operations! {
    ReportGame POST "/v1/games/{game}/report" own(P::GamesReport), act => games::report;
    JoinGame POST "/v1/games/{game}/join" own(P::GamesReport), act => games::join;
    OpenGame POST "/v1/games" own(P::GamesReport), act => games::open;
    LeaveGame POST "/v1/games/{game}/leave" own(P::GamesReport), act => games::leave;
    DoubleGame POST "/v1/games/{game}/double" own(P::GamesReport), act => games::double;
    TakeDouble POST "/v1/games/{game}/take" own(P::GamesReport), act => games::take;
    DropDouble POST "/v1/games/{game}/drop" own(P::GamesReport), act => games::drop_double;
    BeaverGame POST "/v1/games/{game}/beaver" own(P::GamesReport), act => games::beaver;
    AutomaticDouble POST "/v1/games/{game}/automatic-double" own(P::GamesReport), act => games::automatic_double;
    ConcedeGame POST "/v1/games/{game}/concede" own(P::GamesReport), act => games::concede;
    ConfirmGame POST "/v1/games/{game}/confirm" own(P::GamesReport), act => games::confirm;
    DisputeGame POST "/v1/games/{game}/dispute" own(P::GamesReport), act => games::dispute;
    DecideGame POST "/v1/games/{game}/decide" house(P::GamesDecide), act => games::decide;
    VoidGame POST "/v1/games/{game}/void" house(P::GamesDecide), act => games::void;

    OpenPlayer POST "/v1/players" house(P::PlayersWrite), act => players::open;
    SuspendPlayer POST "/v1/players/{player}/suspend" house(P::Sanction), act => players::suspend;
    ClosePlayer POST "/v1/players/{player}/close" house(P::Sanction), act => players::close;
    ReinstatePlayer POST "/v1/players/{player}/reinstate" house(P::Sanction), act => players::reinstate;
    CorrectRating POST "/v1/players/{player}/ratings/{variant}/correct" house(P::RatingsCorrect), act => players::correct_rating;

    BookDeposit POST "/v1/players/{player}/deposits" house(P::DepositsWrite), act => deposits::book;
    ChargeBackDeposit POST "/v1/deposits/{deposit}/charged-back" house(P::DepositsWrite), act => deposits::charge_back;

    RequestWithdrawal POST "/v1/players/{player}/withdrawals" own(P::WithdrawalsWrite), act => withdrawals::request;
    SendWithdrawal POST "/v1/withdrawals/{withdrawal}/sent" house(P::WithdrawalsWrite), act => withdrawals::sent;
    ConfirmWithdrawal POST "/v1/withdrawals/{withdrawal}/confirmed" house(P::WithdrawalsWrite), act => withdrawals::confirmed;
    FailWithdrawal POST "/v1/withdrawals/{withdrawal}/failed" house(P::WithdrawalsWrite), act => withdrawals::failed;
    RefuseWithdrawal POST "/v1/withdrawals/{withdrawal}/refused" house(P::WithdrawalsWrite), act => withdrawals::refused;
    CancelWithdrawal POST "/v1/withdrawals/{withdrawal}/cancelled" own(P::WithdrawalsWrite), act => withdrawals::cancelled;

    PublishRoom POST "/v1/rooms/{room}/versions" house(P::RoomsWrite), act => rooms::publish;
    PublishSchedule POST "/v1/rake/schedules/{schedule}/versions" house(P::RoomsWrite), act => rake::publish;

    AddStaff POST "/v1/staff" house(P::StaffWrite), act => staff::add;
    ChangeStaffRole POST "/v1/staff/{staff}/role" house(P::StaffWrite), act => staff::change_role;
    DisableStaff POST "/v1/staff/{staff}/disable" house(P::StaffWrite), act => staff::disable;
    AddClient POST "/v1/clients" house(P::StaffWrite), act => clients::add;
    RotateClientSecret POST "/v1/clients/{client}/secret" house(P::StaffWrite), act => clients::rotate;
    DisableClient POST "/v1/clients/{client}/disable" house(P::StaffWrite), act => clients::disable;

    PublicKeys GET "/v1/auth/keys" OPEN, plain => auth::keys;
    ListErrors GET "/v1/errors" OPEN, plain => errors::list;
    Description GET "/v1/openapi.json" OPEN, plain => description::serve;
    Health GET "/healthz" OPEN, plain => health::alive;
}
