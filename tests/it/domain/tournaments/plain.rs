//! A tournament reckoned anew from its history, by the rules as they are written and by nothing of the product: every
//! event goes over all players. A corrected round counts as if it had been settled so at once, and a re-entry that was
//! reversed as if it had never been.

use std::collections::{BTreeMap, BTreeSet};

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Happened {
    Entered(u32),
    Level {
        from: u32,
        to: u32,
    },
    Started {
        round: u32,
        seats: Vec<u32>,
        fee: u64,
        ratio: u64,
    },
    Ended {
        round: u32,
    },
    /// With a number of its own, by which it can be struck out.
    Bought {
        player: u32,
        number: usize,
    },
    Disqualified(u32),
    Withdrawn(Vec<u32>),
    FinalTable(bool),
}

/// How a round ended.
#[derive(Debug, Clone)]
pub enum End {
    Won { winner: u32, losses: BTreeMap<u32, u64> },
    Void,
    Divided(BTreeMap<u32, u64>),
}

#[derive(Debug, Clone, Default)]
pub struct Plain {
    pub chips: u64,
    pub points: u32,
    pub is_in: bool,
    /// The bonus of levels that came during the round in progress.
    pending: Option<u32>,
    /// Bought during it.
    bought: u64,
    /// When they left, if it was from the final table.
    left_final_table: Option<usize>,
    disqualified: Option<usize>,
}

/// Who sat in a round, at which chip ratio, and what they risked.
#[derive(Debug, Clone)]
struct Sat {
    seats: Vec<u32>,
    ratio: u64,
    risks: BTreeMap<u32, u64>,
}

#[derive(Debug, Default)]
pub struct Reckoned {
    pub players: BTreeMap<u32, Plain>,
    pub removed: u64,
    pub pots: BTreeMap<u32, BTreeMap<u32, u64>>,
    levels: BTreeSet<u32>,
    rounds: BTreeMap<u32, Sat>,
    final_table: bool,
}

pub struct History<'a> {
    pub starting_chips: u64,
    pub happened: &'a [Happened],
    /// How each round ended, as it stands now.
    pub ends: &'a BTreeMap<u32, End>,
    /// Re-entries struck out.
    pub struck: &'a BTreeSet<usize>,
}

impl History<'_> {
    pub fn reckon(&self) -> Reckoned {
        let mut all = Reckoned { levels: BTreeSet::from([1]), ..Reckoned::default() };
        for (at, happened) in self.happened.iter().enumerate() {
            match happened {
                Happened::Entered(player) => {
                    let plain = Plain { chips: self.starting_chips, is_in: true, ..Plain::default() };
                    all.players.insert(*player, plain);
                }
                Happened::Level { from, to } => all.level(*from, *to),
                Happened::Started { round, seats, fee, ratio } => all.start(*round, seats, *fee, *ratio),
                Happened::Ended { round } => all.end(at, *round, &self.ends[round]),
                Happened::Bought { number, .. } if self.struck.contains(number) => {}
                Happened::Bought { player, .. } => {
                    let player = all.players.get_mut(player).unwrap();
                    player.chips += self.starting_chips;
                    (player.is_in, player.left_final_table) = (true, None);
                    if player.pending.is_some() {
                        player.bought += self.starting_chips;
                    }
                }
                Happened::Disqualified(player) => {
                    let player = all.players.get_mut(player).unwrap();
                    (player.is_in, player.disqualified) = (false, Some(at));
                    if player.pending.is_none() {
                        all.removed += std::mem::take(&mut player.chips);
                    }
                }
                Happened::Withdrawn(players) => {
                    for player in players {
                        let player = all.players.get_mut(player).unwrap();
                        player.is_in = false;
                        player.left_final_table = all.final_table.then_some(at);
                        all.removed += std::mem::take(&mut player.chips);
                    }
                }
                Happened::FinalTable(formed) => all.final_table = *formed,
            }
        }
        all
    }
}

impl Reckoned {
    fn level(&mut self, from: u32, to: u32) {
        if !self.levels.insert(to) || to < from {
            return;
        }
        for player in self.players.values_mut().filter(|player| player.is_in) {
            match &mut player.pending {
                Some(pending) => *pending += 2,
                None => player.points += 2,
            }
        }
    }

    fn start(&mut self, round: u32, seats: &[u32], fee: u64, ratio: u64) {
        let mut pot = BTreeMap::new();
        let mut risks = BTreeMap::new();
        for seat in seats {
            let player = self.players.get_mut(seat).unwrap();
            let paid = fee.min(player.chips);
            player.chips -= paid;
            (player.pending, player.bought) = (Some(0), 0);
            pot.insert(*seat, paid);
            risks.insert(*seat, player.chips);
        }
        self.pots.insert(round, pot);
        self.rounds.insert(round, Sat { seats: seats.to_vec(), ratio, risks });
    }

    fn end(&mut self, at: usize, round: u32, end: &End) {
        let pot = self.pots.remove(&round).unwrap();
        let Sat { seats, ratio, risks } = self.rounds[&round].clone();
        match end {
            End::Void => pot.iter().for_each(|(seat, fee)| self.players.get_mut(seat).unwrap().chips += fee),
            End::Divided(shares) => {
                shares.iter().for_each(|(seat, share)| self.players.get_mut(seat).unwrap().chips += share);
            }
            End::Won { winner, losses } => {
                let worst = losses.values().max().unwrap();
                let mut won: u64 = pot.values().sum();
                for (loser, against) in losses {
                    let paid = (against * ratio).min(risks[loser]).min(risks[winner]);
                    let player = self.players.get_mut(loser).unwrap();
                    player.chips -= paid;
                    player.points += if against == worst { 1 } else { 2 };
                    won += paid;
                }
                let winner = self.players.get_mut(winner).unwrap();
                winner.chips += won;
                winner.points += 3;
            }
        }
        for seat in seats {
            let player = self.players.get_mut(&seat).unwrap();
            let pending = player.pending.take().unwrap();
            if player.disqualified.is_some() {
                self.removed += std::mem::take(&mut player.chips);
            } else if player.chips == 0 {
                player.is_in = false;
                player.left_final_table = self.final_table.then_some(at);
            } else {
                player.points += pending;
            }
        }
    }

    /// What a player ranks by: the more, the higher.
    fn key(&self, player: u32, may_return: &BTreeSet<u32>) -> (u8, u64) {
        let plain = &self.players[&player];
        let number = |at: usize| u64::try_from(at).unwrap();
        match (plain.is_in, plain.disqualified, plain.left_final_table) {
            (_, Some(at), _) => (0, number(at)),
            (true, ..) => (4, plain.chips),
            (false, None, _) if may_return.contains(&player) => (3, 0),
            (false, None, Some(at)) => (2, number(at)),
            (false, None, None) => (1, plain.points.into()),
        }
    }

    /// Every player's rank: one more than there are above.
    pub fn ranks(&self, may_return: &BTreeSet<u32>) -> BTreeMap<u32, u32> {
        let keys: BTreeMap<u32, _> =
            self.players.keys().map(|player| (*player, self.key(*player, may_return))).collect();
        let above = |key: &(u8, u64)| keys.values().filter(|other| *other > key).count();
        keys.iter().map(|(player, key)| (*player, u32::try_from(above(key)).unwrap() + 1)).collect()
    }
}
