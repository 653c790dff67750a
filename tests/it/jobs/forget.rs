//! Idempotency records are kept for as long as was promised, and not for ever.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use kupa::jobs::forget::{Round, Walk, work};
use kupa::store::dialect::Db;
use kupa::store::schema::idempotency;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::databases::on_both;

const HOUR_S: i64 = 3_600;

/// A whole walk: how many records were forgotten, and in how many rounds.
fn walk(app: &TestApp) -> (usize, usize) {
    actix_web::rt::System::new().block_on(async {
        let (mut walk, mut forgotten, mut rounds) = (Walk::default(), 0, 0);
        loop {
            let round: Round = work(app.app(), &mut walk).await.unwrap();
            (forgotten, rounds) = (forgotten + round.forgotten, rounds + 1);
            if round.ended {
                return (forgotten, rounds);
            }
        }
    })
}

fn count(db: &mut Db) -> i64 {
    idempotency::table.count().get_result(db).unwrap()
}

/// Records of somebody else's, at a time in microseconds.
fn remember(db: &mut Db, count: usize, at: i64) {
    let (owner, when) = match db {
        Db::Pg(_) => ("'00000000-0000-0000-0000-000000000009'", format!("to_timestamp({at} / 1000000.0)")),
        Db::Lite(_) => ("x'00000000000000000000000000000009'", at.to_string()),
    };
    let rows: Vec<String> =
        (0..count).map(|number| format!("('{at}-{number:05}', {owner}, {owner}, '{{}}', {when})")).collect();
    let text = format!("INSERT INTO idempotency (key, owner, digest, outcome, at) VALUES {}", rows.join(", "));
    db.batch_execute(&text).unwrap();
}

on_both! {
    fn a_repeat_is_told_the_same_for_72_hours_and_then_the_domain_decides(database) {
        let mut app = TestApp::start(database);
        let player = app.player(0).id;
        let path = format!("/v1/players/{player}/deposits");
        let body = json!({"amount": {"amount": "5", "currency": "USD"}, "provider": "paypal", "reference": "R1"});
        let first = app.owner.post_under("k", &path, &body).expect(201);
        app.wait_s(72 * HOUR_S);
        app.owner = app.owner_anew();
        // The clock of the records is that of the last commit.
        app.player(0);
        assert_eq!(walk(&app).0, 0);
        let again = app.owner.post_under("k", &path, &body);
        assert!(again.is_replayed());
        assert_eq!(again.expect(201), first);
        app.wait_s(HOUR_S + 1);
        app.owner = app.owner_anew();
        app.player(0);
        let before = count(&mut app.database.owner());
        let (forgotten, _) = walk(&app);
        assert!(forgotten > 3);
        assert_eq!(count(&mut app.database.owner()), before - i64::try_from(forgotten).unwrap());
        assert_eq!(app.owner.post_under("k", &path, &body).refused(422), "deposit_known");
        assert_eq!(app.cash(player), "5.00");
    }

    fn a_walk_goes_by_bounded_rounds_and_takes_the_old_alone(database) {
        let app = TestApp::start(database);
        let now = app.app().now().micros();
        let mut db = app.database.owner();
        let kept = count(&mut db);
        remember(&mut db, 6_000, now - 80 * HOUR_S * 1_000_000);
        remember(&mut db, 700, now - 70 * HOUR_S * 1_000_000);
        assert_eq!(walk(&app), (6_000, 2));
        assert_eq!(count(&mut db), kept + 700);
        assert_eq!(walk(&app).0, 0);
    }

    fn nobody_waits_for_a_record_that_is_in_use(database) {
        let app = TestApp::start(database);
        if !app.database.is_postgres() {
            return;
        }
        let (mut db, mut other) = (app.database.owner(), app.database.owner());
        remember(&mut db, 10, app.app().now().micros() - 80 * HOUR_S * 1_000_000);
        other.batch_execute("BEGIN; SELECT 1 FROM idempotency WHERE key LIKE '%-00004' FOR NO KEY UPDATE").unwrap();
        assert_eq!(walk(&app).0, 9);
        other.batch_execute("COMMIT").unwrap();
        assert_eq!(walk(&app).0, 1);
    }
}
