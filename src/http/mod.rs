//! The JSON API: [`routes`] is the whole table; one file a noun.

pub mod accounts;
pub mod approvals;
pub mod auth;
pub mod clients;
pub mod conduct;
pub mod deposits;
pub mod description;
pub mod errors;
pub mod events;
pub mod exports;
pub mod fallback;
pub mod finance;
pub mod games;
pub mod health;
pub mod mails;
pub mod metrics;
pub mod people;
pub mod players;
pub mod rake;
pub mod rooms;
pub mod routes;
pub mod sessions;
pub mod sign_up;
pub mod staff;
pub mod switches;
pub mod wallet;
pub mod withdrawals;

use actix_web::web::{self, ServiceConfig};
use utoipa_actix_web::service_config::ServiceConfig as Described;

/// Everything that is served.
pub fn configure(config: &mut ServiceConfig) {
    routes::configure(&mut Described::new(config));
    description::page(config);
    config.default_service(web::to(fallback::refuse));
}
