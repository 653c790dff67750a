//! Who may play here.

use actix_web::{get, post};

use super::routes;
use crate::actions::conduct as acts;
use crate::domain::conduct::jurisdictions::Terms;
use crate::domain::players::place::Place;
use crate::store::players::find_jurisdictions;
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::{asked, told};

asked! {
    /// Where nobody is to play, and from what age on.
    pub struct JurisdictionsAsked {
        /// The places: countries of ISO 3166-1, regions of ISO 3166-2.
        pub barred: Vec<Place>,
        /// The least age of who opens an account: 18 to 99 years.
        pub min_age: i64,
        /// Whether nobody sits down of whom it is not known where they live.
        pub place_required: bool,
        /// Why.
        pub reason: String
    }
}

told! {
    /// It was set.
    pub struct JurisdictionsDone {
        /// The version now.
        pub version: i64
    }
}

told! {
    /// Where nobody may play, and from what age on.
    pub struct JurisdictionsTold {
        /// The version: 0 as shipped.
        pub version: i64,
        /// The places.
        pub barred: Vec<Place>,
        /// The least age of who opens an account, in years.
        pub min_age: i64,
        /// Whether nobody sits down of whom it is not known where they live.
        pub place_required: bool
    }
}

/// Where nobody may play, and from what age on
#[utoipa::path(responses((status = 200, body = JurisdictionsTold), (status = 304, description = "As in If-None-Match")))]
#[get("/v1/conduct/jurisdictions")]
pub async fn jurisdictions(looks: Looks<routes::ReadJurisdictions, Nothing>) -> Answer {
    let row = looks.read(|db, _| Ok(Ok(find_jurisdictions(db)?))).await?;
    let Terms { barred, min_age, place_required } = row.terms();
    let barred = barred.into_iter().collect();
    let version = row.stream_seq;
    looks.document(Some(version), &JurisdictionsTold { version, barred, min_age, place_required })
}

/// Sets where nobody may play, and from what age on
///
/// For accounts that are opened, players who move, and every seat from then on. Games under way go on and are settled;
/// money can be taken out. The whole is set anew, by who has read its last version.
#[utoipa::path(
    request_body(content = JurisdictionsAsked, example = json!({
        "barred": ["US-AZ", "US-CT", "US-FL", "US-LA", "US-MT", "FR"], "min_age": 18, "place_required": false,
        "reason": "Counsel's letter of 1 March",
    })),
    responses((status = 200, body = JurisdictionsDone)),
)]
#[post("/v1/conduct/jurisdictions")]
pub async fn set_jurisdictions(asks: Asks<routes::SetJurisdictions, JurisdictionsAsked>) -> Answer {
    let JurisdictionsAsked { barred, min_age, place_required, reason } = asks.body.clone();
    let version = asks.replaced()?;
    let terms = Terms { barred: barred.into_iter().collect(), min_age, place_required };
    let act = acts::SetJurisdictions { by: asks.by, version, terms, reason };
    asks.submit(act, |done| JurisdictionsDone { version: done.version }).await
}
