//! Every refusal and every fault has its sentence in Hebrew, with the parameters of the English one.

use std::collections::{BTreeMap, BTreeSet};

use kupa::domain::codes::Code;
use kupa::domain::fault::WORDS;
use kupa::web::words::placeholders;
use syn::visit::{self, Visit};

use super::source::{Fault, Source, read};

const FILE: &str = "templates/words/he.ftl";

/// The file's messages by name, as they are written.
fn messages() -> BTreeMap<String, String> {
    let text = read(FILE);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut messages = BTreeMap::new();
    for line in lines {
        let (name, sentence) = line.split_once(" = ").unwrap_or_else(|| panic!("not a message: {line}"));
        assert!(messages.insert(name.to_owned(), sentence.to_owned()).is_none(), "{name} is there twice");
    }
    messages
}

fn parameters(sentence: &str) -> BTreeSet<String> {
    placeholders(sentence).map(|name| name.trim_start_matches('$').to_owned()).collect()
}

#[test]
fn every_refusal_and_every_fault_has_a_hebrew_sentence_and_none_is_left_over() {
    let codes = Code::ALL.iter().flat_map(|code| [code.to_string(), format!("class-{:?}", code.class())]);
    let expected: BTreeSet<String> = codes.chain(WORDS.iter().map(|word| format!("fault-{word}"))).collect();
    let written: BTreeSet<String> = messages().into_keys().collect();
    assert_eq!(expected.difference(&written).collect::<Vec<_>>(), [""; 0], "not in {FILE}");
    assert_eq!(written.difference(&expected).collect::<Vec<_>>(), [""; 0], "in {FILE}, and nothing says them");
}

#[test]
fn a_hebrew_sentence_has_the_parameters_of_the_english_one() {
    let messages = messages();
    for code in Code::ALL {
        assert_eq!(parameters(&messages[code.as_str()]), parameters(code.sentence()), "{code}");
    }
    for (name, sentence) in messages.iter().filter(|(name, _)| name.starts_with("fault-") || name.starts_with("class-"))
    {
        assert!(parameters(sentence).is_empty(), "{name}");
    }
}

#[test]
fn every_hebrew_sentence_is_in_hebrew() {
    for (name, sentence) in messages() {
        assert!(sentence.chars().any(|letter| ('א'..='ת').contains(&letter)), "{name}: {sentence}");
    }
}

/// The words of faults that a file makes: second to `Fault::new` and to the functions that hand on to it, first to
/// `Reader::fault`.
struct Made(Vec<(String, usize)>);

impl Made {
    fn word(&mut self, argument: Option<&syn::Expr>) {
        if let Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(word), .. })) = argument {
            self.0.push((word.value(), word.span().start().line));
        }
    }
}

impl<'ast> Visit<'ast> for Made {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func {
            let names: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            match names.as_slice() {
                [.., "Fault", "new"] | ["say" | "fault" | "refused"] | ["page", "refused"] => {
                    self.word(call.args.get(1));
                }
                [.., "parsed"] | ["check"] => self.word(call.args.get(2)),
                _ => {}
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if call.method == "fault" {
            self.word(call.args.first());
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn unlisted(source: &Source) -> Vec<Fault> {
    // Faults of another kind: of the books in a proof, of a file that is brought over.
    let others = source.file.starts_with("src/domain/ledger/proof") || source.file.starts_with("src/cli");
    if others || source.layer() == "rules" {
        return Vec::new();
    }
    let mut made = Made(Vec::new());
    made.visit_file(&source.syntax);
    let unknown = made.0.into_iter().filter(|(word, _)| !WORDS.contains(&word.as_str()));
    unknown.map(|(word, line)| source.fault(line, format!("{word} is not in WORDS of src/domain/fault.rs"))).collect()
}

#[test]
fn every_fault_that_is_made_is_listed() {
    super::each(unlisted);
    assert!(WORDS.is_sorted());
    let text: String =
        super::sources().iter().filter(|it| it.file != "src/domain/fault.rs").map(|it| read(&it.file)).collect();
    let unused: Vec<_> = WORDS.iter().filter(|word| !text.contains(&format!("\"{word}\""))).collect();
    assert_eq!(unused, [&""; 0], "listed, and nothing makes them");
}

#[test]
fn an_unlisted_fault_is_found() {
    let text = r#"fn f() { Fault::new("/a", "so_wrong", "it"); reader.fault("very_wrong", "it"); Fault::new("", "too_long", ""); }"#;
    assert_eq!(unlisted(&Source::parse("src/http/a.rs", text)).len(), 2);
}
