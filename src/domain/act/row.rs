//! Rows of the world: plain structs that can say how they are kept, without knowing by what.
//!
//! A row writes its columns into a [`Sink`] and reads them back from a [`Source`]; the databases and the store in
//! memory bring their own. The macro [`row!`](crate::row) derives both from one declaration.

use std::fmt;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::domain::ids::{
    ApprovalId, ClientId, DepositId, GameId, MailId, PlayerId, SessionId, StaffId, TransferId, WithdrawalId,
};
use crate::domain::money::{Currency, Minor};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// What a column holds; each database has one type for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// BIGINT; INTEGER on SQLite.
    Int,
    /// BOOLEAN; INTEGER 0 or 1 on SQLite.
    Bool,
    /// TEXT. Documents are JSON in a text column: their bytes are kept as they were written.
    Text,
    /// UUID; BLOB of 16 bytes on SQLite.
    Uuid,
    /// TIMESTAMPTZ; INTEGER microseconds since 1970 on SQLite.
    Time,
}

/// A column's name, kind, and whether it may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// As in the schema.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether NULL is allowed.
    pub nullable: bool,
}

/// A stored value that is not what its column should hold, or one that cannot be written.
#[derive(Debug, Clone, thiserror::Error)]
#[error("unreadable column: {0}")]
pub struct Unreadable(pub String);

/// A word that none of a set of words is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not one of {all}")]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// All that there are, with commas.
    pub all: String,
}

/// Takes the columns of a row, in order.
pub trait Sink {
    /// An integer column.
    fn int(&mut self, value: Option<i64>);
    /// A boolean column.
    fn bool(&mut self, value: Option<bool>);
    /// A text column.
    fn text(&mut self, value: Option<&str>);
    /// A UUID column.
    fn uuid(&mut self, value: Option<Uuid>);
    /// A time column, microseconds since 1970.
    fn time(&mut self, value: Option<i64>);
}

/// Gives the columns of a row, in order. Each call fails where something else is stored.
pub trait Source {
    /// The next column, an integer.
    #[allow(clippy::missing_errors_doc)]
    fn int(&mut self) -> Result<Option<i64>, Unreadable>;
    /// The next column, a boolean.
    #[allow(clippy::missing_errors_doc)]
    fn bool(&mut self) -> Result<Option<bool>, Unreadable>;
    /// The next column, a text.
    #[allow(clippy::missing_errors_doc)]
    fn text(&mut self) -> Result<Option<String>, Unreadable>;
    /// The next column, a UUID.
    #[allow(clippy::missing_errors_doc)]
    fn uuid(&mut self) -> Result<Option<Uuid>, Unreadable>;
    /// The next column, a time in microseconds since 1970.
    #[allow(clippy::missing_errors_doc)]
    fn time(&mut self) -> Result<Option<i64>, Unreadable>;
}

/// A type that fills one column.
pub trait Field: Sized {
    /// The column's kind.
    const KIND: Kind;
    /// Whether the column may be empty.
    const NULLABLE: bool = false;
    /// Writes the value; fails for a document that cannot be serialised.
    #[allow(clippy::missing_errors_doc)]
    fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable>;
    /// Reads the value; fails where what is stored is not such a value.
    #[allow(clippy::missing_errors_doc)]
    fn take<S: Source>(from: &mut S) -> Result<Self, Unreadable>;
}

/// What identifies a row: one field or a few.
pub trait Key: Clone + Eq + Hash + Ord + fmt::Debug + Send + 'static {
    /// Writes the key's columns; never fails for the fields used as keys.
    #[allow(clippy::missing_errors_doc)]
    fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable>;
}

impl<T: Field + Clone + Eq + Hash + Ord + fmt::Debug + Send + 'static> Key for T {
    fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable> {
        Field::put(self, to)
    }
}

/// No key: the group of tables that have none.
impl Key for () {
    fn put<S: Sink>(&self, _: &mut S) -> Result<(), Unreadable> {
        Ok(())
    }
}

macro_rules! tuple_keys { ($($name:ident . $at:tt),+) => {
    impl<$($name: Key + Field),+> Key for ($($name,)+) {
        fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable> { $(Field::put(&self.$at, to)?;)+ Ok(()) }
    }
} }
tuple_keys!(A.0, B.1);
tuple_keys!(A.0, B.1, C.2);
tuple_keys!(A.0, B.1, C.2, D.3);

/// A row of a table.
pub trait Row: Clone + fmt::Debug + PartialEq + Send + 'static {
    /// What identifies it.
    type Key: Key;
    /// The parent under which a whole set of these can be asked for; `()` where there is none.
    type Group: Key;
    /// The table's name.
    const TABLE: &'static str;
    /// All columns, those of the key first.
    const COLUMNS: &'static [Column];
    /// How many of them are the key.
    const KEY_COLUMNS: usize;
    /// The columns of the group; empty where there is none.
    const GROUP_COLUMNS: &'static [&'static str];
    /// Never changed once written: a copy may outlive its batch.
    const IMMUTABLE: bool;
    /// Its key.
    fn key(&self) -> Self::Key;
    /// Its group.
    fn group(&self) -> Self::Group;
    /// Writes all columns, in order; fails for a document that cannot be serialised.
    #[allow(clippy::missing_errors_doc)]
    fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable>;
    /// Reads all columns, in order; fails where a column does not hold what it should.
    #[allow(clippy::missing_errors_doc)]
    fn take<S: Source>(from: &mut S) -> Result<Self, Unreadable>;
}

/// Declares a row: the struct, its key, its columns.
///
/// `row! { /// doc  pub struct Game in "games" key (id: GameId) { stake: Minor, .. } }`; after the key may come
/// `group (parent: ParentId)` (its columns must be among the key's or the fields) and `, immutable`.
#[macro_export]
macro_rules! row {
    ($(#[$doc:meta])* pub struct $name:ident in $table:literal key ($($(#[$kdoc:meta])* $key:ident : $ktype:ty),+)
     $(group ($($group:ident : $gtype:ty),+))? $(, $immutable:ident)?
     { $($(#[$fdoc:meta])* $field:ident : $ftype:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $($(#[$kdoc])* pub $key: $ktype,)+ $($(#[$fdoc])* pub $field: $ftype,)* }

        impl $crate::domain::act::row::Row for $name {
            type Key = $crate::row!(@key $($ktype),+);
            type Group = $crate::row!(@key $($($gtype),+)?);
            const TABLE: &'static str = $table;
            const COLUMNS: &'static [$crate::domain::act::row::Column] = &[
                $($crate::row!(@column $key $ktype),)+ $($crate::row!(@column $field $ftype),)*
            ];
            const KEY_COLUMNS: usize = [$(stringify!($key)),+].len();
            const GROUP_COLUMNS: &'static [&'static str] = &[$($(stringify!($group)),+)?];
            const IMMUTABLE: bool = $crate::row!(@immutable $($immutable)?);
            fn key(&self) -> Self::Key { $crate::row!(@value self $($key),+) }
            fn group(&self) -> Self::Group { $crate::row!(@value self $($($group),+)?) }
            fn put<S: $crate::domain::act::row::Sink>(&self, to: &mut S) -> Result<(), $crate::domain::act::row::Unreadable> {
                use $crate::domain::act::row::Field;
                $(Field::put(&self.$key, to)?;)+ $(Field::put(&self.$field, to)?;)*
                Ok(())
            }
            fn take<S: $crate::domain::act::row::Source>(from: &mut S) -> Result<Self, $crate::domain::act::row::Unreadable> {
                use $crate::domain::act::row::Field;
                Ok(Self { $($key: Field::take(from)?,)+ $($field: Field::take(from)?,)* })
            }
        }
    };
    (@key) => { () };
    (@key $one:ty) => { $one };
    (@key $($many:ty),+) => { ($($many,)+) };
    (@value $self:ident) => { () };
    (@value $self:ident $one:ident) => { $self.$one.clone() };
    (@value $self:ident $($many:ident),+) => { ($($self.$many.clone(),)+) };
    (@immutable) => { false };
    (@immutable immutable) => { true };
    (@column $name:ident $type:ty) => {
        $crate::domain::act::row::Column {
            name: stringify!($name),
            kind: <$type as $crate::domain::act::row::Field>::KIND,
            nullable: <$type as $crate::domain::act::row::Field>::NULLABLE,
        }
    };
}

fn present<T>(value: Option<T>) -> Result<T, Unreadable> {
    value.ok_or_else(|| Unreadable("empty where a value must be".into()))
}

macro_rules! plain_fields { ($($type:ty: $kind:ident by $call:ident, |$v:ident| $out:expr, |$r:ident| $in:expr;)+) => { $(
    impl Field for $type {
        const KIND: Kind = Kind::$kind;
        fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable> { let $v = self; to.$call(Some($out)); Ok(()) }
        fn take<S: Source>(from: &mut S) -> Result<Self, Unreadable> { let $r = present(from.$call()?)?; $in }
    }
    impl Field for Option<$type> {
        const KIND: Kind = Kind::$kind;
        const NULLABLE: bool = true;
        fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable> { to.$call(self.as_ref().map(|$v| $out)); Ok(()) }
        fn take<S: Source>(from: &mut S) -> Result<Self, Unreadable> {
            match from.$call()? { Some($r) => { let value: Result<$type, Unreadable> = $in; value.map(Some) } None => Ok(None) }
        }
    }
)+ } }

fn unreadable(error: impl fmt::Display) -> Unreadable {
    Unreadable(error.to_string())
}

plain_fields! {
    i64: Int by int, |v| *v, |r| Ok(r);
    bool: Bool by bool, |v| *v, |r| Ok(r);
    String: Text by text, |v| v.as_str(), |r| Ok(r);
    Minor: Int by int, |v| v.0, |r| Ok(Minor(r));
    Time: Time by time, |v| v.micros(), |r| Ok(Time::from_micros(r));
    Uuid: Uuid by uuid, |v| *v, |r| Ok(r);
    Currency: Text by text, |v| v.code(), |r| Currency::from_code(&r).map_err(unreadable);
    Slug: Text by text, |v| v.as_str(), |r| r.parse::<Slug>().map_err(unreadable);
    PlayerId: Uuid by uuid, |v| v.0, |r| Ok(PlayerId(r));
    StaffId: Uuid by uuid, |v| v.0, |r| Ok(StaffId(r));
    ClientId: Uuid by uuid, |v| v.0, |r| Ok(ClientId(r));
    SessionId: Uuid by uuid, |v| v.0, |r| Ok(SessionId(r));
    GameId: Uuid by uuid, |v| v.0, |r| Ok(GameId(r));
    MailId: Uuid by uuid, |v| v.0, |r| Ok(MailId(r));
    DepositId: Uuid by uuid, |v| v.0, |r| Ok(DepositId(r));
    WithdrawalId: Uuid by uuid, |v| v.0, |r| Ok(WithdrawalId(r));
    ApprovalId: Uuid by uuid, |v| v.0, |r| Ok(ApprovalId(r));
    TransferId: Uuid by uuid, |v| v.0, |r| Ok(TransferId(r));
}

/// A document in a text column, as JSON.
#[derive(Debug, Clone, PartialEq)]
pub struct Json<T>(pub T);

impl<T> std::ops::Deref for Json<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize + DeserializeOwned> Field for Json<T> {
    const KIND: Kind = Kind::Text;
    fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable> {
        to.text(Some(&serde_json::to_string(&self.0).map_err(unreadable)?));
        Ok(())
    }
    fn take<S: Source>(from: &mut S) -> Result<Self, Unreadable> {
        serde_json::from_str(&present(from.text()?)?).map(Json).map_err(unreadable)
    }
}

impl<T: Serialize + DeserializeOwned> Field for Option<Json<T>> {
    const KIND: Kind = Kind::Text;
    const NULLABLE: bool = true;
    fn put<S: Sink>(&self, to: &mut S) -> Result<(), Unreadable> {
        match self {
            Some(document) => document.put(to),
            None => {
                to.text(None);
                Ok(())
            }
        }
    }
    fn take<S: Source>(from: &mut S) -> Result<Self, Unreadable> {
        match from.text()? {
            Some(text) => serde_json::from_str(&text).map(|value| Some(Json(value))).map_err(unreadable),
            None => Ok(None),
        }
    }
}

/// Declares an enum whose members are words: in columns, on the wire and in logs the same.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$mdoc:meta])* $member:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$mdoc])* $member),+ }
        impl $name {
            /// Every member.
            pub const ALL: &'static [Self] = &[$(Self::$member),+];
            /// Its word.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$member => $word),+ } }
        }
        $crate::word_field!($name);
    };
}

/// Gives an enum that has `ALL` and `as_str` its column, display, parsing and wire form.
#[macro_export]
macro_rules! word_field {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
        impl std::str::FromStr for $name {
            type Err = $crate::domain::act::row::UnknownWord;
            fn from_str(word: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|member| member.as_str() == word).ok_or_else(|| {
                    let all: Vec<&str> = Self::ALL.iter().map(|member| member.as_str()).collect();
                    $crate::domain::act::row::UnknownWord { word: word.to_owned(), all: all.join(", ") }
                })
            }
        }
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(from)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
        $crate::text_column!($name);
    };
}

/// Gives an enum that has `as_str` and `FromStr` its text column.
#[macro_export]
macro_rules! text_column {
    ($name:ident) => {
        impl $crate::domain::act::row::Field for $name {
            const KIND: $crate::domain::act::row::Kind = $crate::domain::act::row::Kind::Text;
            fn put<S: $crate::domain::act::row::Sink>(
                &self,
                to: &mut S,
            ) -> Result<(), $crate::domain::act::row::Unreadable> {
                to.text(Some(self.as_str().as_ref()));
                Ok(())
            }
            fn take<S: $crate::domain::act::row::Source>(
                from: &mut S,
            ) -> Result<Self, $crate::domain::act::row::Unreadable> {
                let word = from.text()?.ok_or_else(|| $crate::domain::act::row::Unreadable("empty".into()))?;
                word.parse().map_err(|error| $crate::domain::act::row::Unreadable(format!("{error}")))
            }
        }
        impl $crate::domain::act::row::Field for Option<$name> {
            const KIND: $crate::domain::act::row::Kind = $crate::domain::act::row::Kind::Text;
            const NULLABLE: bool = true;
            fn put<S: $crate::domain::act::row::Sink>(
                &self,
                to: &mut S,
            ) -> Result<(), $crate::domain::act::row::Unreadable> {
                to.text(self.as_ref().map(|word| word.as_str()).as_deref());
                Ok(())
            }
            fn take<S: $crate::domain::act::row::Source>(
                from: &mut S,
            ) -> Result<Self, $crate::domain::act::row::Unreadable> {
                match from.text()? {
                    Some(word) => {
                        word.parse().map(Some).map_err(|error| $crate::domain::act::row::Unreadable(format!("{error}")))
                    }
                    None => Ok(None),
                }
            }
        }
    };
}
