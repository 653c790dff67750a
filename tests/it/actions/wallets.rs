use kupa::actions::wallets::BookDeposit;
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::ids::DepositId;
use kupa::domain::ledger::account::{AccountKey, AccountKind};
use kupa::domain::money::{Currency, Minor};

use crate::support::club::{Club, code};

#[test]
fn a_deposit_is_booked_once_for_a_providers_reference() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let mut act = BookDeposit {
        by: Actor::System,
        deposit: DepositId(club.uuid()),
        player: ann,
        provider: "paypal".parse().unwrap(),
        reference: "R1".into(),
        amount: Minor(500),
        currency: Currency::usd(),
    };
    assert_eq!(club.act(act.clone()).unwrap().balance, Minor(500));
    act.deposit = DepositId(club.uuid());
    assert_eq!(code(club.act(act)), Code::DepositKnown);
    assert_eq!(club.balance(AccountKey::cash(ann, Currency::usd())), Minor(500));
    let clearing = AccountKind::Clearing("paypal".parse().unwrap());
    assert_eq!(club.balance(AccountKey::of_shard(clearing, Currency::usd(), 1)), Minor(-500));
}

#[test]
fn the_same_key_answers_as_before_and_another_body_is_refused() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let mut act = BookDeposit {
        by: Actor::System,
        deposit: DepositId(club.uuid()),
        player: ann,
        provider: "paypal".parse().unwrap(),
        reference: "R1".into(),
        amount: Minor(500),
        currency: Currency::usd(),
    };
    let first = club.act_with_key(act.clone(), "k").unwrap();
    let again = club.act_with_key(act.clone(), "k").unwrap();
    assert_eq!(first.transfer, again.transfer);
    act.amount = Minor(600);
    assert_eq!(code(club.act_with_key(act, "k")), Code::KeyReused);
    assert_eq!(club.balance(AccountKey::cash(ann, Currency::usd())), Minor(500));
}
