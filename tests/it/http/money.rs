//! Money on its way in and out over HTTP, and the house's own.

use serde_json::json;

use kupa::domain::players::access::{Role, Scope};
use kupa::domain::time::Time;

use crate::support::app::{NOW, TestApp, result};
use crate::support::client::Client;
use crate::support::databases::on_both;

on_both! {
    fn a_deposit_comes_in_once_and_may_be_charged_back(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let payments = app.client(&[Scope::PaymentsWrite], &[]);
        let body = json!({"amount": {"amount": "50", "currency": "USD"}, "provider": "paypal", "reference": "R1"});
        let path = format!("/v1/players/{}/deposits", ann.id);
        let booked = payments.post(&path, &body).expect(201);
        assert_eq!(booked["balance"], json!({"amount": "50.00", "currency": "USD"}));
        assert_eq!(payments.post(&path, &body).refused(422), "deposit_known");
        assert_eq!(ann.http.post(&path, &body).refused(403), "forbidden");
        let withdrawal = json!({"amount": {"amount": "30", "currency": "USD"}, "provider": "paypal"});
        ann.http.post(&format!("/v1/players/{}/withdrawals", ann.id), &withdrawal).expect(201);
        let back = format!("/v1/deposits/{}/charged-back", booked["deposit"].as_str().unwrap());
        let charged = payments.post(&back, &json!({"reason": "stolen card"})).expect(200);
        assert_eq!((&charged["balance"]["amount"], &charged["owed"]["amount"]), (&json!("0.00"), &json!("30.00")));
        assert_eq!(ann.http.post("/v1/games", &json!({
            "room": "main", "kind": "single", "stake": {"amount": "1", "currency": "USD"},
        })).refused(422), "player_frozen");
        let listed = ann.http.get(&path).expect(200);
        assert_eq!(listed["deposits"][0]["state"], "charged_back");
    }

    fn a_withdrawal_goes_out_or_comes_back(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let payments = app.client(&[Scope::PaymentsWrite], &[]);
        let ask = |dollars: &str| {
            let body = json!({"amount": {"amount": dollars, "currency": "USD"}, "provider": "paypal"});
            ann.http.post(&format!("/v1/players/{}/withdrawals", ann.id), &body)
        };
        let id = ask("40").expect(201)["withdrawal"].as_str().unwrap().to_owned();
        assert_eq!(app.cash(ann.id), "60.00");
        let path = |verb: &str| format!("/v1/withdrawals/{id}/{verb}");
        assert_eq!(ann.http.post(&path("sent"), &json!({"reference": "x"})).refused(403), "forbidden");
        assert_eq!(bob.http.post(&path("cancelled"), &json!({})).refused(403), "not_yours");
        assert_eq!(bob.http.get(&format!("/v1/withdrawals/{id}")).refused(403), "not_yours");
        payments.post(&path("sent"), &json!({"reference": "OUT-1"})).expect(200);
        assert_eq!(ann.http.post(&path("cancelled"), &json!({})).refused(409), "withdrawal_state");
        assert_eq!(payments.post(&path("confirmed"), &json!({})).expect(200)["state"], "confirmed");
        let second = ask("10").expect(201)["withdrawal"].as_str().unwrap().to_owned();
        ann.http.post(&format!("/v1/withdrawals/{second}/cancelled"), &json!({})).expect(200);
        let third = ask("10").expect(201)["withdrawal"].as_str().unwrap().to_owned();
        payments.post(&format!("/v1/withdrawals/{third}/refused"), &json!({"reason": "name"})).expect(200);
        let fourth = ask("10").expect(201)["withdrawal"].as_str().unwrap().to_owned();
        payments.post(&format!("/v1/withdrawals/{fourth}/sent"), &json!({"reference": "OUT-2"})).expect(200);
        payments.post(&format!("/v1/withdrawals/{fourth}/failed"), &json!({"reason": "closed"})).expect(200);
        assert_eq!(app.cash(ann.id), "60.00");
        assert_eq!(ask("60.01").refused(422), "insufficient_funds");
        let listed = payments.get("/v1/withdrawals?state=confirmed").expect(200);
        assert_eq!(listed["withdrawals"][0]["withdrawal"], json!(id));
        let own = ann.http.get(&format!("/v1/players/{}/withdrawals?limit=1", ann.id)).expect(200);
        assert_eq!(own["withdrawals"].as_array().map(Vec::len), Some(1));
        assert!(own["next"].is_string());
    }

    fn small_corrections_take_one_person_and_large_ones_two(database) {
        let app = TestApp::start(database);
        let ann = app.player(10);
        let (finance, second) = (app.staff(Role::Finance), app.staff(Role::Finance));
        let adjust = |dollars: &str| {
            let amount = json!({"amount": dollars, "currency": "USD"});
            finance.post("/v1/finance/adjustments", &json!({"player": ann.id, "amount": amount, "reason": "goodwill"}))
        };
        assert_eq!(adjust("100.01").refused(422), "needs_approval");
        assert_eq!(adjust("-100.01").refused(422), "needs_approval");
        assert_eq!(adjust("60").expect(201)["balance"]["amount"], "70.00");
        assert_eq!(adjust("40").expect(201)["balance"]["amount"], "110.00");
        // The limit is that of a person and a day, whichever way the money goes.
        for cent in ["0.01", "-0.01"] {
            assert_eq!(adjust(cent).refused(422), "needs_approval");
        }
        let asked = finance.post("/v1/approvals", &json!({
            "kind": "adjustment", "player": ann.id, "amount": {"amount": "500", "currency": "USD"}, "reason": "prize",
        }));
        let id = asked.expect(201)["approval"].as_str().unwrap().to_owned();
        let path = |verb: &str| format!("/v1/approvals/{id}/{verb}");
        assert_eq!(finance.post(&path("approve"), &json!({})).refused(422), "second_person");
        assert_eq!(second.post(&path("approve"), &json!({})).expect(200)["state"], "approved");
        assert_eq!(app.cash(ann.id), "610.00");
        assert_eq!(second.get(&format!("/v1/approvals/{id}")).expect(200)["state"], "approved");
        let listed = second.get("/v1/approvals?state=waiting").expect(200);
        assert_eq!(listed["approvals"].as_array().map(Vec::len), Some(0));
        let amount = json!({"amount": "5", "currency": "USD"});
        let write_off = json!({"kind": "write_off", "player": ann.id, "amount": amount, "reason": "x"});
        assert_eq!(finance.post("/v1/approvals", &write_off).refused(422), "more_than_owed");
        let payout = json!({"kind": "payout", "player": ann.id, "amount": amount, "reason": "x"});
        assert_eq!(finance.post("/v1/approvals", &payout).faults(), [("/player".to_owned(), "unknown_field".to_owned())]);
        let nothing = finance.post("/v1/approvals", &json!({"kind": "payout", "reason": "x"}));
        assert_eq!(nothing.faults(), [("/amount".to_owned(), "missing_field".to_owned())]);
    }

    fn the_limit_of_adjustments_is_that_of_a_person_a_currency_and_a_day(database) {
        let app = TestApp::start(database);
        let ann = app.player(10);
        let finance = app.staff(Role::Finance);
        let adjust = |who: &Client, amount: &str, currency: &str| {
            let amount = json!({"amount": amount, "currency": currency});
            who.post("/v1/finance/adjustments", &json!({"player": ann.id, "amount": amount, "reason": "goodwill"}))
        };
        adjust(&finance, "100", "USD").expect(201);
        assert_eq!(adjust(&finance, "1", "USD").refused(422), "needs_approval");
        adjust(&finance, "100", "EUR").expect(201);
        adjust(&app.staff(Role::Finance), "100", "USD").expect(201);
        // What is refused does not count; a new day begins anew.
        let now = Time::from_micros(NOW);
        app.wait_s(86_400 - now.since(now.day()).num_seconds());
        let finance = app.anew(&finance, Role::Finance);
        adjust(&finance, "99", "USD").expect(201);
        assert_eq!(adjust(&finance, "2", "USD").refused(422), "needs_approval");
        adjust(&finance, "1", "USD").expect(201);
    }

    fn many_at_once_come_under_one_limit(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let finance = app.staff(Role::Finance);
        let body = json!({"player": ann.id, "amount": {"amount": "10", "currency": "USD"}, "reason": "goodwill"});
        let done: usize = std::thread::scope(|scope| {
            let ask = || {
                let (http, body) = (finance.again(), body.clone());
                scope.spawn(move || (0..5).filter(|_| http.post("/v1/finance/adjustments", &body).status == 201).count())
            };
            let threads: Vec<_> = (0..4).map(|_| ask()).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!((done, app.cash(ann.id).as_str()), (10, "100.00"));
    }

    fn a_transfer_is_reversed_once(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let booked = app.deposit(ann.id, "50", "USD").expect(201);
        let transfer = booked["transfer"].as_str().unwrap();
        let path = format!("/v1/finance/transfers/{transfer}/reverse");
        let reversed = app.owner.post(&path, &json!({"reason": "wrong player"})).expect(201);
        assert_eq!(app.cash(ann.id), "0.00");
        assert_eq!(app.owner.post(&path, &json!({"reason": "again"})).refused(409), "already_reversed");
        let told = app.owner.get(&format!("/v1/finance/transfers/{}", reversed["reversal"].as_str().unwrap()));
        let told = told.expect(200);
        assert_eq!(told["reverses"], transfer);
        assert_eq!(told["postings"].as_array().map(Vec::len), Some(2));
    }

    fn a_game_whose_settlement_was_reversed_says_so(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let games = [app.game(&ann, &bob, "5"), app.game(&ann, &bob, "5")];
        let settle = |game: &String| app.owner.post(&format!("/v1/games/{game}/report"), &result(ann.id, 1, 1)).expect(200);
        let transfer = settle(&games[0])["transfer"].as_str().unwrap().to_owned();
        settle(&games[1]);
        let path = format!("/v1/finance/transfers/{transfer}/reverse");
        let reversal = app.owner.post(&path, &json!({"reason": "played twice"})).expect(201)["reversal"].clone();
        for (game, reversed_by) in games.iter().zip([reversal, json!(null)]) {
            for http in [&app.owner, &ann.http] {
                let told = http.get(&format!("/v1/games/{game}")).expect(200);
                assert_eq!(told["settlement"]["reversed_by"], reversed_by);
            }
            let listed = app.owner.get("/v1/games?state=settled").expect(200);
            let told = listed["games"].as_array().unwrap().iter().find(|told| told["game"] == json!(game)).unwrap();
            assert_eq!(told["settlement"]["reversed_by"], reversed_by);
        }
    }
}
