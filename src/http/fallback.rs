//! What is asked for and is not there.

use std::sync::OnceLock;

use actix_web::HttpRequest;
use actix_web::dev::ResourceDef;

use super::routes;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::web::caller::Answer;

/// Nothing is at this address, or it takes other methods.
///
/// # Errors
/// Always: `not_found`, `method_not_allowed`.
pub async fn refuse(request: HttpRequest) -> Answer {
    static PATHS: OnceLock<Vec<(ResourceDef, &'static str)>> = OnceLock::new();
    let paths =
        PATHS.get_or_init(|| routes::ALL.iter().map(|(_, spec)| (ResourceDef::new(spec.path), spec.method)).collect());
    let here = paths.iter().filter(|(path, _)| path.is_match(request.path()));
    // What can be got can be asked for without its body.
    let both = |method: &'static str| std::iter::once(method).chain((method == "GET").then_some("HEAD"));
    let mut methods: Vec<&str> = here.flat_map(|(_, method)| both(method)).collect();
    methods.sort_unstable();
    methods.dedup();
    if methods.is_empty() {
        return Err(Code::NotFound.into());
    }
    Err(Refused::new(Code::MethodNotAllowed).with("methods", methods.join(", ")).into())
}
