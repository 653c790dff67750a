//! Rake: schedules with versions, and quotes.

use actix_web::post;

use super::routes;
use crate::actions::rake as acts;
use crate::domain::rake::Schedule;
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::web::caller::{Answer, Asks};
use crate::web::wire::Document;
use crate::{asked, told};

asked! {
    /// A version of a rake schedule to be published.
    pub struct ScheduleAsked {
        /// The last version that you have seen; 0 for a new schedule.
        pub replaces: i64,
        /// From when it is in force; at once if it is not said.
        pub effective_from: Option<Time>,
        /// The schedule.
        pub document: Document<Schedule>
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

/// Publishes a version of a rake schedule
///
/// It never changes a game that has begun.
#[utoipa::path(
    request_body(content = ScheduleAsked, example = json!({
        "replaces": 0, "document": crate::domain::rake::shipped::find_schedule("sheshbesh"),
    })),
    responses((status = 201, body = ScheduleTold)),
)]
#[post("/v1/rake/schedules/{schedule}/versions")]
pub async fn publish(asks: Asks<routes::PublishSchedule, ScheduleAsked>) -> Answer {
    let ScheduleAsked { replaces, effective_from, document } = asks.body.clone();
    let schedule = asks.path("schedule")?;
    let act = acts::PublishSchedule { by: asks.by, schedule, replaces, document: document.0, effective_from };
    asks.create(act, |done| ScheduleTold {
        schedule: done.schedule,
        version: done.version,
        effective_from: done.effective_from,
    })
    .await
}
