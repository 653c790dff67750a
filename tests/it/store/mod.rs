//! The store on real databases.

mod growing;
mod mailboxes;
mod opening;
mod racing;
mod rows;
mod schema;
mod switching;
mod writing;

use kupa::actions::players::OpenPlayer;
use kupa::actions::wallets::BookDeposit;
use kupa::domain::act::{Act, Actor, Refused, RequestKey};
use kupa::domain::ids::{DepositId, PlayerId};
use kupa::domain::money::{Currency, Minor};
use kupa::store::committer::{Books, Waiter, Writer};
use uuid::Uuid;

/// Does an act alone.
fn act<B: Books, A: Act>(writer: &mut Writer<B>, key: &str, act: A) -> Result<A::Answer, Refused> {
    let (waiter, mut answer) = Waiter::new(act, RequestKey::new(key.into(), &[], None));
    writer.process(vec![Box::new(waiter)]);
    answer.try_recv().unwrap()?.into_result()
}

fn open_player(number: u128) -> OpenPlayer {
    let player = PlayerId(Uuid::from_u128(number));
    let (nickname, person) = (format!("player {number}"), Default::default());
    OpenPlayer { by: Actor::System, player, nickname, email: None, password: None, person }
}

/// A deposit of five dollars, known by its number, for a player known by theirs.
fn deposit(number: u128, player: u128) -> BookDeposit {
    BookDeposit {
        by: Actor::System,
        deposit: DepositId(Uuid::from_u128(number)),
        player: PlayerId(Uuid::from_u128(player)),
        provider: "paypal".parse().unwrap(),
        reference: format!("R{number}"),
        amount: Minor(500),
        currency: Currency::usd(),
    }
}

/// Opens a player and books three deposits, one of them asked for twice.
fn open_and_deposit<B: Books>(writer: &mut Writer<B>) {
    act(writer, "open", open_player(1)).unwrap();
    for (key, number, sum) in [("a", 10, 500), ("b", 11, 1_000), ("a", 10, 500), ("c", 12, 1_500)] {
        assert_eq!(act(writer, key, deposit(number, 1)).unwrap().balance, Minor(sum));
    }
}
