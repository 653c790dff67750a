//! What the people of a random club ask for, round by round: mostly sensible, judged by what the store holds at the
//! beginning of the round; sometimes wrong, late, repeated, or by the wrong person.

mod conduct;
mod finance;
mod games;
mod players;
mod rooms;
mod staff;
mod switches;
mod tables;
mod wallets;

use uuid::Uuid;

use super::rng::Rng;
use super::step::{Asked, Step};
use crate::domain::act::Actor;
use crate::domain::ids::{ApprovalId, ClientId, DepositId, GameId, PlayerId, StaffId, WithdrawalId};
use crate::domain::money::Currency;
use crate::domain::players::access::Role;
use crate::domain::slug::Slug;
use crate::store::memory::Memory;

/// So many steps have one time, and are proposed from the same view of the store.
pub const ROUND: usize = 64;
/// A repeat is of one of so many last steps.
const RECENT: usize = 512;

/// One of the things that people ask for; `None` where there is nothing to ask it of.
type Propose = fn(&mut Club, &Memory) -> Option<Asked>;

/// What is asked for, and how often.
const PROPOSALS: &[(usize, Propose)] = &[
    (600, tables::go_on),
    (160, games::open),
    (100, wallets::deposit),
    (30, wallets::withdraw),
    (50, wallets::go_on),
    (20, finance::adjust),
    (20, finance::propose),
    (30, finance::decide),
    (8, finance::reverse),
    (4, wallets::charge_back),
    (10, players::open),
    (6, players::sanction),
    (4, players::correct_rating),
    (6, players::change_person),
    (2, conduct::set_jurisdictions),
    (3, staff::change),
    (2, rooms::publish),
    (3, switches::throw),
];

/// A club as its people see it.
#[derive(Debug)]
pub struct Club {
    rng: Rng,
    number: u32,
    round: u32,
    founding: Vec<Asked>,
    recent: Vec<Step>,
    weights: usize,
    members: usize,
    players: Vec<PlayerId>,
    staff: Vec<(StaffId, Role)>,
    clients: Vec<ClientId>,
    deposits: Vec<DepositId>,
    withdrawals: Vec<WithdrawalId>,
    approvals: Vec<ApprovalId>,
    games: Vec<GameId>,
    ended: Vec<GameId>,
    currencies: Vec<Currency>,
    providers: Vec<Slug>,
}

impl Club {
    /// The club of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let members = [3, 12, 60][rng.below(3)];
        let mut club = Self {
            rng,
            number: 0,
            round: 0,
            founding: Vec::new(),
            recent: Vec::new(),
            weights: PROPOSALS.iter().map(|(weight, _)| weight).sum(),
            members,
            players: Vec::new(),
            staff: Vec::new(),
            clients: Vec::new(),
            deposits: Vec::new(),
            withdrawals: Vec::new(),
            approvals: Vec::new(),
            games: Vec::new(),
            ended: Vec::new(),
            currencies: ["USD", "EUR", "JPY"].iter().filter_map(|code| Currency::from_code(code).ok()).collect(),
            providers: ["paypal", "neteller"].iter().filter_map(|slug| slug.parse().ok()).collect(),
        };
        club.found();
        club
    }

    /// What comes first: staff, client apps, schedules and rooms, players with some money.
    fn found(&mut self) {
        self.found_staff();
        self.found_rooms();
        for _ in 0..self.members {
            let open = self.open_player(Actor::System);
            self.founding.push(open);
        }
        for at in 0..2 * self.members {
            let deposit = self.first_deposit(at % self.members);
            self.founding.extend(deposit);
        }
        self.founding.reverse();
    }

    /// The steps of the next round.
    pub fn round(&mut self, store: &Memory) -> Vec<Step> {
        let steps: Vec<Step> = (0..ROUND).map(|_| self.step(store)).collect();
        self.recent.extend_from_slice(&steps);
        let old = self.recent.len().saturating_sub(RECENT);
        self.recent.drain(..old);
        self.round += 1;
        steps
    }

    fn step(&mut self, store: &Memory) -> Step {
        let (number, round) = (self.number, self.round);
        self.number += 1;
        if let Some(asked) = self.founding.pop() {
            return Step { number, round, key: number, other_body: false, asked };
        }
        if self.rng.once_in(24)
            && let Some(earlier) = self.rng.pick(&self.recent).cloned()
        {
            let other_body = earlier.other_body || self.rng.once_in(4);
            return Step { number, round, other_body, ..earlier };
        }
        loop {
            let asked = self.proposal()(self, store);
            if let Some(asked) = asked {
                return Step { number, round, key: number, other_body: false, asked };
            }
        }
    }

    fn proposal(&mut self) -> Propose {
        let mut at = self.rng.below(self.weights);
        for (weight, propose) in PROPOSALS {
            if at < *weight {
                return *propose;
            }
            at -= weight;
        }
        wallets::deposit
    }

    fn uuid(&mut self) -> Uuid {
        self.rng.uuid()
    }

    /// A player; rarely one that there is not.
    fn player(&mut self) -> PlayerId {
        match self.rng.pick(&self.players).copied() {
            Some(player) if !self.rng.once_in(200) => player,
            _ => PlayerId(self.uuid()),
        }
    }

    /// A currency: mostly the same, so that people play each other.
    fn currency(&mut self) -> Currency {
        let other = self.rng.once_in(5);
        let chosen = if other { self.rng.pick(&self.currencies) } else { self.currencies.first() };
        chosen.copied().unwrap_or_else(Currency::usd)
    }

    fn provider(&mut self) -> Option<Slug> {
        self.rng.pick(&self.providers).copied()
    }

    /// Who books money: the house itself, the cashier's app, finance; rarely somebody who may not.
    fn cashier(&mut self) -> Actor {
        match self.rng.below(60) {
            0 => Actor::Player(self.player()),
            1 => self.somebody(),
            2..=20 => self.clients.first().map_or(Actor::System, |client| Actor::Client(*client)),
            21..=30 => self.one_of(Role::Finance),
            _ => Actor::System,
        }
    }

    /// Somebody of a role; rarely somebody else.
    fn one_of(&mut self, role: Role) -> Actor {
        if self.rng.once_in(40) {
            return self.somebody();
        }
        let of_role: Vec<StaffId> = self.staff.iter().filter(|(_, of)| *of == role).map(|(id, _)| *id).collect();
        self.rng.pick(&of_role).map_or(Actor::System, |member| Actor::Staff(*member))
    }

    /// Any member of staff, or a client app.
    fn somebody(&mut self) -> Actor {
        if self.rng.once_in(4) {
            self.rng.pick(&self.clients).map_or(Actor::System, |client| Actor::Client(*client))
        } else {
            self.rng.pick(&self.staff).map_or(Actor::System, |(member, _)| Actor::Staff(*member))
        }
    }

    /// Why; now and then nothing.
    fn reason(&mut self) -> String {
        if self.rng.once_in(50) { String::new() } else { "because".to_owned() }
    }
}

/// Adds to a list of which only the last few are wanted.
fn remember<T>(list: &mut Vec<T>, value: T, most: usize) {
    list.push(value);
    if list.len() > 2 * most {
        list.drain(..most);
    }
}
