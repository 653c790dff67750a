//! Each error code is documented, and some test makes it happen.

use kupa::domain::codes::Code;
use kupa::web::problem::status_of;

use super::source::{files_below, is_test, read};

/// The page of all error codes, as it should be.
fn page() -> String {
    let mut page = String::from(
        "# Error codes\n\n\
         Every refusal carries one of these words: in `code` of a problem (`application/problem+json`), in `error` of a\n\
         line on the command line. A word never changes its meaning and is never reused. `{name}` stands for a member of\n\
         `params`. A refusal changes nothing.\n\n\
         400 says that the request itself will not do, whatever the state of things: it is not remembered under its key, and\n\
         `errors` names each fault by its place. The same word may stand there that is a code here: `unknown_currency` is a\n\
         fault (400) where a body cannot even be read, and a refusal (422) where it was understood and the rules or the state\n\
         of things forbid it; a refusal on state is remembered, and a repeat is told the same.\n\n\
         This page is made from `src/domain/codes.rs`; a test compares them.\n\n\
         | code | status | says |\n| --- | --- | --- |\n",
    );
    for code in Code::ALL {
        let sentence = code.sentence().replace('|', "\\|");
        page.push_str(&format!("| `{}` | {} | {sentence} |\n", code.as_str(), status_of(code.class()).as_u16()));
    }
    page
}

/// Compares the page with the codes; with `KUPA_WRITE_DOCS` set it writes the page.
#[test]
fn every_error_code_is_documented() {
    if std::env::var_os("KUPA_WRITE_DOCS").is_some() {
        std::fs::write(super::source::root().join("docs/errors.md"), page()).unwrap();
    }
    let again =
        "docs/errors.md is not what the codes say: KUPA_WRITE_DOCS=1 cargo test --test it house::codes writes it";
    assert_eq!(read("docs/errors.md"), page(), "{again}");
}

#[test]
fn no_two_error_codes_share_a_word() {
    let mut words: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    words.sort_unstable();
    let all = words.len();
    words.dedup();
    assert_eq!(words.len(), all);
}

/// Whether a text mentions a code: as the member or as the word in quotes.
fn mentions(text: &str, code: Code) -> bool {
    let member = format!("Code::{code:?}");
    let whole = |at: usize| !text[at + member.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
    text.match_indices(&member).any(|(at, _)| whole(at)) || text.contains(&format!("\"{}\"", code.as_str()))
}

/// The text of all tests but those of the house.
fn tests_text() -> String {
    let mut text = String::new();
    for file in files_below("tests").iter().filter(|file| !file.starts_with("tests/it/house")) {
        text.push_str(&read(file));
    }
    for file in files_below("src").iter().filter(|file| file.ends_with(".rs")) {
        let whole = read(file);
        let tests =
            if is_test(file) { Some(whole.as_str()) } else { whole.split_once("#[cfg(test)]").map(|(_, tests)| tests) };
        text.extend(tests);
    }
    text
}

#[test]
fn every_error_code_has_a_test_that_mentions_it() {
    let text = tests_text();
    let untested = |code: &&Code| !mentions(&text, **code);
    assert_eq!(Code::ALL.iter().filter(untested).collect::<Vec<_>>(), [&Code::Busy; 0], "no test mentions these");
}

#[test]
fn a_longer_word_is_no_mention_of_a_shorter() {
    assert!(mentions("Err(Code::Forbidden)", Code::Forbidden));
    assert!(mentions("{\"error\": \"forbidden\"}", Code::Forbidden));
    assert!(!mentions("Code::ForbiddenFruit \"forbidden_fruit\"", Code::Forbidden));
}
