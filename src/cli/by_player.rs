//! What a line tells of each player.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Something for each player, in the order of the line. No player stands in it twice.
#[derive(Debug)]
pub struct ByPlayer<T> {
    /// The players in order.
    pub players: Vec<String>,
    of: HashMap<String, T>,
}

impl<T> ByPlayer<T> {
    /// What each has, by name.
    #[must_use]
    pub fn by_name(self) -> BTreeMap<String, T> {
        self.of.into_iter().collect()
    }

    /// What each has, in the order of the line.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.players.iter().filter_map(|player| Some((player.as_str(), self.of.get(player)?)))
    }

    /// What a player has, where the line tells it.
    pub fn take(&mut self, player: &str) -> Option<T> {
        self.of.remove(player)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByPlayer<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ByPlayerVisitor(PhantomData))
    }
}

struct ByPlayerVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ByPlayerVisitor<T> {
    type Value = ByPlayer<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a member for each player")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByPlayer<T>, A::Error> {
        let (mut players, mut of) = (Vec::new(), HashMap::new());
        while let Some((player, value)) = map.next_entry::<String, T>()? {
            if of.insert(player.clone(), value).is_some() {
                return Err(de::Error::custom(format_args!("a player stands there twice: {player:.40}")));
            }
            players.push(player);
        }
        Ok(ByPlayer { players, of })
    }
}
