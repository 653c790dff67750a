//! Cards and players in lines of the card games.

use std::fmt;

use serde::de::{self, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cli::jsonl::LineError;
use crate::rules::cards::{self, Card, NoSuchCard, Step, Valued};

/// Cards: a list, or one string with spaces. What is no card is a refusal, not a wrong shape.
pub(super) struct Cards(Result<Vec<Card>, NoSuchCard>);

impl Cards {
    pub(super) fn get(self) -> Result<Vec<Card>, LineError> {
        self.0.map_err(|error| unknown(&error))
    }
}

/// Melds: a list of [`Cards`].
pub(super) fn melds(melds: Vec<Cards>) -> Result<Vec<Vec<Card>>, LineError> {
    melds.into_iter().map(Cards::get).collect()
}

/// One card.
pub(super) fn card(text: &str) -> Result<Card, LineError> {
    text.parse().map_err(|error| unknown(&error))
}

fn unknown(error: &NoSuchCard) -> LineError {
    LineError::refused(NoSuchCard::CODE, error.to_string())
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(CardsVisitor)
    }
}

struct CardsVisitor;

impl<'de> Visitor<'de> for CardsVisitor {
    type Value = Cards;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cards: a list of strings, or one string with spaces")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Cards, E> {
        Ok(Cards(cards::cards(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cards, A::Error> {
        let mut cards = Ok(Vec::new());
        while let Some(text) = list.next_element::<std::borrow::Cow<'de, str>>()? {
            match (&mut cards, text.parse()) {
                (Ok(cards), Ok(card)) => cards.push(card),
                (Ok(_), Err(error)) => cards = Err(error),
                (Err(_), _) => {}
            }
        }
        Ok(Cards(cards))
    }
}

/// A figure for each player, in their order.
pub(super) struct Figures<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Figures<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (player, figure) in &self.0 {
            map.serialize_entry(player, figure)?;
        }
        map.end()
    }
}

/// A step of a reckoning, with the player's name in place of the seat.
#[derive(Serialize)]
pub(super) struct NamedStep {
    step: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cards: Vec<Valued>,
    value: i64,
    rule: &'static str,
}

/// Steps with the names of the seats.
pub(super) fn named(steps: Vec<Step>, seats: &[String]) -> Vec<NamedStep> {
    let named = |Step { step, seat, cards, value, rule }| {
        let player = seat.and_then(|seat: usize| seats.get(seat).cloned());
        NamedStep { step, player, cards, value, rule }
    };
    steps.into_iter().map(named).collect()
}
