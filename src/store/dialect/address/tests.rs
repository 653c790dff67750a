use super::*;

fn discreet(url: &str, said: &str) -> String {
    url.parse::<Address>().unwrap().discreet(said)
}

#[test]
fn what_a_driver_quotes_of_a_password_is_left_out() {
    for (url, said) in [
        ("postgres://kupa:s3cr%ZZet@127.0.0.1/x", "invalid percent-encoded token: \"s3cr%ZZet\""),
        ("postgres://kupa:top@secret@127.0.0.1/x", "could not translate host name \"secret@127.0.0.1\" to address"),
        ("postgres://kupa:top/secret@127.0.0.1/x", "invalid integer value \"top\" for connection option \"port\""),
    ] {
        let told = discreet(url, said);
        assert!(!told.contains("s3cr") && !told.contains("secret") && !told.contains("top"), "{told}");
        assert!(told.contains("\"..\""), "{told}");
    }
}

#[test]
fn the_rest_is_told_as_it_was_said() {
    let said = "connection to server at \"127.0.0.1\" failed: password authentication failed for user \"kupa\"";
    assert_eq!(discreet("postgres://kupa:kupa@127.0.0.1/x", said), said);
    assert_eq!(discreet("postgres://127.0.0.1/x", said), said);
    assert_eq!(discreet("sqlite:kupa.db", said), said);
}
