//! Acts on rake schedules.

mod publish_schedule;

pub use publish_schedule::{PublishSchedule, SchedulePublished};
