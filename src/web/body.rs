//! A request's body and query: bounded, in time, of the right type, and read with every fault named.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use serde_json::{Map, Value};

use super::json;
use super::problem::Problem;
use super::wire::{Read, Reader};
use crate::domain::act::Refused;
use crate::domain::codes::Code;

/// Takes the body in: at most `limit` bytes, within the time.
///
/// # Errors
/// `unsupported_media_type`, `body_too_large`, `request_timeout`, `malformed_body`.
pub async fn take(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
    within: Duration,
) -> Result<Bytes, Problem> {
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let announced = announced.and_then(|length| length.parse::<usize>().ok()).unwrap_or(0);
    if announced > limit {
        return Err(too_large(limit));
    }
    let payload = actix_web::web::Payload::from_request(request, payload).await.map_err(|error| malformed(&error))?;
    let bytes = match tokio::time::timeout(within, payload.to_bytes_limited(limit)).await {
        Ok(Ok(bytes)) => bytes.map_err(|error| malformed(&error))?,
        Ok(Err(_)) => return Err(too_large(limit)),
        Err(_) => return Err(Refused::new(Code::RequestTimeout).with("seconds", within.as_secs()).into()),
    };
    if !bytes.is_empty() && request.content_type() != "application/json" {
        return Err(Code::UnsupportedMediaType.into());
    }
    Ok(bytes)
}

fn too_large(limit: usize) -> Problem {
    Refused::new(Code::BodyTooLarge).with("limit", limit).into()
}

fn malformed(reason: &dyn std::fmt::Display) -> Problem {
    Refused::new(Code::MalformedBody).with("reason", reason).into()
}

/// Reads a body; an empty one is an empty object.
///
/// # Errors
/// `malformed_body`; `invalid_body` with every fault.
pub fn read<B: Read>(bytes: &[u8]) -> Result<B, Problem> {
    let mut reader = Reader::of_body();
    let value = if bytes.is_empty() {
        Value::Object(Map::new())
    } else {
        json::read(bytes, &mut reader).map_err(|error| malformed(&error))?
    };
    finish(&value, reader, Code::InvalidBody)
}

/// Reads a query.
///
/// # Errors
/// `invalid_query` with every fault.
pub fn read_query<Q: Read>(query: &str) -> Result<Q, Problem> {
    let pairs = actix_web::web::Query::<Vec<(String, String)>>::from_query(query);
    let pairs = pairs.map_err(|_| Problem::from(Code::InvalidQuery))?.into_inner();
    let mut reader = Reader::of_query();
    let mut object = Map::new();
    for (name, value) in pairs {
        if object.contains_key(&name) {
            reader.below(&name, |reader| reader.fault("duplicate_field", "this stands in the query more than once"));
        }
        object.insert(name, Value::String(value));
    }
    finish(&Value::Object(object), reader, Code::InvalidQuery)
}

fn finish<T: Read>(value: &Value, mut reader: Reader, code: Code) -> Result<T, Problem> {
    let read = T::read(value, &mut reader);
    let faults = reader.faults();
    match read {
        Some(read) if faults.is_empty() => Ok(read),
        _ => Err(Problem::faults(code, faults)),
    }
}
