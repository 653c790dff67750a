//! Who sees and does what: objects (1), authentication (2), properties (3), functions (5).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use kupa::domain::players::access::{Role, Scope};
use kupa::http::{description, routes};
use kupa::web::operation::{Access, Players};
use serde_json::{Value, json};

use crate::support::app::{NOW, TestApp};
use crate::support::asking::{Asked, Things};
use crate::support::client::Client;
use crate::support::databases::{Database, on_both};

on_both! {
    /// API1:2023 Broken Object Level Authorization.
    fn api1_an_object_is_its_owners_whatever_path_leads_to_it(database) {
        let app = TestApp::start(database);
        let (ann, bob, carl) = (app.player(100), app.player(100), app.player(100));
        let game = app.game(&bob, &carl, "5");
        let asked = json!({"amount": {"amount": "7", "currency": "USD"}, "provider": "paypal"});
        let asked = bob.http.post(&format!("/v1/players/{}/withdrawals", bob.id), &asked).expect(201);
        let withdrawal = asked["withdrawal"].as_str().unwrap();
        for path in [
            format!("/v1/players/{}", bob.id),
            format!("/v1/players/{}/wallet", bob.id),
            format!("/v1/players/{}/events", bob.id),
            format!("/v1/withdrawals/{withdrawal}"),
            format!("/v1/games/{game}"),
            format!("/v1/games/{game}/events"),
            format!("/v1/games?player={}", bob.id),
        ] {
            assert_eq!(ann.http.get(&path).refused(403), "not_yours", "{path}");
            bob.http.get(&path).expect(200);
        }
        let cancel = format!("/v1/withdrawals/{withdrawal}/cancelled");
        assert_eq!(ann.http.post(&cancel, &json!({})).refused(403), "not_yours");
        for (player, code) in [(ann.id, "not_at_table"), (bob.id, "not_yours")] {
            let concession = json!({"result": 1, "player": player});
            assert_eq!(ann.http.post(&format!("/v1/games/{game}/concede"), &concession).refused(403), code);
        }
        assert_eq!(app.cash(bob.id), "78.00");
        bob.http.post(&cancel, &json!({})).expect(200);
    }
}

/// A token with any head and claims, signed in some way.
fn token(head: &Value, claims: &Value, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(head), part(claims));
    let signature = URL_SAFE_NO_PAD.encode(sign(message.as_bytes()));
    format!("{message}.{signature}")
}

/// API2:2023 Broken Authentication: tokens.
#[test]
fn api2_a_token_is_believed_by_our_key_our_algorithm_and_in_its_time_alone() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(0);
    let good = ann.http.token.clone().unwrap();
    let parts: Vec<Value> = good
        .split('.')
        .take(2)
        .map(|part| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap())
        .collect();
    let (head, claims, kid) = (&parts[0], &parts[1], parts[0]["kid"].as_str().unwrap());
    let x = app.app().tokens.public_keys()[0].x.clone();
    let mut seed = vec![0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
    seed.extend([7; 32]);
    let ours = EncodingKey::from_ed_der(&seed);
    let signed = |change: &dyn Fn(&mut Header, &mut Value)| {
        let (mut header, mut claims) = (Header::new(Algorithm::EdDSA), claims.clone());
        header.kid = Some(kid.to_owned());
        change(&mut header, &mut claims);
        jsonwebtoken::encode(&header, &claims, &ours).unwrap()
    };
    let by_secret = |secret: &[u8]| {
        let key = EncodingKey::from_secret(secret).unwrap();
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some(kid.to_owned());
        jsonwebtoken::encode(&header, claims, &key).unwrap()
    };
    let rsa = EncodingKey::from_rsa_pem(include_bytes!("../../../../src/web/token/rsa_for_tests.pem")).unwrap();
    let mut by_rsa = Header::new(Algorithm::RS256);
    by_rsa.kid = Some(kid.to_owned());
    let renamed = |alg: &str| {
        let mut head = head.clone();
        head["alg"] = json!(alg);
        token(&head, claims, |_| URL_SAFE_NO_PAD.decode(good.rsplit('.').next().unwrap()).unwrap())
    };
    let without = |alg: &str| token(&json!({"typ": "JWT", "alg": alg, "kid": kid}), claims, |_| Vec::new());
    let (now, more) = (NOW / 1_000_000, |seconds: i64| NOW / 1_000_000 + seconds);
    let bad = [
        ("alg none", without("none")),
        ("alg None", without("None")),
        ("no signature", format!("{}.", good.rsplit_once('.').unwrap().0)),
        ("HS256 by the public key's text", by_secret(x.as_bytes())),
        ("HS256 by the public key", by_secret(&URL_SAFE_NO_PAD.decode(&x).unwrap())),
        ("HS256 by nothing", by_secret(b"\0")),
        ("RS256", jsonwebtoken::encode(&by_rsa, claims, &rsa).unwrap()),
        ("our signature as ES256", renamed("ES256")),
        ("our signature as HS256", renamed("HS256")),
        ("an unknown key", signed(&|head, _| head.kid = Some("another".into()))),
        ("a path for a key", signed(&|head, _| head.kid = Some("../../../../dev/null".into()))),
        ("a query for a key", signed(&|head, _| head.kid = Some("' UNION SELECT 'x".into()))),
        ("no key's name", signed(&|head, _| head.kid = None)),
        ("not yet", signed(&|_, claims| claims["nbf"] = json!(more(6)))),
        ("another issuer", signed(&|_, claims| claims["iss"] = json!("https://evil.example"))),
        ("another audience", signed(&|_, claims| claims["aud"] = json!("elsewhere"))),
        ("the system's", signed(&|_, claims| claims["sub"] = json!("system"))),
        ("another's name", token(head, &json!({"sub": "stf_1"}), |_| vec![0; 64])),
    ];
    let ask = |token: &str| Client::new(app.address, Some(token.to_owned())).get("/v1/rooms");
    for (what, token) in &bad {
        assert_eq!(ask(token).refused(401), "token_invalid", "{what}");
    }
    for over in [now, now - 1] {
        let token = signed(&|_, claims| claims["exp"] = json!(over));
        assert_eq!(ask(&token).refused(401), "token_expired");
    }
    // The bounds themselves, so that what was refused above was refused for its one fault.
    ask(&signed(&|_, _| ())).expect(200);
    ask(&signed(&|_, claims| claims["nbf"] = json!(more(5)))).expect(200);
    ask(&signed(&|_, claims| claims["exp"] = json!(more(1)))).expect(200);
}

on_both! {
    /// API2:2023 Broken Authentication: sessions.
    fn api2_what_was_ended_or_used_up_opens_nothing(database) {
        let app = TestApp::start(database);
        let account = json!({"nickname": "Ann", "email": "ann@example.com", "password": "a long enough one"});
        let ann = app.owner.post("/v1/players", &account).expect(201)["player"].as_str().unwrap().to_owned();
        let anybody = Client::new(app.address, None);
        let sign_in = || {
            let body = json!({"as": "player", "email": "ann@example.com", "password": "a long enough one"});
            anybody.post_text("/v1/auth/sign-in", &[], &body.to_string()).expect(200)
        };
        let with = |told: &Value| Client::new(app.address, told["access_token"].as_str().map(str::to_owned));
        let refresh = |told: &Value| anybody.post("/v1/auth/refresh", &json!({"refresh_token": told["refresh_token"]}));
        let own = format!("/v1/players/{ann}");
        let offer = json!({"room": "main", "kind": "single", "stake": {"amount": "5", "currency": "USD"}});
        let is_out = |client: &Client| {
            assert_eq!(client.get(&own).refused(401), "session_over");
            assert_eq!(client.get(&format!("{own}/events")).refused(401), "session_over");
            // Before anything else is looked at: there are no five dollars.
            assert_eq!(client.post("/v1/games", &offer).refused(401), "session_over");
        };
        let first = sign_in();
        with(&first).get(&own).expect(200);
        let second = refresh(&first).expect(200);
        // Reuse ends the session with all its tokens, at once.
        assert_eq!(refresh(&first).refused(401), "refresh_reused");
        is_out(&with(&first));
        is_out(&with(&second));
        // So does signing out, here and everywhere.
        let (third, fourth) = (sign_in(), sign_in());
        with(&third).post("/v1/auth/sign-out", &json!({})).expect(200);
        is_out(&with(&third));
        with(&fourth).get(&own).expect(200);
        let fifth = sign_in();
        with(&fourth).post("/v1/auth/sign-out-everywhere", &json!({})).expect(200);
        is_out(&with(&fourth));
        is_out(&with(&fifth));
        // A changed password leaves the session in which it was changed, and no other.
        let (sixth, seventh) = (sign_in(), sign_in());
        let passwords = json!({"old": "a long enough one", "new": "another long one"});
        with(&sixth).post("/v1/auth/password", &passwords).expect(200);
        with(&sixth).get(&own).expect(200);
        is_out(&with(&seventh));
    }
}

/// API3:2023 Broken Object Property Level Authorization: nobody sets what they are not asked for.
#[test]
fn api3_a_field_that_nobody_asked_for_is_refused_wherever_it_stands() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(0);
    let things = Things::of_nobody().with("player", ann.id);
    for (name, spec) in routes::ALL.iter().filter(|(_, spec)| spec.method == "POST") {
        let plain = Asked::of(spec, &things);
        for field in ["role", "state", "balance", "id", "by", "permissions", "__proto__", "debts", "staff", "is_admin"]
        {
            let schema = &description::document()["paths"][spec.path]["post"]["requestBody"]["content"];
            if plain.body.get(field).is_some() || schema.to_string().contains(&format!("\"{field}\"")) {
                continue;
            }
            let mut body = plain.body.clone();
            body[field] = json!("owner");
            let reply = Asked { body, ..plain.clone() }.send(&app.owner);
            // Some are for players alone.
            let for_others = matches!(spec.access, Access::Signed { others: None, .. });
            if !for_others {
                assert_eq!(reply.status, 400, "{name} takes {field}: {}", reply.text);
                let expected = (format!("/{field}"), "unknown_field".to_owned());
                assert!(reply.faults().contains(&expected), "{name} {field}: {}", reply.text);
            }
        }
    }
}

/// API3:2023 Broken Object Property Level Authorization: nobody is told what nobody may know.
#[test]
fn api3_no_answer_holds_a_password_a_secret_or_a_digest() {
    let app = TestApp::start(Database::sqlite());
    let account = json!({"nickname": "Ann", "email": "ann@example.com", "password": "a long enough one"});
    let ann = app.owner.post("/v1/players", &account).expect(201)["player"].as_str().unwrap().to_owned();
    let body = json!({"as": "player", "email": "ann@example.com", "password": "a long enough one"});
    let told = Client::new(app.address, None).post_text("/v1/auth/sign-in", &[], &body.to_string()).expect(200);
    let staff = json!({"email": "dana@example.com", "password": "another long one", "role": "finance"});
    app.owner.post("/v1/staff", &staff).expect(201);
    let added = app.owner.post("/v1/clients", &json!({"name": "board", "scopes": ["play"]})).expect(201);
    let secrets = [
        "a long enough one".to_owned(),
        "another long one".to_owned(),
        "argon2".to_owned(),
        added["secret"].as_str().unwrap().to_owned(),
        kupa::web::password::secret_digest(added["secret"].as_str().unwrap()),
        told["refresh_token"].as_str().unwrap().to_owned(),
        kupa::web::password::secret_digest(told["refresh_token"].as_str().unwrap()),
        told["access_token"].as_str().unwrap().to_owned(),
        told["device_secret"].as_str().unwrap().to_owned(),
    ];
    let themselves = Client::new(app.address, told["access_token"].as_str().map(str::to_owned));
    let things = Things::of_nobody().with("player", &ann);
    let mut told_of_ann = 0;
    for (name, spec) in routes::ALL.iter().filter(|(name, spec)| spec.method == "GET" && *name != "Description") {
        for client in [&app.owner, &themselves] {
            let reply = Asked::of(spec, &things).send(client);
            told_of_ann += usize::from(reply.text.contains(&ann));
            for secret in &secrets {
                assert!(!reply.text.contains(secret.as_str()), "{name} tells {secret}: {}", reply.text);
            }
        }
    }
    assert!(told_of_ann > 5, "little was told at all: {told_of_ann}");
}

/// API5:2023 Broken Function Level Authorization: what staff do nobody else does, by whatever method or spelling.
#[test]
fn api5_the_functions_of_staff_are_theirs_under_every_method_and_spelling() {
    let app = TestApp::start(Database::sqlite());
    let (ann, board, viewer) = (app.player(0), app.client(&[Scope::PlayersWrite], &[]), app.staff(Role::Viewer));
    let things = Things::of_nobody().with("player", ann.id);
    let mut asked = 0;
    for (name, spec) in routes::ALL {
        let Access::Signed { players: Players::No, others: Some(permission) } = spec.access else { continue };
        let plain = Asked::of(spec, &things);
        let path = plain.path.clone();
        let spellings = [
            path.clone(),
            format!("{path}?role=owner"),
            format!("{path}/"),
            path.replace("/v1/", "//v1//"),
            path.replace("/v1/", "/V1/"),
            path.replace("/v1/", "/v1/./"),
            path.replace("/v1/", "/v1/auth/../"),
            path.replace("/v1/", "/v1/%2e%2e/v1/"),
            format!("{path}%00"),
            format!("{path};admin"),
        ];
        for client in [&ann.http, &board, &viewer] {
            if std::ptr::eq(client, &board) && Scope::PlayersWrite.may(permission)
                || std::ptr::eq(client, &viewer) && Role::Viewer.may(permission)
            {
                continue;
            }
            for spelling in &spellings {
                for (method, header) in
                    [(spec.method, "X-None"), ("POST", "X-HTTP-Method-Override"), ("GET", "X-Original-URL")]
                {
                    let value = if header == "X-Original-URL" { path.as_str() } else { spec.method };
                    let headers = [("Idempotency-Key", "k"), ("Content-Type", "application/json"), (header, value)];
                    let sent = if method == "GET" { String::new() } else { plain.body.to_string() };
                    let reply = client.send(method, spelling, &headers, &sent);
                    // A GET of the same path may be another operation, with rules of its own.
                    let is_other = routes::ALL
                        .iter()
                        .any(|(_, it)| it.path == spec.path && it.method != spec.method && it.method == method);
                    if !is_other {
                        assert!(
                            [400, 403, 404, 405].contains(&reply.status),
                            "{name} {method} {spelling}: {}",
                            reply.status
                        );
                        asked += 1;
                    }
                }
            }
        }
        let exact = plain.send(&ann.http);
        assert_eq!(exact.refused(403), "forbidden", "{name}");
    }
    assert!(asked > 2_000, "{asked}");
}
