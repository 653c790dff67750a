//! The values of the house, each as it is read and described.

use std::fmt::Display;
use std::str::FromStr;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Read, Reader, Shape};
use crate::domain::exact::{Exact, ExactError};
use crate::domain::money::{Currency, Minor, Money, MoneyError};
use crate::domain::text::{composed, is_prose};

impl Read for String {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let text = composed(reader.text(value)?);
        // A NUL cannot be stored by every database, and no control character belongs into a line of text.
        if text.chars().any(char::is_control) {
            reader.fault("control_characters", "control characters are not allowed");
            return None;
        }
        if !text.chars().all(is_prose) {
            reader.fault("unseen_characters", "a character in it cannot be seen, or turns the line");
            return None;
        }
        if text.len() > MAX_TEXT {
            reader.fault("too_long", format!("at most {MAX_TEXT} bytes"));
            return None;
        }
        Some(text)
    }
}

/// The longest text that a field takes, in bytes.
const MAX_TEXT: usize = 2000;

impl Shape for String {
    fn shape() -> Value {
        json!({"type": "string", "maxLength": MAX_TEXT})
    }
}

impl Read for bool {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let read = match value {
            Value::Bool(read) => Some(*read),
            Value::String(text) if reader.query => text.parse().ok(),
            _ => None,
        };
        if read.is_none() {
            reader.wrong_type("true or false", value);
        }
        read
    }
}

impl Shape for bool {
    fn shape() -> Value {
        json!({"type": "boolean"})
    }
}

macro_rules! numbers { ($($type:ty),+) => { $(
    impl Read for $type {
        fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
            let whole = match value {
                Value::Number(number) => number.as_i128(),
                Value::String(text) if reader.query => text.parse::<i128>().ok(),
                _ => None,
            };
            let Some(whole) = whole else {
                reader.wrong_type("a whole number", value);
                return None;
            };
            let number = <$type>::try_from(whole).ok();
            if number.is_none() {
                reader.fault("out_of_range", format!("from {} to {}", <$type>::MIN, <$type>::MAX));
            }
            number
        }
    }
    impl Shape for $type {
        fn shape() -> Value {
            json!({"type": "integer", "minimum": <$type>::MIN, "maximum": <$type>::MAX})
        }
    }
)+ } }
numbers!(i64, u32, u8);

/// Reads a text by its own rules.
pub fn parsed<T: FromStr<Err: Display>>(value: &Value, reader: &mut Reader, code: &'static str) -> Option<T> {
    match reader.text(value)?.parse() {
        Ok(parsed) => Some(parsed),
        Err(error) => {
            reader.fault(code, error.to_string());
            None
        }
    }
}

macro_rules! texts { ($($type:ty: $code:literal, $shape:tt;)+) => { $(
    impl Read for $type {
        fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
            parsed(value, reader, $code)
        }
    }
    impl Shape for $type {
        fn shape() -> Value {
            json!($shape)
        }
    }
)+ } }

macro_rules! ids { ($($type:ident $what:literal),+ $(,)?) => { $(
    impl Read for crate::domain::ids::$type {
        fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
            parsed(value, reader, "not_an_id")
        }
    }
    impl Shape for crate::domain::ids::$type {
        fn shape() -> Value {
            let prefix = crate::domain::ids::$type::PREFIX;
            super::named(stringify!($type), json!({
                "type": "string",
                "description": $what,
                "pattern": format!("^{prefix}[0-9a-f]{{32}}$"),
                "example": format!("{prefix}0190b3c6f1d27a5e8c3f4b2a19d7e605"),
            }))
        }
    }
)+ } }
ids!(
    PlayerId "A player", SessionId "A session", StaffId "A member of staff", ClientId "A client app", GameId "A game", DepositId "A deposit",
    WithdrawalId "A withdrawal", ApprovalId "A request that waits for a second person", TransferId "A transfer",
);

texts! {
    crate::domain::slug::Slug: "not_a_slug",
        {"type": "string", "pattern": "^[a-z][a-z0-9_-]{0,30}$"};
    crate::domain::players::birth_date::BirthDate: "not_a_day",
        {"type": "string", "format": "date", "example": "1980-02-29"};
    crate::domain::players::place::Place: "not_a_place",
        {"type": "string", "description": "A country of ISO 3166-1 or a region of ISO 3166-2", "example": "US-AZ"};
    Currency: "unknown_currency",
        {"type": "string", "description": "A currency of ISO 4217", "example": "USD"};
}

/// Gives enums of words their form on the wire.
#[macro_export]
macro_rules! wire_words { ($($type:path),+ $(,)?) => { $(
    impl $crate::web::wire::Read for $type {
        fn read(value: &serde_json::Value, reader: &mut $crate::web::wire::Reader) -> Option<Self> {
            $crate::web::wire::parsed(value, reader, "unknown_word")
        }
    }
    impl $crate::web::wire::Shape for $type {
        fn shape() -> serde_json::Value {
            let words: Vec<&str> = <$type>::ALL.iter().map(|word| word.as_str()).collect();
            $crate::web::wire::named(stringify!($type), serde_json::json!({"type": "string", "enum": words}))
        }
    }
)+ } }
wire_words!(
    crate::domain::act::ActorKind,
    crate::domain::games::game::GameState,
    crate::domain::games::game::KindWord,
    crate::domain::games::game::Seat,
    crate::domain::games::settlement::SettledBy,
    crate::domain::players::access::Role,
    crate::domain::players::access::Scope,
    crate::domain::players::player::PlayerState,
    crate::domain::mails::Language,
    crate::domain::wallets::deposit::DepositState,
    crate::domain::wallets::withdrawal::WithdrawalState,
    crate::domain::finance::approval::ApprovalState,
    crate::domain::ledger::transfer::TransferKind,
);

impl Read for crate::domain::games::terms::Variant {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let word = reader.text(value)?;
        let found = Self::ALL.into_iter().find(|variant| variant.slug() == word);
        if found.is_none() {
            let all = Self::ALL.map(Self::slug).join(", ");
            reader.fault("unknown_word", format!("{word:?} is not one of {all}"));
        }
        found
    }
}

impl Shape for crate::domain::games::terms::Variant {
    fn shape() -> Value {
        super::named("Variant", json!({"type": "string", "enum": Self::ALL.map(Self::slug)}))
    }
}

impl Read for crate::domain::time::Time {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value)?;
        let read = serde::Deserialize::deserialize(value).ok();
        if read.is_none() {
            reader.fault("not_a_time", "a time of RFC 3339 is expected, like 2026-05-01T12:00:00Z");
        }
        read
    }
}

impl Shape for crate::domain::time::Time {
    fn shape() -> Value {
        json!({"type": "string", "format": "date-time", "example": "2026-05-01T12:00:00.000000Z"})
    }
}

impl Read for Exact {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        if value.is_number() {
            reader.fault("wrong_type", "a decimal is a string, like \"9.02\": a number might lose digits on its way");
            return None;
        }
        match reader.text(value)?.parse() {
            Ok(exact) => Some(exact),
            Err(error) => {
                let code = match error {
                    ExactError::NotADecimal => "not_a_decimal",
                    ExactError::TooManyDecimals => "too_many_decimal_places",
                    ExactError::OutOfRange => "amount_out_of_range",
                };
                reader.fault(code, error.to_string());
                None
            }
        }
    }
}

impl Shape for Exact {
    fn shape() -> Value {
        json!({"type": "string", "description": "An exact decimal", "example": "9.02"})
    }
}

impl Read for crate::rules::rating::Rating {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let exact = Exact::read(value, reader)?;
        match Self::from_decimal(exact.0) {
            Ok(rating) => Some(rating),
            Err(error) => {
                reader.fault(error.code(), error.to_string());
                None
            }
        }
    }
}

impl Shape for crate::rules::rating::Rating {
    fn shape() -> Value {
        json!({"type": "string", "description": "A rating: points with up to six decimals", "example": "1534.216"})
    }
}

impl Read for Money {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let object = reader.object(value)?;
        reader.refuse_others(object, &["amount", "currency"]);
        let amount = reader.field::<Exact>(object, "amount");
        let currency = reader.field::<Currency>(object, "currency");
        let (amount, currency) = (amount?, currency?);
        match Minor::from_decimal(amount.0, currency) {
            Ok(minor) => Some(Self { minor, currency }),
            Err(error) => {
                let (code, message) = match error {
                    MoneyError::TooManyDecimals => {
                        ("too_many_decimal_places", format!("{currency} has {} decimal places", currency.exponent()))
                    }
                    MoneyError::OutOfRange => ("amount_out_of_range", "the amount is too large".to_owned()),
                    MoneyError::UnknownCurrency => ("unknown_currency", error.to_string()),
                };
                reader.below("amount", |reader| reader.fault(code, message));
                None
            }
        }
    }
}

impl Shape for Money {
    fn shape() -> Value {
        super::named(
            "Money",
            json!({
                "type": "object",
                "description": "An amount of money: an exact decimal with at most the currency's own places",
                "required": ["amount", "currency"],
                "properties": {"amount": Exact::shape(), "currency": Currency::shape()},
                "additionalProperties": false,
                "example": {"amount": "9.02", "currency": "USD"},
            }),
        )
    }
}

/// Money as an answer shows it: `{"amount": "9.02", "currency": "USD"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown(pub Money);

impl Shown {
    /// So much of a currency.
    #[must_use]
    pub fn of(minor: Minor, currency: Currency) -> Self {
        Self(Money { minor, currency })
    }
}

impl Serialize for Shown {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = to.serialize_struct("Money", 2)?;
        object.serialize_field("amount", &Exact(self.0.minor.to_decimal(self.0.currency)))?;
        object.serialize_field("currency", &self.0.currency)?;
        object.end()
    }
}

impl Shape for Shown {
    fn shape() -> Value {
        Money::shape()
    }
}

/// A document of its own kind (a room, a schedule), read whole.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Document<T>(pub T);

impl<T: serde::de::DeserializeOwned> Read for Document<T> {
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        match T::deserialize(value) {
            Ok(document) => Some(Self(document)),
            Err(error) => {
                reader.fault("malformed_document", error.to_string());
                None
            }
        }
    }
}

impl<T> Shape for Document<T> {
    fn shape() -> Value {
        json!({"type": "object", "description": "A document; its fields are those of the shipped ones"})
    }
}

impl Shape for std::collections::BTreeMap<i64, i64> {
    fn shape() -> Value {
        json!({"type": "object", "additionalProperties": {"type": "integer"}})
    }
}

/// A document of many forms.
impl Shape for Value {
    fn shape() -> Value {
        json!({"type": "object"})
    }
}
