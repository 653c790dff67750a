//! Sessions that are over are cleared away, those that go on are not.

use diesel::prelude::*;
use kupa::actions::sessions::{RefreshSession, StartSession};
use kupa::domain::act::Actor;
use kupa::domain::ids::{PlayerId, SessionId};
use kupa::jobs::sessions::work;
use kupa::store::schema::{refresh_tokens, sessions};
use uuid::Uuid;

use crate::support::app::TestApp;
use crate::support::databases::on_both;

const DAY_S: i64 = 86_400;

fn start(app: &TestApp, player: PlayerId) -> (SessionId, String) {
    let (session, refresh) = (SessionId(Uuid::now_v7()), Uuid::now_v7().to_string());
    let act = StartSession {
        by: Actor::Player(player),
        session,
        refresh: refresh.clone(),
        device: String::new(),
        idle_s: 14 * DAY_S,
        most_s: 90 * DAY_S,
    };
    app.act(act);
    (session, refresh)
}

fn refresh(app: &TestApp, player: PlayerId, (session, presented): &(SessionId, String)) -> (SessionId, String) {
    let successor = Uuid::now_v7().to_string();
    let act = RefreshSession {
        by: Actor::Player(player),
        session: *session,
        presented: presented.clone(),
        successor: successor.clone(),
        by_others: vec![],
        idle_s: 14 * DAY_S,
    };
    app.act(act);
    (*session, successor)
}

fn clear(app: &TestApp) -> usize {
    actix_web::rt::System::new().block_on(work(app.app())).unwrap()
}

fn counts(app: &TestApp) -> (i64, i64) {
    let mut db = app.database.owner();
    let sessions = sessions::table.count().get_result(&mut db).unwrap();
    (sessions, refresh_tokens::table.count().get_result(&mut db).unwrap())
}

on_both! {
    fn what_is_over_goes_with_its_tokens_and_what_goes_on_stays(database) {
        let app = TestApp::start(database);
        let player = app.player(0).id;
        let idle = (0..3).map(|_| start(&app, player)).collect::<Vec<_>>();
        let mut used = start(&app, player);
        refresh(&app, player, &idle[0]);
        app.wait_s(14 * DAY_S - 1);
        used = refresh(&app, player, &used);
        app.wait_s(3_600);
        // The clock of the sessions is that of the last commit.
        start(&app, player);
        assert_eq!((clear(&app), counts(&app)), (0, (5, 7)), "over, and kept for an hour");
        app.wait_s(2);
        start(&app, player);
        assert_eq!((clear(&app), counts(&app)), (3 + 4, (3, 4)));
        assert_eq!(clear(&app), 0);
        refresh(&app, player, &used);
    }
}
