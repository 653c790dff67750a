//! Acts through the real writer on real databases.

use kupa::actions::players::OpenPlayer;
use kupa::actions::wallets::BookDeposit;
use kupa::domain::act::{Act, Actor, Refused, RequestKey};
use kupa::domain::ids::{DepositId, PlayerId};
use kupa::domain::money::{Currency, Minor};
use kupa::store::committer::{Books, Patience, Waiter, Writer};
use uuid::Uuid;

use crate::support::databases::on_both;

fn act<B: Books, A: Act>(writer: &mut Writer<B>, key: &str, act: A) -> Result<A::Answer, Refused> {
    let (waiter, mut answer) = Waiter::new(act, RequestKey::new(key.into(), &[], None));
    writer.process(vec![Box::new(waiter)]);
    answer.try_recv().unwrap()?.into_result()
}

on_both! {
    fn a_deposit_is_booked(database) {
        let mut writer = database.store().writers(1, None, Patience::default()).unwrap().pop().unwrap();
        let player = PlayerId(Uuid::now_v7());
        act(&mut writer, "a", OpenPlayer { by: Actor::System, player, nickname: "ann".into(), email: None, password: None }).unwrap();
        for (key, reference, sum) in [("b", "R1", 500), ("c", "R2", 1_000), ("b", "R1", 500)] {
            let booked = act(&mut writer, key, BookDeposit { by: Actor::System, deposit: DepositId(Uuid::now_v7()), player,
                provider: "paypal".parse().unwrap(), reference: reference.into(), amount: Minor(500), currency: Currency::usd() }).unwrap();
            assert_eq!(booked.balance, Minor(sum));
        }
    }
}
