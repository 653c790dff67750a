//! The worked cases of the rake (`tests/data/rake.jsonl`), each played as a real game: the ratings set, both players
//! funded, the game opened, joined, doubled as often as the cube says, reported; then the balances of both players and
//! of the house, to the unit. It drives whatever can do these acts: the club in memory, or the service over HTTP.

use std::collections::BTreeSet;

use kupa::domain::games::terms::CUBE_MAX_DEFAULT;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::shipped::find_schedule;
use kupa::domain::rake::{Schedule, TierBasis};
use kupa::domain::rooms::shipped;
use kupa::domain::rooms::{Matches, Room, Stakes};
use kupa::rules::rating::Rating;
use rust_decimal::Decimal;
use serde_json::Value;

/// What is offered: amounts as they are written.
#[derive(Debug, Clone)]
pub struct Offer {
    pub room: String,
    pub stake: String,
    pub currency: String,
    /// A match to so many points; none: a single game.
    pub points: Option<u32>,
}

/// Who or what does the acts. Refusals are told by their code.
pub trait House {
    type Player: Copy;
    type Game: Copy;

    fn publish_schedule(&mut self, slug: &str, document: Schedule);
    fn publish_room(&mut self, slug: &str, document: Room);
    /// A new player with this rating and so much cash.
    fn seat(&mut self, rating: Rating, cash: Minor, currency: Currency) -> Self::Player;
    fn open(&mut self, player: Self::Player, offer: &Offer) -> Result<Self::Game, String>;
    fn join(&mut self, game: Self::Game, player: Self::Player) -> Result<(), String>;
    fn double(&mut self, game: Self::Game, player: Self::Player);
    fn take(&mut self, game: Self::Game, player: Self::Player);
    fn report(&mut self, game: Self::Game, winner: Self::Player, result: u8, cube: u32);
    fn cash(&mut self, player: Self::Player, currency: Currency) -> Minor;
    /// What the house has earned.
    fn rake(&mut self, currency: Currency) -> Minor;
    /// What the game still holds.
    fn escrow(&mut self, game: Self::Game, currency: Currency) -> Minor;
    /// The stored reckoning, in the words of the cases.
    fn explained(&mut self, game: Self::Game) -> Value;
}

/// One case.
struct Case {
    input: Value,
    expect: Value,
}

impl Case {
    fn text(&self, field: &str) -> &str {
        self.input[field].as_str().unwrap_or_else(|| panic!("{field} of {}", self.input))
    }

    fn number(&self, field: &str) -> Option<u32> {
        self.input[field].as_u64().map(|number| u32::try_from(number).unwrap())
    }

    fn by_amount(&self) -> bool {
        self.input["tier_basis"] == "amount"
    }

    fn currency(&self) -> Currency {
        self.text("currency").parse().unwrap()
    }

    /// A shipped room where it can, else one that [`prepare`] has published.
    fn room(&self) -> String {
        let schedule = self.text("schedule");
        if self.by_amount() {
            return format!("{schedule}_by_amount");
        }
        let shipped = match schedule {
            "sheshbesh" => "main",
            "gammonempire" => "empire",
            same => same,
        };
        if self.text("currency") == "USD" { shipped.to_owned() } else { format!("{schedule}_anywhere") }
    }

    fn rating(&self, field: &str) -> Rating {
        Rating::from_decimal(self.text(field).parse().unwrap()).unwrap()
    }
}

fn cases() -> Vec<Case> {
    let text = include_str!("../../data/rake.jsonl");
    let case = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        Case { input: line["input"].take(), expect: line["expect"].take() }
    };
    text.lines().map(case).collect()
}

/// A room like the shipped one of a schedule, that plays for every currency of the cases and offers matches even
/// where the schedule has no rates for them.
fn room_for(schedule: &str, named: String) -> Room {
    let (_, mut room) = shipped::rooms().into_iter().find(|(_, room)| room.schedule == schedule).unwrap();
    room.schedule = named;
    room.kinds.matches = Some(Matches { points_max: 25 });
    for code in ["USD", "EUR", "ILS", "JPY", "KWD"] {
        let currency: Currency = code.parse().unwrap();
        let least = Minor(1).to_decimal(currency).into();
        let most = Decimal::from(1_000_000).into();
        room.stakes.insert(currency, Stakes::Range { least, most, step: least });
    }
    room
}

/// Publishes what the shipped rooms and schedules lack: other currencies, tiers by the amount.
fn prepare(house: &mut impl House, cases: &[Case]) {
    let schedules: BTreeSet<&str> = cases.iter().map(|case| case.text("schedule")).collect();
    for schedule in schedules {
        house.publish_room(&format!("{schedule}_anywhere"), room_for(schedule, schedule.to_owned()));
        let by_amount = format!("{schedule}_by_amount");
        let document = Schedule { tier_basis: TierBasis::Amount, ..find_schedule(schedule).unwrap() };
        house.publish_schedule(&by_amount, document);
        house.publish_room(&by_amount, room_for(schedule, by_amount.clone()));
    }
}

/// Plays all cases; says how many were settled and how many refused.
pub fn play<H: House>(house: &mut H) -> (usize, usize) {
    play_share(house, 1, 0)
}

/// Plays one share of the cases.
pub fn play_share<H: House>(house: &mut H, shares: usize, share: usize) -> (usize, usize) {
    let cases = cases();
    prepare(house, &cases);
    let (mut settled, mut refused) = (0, 0);
    for (index, case) in cases.iter().enumerate().skip(share).step_by(shares) {
        match (play_one(house, case, (index / shares).is_multiple_of(2)), case.expect["error"].as_str()) {
            (Ok(()), None) => settled += 1,
            (Err(code), Some(expected)) => {
                // The command line names the schedule's least rating by its own word.
                let expected = if expected == "giants_rating" { "rating_too_low" } else { expected };
                assert_eq!(code, expected, "{}", case.input);
                refused += 1;
            }
            (came, expected) => panic!("{came:?} in place of {expected:?}: {}", case.input),
        }
    }
    (settled, refused)
}

/// Plays one case; the winner is who opens it, or who joins.
fn play_one<H: House>(house: &mut H, case: &Case, winner_opens: bool) -> Result<(), String> {
    let currency = case.currency();
    let offer = Offer {
        room: case.room(),
        stake: case.text("stake").to_owned(),
        currency: currency.code().to_owned(),
        points: case.number("points"),
    };
    let (cube, result) = (case.number("cube").unwrap_or(1), case.number("result").unwrap_or(1));
    assert!(cube <= CUBE_MAX_DEFAULT, "the cases double no further: {}", case.input);
    let stake = case.text("stake").parse::<Decimal>().unwrap().ceil();
    let cash = Minor::from_decimal(stake * Decimal::from(cube * 3), currency).unwrap();
    let winner = house.seat(case.rating("rating_winner"), cash, currency);
    let loser = house.seat(case.rating("rating_loser"), cash, currency);
    let (opener, joiner) = if winner_opens { (winner, loser) } else { (loser, winner) };
    let before = house.rake(currency);

    let game = house.open(opener, &offer)?;
    house.join(game, joiner)?;
    for doubling in 0..cube.trailing_zeros() {
        let (offers, takes) = if doubling % 2 == 0 { (opener, joiner) } else { (joiner, opener) };
        house.double(game, offers);
        house.take(game, takes);
    }
    house.report(game, winner, u8::try_from(result).unwrap(), cube);

    let expected = |field: &str| case.expect[field].as_str().unwrap().parse::<Decimal>().unwrap();
    let came = |after: Minor, before: Minor| after.minus(before).unwrap().to_decimal(currency);
    assert_eq!(came(house.cash(winner, currency), cash), expected("winner"), "winner of {}", case.input);
    assert_eq!(came(house.cash(loser, currency), cash), expected("loser"), "loser of {}", case.input);
    assert_eq!(came(house.rake(currency), before), expected("house"), "house of {}", case.input);
    assert_eq!(house.escrow(game, currency), Minor::ZERO, "escrow of {}", case.input);
    assert_eq!(house.explained(game), case.expect, "explanation of {}", case.input);
    Ok(())
}
