//! All worked cases of the rake, settled for real over HTTP, on both databases.

use kupa::domain::ids::PlayerId;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::{Explanation, Schedule};
use kupa::domain::rooms::Room;
use kupa::rules::rating::Rating;
use serde_json::{Value, json};

use crate::support::app::{TestApp, result};
use crate::support::client::Reply;
use crate::support::databases::Database;
use crate::support::rake_cases::{House, Offer, play_share};

/// The word of a refusal: its code, or that of its first fault.
fn refusal(reply: &Reply) -> String {
    let problem = reply.json();
    let word = problem["errors"][0]["code"].as_str().or(problem["code"].as_str());
    word.unwrap_or_else(|| panic!("no code in {problem}")).to_owned()
}

fn done(reply: &Reply) -> Result<Value, String> {
    if reply.status < 300 { Ok(reply.json()) } else { Err(refusal(reply)) }
}

fn minor(amount: &str, currency: Currency) -> Minor {
    Minor::from_decimal(amount.parse().unwrap(), currency).unwrap()
}

/// Staff open, join and report for the players.
impl House for TestApp {
    type Player = PlayerId;
    type Game = kupa::domain::ids::GameId;

    fn publish_schedule(&mut self, slug: &str, document: Schedule) {
        let body = json!({"document": document});
        self.owner.edit(None, &format!("/v1/rake/schedules/{slug}/versions"), &body).expect(201);
    }

    fn publish_room(&mut self, slug: &str, document: Room) {
        let body = json!({"document": document});
        self.owner.edit(None, &format!("/v1/rooms/{slug}/versions"), &body).expect(201);
    }

    fn seat(&mut self, rating: Rating, cash: Minor, currency: Currency) -> PlayerId {
        let player = self.player(0).id;
        let body = json!({"rating": rating.to_decimal().to_string(), "reason": "a worked case"});
        self.owner.post(&format!("/v1/players/{player}/ratings/backgammon/correct"), &body).expect(200);
        self.deposit(player, &cash.to_decimal(currency).to_string(), currency.code()).expect(201);
        player
    }

    fn open(&mut self, player: PlayerId, offer: &Offer) -> Result<Self::Game, String> {
        let kind = if offer.points.is_some() { "match" } else { "single" };
        let body = json!({
            "room": offer.room, "kind": kind, "points": offer.points, "player": player,
            "stake": {"amount": offer.stake, "currency": offer.currency},
        });
        let opened = done(&self.owner.post("/v1/games", &body))?;
        Ok(opened["game"].as_str().unwrap().parse().unwrap())
    }

    fn join(&mut self, game: Self::Game, player: PlayerId) -> Result<(), String> {
        done(&self.owner.post(&format!("/v1/games/{game}/join"), &json!({"player": player}))).map(drop)
    }

    fn double(&mut self, game: Self::Game, player: PlayerId) {
        let offered = self.owner.post(&format!("/v1/games/{game}/double"), &json!({"player": player})).expect(200);
        assert_eq!(offered["cap"], Value::Null);
    }

    fn take(&mut self, game: Self::Game, player: PlayerId) {
        self.owner.post(&format!("/v1/games/{game}/take"), &json!({"player": player})).expect(200);
    }

    fn report(&mut self, game: Self::Game, winner: PlayerId, class: u8, cube: u32) {
        self.owner.post(&format!("/v1/games/{game}/report"), &result(winner, class, cube)).expect(200);
    }

    fn cash(&mut self, player: PlayerId, currency: Currency) -> Minor {
        minor(&self.cash_in(player, currency.code()), currency)
    }

    fn rake(&mut self, currency: Currency) -> Minor {
        let trial = self.owner.get("/v1/finance/trial-balance").expect(200);
        let lines = trial["lines"].as_array().unwrap();
        let own = |line: &&Value| line["kind"] == "rake" && line["balance"]["currency"] == currency.code();
        let line = lines.iter().find(own);
        line.map_or(Minor::ZERO, |line| minor(line["balance"]["amount"].as_str().unwrap(), currency))
    }

    fn escrow(&mut self, game: Self::Game, currency: Currency) -> Minor {
        let told = self.owner.get(&format!("/v1/games/{game}")).expect(200);
        let of = |seat: &str| minor(told[seat]["amount"].as_str().unwrap(), currency);
        of("opener_escrow").plus(of("joiner_escrow")).unwrap()
    }

    fn explained(&mut self, game: Self::Game) -> Value {
        let told = self.owner.get(&format!("/v1/games/{game}")).expect(200);
        let explanation: Explanation = serde_json::from_value(told["settlement"]["explanation"].clone()).unwrap();
        serde_json::to_value(explanation.shown()).unwrap()
    }
}

/// Shares of the cases are played at once, each in a house of its own: what the house earned is told by difference.
const SHARES: usize = 4;

fn play_all(database: fn() -> Option<Database>) {
    let shares: Vec<_> = std::thread::scope(|scope| {
        let one = |share| scope.spawn(move || Some(play_share(&mut TestApp::start(database()?), SHARES, share)));
        let playing: Vec<_> = (0..SHARES).map(one).collect();
        playing.into_iter().filter_map(|share| share.join().unwrap()).collect()
    });
    if !shares.is_empty() {
        let sum = |of: fn(&(usize, usize)) -> usize| shares.iter().map(of).sum::<usize>();
        assert_eq!((sum(|share| share.0), sum(|share| share.1)), (548, 56));
    }
}

#[test]
fn every_worked_case_holds_over_http_on_sqlite() {
    play_all(|| Some(Database::sqlite()));
}

#[test]
fn every_worked_case_holds_over_http_on_postgres() {
    play_all(Database::postgres);
}
