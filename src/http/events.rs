//! What was told of something, as a list and as a live stream: one function makes an entry of either, for the same eyes.
//!
//! A new kind of stream is a [`Source`], a handler of three lines and a line in the table of operations.

use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use diesel::QueryResult;

use crate::domain::act::{Actor, ActorKind, Refused};
use crate::domain::codes::Code;
use crate::domain::ids::{ClientId, PlayerId, StaffId};
use crate::domain::ledger::event::{Event, Stream};
use crate::domain::time::Time;
use crate::store::dialect::Db;
use crate::store::games::list_events;
use crate::web::caller::{Answer, Looks};
use crate::web::lists;
use crate::web::live::{self, CHUNK, Frame, Opened};
use crate::web::looker::Looker;
use crate::web::operation::Operation;
use crate::web::problem::Problem;
use crate::web::sight::Sight;
use crate::web::wire::{Read, Reader, Shape};
use crate::{asked, told};

/// The media type of a live stream.
const EVENT_STREAM: &str = "text/event-stream";
/// Which event came last.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Tells nginx, and others that heed it, not to hold a stream back.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

asked! {
    /// Which events are asked for.
    pub struct EventsQuery {
        /// After this number of the stream's own count; from the first if it is not said; `latest`: only what is told
        /// from now on. A stream's `Last-Event-ID` goes before it.
        pub after: Option<After>,
        /// A list: so many at most, 1 to 200, 50 if it is not said.
        pub limit: Option<i64>
    }
}

told! {
    /// Something that happened.
    pub struct EventTold {
        /// Its number in the stream's own count.
        pub seq: i64,
        /// What.
        pub kind: String,
        /// Who did it. To a player: a player, `opponent`, or what of the house it was.
        pub actor: String,
        /// Why, where they had to say so. To a player: their own words.
        pub reason: Option<String>,
        /// The facts.
        pub facts: serde_json::Value,
        /// When.
        pub at: Time
    }
}

told! {
    /// What happened, in order.
    pub struct EventsTold {
        /// The events.
        pub events: Vec<EventTold>
    }
}

/// Where events begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// After the event with this number; 0: at the first.
    Number(i64),
    /// After the last that there is.
    Latest,
}

impl Read for After {
    fn read(value: &serde_json::Value, reader: &mut Reader) -> Option<Self> {
        if value == "latest" {
            return Some(Self::Latest);
        }
        let number = i64::read(value, reader)?;
        if number < 0 {
            reader.fault("out_of_range", "a number from 0, or latest");
            return None;
        }
        Some(Self::Number(number))
    }
}

impl Shape for After {
    fn shape() -> serde_json::Value {
        serde_json::json!({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "enum": ["latest"]}]})
    }
}

/// Something of which events are told.
pub trait Source: Copy + Send + 'static {
    /// What is known of who looks, and decides what they are told.
    type Eyes: Send;

    /// Its stream.
    fn stream(self) -> Stream;

    /// The number of its last event, and for whose eyes its events are; or why they may not look.
    ///
    /// # Errors
    /// The database's.
    fn look(self, db: &mut Db, sight: &Sight, now: Time) -> QueryResult<Result<(i64, Self::Eyes), Refused>>;

    /// An event, for those eyes.
    fn tell(event: Event, eyes: &Self::Eyes) -> EventTold;
}

impl EventTold {
    /// All of an event: for staff and client apps.
    #[must_use]
    pub fn whole(event: Event) -> Self {
        let facts = facts_of(&event);
        let actor = match event.actor_kind {
            ActorKind::Player => Actor::Player(PlayerId(event.actor)),
            ActorKind::Staff => Actor::Staff(StaffId(event.actor)),
            ActorKind::Client => Actor::Client(ClientId(event.actor)),
            ActorKind::System => Actor::System,
        };
        let (seq, kind, at) = (event.stream_seq, event.kind, event.at);
        Self { seq, kind, actor: actor.to_string(), reason: event.reason, facts, at }
    }

    /// What a player may know of an event: not who of the house did it or why, and of the facts those that pass.
    #[must_use]
    pub fn to_player(
        event: Event,
        own: PlayerId,
        anonymous: bool,
        is_told: impl Fn(&str, &serde_json::Value) -> bool,
    ) -> Self {
        let facts = match facts_of(&event) {
            serde_json::Value::Object(facts) => {
                facts.into_iter().filter(|(name, value)| is_told(name, value)).collect()
            }
            _ => serde_json::Value::Null,
        };
        let themselves = (event.actor_kind, event.actor) == (ActorKind::Player, own.0);
        let actor = match event.actor_kind {
            ActorKind::Player if themselves || !anonymous => PlayerId(event.actor).to_string(),
            ActorKind::Player => "opponent".to_owned(),
            house => house.to_string(),
        };
        let (seq, kind, at) = (event.stream_seq, event.kind, event.at);
        Self { seq, kind, actor, reason: event.reason.filter(|_| themselves), facts, at }
    }
}

fn facts_of(event: &Event) -> serde_json::Value {
    serde_json::from_str(&event.facts).unwrap_or_default()
}

/// Events from a place on, and where that place is.
struct Page {
    after: i64,
    /// The stream's last.
    last: i64,
    events: Vec<EventTold>,
}

/// The next events of a source, for who may see them.
fn page_of<S: Source>(
    source: S,
    db: &mut Db,
    sight: &Sight,
    now: Time,
    after: After,
    most: i64,
) -> QueryResult<Result<Page, Refused>> {
    let (last, eyes) = match source.look(db, sight, now)? {
        Ok(found) => found,
        Err(refused) => return Ok(Err(refused)),
    };
    let after = match after {
        After::Number(number) => number,
        After::Latest => last,
    };
    let events = if most > 0 { list_events(db, source.stream().uuid(), after, most)? } else { Vec::new() };
    let events = events.into_iter().map(|event| S::tell(event, &eyes)).collect();
    Ok(Ok(Page { after, last, events }))
}

/// Answers with a list, or, where that is what is accepted, with a live stream.
///
/// # Errors
/// The refusal.
pub async fn tell_events<O: Operation, S: Source>(looks: Looks<O, EventsQuery>, source: S) -> Answer {
    if accepts_stream(looks.header(header::ACCEPT)) {
        return stream(looks, source).await;
    }
    let (after, now) = (looks.query.after.unwrap_or(After::Number(0)), looks.app.now());
    let read = move |db: &mut Db, sight: &Sight, from: Option<i64>, limit| {
        let page = page_of(source, db, sight, now, from.map_or(after, After::Number), limit)?;
        Ok(page.map(|page| lists::Page::of(page.events, limit, |event| event.seq, |event| event)))
    };
    lists::from(&looks, looks.query.limit, None, read, |events, _| EventsTold { events }).await
}

/// Whether a stream is among what is accepted.
fn accepts_stream(accept: Option<&str>) -> bool {
    let mut types = accept.unwrap_or_default().split(',').filter_map(|one| one.split(';').next());
    types.any(|one| one.trim().eq_ignore_ascii_case(EVENT_STREAM))
}

/// Where a stream begins: after what came last, else where the query says.
fn beginning<O: Operation>(looks: &Looks<O, EventsQuery>) -> Result<After, Problem> {
    if !looks.has_header(&LAST_EVENT_ID) {
        return Ok(looks.query.after.unwrap_or(After::Number(0)));
    }
    let number = looks.header(LAST_EVENT_ID).and_then(|text| text.trim().parse().ok()).filter(|number| *number >= 0);
    number.map(After::Number).ok_or_else(|| Code::LastEventIdMalformed.into())
}

/// Opens a live stream. What would be refused is refused here, with its status; what comes later ends the stream.
async fn stream<O: Operation, S: Source>(looks: Looks<O, EventsQuery>, source: S) -> Answer {
    let begins = beginning(&looks)?;
    let by = looks.by().ok_or(Code::TokenMissing)?;
    let ticket = looks.app.live.open(source.stream().uuid(), by, looks.from())?;
    let (looker, now) = (looks.looker(), looks.app.now());
    let page = looker.watch(move |db, sight| page_of(source, db, sight, now, begins, 0)).await?;
    if page.after > page.last {
        return Err(Refused::new(Code::EventAhead).with("asked", page.after).with("last", page.last).into());
    }
    let mut answer = HttpResponse::Ok();
    answer.content_type(EVENT_STREAM).force_close();
    answer.insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")));
    answer.insert_header((BUFFERING, HeaderValue::from_static("no")));
    if looks.is_bodiless() {
        return Ok(answer.finish());
    }
    let opened = Opened { looker, after: page.after, ticket };
    Ok(answer.streaming(live::chunks(opened, move |looker, after, closely| next(looker, source, after, closely))))
}

/// The next events of a stream, as they go over the wire.
async fn next<S: Source>(looker: Looker, source: S, after: i64, closely: bool) -> Result<Vec<Frame>, Problem> {
    let now = looker.app.now();
    let read = move |db: &mut Db, sight: &Sight| page_of(source, db, sight, now, After::Number(after), CHUNK);
    let page = if closely { looker.watch(read).await? } else { looker.read(read).await? };
    let frames = page.events.iter().map(|event| Frame::of(event.seq, &event.kind, event));
    Ok(frames.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_what_is_accepted_by_name() {
        for accept in ["text/event-stream", "Text/Event-Stream; q=0.9", "application/json, text/event-stream"] {
            assert!(accepts_stream(Some(accept)), "{accept}");
        }
        for accept in ["application/json", "*/*", "text/*", ""] {
            assert!(!accepts_stream(Some(accept)), "{accept}");
        }
        assert!(!accepts_stream(None));
    }
}
