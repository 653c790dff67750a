//! JSON in which no object has a member twice. Which of the two is meant nobody can say, and two readers may well
//! differ: it is refused, with the place of each.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::wire::Reader;

/// Reads a text. A member that stands twice is told to the reader; the value is then that of the last.
///
/// # Errors
/// It is not JSON.
pub fn read(bytes: &[u8], reader: &mut Reader) -> Result<Value, serde_json::Error> {
    let reader = RefCell::new(reader);
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let value = Once(&reader).deserialize(&mut text)?;
    text.end()?;
    Ok(value)
}

/// Reads one value, at the reader's place.
#[derive(Clone, Copy)]
struct Once<'a, 'r>(&'a RefCell<&'r mut Reader>);

impl<'de> DeserializeSeed<'de> for Once<'_, '_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        loop {
            let mark = self.0.borrow_mut().enter(array.len());
            let item = items.next_element_seed(self);
            self.0.borrow_mut().leave(mark);
            match item? {
                Some(item) => array.push(item),
                None => return Ok(Value::Array(array)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let mark = self.0.borrow_mut().enter(&name);
            if object.contains_key(&name) {
                self.0.borrow_mut().fault("duplicate_field", "this field stands here more than once");
            }
            let value = members.next_value_seed(self);
            self.0.borrow_mut().leave(mark);
            object.insert(name, value?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<String> {
        let mut reader = Reader::of_body();
        read(text.as_bytes(), &mut reader).expect("JSON");
        reader.faults().into_iter().map(|fault| fault.pointer).collect()
    }

    #[test]
    fn a_member_that_stands_twice_is_found_wherever_it_is() {
        assert_eq!(places(r#"{"a": 1, "b": {"a": [1, {"c": 1}]}}"#), Vec::<String>::new());
        assert_eq!(places(r#"{"a": 1, "a": 1}"#), ["/a"]);
        assert_eq!(places(r#"{"a": 1, "\u0061": 2, "a": 3}"#), ["/a", "/a"]);
        assert_eq!(places(r#"[0, {"x/y": {"b": 1, "b": 2}}]"#), ["/1/x~1y/b"]);
    }

    #[test]
    fn all_else_is_read_as_it_stands() {
        let text = r#"{"a": [null, true, -1, 18446744073709551615, 1.5, 1e400, "x"], "b": {}}"#;
        assert!(read(text.as_bytes(), &mut Reader::of_body()).is_err(), "a number beyond all range");
        let text = text.replace("1e400, ", "");
        let known: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read(text.as_bytes(), &mut Reader::of_body()).expect("JSON"), known);
        for bad in ["", "{", "{} {}", "{\"a\" 1}"] {
            assert!(read(bad.as_bytes(), &mut Reader::of_body()).is_err(), "{bad}");
        }
    }
}
