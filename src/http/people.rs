//! Who players are: personal data, read and told.

use actix_web::{HttpResponse, get, post};

use super::players::{PlayerDone, refuse_faults};
use super::routes;
use crate::actions::players::ChangePerson;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::ids::PlayerId;
use crate::domain::players::birth_date::BirthDate;
use crate::domain::players::person::{Person, Told, parse_address, parse_name};
use crate::domain::players::place::{NoPlace, Place};
use crate::store::players::{find_person, find_player};
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::web::sight;
use crate::{asked, told};

asked! {
    /// What is told of a person; what is not said stays as it is.
    pub struct PersonAsked {
        /// The real name.
        pub name: Option<String>,
        /// The day of birth.
        pub birth_date: Option<BirthDate>,
        /// The country in which they live, by ISO 3166-1.
        pub country: Option<String>,
        /// The region of it, by ISO 3166-2: needed where from some of the country's regions nobody may play.
        pub region: Option<String>,
        /// The postal address, in one line.
        pub address: Option<String>,
        /// Why: staff must say.
        pub reason: Option<String>
    }
}

told! {
    /// Who a player is, as far as it is known.
    pub struct PersonTold {
        /// The player.
        pub player: PlayerId,
        /// The real name.
        pub name: Option<String>,
        /// The day of birth.
        pub birth_date: Option<BirthDate>,
        /// The country in which they live.
        pub country: Option<String>,
        /// The region of it.
        pub region: Option<String>,
        /// The postal address.
        pub address: Option<String>
    }
}

/// What a body says of a person, as it stands there.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// `name`
    pub name: Option<String>,
    /// `birth_date`
    pub birth_date: Option<BirthDate>,
    /// `country`
    pub country: Option<String>,
    /// `region`
    pub region: Option<String>,
    /// `address`
    pub address: Option<String>,
}

impl Said {
    /// What is told by it; every fault is named.
    pub(super) fn told(self, faults: &mut Vec<Fault>) -> Told {
        let mut parsed = |at: &str, code, text: Option<String>, parse: fn(&str) -> Result<String, String>| {
            text.and_then(|text| parse(&text).map_err(|how| faults.push(Fault::new(at, code, how))).ok())
        };
        let name = parsed("/name", "name_malformed", self.name, parse_name);
        let address = parsed("/address", "address_malformed", self.address, parse_address);
        let place = match (self.country, self.region) {
            (None, None) => None,
            (None, Some(_)) => {
                faults.push(Fault::new("/country", "missing_field", "a region is one of a country"));
                None
            }
            (Some(country), region) => Place::of(&country, region.as_deref()).map_err(|no| faults.push(fault(no))).ok(),
        };
        Told { name, birth_date: self.birth_date, place, address }
    }
}

fn fault(no: NoPlace) -> Fault {
    match no {
        NoPlace::Country => Fault::new("/country", "unknown_country", "a country by its code of ISO 3166-1, like IL"),
        NoPlace::Region => {
            Fault::new("/region", "unknown_region", "a region of the country by its code of ISO 3166-2, like US-NY")
        }
    }
}

/// Who a player is
///
/// Personal data: for the player, and for staff who may read it.
#[utoipa::path(responses((status = 200, body = PersonTold)))]
#[get("/v1/players/{player}/person")]
pub async fn read(looks: Looks<routes::ReadPerson, Nothing>) -> Answer {
    let player = looks.path::<PlayerId>("player")?;
    let found = looks.read(move |db, _| {
        let Some(account) = find_player(db, player)? else { return Ok(Err(Code::UnknownPlayer.into())) };
        Ok(Ok((account.place, find_person(db, player)?)))
    });
    let (place, person) = found.await?;
    let Person { name, birth_date, address, .. } = person.unwrap_or_else(|| Person::unknown(player));
    let country = place.map(|place| place.country().to_owned());
    let region = place.and_then(|place| place.region().map(str::to_owned));
    Ok(HttpResponse::Ok().json(PersonTold { player, name, birth_date, country, region, address }))
}

/// Tells more of a person, or that they live elsewhere
///
/// Players tell name and birth date once; what was told is put right by staff, with a reason. A place from which nobody
/// may play is refused, unless staff record it: the player then sits down no more. Each person has one account: name and
/// birth date are compared without case, accents, niqqud, blanks, punctuation and the order of the name's parts.
#[utoipa::path(
    request_body(content = PersonAsked, example = json!({
        "country": "US", "region": "US-NY", "address": "12 Main St, Albany", "reason": "Has moved",
    })),
    responses((status = 200, body = PlayerDone)),
)]
#[post("/v1/players/{player}/person")]
pub async fn change(asks: Asks<routes::ChangePerson, PersonAsked>) -> Answer {
    let PersonAsked { name, birth_date, country, region, address, reason } = asks.body.clone();
    let mut faults = Vec::new();
    let told = Said { name, birth_date, country, region, address }.told(&mut faults);
    refuse_faults(faults)?;
    let player = asks.path("player")?;
    let before = asks.app.store.read(move |db| find_person(db, player)).await.map_err(|error| sight::away(&error))?;
    let before = before.unwrap_or_else(|| Person::unknown(player));
    let act = ChangePerson { by: asks.by, player, before, told, reason };
    asks.submit(act, |done| PlayerDone { player: done.player }).await
}
