//! Names and references: nobody passes for another, and nothing is hidden in them.

use serde_json::json;

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply};
use crate::support::databases::{Database, on_both};

fn open(app: &TestApp, nickname: &str) -> Reply {
    app.owner.post("/v1/players", &json!({"nickname": nickname}))
}

on_both! {
    fn a_nickname_that_looks_like_another_is_taken(database) {
        let app = TestApp::start(database);
        for (first, others) in [
            ("Paul", &["PAUL", "PauI", "pau1", "P\u{430}ul", "\u{ff30}aul"][..]),
            ("José", &["JOSE\u{301}", "josé"]),
            ("נועה", &["נו\u{5e2}ה"]),
        ] {
            open(&app, first).expect(201);
            for other in others {
                assert_eq!(open(&app, other).refused(422), "nickname_taken", "{other}");
            }
        }
        // A refusal takes no word for itself.
        let opened = open(&app, "Jose\u{301}phine").expect(201);
        let player = app.owner.get(&format!("/v1/players/{}", opened["player"].as_str().unwrap()));
        assert_eq!(player.expect(200)["nickname"], "Joséphine");
        for name in ["נעה", "דנה בת־שבע", "王小明", "🎲"] {
            open(&app, name).expect(201);
        }
    }
}

#[test]
fn what_cannot_be_seen_is_refused_in_names_and_references() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(0).id;
    for hidden in ['\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{378}', '\u{e000}', '\u{2028}', '\u{ad}'] {
        let word = format!("a{hidden}b");
        let deposit = json!({"amount": {"amount": "5", "currency": "USD"}, "provider": "paypal", "reference": word});
        for (path, body, place) in [
            ("/v1/players".to_owned(), json!({"nickname": word}), "/nickname"),
            ("/v1/players".to_owned(), json!({"nickname": "Eve", "email": format!("{word}@b.example")}), "/email"),
            (format!("/v1/players/{ann}/deposits"), deposit, "/reference"),
            ("/v1/clients".to_owned(), json!({"name": word, "scopes": []}), "/name"),
            (format!("/v1/players/{ann}/close"), json!({"reason": word}), "/reason"),
        ] {
            let faults = app.owner.post(&path, &body).faults();
            assert_eq!(faults.iter().map(|(place, _)| place.as_str()).collect::<Vec<_>>(), [place], "{hidden:?}");
        }
    }
    // What keyboards put into running text stays there; in a label it is refused as well.
    let marked = "לא\u{200f} (x)";
    app.owner.post(&format!("/v1/players/{ann}/close"), &json!({"reason": marked})).expect(200);
    assert_eq!(open(&app, marked).faults()[0].1, "nickname_malformed");
}

#[test]
fn a_password_is_the_same_however_its_accents_are_typed() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"nickname": "Ann", "email": "ann@example.com", "password": "très longue phrase"});
    app.owner.post("/v1/players", &body).expect(201);
    let body = json!({"as": "player", "email": "ann@example.com", "password": "tre\u{300}s longue phrase"});
    Client::new(app.address, None).post_text("/v1/auth/sign-in", &[], &body.to_string()).expect(200);
}
