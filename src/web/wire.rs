//! Values as they stand on the wire: how each is read, with every fault named by its place, and how it is described.
//!
//! [`asked!`](crate::asked) declares what a request brings, [`told!`](crate::told) what an answer holds.

mod values;

use std::fmt::Display;

use serde_json::{Map, Value, json};

pub use values::{Document, Shown, parsed};

use crate::domain::fault::Fault;

/// Collects the faults of what is read.
#[derive(Debug, Default)]
pub struct Reader {
    at: String,
    faults: Vec<Fault>,
    /// What is read is a query: numbers and switches stand in it as text.
    query: bool,
}

impl Reader {
    /// A reader of a body.
    #[must_use]
    pub fn of_body() -> Self {
        Self::default()
    }

    /// A reader of a query.
    #[must_use]
    pub fn of_query() -> Self {
        Self { query: true, ..Self::default() }
    }

    /// Names a fault at the present place.
    pub fn fault(&mut self, code: &'static str, message: impl Into<String>) {
        self.faults.push(Fault::new(self.at.clone(), code, message));
    }

    /// What was found wrong.
    #[must_use]
    pub fn faults(self) -> Vec<Fault> {
        self.faults
    }

    /// Goes one step down, reads, and comes back.
    pub fn below<T>(&mut self, step: impl Display, read: impl FnOnce(&mut Self) -> T) -> T {
        let back = self.enter(step);
        let value = read(self);
        self.leave(back);
        value
    }

    /// Goes one step down; gives the way back.
    pub(super) fn enter(&mut self, step: impl Display) -> usize {
        let length = self.at.len();
        let step = step.to_string();
        self.at.push('/');
        self.at.push_str(&step.replace('~', "~0").replace('/', "~1"));
        length
    }

    /// Comes back to where it was before [`Reader::enter`].
    pub(super) fn leave(&mut self, back: usize) {
        self.at.truncate(back);
    }

    /// The object that must stand here.
    pub fn object<'a>(&mut self, value: &'a Value) -> Option<&'a Map<String, Value>> {
        if value.as_object().is_none() {
            self.wrong_type("an object", value);
        }
        value.as_object()
    }

    /// A field that may be missing.
    pub fn field<T: Read>(&mut self, object: &Map<String, Value>, name: &str) -> Option<T> {
        self.below(name, |reader| match object.get(name) {
            Some(value) => T::read(value, reader),
            None => T::absent(reader),
        })
    }

    /// Names every field beside the known ones.
    pub fn refuse_others(&mut self, object: &Map<String, Value>, known: &[&str]) {
        for name in object.keys().filter(|name| !known.contains(&name.as_str())) {
            let all = known.join(", ");
            self.below(name, |reader| {
                reader.fault("unknown_field", format!("there is no such field; there are {all}"))
            });
        }
    }

    pub(super) fn wrong_type(&mut self, expected: &str, found: &Value) {
        let found = match found {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        };
        self.fault("wrong_type", format!("{expected} is expected, not {found}"));
    }

    /// The text that must stand here.
    pub fn text<'a>(&mut self, value: &'a Value) -> Option<&'a str> {
        if value.as_str().is_none() {
            self.wrong_type("a string", value);
        }
        value.as_str()
    }
}

/// A type that can be read from the wire.
pub trait Read: Sized {
    /// Reads it; what is wrong is told to the reader.
    fn read(value: &Value, reader: &mut Reader) -> Option<Self>;

    /// What stands for it where the field is missing.
    fn absent(reader: &mut Reader) -> Option<Self> {
        reader.fault("missing_field", "this field is required");
        None
    }
}

/// A type that can be described: its JSON schema.
pub trait Shape {
    /// The schema.
    fn shape() -> Value;
    /// Whether a field of this type must be there.
    const REQUIRED: bool = true;
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::read(value, reader).map(Some) }
    }
    fn absent(_: &mut Reader) -> Option<Self> {
        Some(None)
    }
}

impl<T: Shape> Shape for Option<T> {
    fn shape() -> Value {
        T::shape()
    }
    const REQUIRED: bool = false;
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let Some(array) = value.as_array() else {
            reader.wrong_type("an array", value);
            return None;
        };
        let read = |(index, value)| reader.below(index, |reader| T::read(value, reader));
        let items: Vec<Option<T>> = array.iter().enumerate().map(read).collect();
        items.into_iter().collect()
    }
}

impl<T: Shape> Shape for Vec<T> {
    fn shape() -> Value {
        json!({"type": "array", "items": T::shape()})
    }
}

/// A schema with a name of its own, by which the API's description refers to it wherever it stands.
#[must_use]
pub fn named(name: &str, mut shape: Value) -> Value {
    // Types of words are told from what they are words of by their ending, which is nobody's business elsewhere.
    let name = name.rsplit("::").next().unwrap_or(name);
    shape["title"] = name.strip_suffix("Word").unwrap_or(name).into();
    shape
}

/// The schema of an object with these fields.
#[must_use]
pub fn object_shape(description: &str, fields: Vec<(&str, &str, Value, bool)>) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, described, shape, needed) in fields {
        let mut shape = if needed { shape } else { or_null(shape) };
        if let Some(shape) = shape.as_object_mut() {
            // What is named keeps its own words, and the field's are said beside it.
            let own = if shape.contains_key("title") { Some(Value::Object(std::mem::take(shape))) } else { None };
            own.map(|own| shape.insert("allOf".to_owned(), json!([own])));
            shape.insert("description".to_owned(), described.trim().into());
        }
        properties.insert(name.to_owned(), shape);
        if needed {
            required.push(name);
        }
    }
    json!({"type": "object", "description": description.trim(), "required": required, "properties": properties})
}

/// A schema that takes null as well: a field that has no value is written as null, and may be left out or null where
/// it is read.
fn or_null(mut shape: Value) -> Value {
    let kind = shape.get("type").filter(|_| shape.get("title").is_none());
    let Some(kind) = kind.and_then(Value::as_str).map(str::to_owned) else {
        return if shape.as_object().is_some_and(Map::is_empty) {
            shape
        } else {
            json!({"anyOf": [shape, {"type": "null"}]})
        };
    };
    if let Some(words) = shape.get_mut("enum").and_then(Value::as_array_mut) {
        words.push(Value::Null);
    }
    if let Some(shape) = shape.as_object_mut() {
        shape.insert("type".to_owned(), json!([kind, "null"]));
    }
    shape
}

/// The same without null: what stands in a query is there or not.
fn not_null(mut shape: Value) -> Value {
    if let Some([own, _]) = shape["anyOf"].as_array().map(Vec::as_slice) {
        return own.clone();
    }
    if let Some([kind, _]) = shape["type"].as_array().map(Vec::as_slice) {
        shape["type"] = kind.clone();
    }
    if let Some(words) = shape.get_mut("enum").and_then(Value::as_array_mut) {
        words.retain(|word| !word.is_null());
    }
    shape
}

/// The type's schema for the API's description; one that cannot be read becomes an empty one, which a test finds.
#[must_use]
pub fn schema_of<T: Shape>() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    match serde_json::from_value(T::shape()) {
        Ok(schema) => utoipa::openapi::RefOr::T(schema),
        Err(error) => {
            tracing::error!(%error, "a schema cannot be described");
            utoipa::openapi::RefOr::T(utoipa::openapi::schema::empty())
        }
    }
}

/// A query's fields, for the API's description.
#[must_use]
pub fn parameters_of<T: Shape>() -> Vec<utoipa::openapi::path::Parameter> {
    let shape = T::shape();
    let required = |name: &str| shape["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let parameter = |(name, shape): (&String, &Value)| {
        let mut schema = not_null(shape.clone());
        match name.as_str() {
            "limit" => (schema["minimum"], schema["maximum"], schema["default"]) = (1.into(), 200.into(), 50.into()),
            "cursor" => schema["minLength"] = 1.into(),
            _ => {}
        }
        serde_json::from_value(json!({
            "name": name, "in": "query", "required": required(name), "schema": schema,
            "description": shape["description"],
        }))
        .ok()
    };
    shape["properties"].as_object().into_iter().flatten().filter_map(parameter).collect()
}

/// A field's name as it stands on the wire.
#[must_use]
pub const fn plain(name: &str) -> &str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Gives a struct its schema; an open one may have more fields than these.
#[macro_export]
macro_rules! shaped {
    ($name:ident, $open:expr, $doc:expr, $($field:ident: $type:ty, $fdoc:expr;)*) => {
        impl $crate::web::wire::Shape for $name {
            fn shape() -> serde_json::Value {
                use $crate::web::wire::Shape;
                let mut shape = $crate::web::wire::object_shape($doc, vec![
                    $(($crate::web::wire::plain(stringify!($field)), $fdoc, <$type as Shape>::shape(), <$type as Shape>::REQUIRED),)*
                ]);
                if !$open {
                    shape["additionalProperties"] = false.into();
                }
                $crate::web::wire::named(stringify!($name), shape)
            }
        }
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::web::wire::schema_of::<Self>()
            }
        }
        impl utoipa::ToSchema for $name {}
    };
}

/// Declares what a request brings: a struct that is read with every fault named, and described.
#[macro_export]
macro_rules! asked {
    ($(#[doc = $doc:expr])* pub struct $name:ident { $($(#[doc = $fdoc:expr])* pub $field:ident: $type:ty),* $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $($(#[doc = $fdoc])* pub $field: $type,)* }
        $crate::shaped!($name, false, concat!($($doc),*), $($field: $type, concat!($($fdoc),*);)*);
        impl utoipa::IntoParams for $name {
            fn into_params(
                _: impl Fn() -> Option<utoipa::openapi::path::ParameterIn>,
            ) -> Vec<utoipa::openapi::path::Parameter> {
                $crate::web::wire::parameters_of::<Self>()
            }
        }
        impl $crate::web::wire::Read for $name {
            fn read(value: &serde_json::Value, reader: &mut $crate::web::wire::Reader) -> Option<Self> {
                let object = reader.object(value)?;
                $(let $field = reader.field::<$type>(object, $crate::web::wire::plain(stringify!($field)));)*
                reader.refuse_others(object, &[$($crate::web::wire::plain(stringify!($field))),*]);
                Some(Self { $($field: $field?),* })
            }
        }
    };
}

/// Declares what an answer holds: a struct that is written and described.
#[macro_export]
macro_rules! told {
    ($(#[doc = $doc:expr])* pub struct $name:ident { $($(#[doc = $fdoc:expr])* pub $field:ident: $type:ty),* $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, serde::Serialize)]
        pub struct $name {
            $($(#[doc = $fdoc])* pub $field: $type,)*
        }
        $crate::shaped!($name, true, concat!($($doc),*), $($field: $type, concat!($($fdoc),*);)*);
    };
}

#[cfg(test)]
mod tests;
