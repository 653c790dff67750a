use kupa::domain::act::{Act, Actor, Needs, Refused, World};
use kupa::domain::codes::Code;
use kupa::domain::ids::PlayerId;
use kupa::domain::ledger::account::{AccountKey, AccountKind};
use kupa::domain::ledger::post::{NewTransfer, need, post};
use kupa::domain::ledger::transfer::TransferKind;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::time::Time;

use crate::support::club::{Club, code};

/// Pays a player out of the house's rake, in one currency each side: an act with a fault where the sums differ.
#[derive(serde::Serialize)]
struct Pay {
    player: PlayerId,
    from: (i64, Currency),
    to: (i64, Currency),
}

impl Pay {
    fn lines(&self, world: &World) -> [(AccountKey, Minor); 2] {
        let rake = AccountKey::of_shard(AccountKind::Rake, self.from.1, world.shard());
        [(rake, Minor(-self.from.0)), (AccountKey::cash(self.player, self.to.1), Minor(self.to.0))]
    }
}

impl Act for Pay {
    type Answer = ();
    const NAME: &'static str = "pay";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        self.lines(world).iter().for_each(|(account, _)| need(needs, *account));
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<(), Refused> {
        let new = NewTransfer { kind: TransferKind::Adjustment, subject: self.player.0, reverses: None };
        let lines = self.lines(world);
        post(world, new, &lines).map(|_| ())
    }
}

#[test]
fn a_transfer_that_does_not_sum_to_zero_in_each_currency_moves_nothing() {
    let mut club = Club::new();
    let player = club.player("ann", 0);
    let (usd, eur) = (Currency::usd(), Currency::from_code("EUR").unwrap());
    for (from, to) in [((100, usd), (101, usd)), ((100, usd), (99, usd)), ((100, usd), (100, eur))] {
        assert_eq!(code(club.act(Pay { player, from, to })), Code::Unbalanced, "{from:?} {to:?}");
    }
    for account in [AccountKey::cash(player, usd), AccountKey::cash(player, eur)] {
        assert_eq!(club.balance(account), Minor::ZERO);
    }
    assert_eq!(club.balance(AccountKey::of_shard(AccountKind::Rake, usd, 1)), Minor::ZERO);

    club.act(Pay { player, from: (100, usd), to: (100, usd) }).unwrap();
    assert_eq!(club.balance(AccountKey::cash(player, usd)), Minor(100));
}
