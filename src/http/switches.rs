//! The house's switches.

use actix_web::{HttpResponse, get, post};

use super::routes;
use crate::actions::switches as acts;
use crate::domain::switches::{Switch, Thrown};
use crate::domain::time::Time;
use crate::store::switches::find_switchboard;
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::{asked, told};

asked! {
    /// How a switch is to be.
    pub struct SwitchAsked {
        /// `true`: it stops what it stops.
        pub on: bool,
        /// Why.
        pub reason: String
    }
}

told! {
    /// A switch was turned.
    pub struct SwitchTold {
        /// Which.
        pub switch: String,
        /// Whether it is on now.
        pub on: bool,
        /// Since when.
        pub at: Time
    }
}

/// Turns a switch on or off: `maintenance`, `stop_withdrawals`, `stop_room:ROOM`. What it stops is stopped once this is answered
#[utoipa::path(
    request_body(content = SwitchAsked, example = json!({"on": true, "reason": "The database moves to another machine"})),
    responses((status = 200, body = SwitchTold)),
)]
#[post("/v1/switches/{switch}")]
pub async fn throw(asks: Asks<routes::ThrowSwitch, SwitchAsked>) -> Answer {
    let SwitchAsked { on, reason } = asks.body.clone();
    let act = acts::ThrowSwitch { by: asks.by, switch: asks.path("switch")?, on, reason };
    asks.submit(act, |done| SwitchTold { switch: done.switch.to_string(), on: done.on, at: done.at }).await
}

told! {
    /// A switch that is on.
    pub struct ThrownTold {
        /// Which.
        pub switch: String,
        /// Why.
        pub reason: String,
        /// By whom: a member of staff, or `system` for the command line.
        pub by: String,
        /// Since when.
        pub at: Time
    }
}

told! {
    /// The switches that are on.
    pub struct SwitchesTold {
        /// All others are off.
        pub on: Vec<ThrownTold>
    }
}

/// The switches that are on
#[utoipa::path(responses((status = 200, body = SwitchesTold)))]
#[get("/v1/switches")]
pub async fn list(looks: Looks<routes::ListSwitches, Nothing>) -> Answer {
    let board = looks.read(|db, _| Ok(Ok(find_switchboard(db)?))).await?;
    let told = |(switch, thrown): (Switch, Thrown)| {
        let Thrown { reason, by, at } = thrown;
        ThrownTold { switch: switch.to_string(), reason, by: by.to_string(), at }
    };
    let on = board.map(|board| board.thrown.0).unwrap_or_default().into_iter().map(told).collect();
    Ok(HttpResponse::Ok().json(SwitchesTold { on }))
}
