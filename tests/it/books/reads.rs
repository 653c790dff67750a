//! The ledger as edges read it, on both databases.

use std::collections::BTreeSet;

use kupa::domain::ids::TransferId;
use kupa::domain::ledger::account::{AccountKey, AccountKind, Side};
use kupa::domain::ledger::transfer::{Transfer, TransferKind};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::time::Time;
use kupa::store::ledger::{
    Cut, TransferFilter, balance_at, cut_before, find_account, find_transfer, list_accounts, list_transfers, present,
    statement, trial_balance,
};
use kupa::store::players::list_accounts_of;

use crate::support::databases::on_both;
use crate::support::house::House;

const USD: fn() -> Currency = Currency::usd;

/// All transfers that fit, read in pages of so many.
fn all(db: &mut kupa::store::dialect::Db, filter: &TransferFilter, most: usize) -> Vec<Transfer> {
    let mut below = present(db).unwrap();
    let mut all = Vec::new();
    loop {
        let (page, rest) = list_transfers(db, filter, &below, most).unwrap();
        if page.is_empty() {
            return all;
        }
        all.extend(page);
        below = rest;
    }
}

on_both! {
    fn a_statement_goes_back_page_by_page_and_its_balances_follow_from_each_other(database) {
        let mut house = House::new(database, 2);
        let [ann, _] = house.play(3);
        let mut db = house.store.reader().unwrap();
        let cash = AccountKey::cash(ann, USD());
        let whole = statement(&mut db, cash, None, 100).unwrap();
        let mut paged = Vec::new();
        let mut before = None;
        loop {
            let page = statement(&mut db, cash, before, 2).unwrap();
            let Some(last) = page.last() else { break };
            before = Some(last.posting.account_seq);
            paged.extend(page);
        }
        assert_eq!(paged, whole);
        assert_eq!(whole.last().unwrap().transfer.kind, TransferKind::Deposit);
        let mut balance = 0;
        for line in whole.iter().rev() {
            balance += line.posting.amount.0;
            assert_eq!(line.posting.balance_after, Some(Minor(balance)));
            assert_eq!((line.posting.shard, line.posting.seq), (line.transfer.shard, line.transfer.seq));
        }
        assert_eq!(find_account(&mut db, cash).unwrap().unwrap().balance, Minor(balance));
    }

    fn the_houses_accounts_have_statements_too(database) {
        let mut house = House::new(database, 1);
        house.play(3);
        let mut db = house.store.reader().unwrap();
        let rake = AccountKey::of_shard(AccountKind::Rake, USD(), 1);
        let lines = statement(&mut db, rake, None, 100).unwrap();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.transfer.kind == TransferKind::Settlement));
        let sum: i64 = lines.iter().map(|line| line.posting.amount.0).sum();
        assert_eq!(find_account(&mut db, rake).unwrap().unwrap().balance, Minor(sum));
    }

    fn a_players_accounts_are_theirs_alone(database) {
        let mut house = House::new(database, 1);
        let [ann, _] = house.play(1);
        let mut db = house.store.reader().unwrap();
        let own = list_accounts_of(&mut db, ann).unwrap();
        assert_eq!(own.iter().map(|row| row.account()).collect::<Vec<_>>(), [AccountKey::cash(ann, USD())]);
    }

    fn accounts_are_listed_page_by_page(database) {
        let mut house = House::new(database, 2);
        house.play(2);
        let mut db = house.store.reader().unwrap();
        let whole = list_accounts(&mut db, None, None, 1_000).unwrap();
        let mut paged = Vec::new();
        while let page = list_accounts(&mut db, None, paged.last().copied(), 2).unwrap()
            && !page.is_empty()
        {
            paged.extend(page.iter().map(|row| row.account()));
        }
        assert_eq!(paged, whole.iter().map(|row| row.account()).collect::<Vec<_>>());
        let escrows = list_accounts(&mut db, Some(AccountKind::Escrow), None, 2).unwrap();
        let rest = list_accounts(&mut db, Some(AccountKind::Escrow), escrows.last().map(|row| row.account()), 9).unwrap();
        assert_eq!((escrows.len(), rest.len()), (2, 1));
        assert!(escrows.iter().chain(&rest).all(|row| row.kind == AccountKind::Escrow));
    }

    fn a_transfer_is_found_with_its_postings(database) {
        let mut house = House::new(database, 1);
        house.play(1);
        let mut db = house.store.reader().unwrap();
        let settled = TransferFilter { kind: Some(TransferKind::Settlement), ..TransferFilter::default() };
        let row = all(&mut db, &settled, 9).pop().unwrap();
        let (transfer, legs) = find_transfer(&mut db, row.id()).unwrap().unwrap();
        assert_eq!((&transfer, legs.len() as i64), (&row, row.legs));
        assert_eq!(legs.iter().map(|leg| leg.amount.0).sum::<i64>(), 0);
        assert!(find_transfer(&mut db, TransferId::at(1, 999_999)).unwrap().is_none());
        assert!(find_transfer(&mut db, TransferId(uuid::Uuid::now_v7())).unwrap().is_none());
    }

    fn transfers_are_listed_by_kind_subject_account_and_time(database) {
        let mut house = House::new(database, 2);
        let [ann, _] = house.play(3);
        let mut db = house.store.reader().unwrap();
        let every = all(&mut db, &TransferFilter::default(), 1_000);
        let paged = all(&mut db, &TransferFilter::default(), 3);
        assert!(every.is_sorted_by_key(|row| std::cmp::Reverse((row.at, row.shard, row.seq))));
        assert_eq!(every, paged);

        let game = every.iter().find(|row| row.kind == TransferKind::Settlement).unwrap().clone();
        let of = |fits: &dyn Fn(&Transfer) -> bool| every.iter().filter(|row| fits(row)).cloned().collect::<Vec<_>>();
        let filter = TransferFilter { kind: Some(TransferKind::Escrow), ..TransferFilter::default() };
        assert_eq!(all(&mut db, &filter, 2), of(&|row| row.kind == TransferKind::Escrow));
        let filter = TransferFilter { subject: Some(game.subject), ..TransferFilter::default() };
        assert_eq!(all(&mut db, &filter, 2), of(&|row| row.subject == game.subject));
        let filter = TransferFilter { from: Some(game.at), ..TransferFilter::default() };
        assert_eq!(all(&mut db, &filter, 2), of(&|row| row.at >= game.at));
        let filter = TransferFilter { until: Some(game.at), ..TransferFilter::default() };
        assert_eq!(all(&mut db, &filter, 2), of(&|row| row.at < game.at));

        let cash = AccountKey::cash(ann, USD());
        let filter = TransferFilter { account: Some(cash), ..TransferFilter::default() };
        let found: BTreeSet<_> = all(&mut db, &filter, 2).iter().map(Transfer::id).collect();
        let lines = statement(&mut db, cash, None, 1_000).unwrap();
        assert_eq!(found, lines.iter().map(|line| line.transfer.id()).collect());
    }

    fn a_trial_balance_shows_liabilities_and_balances_now_and_then(database) {
        let mut house = House::new(database, 2);
        let both = house.play(2);
        let mut db = house.store.reader().unwrap();
        let then = trial_balance(&mut db, None).unwrap();
        house.play_on(both, 2);
        let now = trial_balance(&mut db, None).unwrap();
        assert_eq!(trial_balance(&mut db, Some(&then.cut)).unwrap(), then);
        assert_ne!(now, then);
        for trial in [&then, &now] {
            let sides = trial.sides(USD()).unwrap();
            assert!(trial.balances());
            assert_eq!(sides[&Side::Assets], Minor(-2_000_000));
            let owed = sides[&Side::Players].0 + sides[&Side::Escrows].0 + sides[&Side::House].0;
            assert_eq!(owed, 2_000_000);
            assert!(sides[&Side::House].is_positive());
        }
        let nothing = trial_balance(&mut db, Some(&Cut::new())).unwrap();
        assert!(nothing.lines.values().all(|balance| balance.is_zero()));
    }

    fn a_balance_as_of_a_cut_is_what_it_was(database) {
        let mut house = House::new(database, 2);
        let both = house.play(2);
        let mut db = house.store.reader().unwrap();
        let accounts: Vec<_> = list_accounts(&mut db, None, None, 1_000).unwrap();
        let then = present(&mut db).unwrap();
        house.play_on(both, 3);
        for row in &accounts {
            assert_eq!(balance_at(&mut db, row.account(), &then).unwrap(), row.balance, "{}", row.account());
        }
        let now = present(&mut db).unwrap();
        let ann = AccountKey::cash(both[0], USD());
        assert_eq!(balance_at(&mut db, ann, &now).unwrap(), find_account(&mut db, ann).unwrap().unwrap().balance);
        assert_eq!(balance_at(&mut db, ann, &Cut::new()).unwrap(), Minor::ZERO);
    }

    fn the_cut_before_an_instant_holds_all_that_was_earlier_and_no_more(database) {
        let mut house = House::new(database, 2);
        house.play(2);
        let mut db = house.store.reader().unwrap();
        let every = all(&mut db, &TransferFilter::default(), 1_000);
        for row in &every {
            let cut = cut_before(&mut db, row.at).unwrap();
            assert!(every.iter().all(|other| (other.at < row.at) == (other.seq <= cut[&other.shard])));
        }
        assert_eq!(cut_before(&mut db, Time::from_micros(0)).unwrap().values().max(), Some(&0));
    }
}
