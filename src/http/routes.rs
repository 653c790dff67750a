//! The whole table: every operation, its path, and who may ask for it.
//!
//! A handler receives its request only through an extractor that names its operation, so none can forget the gate.
//! A player's token acts for that player alone; staff and client apps need the permission, by the token that they
//! bring and, inside every act and read, by their row as it is now.

use utoipa_actix_web::service_config::ServiceConfig;

use super::{
    accounts, approvals, auth, clients, conduct, deposits, description, errors, exports, finance, games, health, mails,
    metrics, people, players, rake, rooms, sessions, sign_up, staff, switches, wallet, withdrawals,
};
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
        /// The operations by number, in the order of the table.
        #[derive(Clone, Copy)]
        enum Number { $($name),+ }

        $(
            #[doc = concat!(stringify!($method), " ", $path)]
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl Operation for $name {
                const SPEC: Spec = Spec {
                    name: stringify!($name),
                    number: Number::$name as usize,
                    method: stringify!($method),
                    path: $path,
                    access: $access,
                    keyed: operations!(@keyed $keyed),
                    edits: operations!(@edits $keyed),
                };
            }
        )+

        /// Every operation, with its name.
        pub const ALL: &[(&str, Spec)] = &[$((stringify!($name), $name::SPEC)),+];

        /// Gives every operation its handler. Requests are matched in this order: the busiest first.
        pub fn configure(config: &mut ServiceConfig) {
            $(config.service($($handler)::+);)+
        }
    };
    (@keyed plain) => { false };
    (@keyed $any:ident) => { true };
    (@edits edit) => { true };
    (@edits $any:ident) => { false };
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
    AutomaticDouble POST "/v1/games/{game}/automatic-double" house(P::GamesReport), act => games::automatic_double;
    ConcedeGame POST "/v1/games/{game}/concede" own(P::GamesReport), act => games::concede;
    ConfirmGame POST "/v1/games/{game}/confirm" own(P::GamesReport), act => games::confirm;
    DisputeGame POST "/v1/games/{game}/dispute" own(P::GamesReport), act => games::dispute;
    DecideGame POST "/v1/games/{game}/decide" house(P::GamesDecide), act => games::decide;
    VoidGame POST "/v1/games/{game}/void" house(P::GamesDecide), act => games::void;
    ListGames GET "/v1/games" own(P::GamesRead), plain => games::read::list;
    ReadGame GET "/v1/games/{game}" own(P::GamesRead), plain => games::read::one;
    ListGameEvents GET "/v1/games/{game}/events" own(P::GamesRead), plain => games::read::events;

    OpenPlayer POST "/v1/players" house(P::PlayersWrite), act => players::open;
    SuspendPlayer POST "/v1/players/{player}/suspend" house(P::Sanction), act => players::suspend;
    ClosePlayer POST "/v1/players/{player}/close" house(P::Sanction), act => players::close;
    ReinstatePlayer POST "/v1/players/{player}/reinstate" house(P::Sanction), act => players::reinstate;
    CorrectRating POST "/v1/players/{player}/ratings/{variant}/correct" house(P::RatingsCorrect), act => players::correct_rating;

    ChangeEmail POST "/v1/players/{player}/email" own(P::PlayersWrite), act => accounts::change_email;
    RequestVerification POST "/v1/players/{player}/email/verification" own(P::PlayersWrite), act => mails::request_verification;
    ChangeNickname POST "/v1/players/{player}/nickname" house(P::PlayersWrite), act => accounts::change_nickname;
    ReadPerson GET "/v1/players/{player}/person" own(P::PeopleRead), plain => people::read;
    ChangePerson POST "/v1/players/{player}/person" own(P::PlayersWrite), act => people::change;

    ListPlayers GET "/v1/players" house(P::PlayersRead), plain => players::read::list;
    ReadPlayer GET "/v1/players/{player}" own(P::PlayersRead), plain => players::read::one;
    ListRatings GET "/v1/players/{player}/ratings" own(P::PlayersRead), plain => players::read::ratings;
    ListPlayerEvents GET "/v1/players/{player}/events" own(P::PlayersRead), plain => players::read::events;
    ReadWallet GET "/v1/players/{player}/wallet" own(P::PlayersRead), plain => wallet::read;
    ReadStatement GET "/v1/players/{player}/statement" own(P::PlayersRead), plain => wallet::list;

    BookDeposit POST "/v1/players/{player}/deposits" house(P::DepositsWrite), act => deposits::book;
    ChargeBackDeposit POST "/v1/deposits/{deposit}/charged-back" house(P::DepositsWrite), act => deposits::charge_back;
    ListDeposits GET "/v1/players/{player}/deposits" own(P::PlayersRead), plain => deposits::list;

    RequestWithdrawal POST "/v1/players/{player}/withdrawals" own(P::WithdrawalsWrite), act => withdrawals::request;
    SendWithdrawal POST "/v1/withdrawals/{withdrawal}/sent" house(P::WithdrawalsWrite), act => withdrawals::sent;
    ConfirmWithdrawal POST "/v1/withdrawals/{withdrawal}/confirmed" house(P::WithdrawalsWrite), act => withdrawals::confirmed;
    FailWithdrawal POST "/v1/withdrawals/{withdrawal}/failed" house(P::WithdrawalsWrite), act => withdrawals::failed;
    RefuseWithdrawal POST "/v1/withdrawals/{withdrawal}/refused" house(P::WithdrawalsWrite), act => withdrawals::refused;
    CancelWithdrawal POST "/v1/withdrawals/{withdrawal}/cancelled" own(P::WithdrawalsWrite), act => withdrawals::cancelled;
    ListWithdrawalsOfPlayer GET "/v1/players/{player}/withdrawals" own(P::PlayersRead), plain => withdrawals::list_of_player;
    ListWithdrawals GET "/v1/withdrawals" house(P::WithdrawalsWrite), plain => withdrawals::list;
    ReadWithdrawal GET "/v1/withdrawals/{withdrawal}" own(P::WithdrawalsWrite), plain => withdrawals::one;

    QuoteGame GET "/v1/rake/quote" own(P::RoomsRead), plain => rake::quote_game;
    ListRooms GET "/v1/rooms" own(P::RoomsRead), plain => rooms::list;
    ReadRoom GET "/v1/rooms/{room}" own(P::RoomsRead), plain => rooms::one;
    ReadRoomVersion GET "/v1/rooms/{room}/versions/{version}" own(P::RoomsRead), plain => rooms::one_version;
    ListSchedules GET "/v1/rake/schedules" own(P::RoomsRead), plain => rake::list;
    ReadSchedule GET "/v1/rake/schedules/{schedule}" own(P::RoomsRead), plain => rake::one;
    ReadScheduleVersion GET "/v1/rake/schedules/{schedule}/versions/{version}" own(P::RoomsRead), plain => rake::one_version;
    PublishRoom POST "/v1/rooms/{room}/versions" house(P::RoomsWrite), edit => rooms::publish;
    PublishSchedule POST "/v1/rake/schedules/{schedule}/versions" house(P::RoomsWrite), edit => rake::publish;

    AdjustBalance POST "/v1/finance/adjustments" house(P::LedgerWrite), act => finance::adjust;
    ReverseTransfer POST "/v1/finance/transfers/{transfer}/reverse" house(P::LedgerWrite), act => finance::reverse;
    ListAccounts GET "/v1/finance/accounts" house(P::LedgerRead), plain => finance::accounts;
    ListTransfers GET "/v1/finance/transfers" house(P::LedgerRead), plain => finance::transfers;
    ReadTransfer GET "/v1/finance/transfers/{transfer}" house(P::LedgerRead), plain => finance::one_transfer;
    ReadTrialBalance GET "/v1/finance/trial-balance" house(P::LedgerRead), plain => finance::trial;
    ReadExport GET "/v1/finance/exports/{format}" house(P::ExportsRead), plain => exports::read;
    ProposeRequest POST "/v1/approvals" house(P::LedgerWrite), act => approvals::propose;
    ApproveRequest POST "/v1/approvals/{approval}/approve" house(P::Approve), act => approvals::approve;
    RejectRequest POST "/v1/approvals/{approval}/reject" house(P::Approve), act => approvals::reject;
    WithdrawRequest POST "/v1/approvals/{approval}/withdraw" house(P::LedgerWrite), act => approvals::withdraw;
    ListApprovals GET "/v1/approvals" house(P::LedgerRead), plain => approvals::list;
    ReadApproval GET "/v1/approvals/{approval}" house(P::LedgerRead), plain => approvals::one;

    ThrowSwitch POST "/v1/switches/{switch}" house(P::SwitchesWrite), act => switches::throw;
    ListSwitches GET "/v1/switches" house(P::RoomsRead), plain => switches::list;

    ReadJurisdictions GET "/v1/conduct/jurisdictions" OPEN, plain => conduct::jurisdictions;
    SetJurisdictions POST "/v1/conduct/jurisdictions" house(P::JurisdictionsWrite), edit => conduct::set_jurisdictions;

    AddStaff POST "/v1/staff" house(P::StaffWrite), act => staff::add;
    ChangeStaffRole POST "/v1/staff/{staff}/role" house(P::StaffWrite), act => staff::change_role;
    DisableStaff POST "/v1/staff/{staff}/disable" house(P::StaffWrite), act => staff::disable;
    ListStaff GET "/v1/staff" house(P::StaffRead), plain => staff::list;
    AddClient POST "/v1/clients" house(P::StaffWrite), act => clients::add;
    RotateClientSecret POST "/v1/clients/{client}/secret" house(P::StaffWrite), act => clients::rotate;
    DisableClient POST "/v1/clients/{client}/disable" house(P::StaffWrite), act => clients::disable;
    ListClients GET "/v1/clients" house(P::StaffRead), plain => clients::list;

    SignUp POST "/v1/auth/sign-up" OPEN, act => sign_up::sign_up;
    SignIn POST "/v1/auth/sign-in" OPEN, plain => auth::sign_in;
    RefreshSession POST "/v1/auth/refresh" OPEN, act => sessions::refresh;
    RequestReset POST "/v1/auth/reset" OPEN, plain => mails::reset;
    ConfirmReset POST "/v1/auth/reset/confirm" OPEN, act => mails::confirm_reset;
    VerifyEmail POST "/v1/auth/verify-email" OPEN, act => mails::verify_email;
    SignOut POST "/v1/auth/sign-out" own(P::OwnSessions), act => sessions::sign_out;
    SignOutEverywhere POST "/v1/auth/sign-out-everywhere" own(P::OwnSessions), act => sessions::sign_out_everywhere;
    ChangePassword POST "/v1/auth/password" own(P::OwnSessions), act => accounts::change_password;
    ListSessions GET "/v1/auth/sessions" own(P::OwnSessions), plain => sessions::list;
    EndSession POST "/v1/auth/sessions/{session}/end" own(P::OwnSessions), act => sessions::end;
    IssueToken POST "/v1/auth/token" OPEN, plain => auth::token;
    PublicKeys GET "/v1/auth/keys" OPEN, plain => auth::keys;
    ListErrors GET "/v1/errors" OPEN, plain => errors::list;
    Description GET "/v1/openapi.json" OPEN, plain => description::serve;
    ReadMetrics GET "/metrics" Access::Figures, plain => metrics::read;
    Health GET "/healthz" OPEN, plain => health::alive;
    Ready GET "/readyz" OPEN, plain => health::ready;
}
