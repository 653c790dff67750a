//! The service's figures for Prometheus, and who may read them.

use serde_json::json;

use crate::support::app::{TestApp, result};
use crate::support::client::Client;
use crate::support::databases::{Database, on_both};

const TOKEN: &str = "a token that nobody guesses";

fn with_token(database: Database) -> TestApp {
    TestApp::start_with(database, |config| config.serving.metrics_token = Some(TOKEN.replace(' ', "-")))
}

/// The value of a line that begins with a text.
fn value(text: &str, line: &str) -> Option<f64> {
    let found = text.lines().find_map(|it| it.strip_prefix(line)?.strip_prefix(' '));
    found.map(|value| value.parse().unwrap())
}

#[test]
fn without_a_token_in_the_settings_there_are_no_figures() {
    let app = TestApp::start(Database::sqlite());
    assert_eq!(app.owner.get("/metrics").refused(404), "not_found");
    assert_eq!(Client::new(app.address, Some(String::new())).get("/metrics").refused(404), "not_found");
}

#[test]
fn figures_are_told_to_who_has_their_token_alone() {
    let app = with_token(Database::sqlite());
    assert_eq!(Client::new(app.address, None).get("/metrics").refused(401), "token_missing");
    assert_eq!(app.owner.get("/metrics").refused(401), "token_invalid");
    assert_eq!(Client::new(app.address, Some("a-token".into())).get("/metrics").refused(401), "token_invalid");
    let collector = Client::new(app.address, Some(TOKEN.replace(' ', "-")));
    assert_eq!(collector.get("/metrics").status, 200);
    // It is good for nothing else.
    assert_eq!(collector.get("/v1/players").refused(401), "token_invalid");
}

on_both! {
    fn what_was_asked_and_done_is_counted_by_name_and_never_by_whom(database) {
        let app = with_token(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        let path = format!("/v1/games/{game}/report");
        for _ in 0..2 {
            app.owner.post_under("k", &path, &result(ann.id, 1, 1)).expect(200);
        }
        app.owner.post(&path, &result(ann.id, 1, 1)).refused(409);
        app.owner.post(&path, &json!({})).refused(400);
        app.owner.get("/v1/nothing").refused(404);
        let collector = Client::new(app.address, Some(TOKEN.replace(' ', "-")));
        let reply = collector.get("/metrics");
        assert!(reply.header("content-type").unwrap().starts_with("application/openmetrics-text; version=1.0.0"));
        let text = reply.text;
        let figure = |line: &str| value(&text, line);
        for (status, count) in [("2xx", 2.0), ("4xx", 2.0)] {
            let line = format!("kupa_http_requests_total{{operation=\"ReportGame\",status=\"{status}\"}}");
            assert_eq!(figure(&line), Some(count), "{status} in {text}");
        }
        assert_eq!(figure("kupa_http_requests_total{operation=\"none\",status=\"4xx\"}"), Some(1.0));
        assert_eq!(figure("kupa_http_request_seconds_count{operation=\"ReportGame\"}"), Some(4.0));
        assert_eq!(figure("kupa_http_request_seconds_bucket{le=\"+Inf\",operation=\"ReportGame\"}"), Some(4.0));
        for outcome in ["done", "replayed", "refused"] {
            let line = format!("kupa_acts_total{{act=\"report_game\",outcome=\"{outcome}\"}}");
            assert_eq!(figure(&line), Some(1.0), "{outcome} in {text}");
        }
        assert_eq!(figure("kupa_acts_total{act=\"open_player\",outcome=\"done\"}"), Some(2.0));
        assert_eq!(figure("kupa_queue_depth{writer=\"0\"}"), Some(0.0));
        let batches = figure("kupa_commit_seconds_count{writer=\"0\"}").unwrap();
        assert_eq!(figure("kupa_batch_acts_count{writer=\"0\"}"), Some(batches));
        assert!(batches >= 8.0 && figure("kupa_batch_acts_sum{writer=\"0\"}").unwrap() >= batches);
        assert!(figure("kupa_commit_seconds_sum{writer=\"0\"}").unwrap() > 0.0);
        for line in [
            "kupa_read_connections{state=\"busy\"}", "kupa_read_connections{state=\"idle\"}",
            "kupa_sign_ins_waiting{device=\"known\"}", "kupa_sign_ins_waiting{device=\"unknown\"}", "kupa_streams_open",
            "kupa_transactions_again_total{writer=\"0\",why=\"race\"}",
        ] {
            assert!(figure(line).is_some(), "{line} in {text}");
        }
        assert!(text.contains(&format!("kupa_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"))), "{text}");
        assert!(text.ends_with("# EOF\n"));
        for somebody in [ann.id.to_string(), bob.id.to_string(), game] {
            assert!(!text.contains(&somebody) && !text.contains(&somebody[4..]));
        }
    }
}
