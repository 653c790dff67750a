//! All worked cases of the rake, settled for real in memory.

use kupa::actions::games::JoinGame;
use kupa::actions::players::CorrectRating;
use kupa::actions::rake::PublishSchedule;
use kupa::actions::rooms::PublishRoom;
use kupa::domain::act::{Actor, Refused};
use kupa::domain::games::{GameKind, Terms, Variant};
use kupa::domain::ids::{GameId, PlayerId};
use kupa::domain::ledger::account::AccountKey;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::Schedule;
use kupa::domain::rooms::Room;
use kupa::rules::rating::Rating;
use serde_json::Value;

use crate::support::club::Club;
use crate::support::rake_cases::{House, Offer, play};
use crate::support::table::{club, single};

fn word(refused: Refused) -> String {
    refused.code.as_str().to_owned()
}

impl House for Club {
    type Player = PlayerId;
    type Game = GameId;

    fn publish_schedule(&mut self, slug: &str, document: Schedule) {
        let (by, schedule) = (Actor::System, slug.parse().unwrap());
        self.act(PublishSchedule { by, schedule, replaces: 0, document, effective_from: None }).unwrap();
    }

    fn publish_room(&mut self, slug: &str, document: Room) {
        let (by, room) = (Actor::System, slug.parse().unwrap());
        self.act(PublishRoom { by, room, replaces: 0, document, effective_from: None }).unwrap();
    }

    fn seat(&mut self, rating: Rating, cash: Minor, currency: Currency) -> PlayerId {
        let nickname = self.uuid().to_string();
        let player = self.player(&nickname, 0);
        let act = CorrectRating {
            by: Actor::System,
            player,
            variant: Variant::Backgammon,
            rating: rating.millionths(),
            experience: None,
            reason: "a worked case".into(),
        };
        self.act(act).unwrap();
        self.deposit_in(player, cash.0, currency).unwrap();
        player
    }

    fn open(&mut self, player: PlayerId, offer: &Offer) -> Result<GameId, String> {
        let currency: Currency = offer.currency.parse().unwrap();
        let stake = Minor::from_decimal(offer.stake.parse().unwrap(), currency);
        let stake = stake.map_err(|error| word(error.into()))?;
        let kind = offer.points.map_or(GameKind::Single, |points| GameKind::Match { points });
        let terms = Terms { kind, stake, currency, ..single(1) };
        Club::open(self, player, &offer.room, terms).map_err(word)
    }

    fn join(&mut self, game: GameId, player: PlayerId) -> Result<(), String> {
        let act = JoinGame { by: Actor::Player(player), game, player };
        self.act(act).map(|_| ()).map_err(word)
    }

    fn double(&mut self, game: GameId, player: PlayerId) {
        assert_eq!(Club::double(self, game, player).unwrap().cap, None);
    }

    fn take(&mut self, game: GameId, player: PlayerId) {
        Club::take(self, game, player).unwrap();
    }

    fn report(&mut self, game: GameId, winner: PlayerId, result: u8, cube: u32) {
        self.settle(game, winner, result, cube);
    }

    fn cash(&mut self, player: PlayerId, currency: Currency) -> Minor {
        self.balance(AccountKey::cash(player, currency))
    }

    fn rake(&mut self, currency: Currency) -> Minor {
        Minor(Club::rake(self, currency))
    }

    fn escrow(&mut self, game: GameId, currency: Currency) -> Minor {
        self.balance(AccountKey::escrow(game, currency))
    }

    fn explained(&mut self, game: GameId) -> Value {
        serde_json::to_value(self.settlement(game).explanation.shown()).unwrap()
    }
}

#[test]
fn every_worked_case_holds_through_real_settlements() {
    let (mut club, ..) = club(0, 0);
    assert_eq!(play(&mut club), (548, 56));
    club.prove();
}
