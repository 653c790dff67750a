//! The service's figures.

use actix_web::{HttpResponse, get};

use super::routes;
use crate::domain::codes::Code;
use crate::web::caller::{Answer, Looks, Nothing};
use crate::web::figures;

/// The type of OpenMetrics, which Prometheus reads.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The service's figures, for Prometheus
#[utoipa::path(responses((status = 200, description = "OpenMetrics", content_type = "application/openmetrics-text", body = String)))]
#[get("/metrics")]
pub async fn read(looks: Looks<routes::ReadMetrics, Nothing>) -> Answer {
    let text = figures::text(looks.app.clone()).map_err(|_| Code::Internal)?;
    Ok(HttpResponse::Ok().content_type(OPEN_METRICS).body(text))
}
