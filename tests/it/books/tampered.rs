//! `kupa verify` on both databases: what an owner changes behind the committer's back is found and named.

use std::sync::atomic::{AtomicBool, Ordering};

use kupa::domain::ledger::proof::{Fault, Proved, Since, What};
use kupa::store::dialect::Db;
use kupa::store::proof::{Verified, verify};

use crate::support::databases::{Database, on_both};
use crate::support::house::House;

fn proved(house: &House, since: Since) -> Result<Proved, Fault> {
    match verify(&house.store, since, &mut |_| ()).unwrap() {
        Verified::Sound { proved, is_kept } => {
            assert!(is_kept);
            Ok(*proved)
        }
        Verified::Faulty(fault) => Err(*fault),
    }
}

/// A house whose books were proved, with more games after that.
fn half_proved(database: Database) -> House {
    let mut house = House::new(database, 2);
    let both = house.play(2);
    let first = proved(&house, Since::Checkpoint).unwrap();
    assert!(first.checkpoint.from_nothing && first.counts.settlements == 2);
    house.play_on(both, 2);
    house
}

/// Tampers with what came after the checkpoint: both ways of proving find it.
fn found(database: Database, sql: &str, what: &[What]) -> Fault {
    let house = half_proved(database);
    house.tamper(sql);
    let full = proved(&house, Since::Nothing).expect_err("found from nothing");
    let since = proved(&house, Since::Checkpoint).expect_err("found since the checkpoint");
    assert!(what.contains(&full.what), "{full}");
    assert_eq!(full.what, since.what);
    since
}

const LAST_SETTLEMENT: &str = "(SELECT MAX(seq) FROM transfers WHERE shard = 1 AND kind = 'settlement')";

on_both! {
    fn sound_books_are_proved_from_nothing_and_since_the_last_proof(database) {
        let house = half_proved(database);
        let since = proved(&house, Since::Checkpoint).unwrap();
        let full = proved(&house, Since::Nothing).unwrap();
        assert!(!since.checkpoint.from_nothing && full.checkpoint.from_nothing);
        assert_eq!((since.counts.settlements, full.counts.settlements), (2, 4));
        assert_eq!((since.cut, since.totals), (full.cut.clone(), full.totals));
        let again = proved(&house, Since::Checkpoint).unwrap();
        assert_eq!((again.counts.transfers, again.since), (0, full.cut));
    }

    fn a_cent_moved_by_hand_is_found(database) {
        let fault = found(
            database,
            &format!("UPDATE postings SET amount = amount + 1 WHERE shard = 1 AND seq = {LAST_SETTLEMENT} AND kind = 'rake'"),
            &[What::Unbalanced],
        );
        assert!(fault.transfer.is_some());
    }

    fn a_cent_moved_between_winner_and_house_that_balances_is_found(database) {
        let fault = found(
            database,
            &format!(
                "UPDATE postings SET amount = amount + 1 WHERE shard = 1 AND seq = {LAST_SETTLEMENT} AND kind = 'rake';
                UPDATE accounts SET balance = balance + 1 WHERE kind = 'rake' AND (kind, owner, currency) IN
                    (SELECT kind, owner, currency FROM postings WHERE shard = 1 AND seq = {LAST_SETTLEMENT});
                UPDATE accounts SET balance = balance - 1 WHERE kind = 'cash' AND (kind, owner, currency) IN
                    (SELECT kind, owner, currency FROM postings WHERE shard = 1 AND seq = {LAST_SETTLEMENT} AND n = 3);
                UPDATE postings SET amount = amount - 1, balance_after = balance_after - 1
                    WHERE shard = 1 AND seq = {LAST_SETTLEMENT} AND n = 3;"
            ),
            &[What::Paid],
        );
        assert!(fault.transfer.is_some());
    }

    fn a_deleted_posting_is_found(database) {
        let delete = format!("DELETE FROM postings WHERE shard = 1 AND seq = {LAST_SETTLEMENT} AND n = 2");
        found(database, &delete, &[What::Legs]);
    }

    fn a_deleted_transfer_with_its_postings_is_found(database) {
        let delete = format!(
            "DELETE FROM postings WHERE shard = 1 AND seq = {LAST_SETTLEMENT};
            DELETE FROM transfers WHERE shard = 1 AND seq = {LAST_SETTLEMENT};"
        );
        found(database, &delete, &[What::Gap]);
    }

    fn a_deleted_transfer_whose_postings_stay_is_found(database) {
        let delete = format!("DELETE FROM transfers WHERE shard = 1 AND seq = {LAST_SETTLEMENT}");
        found(database, &delete, &[What::Orphan]);
    }

    fn an_edited_rake_in_a_settlement_is_found(database) {
        found(
            database,
            "UPDATE settlements SET rake_each = rake_each + 1
             WHERE settled_at = (SELECT MAX(settled_at) FROM settlements)",
            &[What::Figures],
        );
    }

    fn an_edited_explanation_is_found(database) {
        let fault = found(
            database,
            "UPDATE settlements SET explanation = replace(explanation, '\"house_minor\":', '\"house_minor\":1')
             WHERE settled_at = (SELECT MAX(settled_at) FROM settlements)",
            &[What::Reckoning],
        );
        assert!(fault.found.contains("house_minor"), "{fault}");
    }

    fn an_explanation_that_is_none_is_found(database) {
        let fault = found(
            database,
            "UPDATE settlements SET explanation = '{}' WHERE settled_at = (SELECT MAX(settled_at) FROM settlements)",
            &[What::Unreadable],
        );
        assert!(fault.of.contains("settlements gam_") || fault.of.contains("settlements"), "{fault}");
    }

    fn an_edited_schedule_version_is_found(database) {
        found(
            database,
            "UPDATE schedule_versions SET document = replace(document, '\"rate_percent\":\"', '\"rate_percent\":\"1')",
            &[What::Reckoning],
        );
    }

    fn a_reversal_that_is_not_the_opposite_of_what_it_undoes_is_found(database) {
        // A cent more is taken from the winner than they won, and given to the loser; all else agrees with it.
        let last = "(SELECT MAX(seq) FROM transfers WHERE shard = 1 AND kind = 'reversal')";
        let own = format!("SELECT kind, owner, currency FROM postings WHERE shard = 1 AND seq = {last} AND kind = 'cash'");
        let sql: String = [("- 1", "<"), ("+ 1", ">")].map(|(cent, sign)| format!(
            "UPDATE accounts SET balance = balance {cent} WHERE (kind, owner, currency) IN ({own} AND amount {sign} 0);
            UPDATE postings SET amount = amount {cent}, balance_after = balance_after {cent}
                WHERE shard = 1 AND seq = {last} AND kind = 'cash' AND amount {sign} 0;"
        )).concat();
        let mut house = House::new(database, 1);
        let both = house.play(2);
        proved(&house, Since::Checkpoint).unwrap();
        house.play_on(both, 1);
        house.reverse_last_settlement();
        house.tamper(&sql);
        for since in [Since::Nothing, Since::Checkpoint] {
            let fault = proved(&house, since).expect_err("found");
            assert_eq!(fault.what, What::NotOpposite, "{fault}");
        }
    }

    fn a_gap_in_a_shard_is_found(database) {
        found(database, "UPDATE shards SET next_seq = next_seq + 1 WHERE shard = 1", &[What::Gap]);
    }

    fn a_shard_set_back_is_found(database) {
        found(database, "UPDATE shards SET next_seq = next_seq - 1 WHERE shard = 1", &[What::BeyondHead]);
    }

    fn an_edited_balance_is_found(database) {
        found(
            database,
            "UPDATE accounts SET balance = balance + 1 WHERE kind = 'clearing:paypal'",
            &[What::AccountRow],
        );
    }

    fn a_deleted_account_is_found(database) {
        found(database, "DELETE FROM accounts WHERE kind = 'rake'", &[What::AccountRow]);
    }

    fn a_deleted_event_is_found(database) {
        found(
            database,
            "DELETE FROM events WHERE shard = 1 AND seq = (SELECT MAX(seq) FROM events WHERE shard = 1)",
            &[What::Gap],
        );
    }

    fn a_deleted_settlement_is_found(database) {
        found(
            database,
            "DELETE FROM settlements WHERE settled_at = (SELECT MAX(settled_at) FROM settlements)",
            &[What::SettlementLink],
        );
    }

    fn an_escrow_that_a_game_does_not_have_is_found(database) {
        let fault = found(
            database,
            "UPDATE games SET opener_escrow = opener_escrow + 1
             WHERE id = (SELECT id FROM games WHERE state = 'playing' ORDER BY started_at DESC LIMIT 1)",
            &[What::Escrow],
        );
        assert!(fault.of.starts_with("game:"), "{fault}");
    }

    fn a_transfer_added_by_hand_that_balances_is_found(database) {
        let add = "
            INSERT INTO transfers SELECT shard, (SELECT next_seq FROM shards WHERE shard = 1), kind, subject, reverses,
                legs, at FROM transfers WHERE kind = 'deposit' AND shard = 1 AND seq =
                (SELECT MAX(seq) FROM transfers WHERE kind = 'deposit' AND shard = 1);
            INSERT INTO postings SELECT p.shard, (SELECT next_seq FROM shards WHERE shard = 1), p.n, p.kind, p.owner,
                p.currency, p.amount, a.postings + 1, CASE WHEN p.kind = 'cash' THEN a.balance + p.amount END
                FROM postings p JOIN accounts a ON a.kind = p.kind AND a.owner = p.owner AND a.currency = p.currency
                WHERE p.shard = 1 AND p.seq = (SELECT MAX(seq) FROM transfers WHERE kind = 'deposit' AND shard = 1
                AND seq < (SELECT next_seq FROM shards WHERE shard = 1));";
        let count = "UPDATE shards SET next_seq = next_seq + 1 WHERE shard = 1;
            UPDATE transfers SET at = (SELECT last_at FROM shards WHERE shard = 1)
                WHERE shard = 1 AND seq = (SELECT MAX(seq) FROM transfers WHERE shard = 1);";
        let balance = "UPDATE accounts SET postings = postings + 1, balance = balance + (SELECT p.amount FROM postings p
                WHERE p.shard = 1 AND p.seq = (SELECT MAX(seq) FROM transfers WHERE shard = 1) AND p.kind = accounts.kind)
            WHERE (kind, owner, currency) IN (SELECT kind, owner, currency FROM postings
                WHERE shard = 1 AND seq = (SELECT MAX(seq) FROM transfers WHERE shard = 1));";
        let house = half_proved(database);
        // However thoroughly it is done: without its number, with it, with the balances, it has no deposit of its own.
        for (sql, what) in [(add, What::BeyondHead), (count, What::Undocumented), (balance, What::Undocumented)] {
            house.tamper(sql);
            for since in [Since::Nothing, Since::Checkpoint] {
                assert_eq!(proved(&house, since).expect_err("found").what, what);
            }
        }
    }

    fn a_deposit_that_says_otherwise_than_its_transfer_is_found(database) {
        let house = half_proved(database);
        let last = "WHERE booked_at = (SELECT MAX(booked_at) FROM deposits)";
        for (set, back) in [
            ("amount = amount + 1", "amount = amount - 1"),
            ("provider = 'card'", "provider = 'paypal'"),
            ("currency = 'EUR'", "currency = 'USD'"),
        ] {
            house.tamper(&format!("UPDATE deposits SET {set} {last}"));
            assert_eq!(proved(&house, Since::Nothing).expect_err(set).what, What::Cause);
            house.tamper(&format!("UPDATE deposits SET {back} {last}"));
            proved(&house, Since::Nothing).unwrap();
        }
        house.tamper("UPDATE deposits SET player = (SELECT id FROM players WHERE id <> deposits.player ORDER BY nickname LIMIT 1)");
        assert_eq!(proved(&house, Since::Nothing).expect_err("another player").what, What::Cause);
    }

    fn a_withdrawal_that_says_otherwise_than_its_transfers_is_found(database) {
        let mut house = House::new(database, 1);
        let ann = house.player("ann", 1_000);
        let [sent, failed, waiting] = [0, 1, 2].map(|_| house.withdraw(ann, 100));
        house.send(sent);
        house.send(failed);
        house.fail(failed);
        proved(&house, Since::Nothing).unwrap();
        for (withdrawal, state, other) in
            [(sent, "sent", "requested"), (failed, "failed", "confirmed"), (waiting, "requested", "")]
        {
            let id = withdrawal.0.simple();
            let of = match house.database.owner() {
                Db::Pg(_) => format!("WHERE id = '{id}'"),
                Db::Lite(_) => format!("WHERE id = x'{id}'"),
            };
            let states = (format!("state = '{other}'"), format!("state = '{state}'"));
            let amounts = ("amount = amount + 1".to_owned(), "amount = amount - 1".to_owned());
            for (set, back) in [amounts].into_iter().chain(Some(states).filter(|_| !other.is_empty())) {
                house.tamper(&format!("UPDATE withdrawals SET {set} {of}"));
                assert_eq!(proved(&house, Since::Nothing).expect_err(&set).what, What::Cause);
                house.tamper(&format!("UPDATE withdrawals SET {back} {of}"));
                proved(&house, Since::Nothing).unwrap();
            }
        }
        house.tamper("UPDATE withdrawals SET provider = 'card' WHERE state = 'sent'");
        assert_eq!(proved(&house, Since::Nothing).expect_err("another provider").what, What::Cause);
    }

    fn what_was_changed_before_the_checkpoint_is_found_from_nothing(database) {
        let house = half_proved(database);
        house.tamper("UPDATE postings SET amount = amount + 1 WHERE kind = 'rake' AND account_seq = 1");
        assert_eq!(proved(&house, Since::Nothing).expect_err("found").what, What::Unbalanced);
    }

    fn rows_in_a_shard_that_does_not_exist_are_found(database) {
        let add = "INSERT INTO transfers SELECT 99, seq, kind, subject, reverses, legs, at FROM transfers WHERE shard = 1";
        let house = half_proved(database);
        house.tamper(add);
        assert_eq!(proved(&house, Since::Checkpoint).expect_err("found").what, What::NoShard);
    }

    fn books_are_proved_while_acts_are_committed(database) {
        let mut house = House::new(database, 2);
        let both = house.play(2);
        let store = house.store.clone();
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let playing = scope.spawn(|| {
                let mut rounds = 0;
                while !stop.load(Ordering::Relaxed) {
                    house.play_on(both, 2);
                    rounds += 1;
                }
                rounds
            });
            for n in 0..12 {
                let since = if n % 3 == 0 { Since::Nothing } else { Since::Checkpoint };
                let verified = verify(&store, since, &mut |_| ());
                if !matches!(verified, Ok(Verified::Sound { .. })) {
                    stop.store(true, Ordering::Relaxed);
                    panic!("{verified:?}");
                }
            }
            stop.store(true, Ordering::Relaxed);
            assert!(playing.join().unwrap() > 0);
        });
        proved(&house, Since::Nothing).unwrap();
    }
}
