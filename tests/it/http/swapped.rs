//! Identities swapped: whatever identity of somebody or something else a player puts where their own belongs, nothing of
//! the other's comes back and nothing of the other's changes.

use kupa::domain::ids::PlayerId;
use kupa::domain::players::access::Scope;
use kupa::http::routes;
use kupa::web::operation::{Access, Players, Spec};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::app::{Player, TestApp, result};
use crate::support::asking::{Asked, Things};
use crate::support::client::Reply;
use crate::support::databases::{Database, on_both};
use crate::support::listener::Listener;

/// A player with everything, and what of it nobody else is to know.
struct Rich {
    player: Player,
    things: Things,
    secrets: Vec<String>,
}

fn text(told: &Value, name: &str) -> String {
    told[name].as_str().unwrap_or_else(|| panic!("no {name} in {told}")).to_owned()
}

/// The digits of an identity, however it is spelt.
fn digits(id: &str) -> String {
    id.split_once('_').map_or(id, |(_, digits)| digits).to_owned()
}

fn usd(amount: &str) -> Value {
    json!({"amount": amount, "currency": "USD"})
}

/// Opens an account with amounts that nobody else has, which all begin with a number of its own.
fn rich(app: &TestApp, nickname: &str, number: u32) -> Rich {
    let email = format!("{}@hidden.example", nickname.to_lowercase());
    let body = json!({
        "nickname": nickname, "email": email, "password": "a long enough one", "name": format!("Real {nickname}"),
        "birth_date": format!("19{number}-03-07"), "country": "US", "region": "US-NY", "address": format!("{number} Hidden Lane"),
    });
    let id: PlayerId = text(&app.owner.post("/v1/players", &body).expect(201), "player").parse().unwrap();
    let signed = json!({"as": "player", "email": email, "password": "a long enough one", "device": format!("{nickname}'s phone")});
    let signed = app.owner.post_text("/v1/auth/sign-in", &[], &signed.to_string()).expect(200);
    let http = crate::support::client::Client::new(app.address, Some(text(&signed, "access_token")));
    let player = Player { id, http };
    let path = format!("/v1/players/{id}");
    let deposit =
        json!({"amount": usd(&format!("{number}31.77")), "provider": "paypal", "reference": format!("{nickname}-ref")});
    let deposit = app.owner.post(&format!("{path}/deposits"), &deposit).expect(201);
    let withdrawal = json!({"amount": usd(&format!("{number}.19")), "provider": "paypal"});
    let withdrawal = player.http.post(&format!("{path}/withdrawals"), &withdrawal).expect(201);
    let against = app.player(9_000);
    let settled = app.game(&player, &against, &format!("{number}.03"));
    app.owner.post(&format!("/v1/games/{settled}/report"), &result(id, 1, 1)).expect(200);
    let game = app.game(&player, &against, &format!("{number}.41"));
    let proposal = json!({"kind": "adjustment", "player": id, "amount": usd(&format!("{number}9.83")), "reason": format!("for {nickname}")});
    let approval = app.owner.post("/v1/approvals", &proposal).expect(201);
    let things = Things::of_nobody()
        .with("player", id)
        .with("game", &game)
        .with("deposit", text(&deposit, "deposit"))
        .with("transfer", text(&deposit, "transfer"))
        .with("withdrawal", text(&withdrawal, "withdrawal"))
        .with("approval", text(&approval, "approval"))
        .with("session", text(&signed, "session"));
    let ids = ["player", "game", "deposit", "transfer", "withdrawal", "approval", "session"];
    let mut secrets: Vec<String> = ids.iter().map(|name| digits(things.get(name))).collect();
    secrets.extend([digits(&settled), digits(&against.id.to_string()), nickname.to_owned(), email]);
    secrets.extend([".19", ".03", ".41", "9.83", "31.77"].map(|end| format!("\"{number}{end}\"")));
    secrets.push(format!("{number} Hidden Lane"));
    Rich { player, things, secrets }
}

/// All that is told of a player, to who may see it.
fn view(app: &TestApp, rich: &Rich) -> Vec<String> {
    let path = format!("/v1/players/{}", rich.player.id);
    let own = |path: &str| rich.player.http.get(path).text;
    let mut seen =
        ["", "/person", "/wallet", "/deposits", "/withdrawals", "/ratings", "/events", "/statement?currency=USD"]
            .map(|end| own(&format!("{path}{end}")))
            .to_vec();
    seen.push(own("/v1/auth/sessions"));
    seen.push(own("/v1/games"));
    seen.push(app.owner.get("/v1/approvals").text);
    seen
}

/// What is put in place of an identity: those of others, of other kinds, of nobody, and one's own and others' misspelt.
fn foreign(app: &TestApp, kind: &str, ann: &Things, bob: &Things) -> Vec<String> {
    let theirs = bob.get(kind).to_owned();
    let bare = digits(&theirs);
    let (prefix, _) = theirs.split_once('_').unwrap();
    let owner = app.app().tokens.verify(app.owner.token.as_deref().unwrap(), app.app().now()).unwrap().actor;
    let client = app.client(&[Scope::PlayersRead], &[]);
    let client = app.app().tokens.verify(client.token.as_deref().unwrap(), app.app().now()).unwrap().actor;
    let hyphens = bare.parse::<Uuid>().unwrap().hyphenated().to_string();
    let mut all = vec![
        theirs.to_uppercase(),
        format!("{prefix}_{}", bare.to_uppercase()),
        format!("{prefix}_{hyphens}"),
        format!("{theirs}%20"),
        format!("{theirs}%00"),
        format!("{prefix}_{}", Uuid::now_v7().simple()),
        owner.to_string(),
        client.to_string(),
        bare.clone(),
        theirs.clone(),
    ];
    all.extend(["plr", "gam", "dep", "wdr", "trf", "apr", "ses", "stf", "cli"].map(|other| format!("{other}_{bare}")));
    for other in ["player", "game", "withdrawal", "session", "deposit", "transfer", "approval"] {
        all.push(bob.get(other).to_owned());
        if other != kind {
            all.push(ann.get(other).to_owned());
        }
    }
    all
}

fn of_players() -> impl Iterator<Item = (&'static str, &'static Spec)> {
    let may = |spec: &Spec| matches!(spec.access, Access::Signed { players: Players::Themselves, .. });
    routes::ALL.iter().filter(move |(_, spec)| may(spec)).map(|(name, spec)| (*name, spec))
}

const KINDS: [&str; 4] = ["player", "game", "withdrawal", "session"];

/// The requests of an operation in which one of one's own identities is another: in path, query and body.
fn swapped(app: &TestApp, name: &str, spec: &Spec, ann: &Things, bob: &Things) -> Vec<(String, Asked)> {
    let mut all = Vec::new();
    for kind in KINDS.into_iter().filter(|kind| spec.path.contains(&format!("{{{kind}}}"))) {
        for other in foreign(app, kind, ann, bob) {
            let asked = Asked::of(spec, ann);
            let path = asked.path.replace(ann.get(kind), &other);
            all.push((other, Asked { path, ..asked }));
        }
    }
    let asked = Asked::of(spec, ann);
    for field in ["player", "winner"].into_iter().filter(|field| asked.body.get(field).is_some()) {
        for other in foreign(app, "player", ann, bob).into_iter().filter(|it| !it.contains('%')) {
            let mut body = asked.body.clone();
            body[field] = json!(other);
            all.push((other, Asked { body, ..asked.clone() }));
        }
    }
    if name == "ListGames" {
        for other in foreign(app, "player", ann, bob) {
            for filter in ["", "&state=settled", "&state=open"] {
                all.push((other.clone(), Asked { path: format!("/v1/games?player={other}{filter}"), ..asked.clone() }));
            }
        }
    }
    if spec.method == "GET" {
        // A page that begins at what is another's.
        for other in KINDS.map(|kind| bob.get(kind).to_owned()) {
            let mark = if asked.path.contains('?') { '&' } else { '?' };
            for begins in [format!("cursor={other}"), "after=0&limit=200".to_owned(), "limit=200".to_owned()] {
                all.push((other.clone(), Asked { path: format!("{}{mark}{begins}", asked.path), ..asked.clone() }));
            }
        }
    }
    all
}

/// What of somebody's secrets an answer tells, but for what was itself sent.
fn told_of<'a>(reply: &Reply, secrets: &'a [String], sent: &str) -> Option<&'a String> {
    let sent = sent.to_lowercase().replace('-', "");
    let heard = format!("{} {:?}", reply.text, reply.headers).to_lowercase();
    secrets.iter().find(|secret| heard.contains(&secret.to_lowercase()) && !sent.contains(&secret.to_lowercase()))
}

on_both! {
    fn whatever_identity_a_player_puts_for_their_own_nothing_of_anothers_is_told_or_changed(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (rich(&app, "Annabel", 61), rich(&app, "Bobzilla", 74));
        let (mut asked, mut wrong) = (0, Vec::new());
        for (name, spec) in of_players() {
            let before = view(&app, &bob);
            for (other, request) in swapped(&app, name, spec, &ann.things, &bob.things) {
                let reply = request.send(&ann.player.http);
                asked += 1;
                let is_exact = digits(&other) == digits(bob.things.get("player")) && request.path.contains(&other);
                if reply.status >= 500 || (reply.status < 300 && is_exact && !request.path.contains('?')) {
                    wrong.push(format!("{name} {} {}: {} {}", request.path, request.body, reply.status, reply.text));
                }
                if let Some(secret) = told_of(&reply, &bob.secrets, &other) {
                    wrong.push(format!("{name} {} {} tells {secret}: {}", request.path, request.body, reply.text));
                }
            }
            // The session in which Ann asks may have been ended by herself: that is hers to do.
            if view(&app, &bob) != before {
                wrong.push(format!("{name} changed what is another's"));
            }
        }
        assert!(asked > 1_000, "{asked}");
        assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// In a room where players are anonymous, nothing that either can ask for names or rates the other.
fn dark_game(ann: &Rich, bob: &Rich, answers: &mut Vec<Reply>) -> String {
    let offer = json!({"room": "dark_room", "kind": "single", "stake": usd("2")});
    let game = text(&bob.player.http.post("/v1/games", &offer).expect(201), "game");
    answers.push(ann.player.http.get(&format!("/v1/games/{game}")));
    answers.push(ann.player.http.get("/v1/games?state=open&room=dark_room"));
    answers.push(ann.player.http.post(&format!("/v1/games/{game}/join"), &json!({})));
    game
}

fn dark_answers(app: &TestApp, ann: &Rich, bob: &Rich) -> Vec<Reply> {
    let mut answers = Vec::new();
    let (mine, theirs) = (&ann.player.http, &bob.player.http);
    let won = |by: &Rich| json!({"winner": by.player.id, "result": 1, "cube": 1});
    // He doubles and she takes; he claims to have won and she agrees; she says so, he contradicts, the house decides.
    for ending in ["cube", "confirmed", "contradicted", "under way"] {
        let game = dark_game(ann, bob, &mut answers);
        let path = |what: &str| format!("/v1/games/{game}/{what}");
        match ending {
            "cube" => {
                theirs.post(&path("double"), &json!({})).expect(200);
                answers.push(mine.get(&format!("/v1/games/{game}")));
                answers.push(mine.post(&path("drop"), &json!({})));
            }
            "confirmed" => {
                theirs.post(&path("report"), &won(bob)).expect(200);
                answers.push(mine.get(&format!("/v1/games/{game}")));
                answers.push(mine.post(&path("confirm"), &json!({})));
            }
            "contradicted" => {
                answers.push(mine.post(&path("report"), &won(ann)));
                theirs.post(&path("dispute"), &json!({"reason": format!("I am {}", bob.secrets[9])})).expect(200);
                let decision = json!({"winner": bob.player.id, "result": 1, "reason": "it was seen"});
                app.owner.post(&path("decide"), &decision).expect(200);
            }
            _ => answers.push(mine.post(&path("double"), &json!({}))),
        }
        answers.push(mine.get(&format!("/v1/games/{game}")));
        answers.push(mine.get(&path("events")));
        // A report for a player who may or may not sit there tells nothing of who does.
        answers.push(mine.post(&path("concede"), &json!({"result": 1, "player": bob.player.id})));
        let events = answers[answers.len() - 2].json()["events"].as_array().unwrap().len();
        let mut stream = Listener::open(mine, app.address, &path("events"));
        for _ in 0..events {
            let block = stream.event();
            answers.push(Reply { status: 200, headers: Vec::new(), text: block.data.unwrap() });
        }
    }
    answers
}

on_both! {
    fn who_plays_in_the_dark_learns_neither_who_the_other_is_nor_how_strong(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (rich(&app, "Annabel", 61), rich(&app, "Bobzilla", 74));
        let correction = json!({"rating": "1733.25", "reason": "came from elsewhere"});
        app.owner.post(&format!("/v1/players/{}/ratings/backgammon/correct", bob.player.id), &correction).expect(200);
        let mut answers = dark_answers(&app, &ann, &bob);
        for (_, spec) in of_players().filter(|(_, spec)| spec.method == "GET") {
            let asked = Asked::of(spec, &ann.things);
            answers.push(asked.send(&ann.player.http));
            answers.push(ann.player.http.get(&asked.path.replace("/v1/games", "/v1/games?room=dark_room")));
        }
        let mut secrets = bob.secrets.clone();
        secrets.push("1733".to_owned());
        let own = ann.player.id.to_string();
        assert!(answers.len() > 60, "{}", answers.len());
        assert!(answers.iter().filter(|it| it.text.contains(&own)).count() > 10, "her own part in it she is told");
        for reply in &answers {
            assert_eq!(told_of(reply, &secrets, ""), None, "{}", reply.text);
        }
    }
}

#[test]
fn a_secret_that_is_told_would_be_found() {
    let app = TestApp::start(Database::sqlite());
    let bob = rich(&app, "Bobzilla", 74);
    let seen = view(&app, &bob).join(" ").to_lowercase();
    for secret in &bob.secrets {
        assert!(seen.contains(&secret.to_lowercase()), "{secret}");
    }
}
