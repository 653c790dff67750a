//! Forgotten passwords and addresses that are shown to be somebody's, by mail that really goes out.

use diesel::prelude::*;
use kupa::config::MailConfig;
use kupa::domain::act::row::Row;
use kupa::domain::ledger::event::Event;
use kupa::domain::mails::{Mail, MailState};
use kupa::domain::players::access::Role;
use kupa::jobs::mail::work;
use kupa::store::books;
use kupa::store::schema::mails;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply};
use crate::support::databases::{Database, on_both};
use crate::support::post_office::PostOffice;

const DAY_S: i64 = 86_400;

fn start(database: Database) -> (TestApp, PostOffice) {
    let office = PostOffice::open();
    let url = format!("smtp://{}", office.address);
    let app = TestApp::start_with(database, |config| {
        config.mail = Some(MailConfig { url, from: "Our room <room@example.com>".into(), page: String::new() });
    });
    (app, office)
}

fn anybody(app: &TestApp) -> Client {
    Client::new(app.address, None)
}

/// An account by which somebody signs in.
fn open(app: &TestApp, nickname: &str) -> String {
    let email = format!("{}@example.com", nickname.to_lowercase());
    let body = json!({"nickname": nickname, "email": email, "password": "a long enough one"});
    app.owner_anew().post("/v1/players", &body).expect(201)["player"].as_str().unwrap().to_owned()
}

fn sign_in(app: &TestApp, person: &str, email: &str, password: &str) -> Reply {
    let body = json!({"as": person, "email": email, "password": password});
    anybody(app).post_text("/v1/auth/sign-in", &[], &body.to_string())
}

fn ask(app: &TestApp, person: &str, email: &str) {
    let reply = anybody(app).post("/v1/auth/reset", &json!({"as": person, "email": email}));
    assert_eq!(reply.expect(202), json!({"accepted": true}));
}

fn confirm(app: &TestApp, key: &str, token: &str, password: &str) -> Reply {
    anybody(app).post_under(key, "/v1/auth/reset/confirm", &json!({"token": token, "password": password}))
}

/// Lets the job work once, a moment later: each batch is a little later than the clock that stands.
fn deliver(app: &TestApp) -> usize {
    app.wait_s(1);
    actix_web::rt::System::new().block_on(work(app.app())).unwrap()
}

fn all<R: Row>(app: &TestApp) -> Vec<R> {
    books::page::<R>(&mut app.database.store().reader().unwrap(), None, 10_000).unwrap()
}

fn told(app: &TestApp, kind: &str) -> usize {
    all::<Event>(app).iter().filter(|event| event.kind == kind).count()
}

on_both! {
    fn a_forgotten_password_is_replaced_by_mail(database) {
        let (app, office) = start(database);
        let player = open(&app, "Ann");
        let session = sign_in(&app, "player", "ann@example.com", "a long enough one").expect(200);
        ask(&app, "player", "A.nn+x@example.com");
        assert_eq!(deliver(&app), 1);
        assert_eq!(deliver(&app), 0, "it was sent");
        let letter = office.letters().pop().unwrap();
        assert_eq!(letter.to, "ann@example.com", "where its owner has mail, however it was asked for");
        assert!(letter.text.contains("From: \"Our room\" <room@example.com>"), "{}", letter.text);
        let secret = letter.secret();

        assert_eq!(confirm(&app, "a", &secret, "short").faults()[0].0, "/password");
        confirm(&app, "k", &secret, "another long one").expect(200);
        let again = confirm(&app, "k", &secret, "another long one");
        assert!(again.is_replayed() && again.status == 200, "{}", again.text);
        assert_eq!(confirm(&app, "b", &secret, "yet another one").refused(422), "mail_token_invalid");
        assert_eq!(sign_in(&app, "player", "ann@example.com", "a long enough one").refused(401), "sign_in_failed");
        sign_in(&app, "player", "ann@example.com", "another long one").expect(200);
        let body = json!({"refresh_token": session["refresh_token"]});
        assert_eq!(anybody(&app).post("/v1/auth/refresh", &body).refused(401), "session_over");
        let read = app.owner_anew().get(&format!("/v1/players/{player}")).expect(200);
        assert!(read["email_verified_at"].is_string(), "mail has reached them");
        // Nothing in the database opens anything.
        assert!(all::<Mail>(&app).iter().all(|mail| !format!("{mail:?}").contains(&secret[7..])));
        assert_eq!((told(&app, "password.reset_asked"), told(&app, "password.reset")), (1, 1));
    }

    fn whether_somebody_has_an_account_is_not_told(database) {
        let (app, office) = start(database);
        let (closed, barred) = (open(&app, "Ann"), json!({"reason": "a program"}));
        app.owner.post(&format!("/v1/players/{closed}/close"), &barred).expect(200);
        open(&app, "Bob");
        for email in ["nobody@example.com", "ann@example.com", "bob@example.com"] {
            ask(&app, "player", email);
            ask(&app, "staff", email);
        }
        assert_eq!(deliver(&app), 1);
        assert_eq!(office.letters()[0].to, "bob@example.com");
        assert_eq!(mails::table.count().get_result::<i64>(&mut app.database.owner()), Ok(1));
    }

    fn a_secret_is_good_for_an_hour_and_until_something_else_is_done(database) {
        let (app, office) = start(database);
        open(&app, "Ann");
        let secret = |at: &str| {
            ask(&app, "player", at);
            assert_eq!(deliver(&app), 1);
            office.letters().pop().unwrap().secret()
        };
        let late = secret("ann@example.com");
        app.wait_s(3_601);
        assert_eq!(confirm(&app, "a", &late, "another long one").refused(422), "mail_token_invalid");
        let [one, two] = [secret("ann@example.com"), secret("ann@example.com")];
        confirm(&app, "b", &two, "another long one").expect(200);
        assert_eq!(confirm(&app, "c", &one, "yet another one").refused(422), "mail_token_invalid");
        let third = secret("ann@example.com");
        let told = sign_in(&app, "player", "ann@example.com", "another long one").expect(200);
        let own = Client::new(app.address, told["access_token"].as_str().map(str::to_owned));
        own.post("/v1/auth/password", &json!({"old": "another long one", "new": "yet another one"})).expect(200);
        assert_eq!(confirm(&app, "d", &third, "another long one").refused(422), "mail_token_invalid");
        for made_up in ["", "kupa_m_", &third[..third.len() - 1], &third.to_uppercase()] {
            assert_eq!(confirm(&app, "e", made_up, "another long one").refused(422), "mail_token_invalid");
        }
    }

    fn what_cannot_be_sent_is_tried_again_for_a_day_and_then_given_up(database) {
        let (app, office) = start(database);
        open(&app, "Ann");
        office.refuse(Some("451 later"));
        ask(&app, "player", "ann@example.com");
        let mail = || all::<Mail>(&app).pop().unwrap();
        assert_eq!(deliver(&app), 0);
        assert_eq!((mail().state, mail().attempts), (MailState::Waiting, 1));
        assert_eq!(deliver(&app), 0);
        assert_eq!(mail().attempts, 1, "it rests");
        app.wait_s(61);
        deliver(&app);
        assert_eq!(mail().attempts, 2);
        office.refuse(None);
        app.wait_s(121);
        assert_eq!(deliver(&app), 1);
        let secret = office.letters().pop().unwrap().secret();
        confirm(&app, "a", &secret, "another long one").expect(200);

        office.refuse(Some("451 later"));
        ask(&app, "player", "ann@example.com");
        deliver(&app);
        app.wait_s(DAY_S);
        deliver(&app);
        assert_eq!(all::<Mail>(&app).iter().filter(|mail| mail.state == MailState::Failed).count(), 1);
        assert_eq!(told(&app, "mail.given_up"), 1);
        // What will never be taken is given up at once.
        office.refuse(Some("550 nobody here"));
        ask(&app, "player", "ann@example.com");
        deliver(&app);
        assert_eq!(told(&app, "mail.given_up"), 2);
        assert_eq!(office.letters().len(), 0);
        app.wait_s(8 * DAY_S);
        deliver(&app);
        assert_eq!(all::<Mail>(&app), [], "old mail is forgotten");
    }

    fn two_nodes_send_a_mail_once(database) {
        let (app, office) = start(database);
        for name in ["Ann", "Bob", "Eve"] {
            open(&app, name);
            ask(&app, "player", &format!("{name}@example.com"));
        }
        let sent: usize = std::thread::scope(|scope| {
            app.wait_s(1);
        let service = app.app();
            let send = || actix_web::rt::System::new().block_on(work(service)).unwrap();
            let threads: Vec<_> = (0..2).map(|_| scope.spawn(send)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        let mut to: Vec<String> = office.letters().into_iter().map(|letter| letter.to).collect();
        to.sort();
        assert_eq!((sent, to.as_slice()), (3, ["ann@example.com", "bob@example.com", "eve@example.com"].map(String::from).as_slice()));
    }

    fn an_address_is_shown_to_be_a_players(database) {
        let (app, office) = start(database);
        let player = open(&app, "Ann");
        let own = app.bearing(&kupa::web::token::Bearer::Player(player.parse().unwrap()));
        let path = format!("/v1/players/{player}");
        own.post(&format!("{path}/email/verification"), &json!({"language": "he"})).expect(200);
        own.post(&format!("{path}/email/verification"), &json!({})).expect(200);
        assert_eq!(deliver(&app), 2);
        let letters = office.letters();
        let english = letters.iter().find(|letter| letter.text.contains("kupa_m_")).unwrap();
        assert!(letters.iter().any(|letter| letter.text.contains("=?utf-8?")), "{letters:?}");
        let verify = |token: &str| anybody(&app).post("/v1/auth/verify-email", &json!({"token": token}));
        // It opens no account.
        assert_eq!(confirm(&app, "a", &english.secret(), "another long one").refused(422), "mail_token_invalid");
        assert_eq!(own.get(&path).expect(200)["email_verified_at"], Value::Null);
        verify(&english.secret()).expect(200);
        assert!(own.get(&path).expect(200)["email_verified_at"].is_string());
        assert_eq!(verify(&english.secret()).refused(422), "mail_token_invalid");
        assert_eq!(own.post(&format!("{path}/email/verification"), &json!({})).refused(409), "already_so");
        // Another address is to be shown anew, and mail to the old one shows nothing.
        let change = json!({"email": "new@example.com", "password": "a long enough one"});
        own.post(&format!("{path}/email"), &change).expect(200);
        assert_eq!(own.get(&path).expect(200)["email_verified_at"], Value::Null);
        own.post(&format!("{path}/email/verification"), &json!({})).expect(200);
        deliver(&app);
        let stale = office.letters().pop().unwrap().secret();
        let change = json!({"email": "newer@example.com", "password": "a long enough one"});
        own.post(&format!("{path}/email"), &change).expect(200);
        assert_eq!(verify(&stale).refused(422), "mail_token_invalid");
        let none = app.player(0);
        let path = format!("/v1/players/{}/email/verification", none.id);
        assert_eq!(none.http.post(&path, &json!({})).refused(422), "email_missing");
    }

    fn who_had_no_password_gets_one_and_so_do_staff(database) {
        let (app, office) = start(database);
        app.owner.post("/v1/players", &json!({"nickname": "Ann", "email": "ann@example.com"})).expect(201);
        let body = json!({"email": "max@example.com", "password": "a long enough one", "role": Role::Finance});
        app.owner.post("/v1/staff", &body).expect(201);
        for (person, email) in [("player", "ann@example.com"), ("staff", "max@example.com")] {
            ask(&app, person, email);
            assert_eq!(deliver(&app), 1);
            confirm(&app, person, &office.letters().pop().unwrap().secret(), "another long one").expect(200);
            sign_in(&app, person, email, "another long one").expect(200);
        }
    }
}

#[test]
fn requests_are_counted_by_network_and_mail_by_address() {
    let (app, office) = start(Database::sqlite());
    open(&app, "Ann");
    for _ in 0..8 {
        ask(&app, "player", "ann@example.com");
    }
    assert_eq!(deliver(&app), 5, "as many as may go to one address");
    assert_eq!(office.letters().len(), 5);
    for number in 0..12 {
        ask(&app, "player", &format!("nobody{number}@example.com"));
    }
    let late = anybody(&app).post("/v1/auth/reset", &json!({"as": "player", "email": "nobody@example.com"}));
    assert_eq!(late.refused(429), "too_many_guesses");
    assert_eq!(confirm(&app, "a", "kupa_m_x", "another long one").refused(429), "too_many_guesses");
}

#[test]
fn a_house_without_a_mail_server_says_so() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"as": "player", "email": "ann@example.com"});
    assert_eq!(anybody(&app).post("/v1/auth/reset", &body).refused(422), "mail_not_set_up");
    let ann = app.player(0);
    let path = format!("/v1/players/{}/email/verification", ann.id);
    assert_eq!(ann.http.post(&path, &json!({})).refused(422), "mail_not_set_up");
    assert_eq!(deliver(&app), 0);
}
