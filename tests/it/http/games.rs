//! Games over HTTP: the bad input that changes nothing, and the races that have one outcome.

use serde_json::{Value, json};

use crate::support::app::{Player, TestApp, result};
use crate::support::databases::on_both;

fn report(app: &TestApp, game: &str, winner: &Player, class: u8, cube: u32) -> crate::support::client::Reply {
    app.owner.post(&format!("/v1/games/{game}/report"), &result(winner.id, class, cube))
}

on_both! {
    fn a_game_is_opened_joined_settled_and_paid(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        assert_eq!((app.cash(ann.id), app.cash(bob.id)), ("85.00".into(), "85.00".into()));
        let settled = report(&app, &game, &ann, 2, 1).expect(200);
        assert_eq!(settled["state"], "settled");
        // Both are rated 1500, below 1620: a quarter is added to 4.9 %.
        assert_eq!(settled["rake_each"], json!({"amount": "0.61", "currency": "USD"}));
        assert_eq!((app.cash(ann.id), app.cash(bob.id)), ("108.78".into(), "90.00".into()));
        let told = app.owner.get(&format!("/v1/games/{game}")).expect(200);
        assert_eq!(told["settlement"]["amount"]["amount"], "10.00");
        assert_eq!(told["settlement"]["explanation"]["rate_percent"], "4.9");
    }

    fn a_hundred_retries_of_one_settlement_have_one_outcome(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        let (path, body) = (format!("/v1/games/{game}/report"), result(ann.id, 1, 1));
        let replies: Vec<_> = std::thread::scope(|scope| {
            let retry = |_| {
                let (client, path, body) = (app.owner.again(), path.clone(), body.clone());
                scope.spawn(move || (0..10).map(|_| client.post_under("one key", &path, &body)).collect::<Vec<_>>())
            };
            let callers: Vec<_> = (0..10).map(retry).collect();
            callers.into_iter().flat_map(|caller| caller.join().unwrap()).collect()
        });
        assert_eq!(replies.len(), 100);
        assert!(replies.iter().all(|reply| reply.status == 400), "a key has no blanks");
        let replies: Vec<_> = std::thread::scope(|scope| {
            let retry = |_| {
                let (client, path, body) = (app.owner.again(), path.clone(), body.clone());
                scope.spawn(move || (0..10).map(|_| client.post_under("one-key", &path, &body)).collect::<Vec<_>>())
            };
            let callers: Vec<_> = (0..10).map(retry).collect();
            callers.into_iter().flat_map(|caller| caller.join().unwrap()).collect()
        });
        let first = replies[0].expect(200);
        assert!(replies.iter().all(|reply| reply.expect(200) == first));
        assert_eq!(replies.iter().filter(|reply| !reply.is_replayed()).count(), 1);
        assert_eq!(app.cash(bob.id), "95.00");
    }

    fn two_players_racing_for_a_seat_have_one_winner(database) {
        let app = TestApp::start(database);
        let ann = app.player(100);
        let racers: Vec<Player> = (0..8).map(|_| app.player(100)).collect();
        let path = format!("/v1/games/{}/join", app.offer(&ann, "5"));
        let replies: Vec<_> = std::thread::scope(|scope| {
            let race = |player: &Player| {
                let (client, path) = (player.http.again(), path.clone());
                scope.spawn(move || client.post(&path, &json!({})))
            };
            let racing: Vec<_> = racers.iter().map(race).collect();
            racing.into_iter().map(|racer| racer.join().unwrap()).collect()
        });
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            assert_eq!(reply.refused(409), "game_not_open");
        }
        let paid = racers.iter().filter(|player| app.cash(player.id) == "85.00").count();
        assert_eq!(paid, 1, "one of them has put up a stake");
    }

    fn what_a_game_does_not_allow_is_refused_and_changes_nothing(database) {
        let app = TestApp::start(database);
        let (ann, bob, eve) = (app.player(100), app.player(100), app.player(1));
        let open = app.offer(&ann, "5");
        let join = format!("/v1/games/{open}/join");
        assert_eq!(report(&app, &open, &ann, 1, 1).refused(409), "game_not_started");
        assert_eq!(ann.http.post(&join, &json!({})).refused(422), "self_play");
        assert_eq!(eve.http.post(&join, &json!({})).refused(422), "insufficient_funds");
        assert_eq!(eve.http.post(&join, &json!({"player": bob.id})).refused(403), "not_yours");
        bob.http.post(&join, &json!({})).expect(200);
        assert_eq!(bob.http.post(&join, &json!({})).refused(409), "game_not_open");

        let path = format!("/v1/games/{open}/report");
        assert_eq!(eve.http.post(&path, &result(ann.id, 1, 1)).refused(403), "not_at_table");
        assert_eq!(report(&app, &open, &eve, 1, 1).refused(422), "winner_not_at_table");
        assert_eq!(report(&app, &open, &ann, 4, 1).refused(422), "result_out_of_range");
        assert_eq!(report(&app, &open, &ann, 1, 2).refused(422), "cube_not_reported");
        assert_eq!(report(&app, &open, &ann, 1, 3).refused(422), "cube_not_reported");
        assert_eq!(app.cash(ann.id), "85.00");

        report(&app, &open, &ann, 1, 1).expect(200);
        let after = (app.cash(ann.id), app.cash(bob.id));
        assert_eq!(report(&app, &open, &ann, 1, 1).refused(409), "game_ended");
        assert_eq!(report(&app, &open, &bob, 3, 1).refused(409), "game_ended");
        assert_eq!((app.cash(ann.id), app.cash(bob.id)), after);
        let unknown = "gam_00000000000000000000000000000001";
        assert_eq!(report(&app, unknown, &ann, 1, 1).refused(404), "unknown_game");
        assert_eq!(report(&app, "gam_1", &ann, 1, 1).refused(404), "not_found");
    }

    fn players_tell_their_own_results_and_staff_decide_a_dispute(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        let path = |verb: &str| format!("/v1/games/{game}/{verb}");
        assert_eq!(ann.http.post(&path("report"), &result(ann.id, 2, 1)).expect(200)["state"], "reported");
        let disputed = bob.http.post(&path("dispute"), &json!({"reason": "I won"})).expect(200);
        assert_eq!(disputed["state"], "disputed");
        assert_eq!(ann.http.post(&path("decide"), &json!({"reason": "mine"})).refused(403), "forbidden");
        let without = app.owner.post(&path("decide"), &json!({"winner": bob.id, "reason": "seen"}));
        assert_eq!(without.refused(422), "result_out_of_range", "a single game has a result");
        let decided = app.owner.post(&path("decide"), &json!({"winner": bob.id, "result": 1, "reason": "seen"}));
        assert_eq!(decided.expect(200)["winner"], json!(bob.id));
        assert_eq!(app.cash(ann.id), "95.00");

        let second = app.game(&ann, &bob, "5");
        let conceded = ann.http.post(&format!("/v1/games/{second}/concede"), &json!({"result": 1})).expect(200);
        assert_eq!(conceded["winner"], json!(bob.id));
        let third = app.game(&ann, &bob, "5");
        let voided = app.owner.post(&format!("/v1/games/{third}/void"), &json!({"reason": "broken"})).expect(200);
        assert_eq!(voided["state"], "voided");
        assert_eq!(app.cash(ann.id), "90.00");
    }

    fn the_cube_is_doubled_taken_beavered_and_dropped(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(1000), app.player(1000));
        let body = json!({
            "room": "main", "kind": "single", "stake": {"amount": "5", "currency": "USD"}, "options": {"beavers": true},
        });
        let game = ann.http.post("/v1/games", &body).expect(201)["game"].as_str().unwrap().to_owned();
        let act = |player: &Player, verb: &str| player.http.post(&format!("/v1/games/{game}/{verb}"), &json!({}));
        act(&bob, "join").expect(200);
        assert_eq!(act(&ann, "double").expect(200)["cube"], 2);
        assert_eq!(act(&ann, "take").refused(422), "not_yours_to_answer");
        assert_eq!(act(&bob, "beaver").expect(200)["cube"], 4);
        assert_eq!(act(&ann, "take").expect(200)["cube"], 4);
        assert_eq!(act(&ann, "double").refused(422), "cube_not_yours");
        assert_eq!(act(&bob, "double").expect(200)["cube"], 8);
        let dropped = act(&ann, "drop").expect(200);
        assert_eq!((&dropped["winner"], &dropped["amount"]["amount"]), (&json!(bob.id), &json!("20.00")));
    }

    fn an_offer_is_taken_back_before_anybody_joins(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.offer(&ann, "5");
        assert_eq!(bob.http.post(&format!("/v1/games/{game}/leave"), &json!({})).refused(403), "not_at_table");
        assert_eq!(ann.http.post(&format!("/v1/games/{game}/leave"), &json!({})).expect(200)["state"], "withdrawn");
        assert_eq!(bob.http.post(&format!("/v1/games/{game}/join"), &json!({})).refused(409), "game_not_open");
    }

    fn a_client_app_bound_to_rooms_settles_there_alone(database) {
        use kupa::domain::players::access::Scope;
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        let (elsewhere, here) = (app.client(&[Scope::GamesReport], &["giants"]), app.client(&[Scope::GamesReport], &["main"]));
        let path = format!("/v1/games/{game}/report");
        assert_eq!(elsewhere.post(&path, &result(ann.id, 1, 1)).refused(403), "forbidden");
        assert_eq!(elsewhere.get(&format!("/v1/games/{game}")).refused(404), "unknown_game");
        assert_eq!(here.post(&path, &result(ann.id, 1, 1)).expect(200)["state"], "settled");
        let listed = here.get("/v1/games").expect(200);
        assert_eq!(listed["games"].as_array().map(Vec::len), Some(1));
        assert_eq!(elsewhere.get("/v1/games").expect(200)["games"], Value::Array(Vec::new()));
    }

    fn what_nobody_takes_or_answers_is_ended_by_the_clock(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let work = || actix_web::rt::System::new().block_on(kupa::jobs::due::work(app.app())).unwrap();
        let (offered, claimed) = (app.offer(&ann, "5"), app.game(&ann, &bob, "5"));
        let doubled = app.game(&ann, &bob, "5");
        ann.http.post(&format!("/v1/games/{doubled}/double"), &json!({})).expect(200);
        ann.http.post(&format!("/v1/games/{claimed}/report"), &result(ann.id, 1, 1)).expect(200);
        assert_eq!(work(), 0);
        app.wait_s(3_601);
        assert_eq!((work(), work()), (1, 0));
        app.wait_s(86_400);
        assert_eq!((work(), work()), (2, 0));
        let owner = app.staff(kupa::domain::players::access::Role::Owner);
        let state = |game: &str| owner.get(&format!("/v1/games/{game}")).expect(200)["state"].clone();
        assert_eq!((state(&offered), state(&claimed)), (json!("expired"), json!("disputed")));
        let lapsed = owner.get(&format!("/v1/games/{doubled}")).expect(200);
        assert_eq!((&lapsed["state"], &lapsed["doubled_by"], &lapsed["due_at"]), (&json!("playing"), &Value::Null, &Value::Null));
        assert_eq!(lapsed["opener_escrow"], lapsed["joiner_escrow"]);
    }

    fn players_see_what_happened_in_their_own_games(database) {
        let app = TestApp::start(database);
        let (ann, bob, eve) = (app.player(100), app.player(100), app.player(100));
        for (room, anonymous) in [("main", false), ("dark_room", true)] {
            let stake = json!({"amount": if anonymous { "10" } else { "5" }, "currency": "USD"});
            let opened = ann.http.post("/v1/games", &json!({"room": room, "kind": "single", "stake": stake})).expect(201);
            let game = opened["game"].as_str().unwrap().to_owned();
            bob.http.post(&format!("/v1/games/{game}/join"), &json!({})).expect(200);
            ann.http.post(&format!("/v1/games/{game}/report"), &result(ann.id, 1, 1)).expect(200);
            let dispute = json!({"reason": "I saw it otherwise"});
            bob.http.post(&format!("/v1/games/{game}/dispute"), &dispute).expect(200);
            let void = json!({"reason": "nobody knows, says our Dana"});
            app.owner.post(&format!("/v1/games/{game}/void"), &void).expect(200);
            let path = format!("/v1/games/{game}/events");
            assert_eq!(eve.http.get(&path).refused(403), "not_yours");
            let told = bob.http.get(&path);
            let events = told.expect(200)["events"].clone();
            let kinds: Vec<&str> = events.as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
            assert_eq!(kinds, ["game.opened", "game.joined", "game.reported", "game.disputed", "game.voided"]);
            assert_eq!(told.text.contains(&ann.id.to_string()), !anonymous);
            assert!(told.text.contains(&bob.id.to_string()) && !told.text.contains("rating"));
            assert_eq!((&events[3]["reason"], &events[4]["reason"]), (&dispute["reason"], &Value::Null));
            assert_eq!(events[4]["actor"], "staff");
            assert!(app.owner.get(&path).text.contains("our Dana"));
            let row = bob.http.get(&format!("/v1/games/{game}")).expect(200);
            let version = format!("/v1/rake/schedules/{}/versions/{}", row["schedule"].as_str().unwrap(), row["schedule_version"]);
            assert_eq!(bob.http.get(&version).expect(200)["version"], row["schedule_version"]);
        }
        // What is not yet in force is the house's own business.
        let read = app.owner.get("/v1/rake/schedules/sheshbesh");
        let body = json!({"document": read.json()["document"], "effective_from": "2999-01-01T00:00:00Z"});
        app.owner.edit(read.header("etag"), "/v1/rake/schedules/sheshbesh/versions", &body).expect(201);
        assert_eq!(ann.http.get("/v1/rake/schedules/sheshbesh/versions/2").refused(404), "unknown_schedule");
        app.owner.get("/v1/rake/schedules/sheshbesh/versions/2").expect(200);
    }
}
