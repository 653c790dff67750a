//! Rake: schedules with versions, and quotes.

use actix_web::{HttpResponse, get, post};
use diesel::QueryResult;

use super::games::GameAsked;
use super::rooms::VersionTold;
use super::routes;
use crate::actions::rake as acts;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::exact::Exact;
use crate::domain::games::game::KindWord;
use crate::domain::games::play::admit;
use crate::domain::games::{GameKind, Terms, Variant};
use crate::domain::money::{Currency, Minor, Money};
use crate::domain::rake::version::{RakeSchedule, in_force_at};
use crate::domain::rake::{Question, Schedule, quote};
use crate::domain::rooms::in_force::Rules;
use crate::domain::rooms::{Room, RoomRefusal};
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::rules::rating::Rating;
use crate::store::dialect::Db;
use crate::store::rooms::{
    find_room, find_room_version, find_schedule, find_schedule_version, last_commit, list_schedules,
};
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::web::operation::Operation;
use crate::web::page;
use crate::web::wire::Document;
use crate::{asked, told};

asked! {
    /// A version of a rake schedule to be published.
    pub struct ScheduleAsked {
        /// From when it is in force; at once if it is not said.
        pub effective_from: Option<Time>,
        /// The schedule.
        pub document: Document<Schedule>
    }
}

asked! {
    /// A game whose rake is asked for.
    pub struct QuoteQuery {
        /// In which room.
        pub room: Slug,
        /// A single game or a match.
        pub kind: KindWord,
        /// A match: to so many points.
        pub points: Option<u32>,
        /// Which game; backgammon if it is not said.
        pub variant: Option<Variant>,
        /// What is played for.
        pub stake: Exact,
        /// Of which currency.
        pub currency: Currency,
        /// The most that can pass, of the same currency.
        pub limit: Option<Exact>,
        /// One player's rating; 1500 if it is not said.
        pub rating: Option<Rating>,
        /// The other's; 1500 if it is not said.
        pub other_rating: Option<Rating>,
        /// The highest cube to quote for; 64 if it is not said.
        pub cube_max: Option<u32>
    }
}

told! {
    /// A version of a rake schedule was published.
    pub struct ScheduleTold {
        /// The schedule.
        pub schedule: Slug,
        /// The version.
        pub version: i64,
        /// From when it is in force.
        pub effective_from: Time
    }
}

told! {
    /// A version of a rake schedule.
    pub struct ScheduleVersionTold {
        /// The schedule.
        pub schedule: Slug,
        /// Its version.
        pub version: i64,
        /// From when it is in force.
        pub effective_from: Time,
        /// The schedule.
        pub document: Document<Schedule>,
        /// All versions, in the order of their dates.
        pub versions: Vec<VersionTold>
    }
}

told! {
    /// The rake schedules, each as it is in force now.
    pub struct SchedulesTold {
        /// The schedules.
        pub schedules: Vec<ScheduleVersionTold>
    }
}

told! {
    /// The rake of every result that a game can have.
    pub struct QuoteTold {
        /// The room.
        pub room: Slug,
        /// Its version.
        pub room_version: i64,
        /// The rake schedule.
        pub schedule: Slug,
        /// Its version.
        pub schedule_version: i64,
        /// A line a result, with each step of the reckoning.
        pub lines: Vec<serde_json::Value>
    }
}

/// Publishes a version of a rake schedule
///
/// It never changes a game that has begun.
#[utoipa::path(
    request_body(content = ScheduleAsked, example = json!({
        "document": crate::domain::rake::shipped::find_schedule("sheshbesh"),
    })),
    responses((status = 201, body = ScheduleTold)),
)]
#[post("/v1/rake/schedules/{schedule}/versions")]
pub async fn publish(asks: Asks<routes::PublishSchedule, ScheduleAsked>) -> Answer {
    let ScheduleAsked { effective_from, document } = asks.body.clone();
    let replaces = asks.replaced()?;
    let schedule = asks.path("schedule")?;
    let act = acts::PublishSchedule { by: asks.by, schedule, replaces, document: document.0, effective_from };
    asks.create(act, |done| ScheduleTold {
        schedule: done.schedule,
        version: done.version,
        effective_from: done.effective_from,
    })
    .await
}

/// A version of a schedule: that asked for, or the one in force.
fn version_of(
    db: &mut Db,
    book: &RakeSchedule,
    version: Option<i64>,
    now: Time,
) -> QueryResult<Option<ScheduleVersionTold>> {
    let Some(version) = version.or_else(|| in_force_at(&book.versions, now)) else { return Ok(None) };
    let versions = VersionTold::all(&book.versions);
    Ok(find_schedule_version(db, book.slug, version)?.map(|row| ScheduleVersionTold {
        schedule: row.schedule,
        version: row.version,
        effective_from: row.effective_from,
        document: Document(row.document.0),
        versions,
    }))
}

/// The rake schedules, each as it is in force now
#[utoipa::path(responses((status = 200, body = SchedulesTold), (status = 304, description = "As in If-None-Match")))]
#[get("/v1/rake/schedules")]
pub async fn list(looks: Looks<routes::ListSchedules, Nothing>) -> Answer {
    let now = looks.app.now();
    let schedules = looks.read(move |db, _| {
        let now = now.max(last_commit(db)?);
        let mut told = Vec::new();
        for book in list_schedules(db)? {
            told.extend(version_of(db, &book, None, now)?);
        }
        Ok(Ok(told))
    });
    looks.document(None, &SchedulesTold { schedules: schedules.await? })
}

async fn read<O: Operation>(looks: &Looks<O, Nothing>, version: Option<i64>) -> Answer {
    let (schedule, now) = (looks.path::<Slug>("schedule")?, looks.app.now());
    let told = looks.read(move |db, sight| {
        let Some(book) = find_schedule(db, schedule)? else { return Ok(Err(Code::UnknownSchedule.into())) };
        let now = now.max(last_commit(db)?);
        // Players see what is or was in force: by that their games are settled.
        let told = version_of(db, &book, version, now)?;
        let told = told.filter(|told| sight.player.is_none() || told.effective_from <= now);
        Ok(told.ok_or_else(|| Code::UnknownSchedule.into()))
    });
    let told = told.await?;
    let last = told.versions.iter().map(|version| version.version).max();
    looks.document(last, &told)
}

/// A rake schedule as it is in force now
#[utoipa::path(responses((status = 200, body = ScheduleVersionTold), (status = 304, description = "As in If-None-Match")))]
#[get("/v1/rake/schedules/{schedule}")]
pub async fn one(looks: Looks<routes::ReadSchedule, Nothing>) -> Answer {
    read(&looks, None).await
}

/// A version of a rake schedule
///
/// Players see those that are or were in force.
#[utoipa::path(responses((status = 200, body = ScheduleVersionTold), (status = 304, description = "As in If-None-Match")))]
#[get("/v1/rake/schedules/{schedule}/versions/{version}")]
pub async fn one_version(looks: Looks<routes::ReadScheduleVersion, Nothing>) -> Answer {
    let version = looks.path::<i64>("version")?;
    read(&looks, Some(version)).await
}

/// A room and its schedule as they are in force.
struct InForceNow {
    room_version: i64,
    room: Room,
    schedule: Slug,
    schedule_version: i64,
    document: Schedule,
}

fn in_force(db: &mut Db, slug: Slug, now: Time) -> QueryResult<Result<InForceNow, Refused>> {
    let refused = |code: Code| Ok(Err(Refused::new(code)));
    let now = now.max(last_commit(db)?);
    let Some(book) = find_room(db, slug)? else { return refused(Code::UnknownRoom) };
    let version = in_force_at(&book.versions, now).map(|version| find_room_version(db, slug, version)).transpose()?;
    let Some(room) = version.flatten() else { return refused(Code::RoomNotInForce) };
    let Ok(schedule) = room.document.schedule.parse::<Slug>() else { return refused(Code::RoomNotInForce) };
    let Some(book) = find_schedule(db, schedule)? else { return refused(Code::RoomNotInForce) };
    let version = in_force_at(&book.versions, now);
    let version = version.map(|version| find_schedule_version(db, schedule, version)).transpose()?;
    let Some(version) = version.flatten() else { return refused(Code::RoomNotInForce) };
    Ok(Ok(InForceNow {
        room_version: room.version,
        room: room.document.0,
        schedule,
        schedule_version: version.version,
        document: version.document.0,
    }))
}

/// The rake of every result that a game can have, with each step
///
/// What the room would not open is not quoted either.
#[utoipa::path(params(QuoteQuery), responses((status = 200, body = QuoteTold)))]
#[get("/v1/rake/quote")]
pub async fn quote_game(looks: Looks<routes::QuoteGame, QuoteQuery>) -> Answer {
    let (query, now) = (looks.query.clone(), looks.app.now());
    let (terms, question) = query.question()?;
    let told = looks.read(move |db, sight| {
        if !sight.includes(query.room) {
            return Ok(Err(Code::UnknownRoom.into()));
        }
        let rules = match in_force(db, query.room, now)? {
            Ok(rules) => rules,
            Err(refused) => return Ok(Err(refused)),
        };
        let ratings = question.ratings.map(Rating::millionths);
        let admitted = admit(&rules.as_rules(), &terms, ratings).and_then(|()| within(&rules.room, &question));
        if let Err(refused) = admitted {
            return Ok(Err(refused.with("currency", question.currency)));
        }
        let question = Question { surcharges: rules.room.surcharges, ..question };
        let quoted = match quote(&rules.document, &question) {
            Ok(quoted) => quoted,
            Err(error) => return Ok(Err(Refused::from(error).with("currency", question.currency))),
        };
        Ok(Ok(QuoteTold {
            room: query.room,
            room_version: rules.room_version,
            schedule: rules.schedule,
            schedule_version: rules.schedule_version,
            lines: quoted.lines.iter().filter_map(|line| serde_json::to_value(line).ok()).collect(),
        }))
    });
    Ok(HttpResponse::Ok().json(told.await?))
}

impl InForceNow {
    fn as_rules(&self) -> Rules<'_> {
        Rules {
            room_version: self.room_version,
            room: &self.room,
            schedule_slug: self.schedule,
            schedule_version: self.schedule_version,
            schedule: &self.document,
        }
    }
}

/// Whether the cube can come so far in a room.
fn within(room: &Room, question: &Question) -> Result<(), Refused> {
    let cube_max = room.options.cube_max;
    if question.cube_max > cube_max.max(1) { Err(RoomRefusal::CubeMaxOutOfRange { cube_max }.into()) } else { Ok(()) }
}

impl QuoteQuery {
    fn question(&self) -> Result<(Terms, Question), crate::web::problem::Problem> {
        let money = |exact: Exact| {
            let minor = Minor::from_decimal(exact.0, self.currency);
            minor.map_err(|error| Refused::from(error).with("currency", self.currency))
        };
        let stake = Money { minor: money(self.stake)?, currency: self.currency };
        let limit = self.limit.map(money).transpose()?.map(|minor| Money { minor, currency: self.currency });
        let (room, kind, points, variant) = (self.room, self.kind, self.points, self.variant);
        let asked = GameAsked { room, kind, points, variant, stake, limit, options: None, player: None };
        let terms = asked.terms()?;
        let has_cube = terms.kind == GameKind::Single && terms.variant.has_cube();
        let cube_max = if has_cube { self.cube_max.unwrap_or(terms.options.cube_max) } else { 1 };
        if cube_max > crate::domain::games::terms::CUBE_MAX {
            return Err(page::refused("/cube_max", "out_of_range", "the cube goes no further"));
        }
        let question = Question {
            kind: terms.kind,
            stake: terms.stake,
            currency: terms.currency,
            limit: terms.limit,
            ratings: [self.rating.unwrap_or(Rating::START), self.other_rating.unwrap_or(Rating::START)],
            surcharges: true,
            cube_max,
            result_max: if terms.variant.has_triples() { 3 } else { 2 },
        };
        Ok((terms, question))
    }
}
