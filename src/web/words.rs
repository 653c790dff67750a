//! Refusals in the language that a caller prefers: English as it stands in `domain/codes.rs`, Hebrew from
//! `templates/words/he.ftl`, which is part of the program.

use std::sync::OnceLock;

use actix_web::HttpMessage;
use actix_web::http::header::{AcceptLanguage, Header, Preference, Quality, QualityItem};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;

/// The sentences in Hebrew.
const HEBREW: &str = include_str!("../../templates/words/he.ftl");

/// A language that we speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English, where nothing else is asked for.
    English,
    /// Hebrew.
    Hebrew,
}

impl Language {
    /// The one that a request prefers by its `Accept-Language`; of two that it likes as much, the one that it names
    /// first.
    #[must_use]
    pub fn of(request: &impl HttpMessage) -> Self {
        let Ok(accepted) = AcceptLanguage::parse(request) else { return Self::English };
        let (english, hebrew) = (liking(&accepted, Self::English), liking(&accepted, Self::Hebrew));
        if hebrew > english { Self::Hebrew } else { Self::English }
    }

    /// Its tag (RFC 5646).
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Hebrew => "he",
        }
    }

    /// What kind of refusal a code is, in a few words.
    #[must_use]
    pub fn title(self, code: Code) -> String {
        let hebrew = || hebrew(&format!("class-{:?}", code.class()), &FluentArgs::new());
        self.is_hebrew().then(hebrew).flatten().unwrap_or_else(|| in_words(code))
    }

    /// The sentence of a refusal, with its parameters filled in.
    #[must_use]
    pub fn sentence(self, refused: &Refused) -> String {
        let hebrew = || {
            let mut args = FluentArgs::new();
            for (name, value) in &refused.params {
                args.set(name.as_str(), value.as_str());
            }
            hebrew(refused.code.as_str(), &args)
        };
        self.is_hebrew().then(hebrew).flatten().unwrap_or_else(|| refused.sentence())
    }

    /// The sentence of a code, in which `{names}` stand for its parameters.
    #[must_use]
    pub fn sentence_of(self, code: Code) -> String {
        let names = placeholders(code.sentence());
        self.sentence(&names.fold(Refused::new(code), |refused, name| refused.with(name, format!("{{{name}}}"))))
    }

    /// A fault in this language. In Hebrew it is told in general; the bounds stand in the English and in the description.
    #[must_use]
    pub fn fault(self, fault: &Fault) -> Fault {
        let hebrew = || hebrew(&format!("fault-{}", fault.code), &FluentArgs::new());
        let message = self.is_hebrew().then(hebrew).flatten().unwrap_or_else(|| fault.message.clone());
        Fault { message, ..fault.clone() }
    }

    fn is_hebrew(self) -> bool {
        self == Self::Hebrew
    }
}

/// How much a language is liked: how well, and how early it is named. What names it itself goes before `*`.
fn liking(accepted: &AcceptLanguage, language: Language) -> Option<(Quality, std::cmp::Reverse<usize>)> {
    let best = |named: bool| {
        let ranges = accepted.iter().enumerate().filter(move |(_, range)| match &range.item {
            Preference::Any => !named,
            Preference::Specific(tag) => named && tag.primary_language().eq_ignore_ascii_case(language.tag()),
        });
        ranges.map(|(place, QualityItem { quality, .. })| (*quality, std::cmp::Reverse(place))).max()
    };
    best(true).or_else(|| best(false)).filter(|(quality, _)| *quality > Quality::ZERO)
}

/// The code as words: `insufficient_funds` becomes `Insufficient funds`.
fn in_words(code: Code) -> String {
    let mut title = code.as_str().replace('_', " ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    title
}

/// The `{names}` in a sentence.
pub fn placeholders(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.trim())
}

/// A message of the Hebrew file. Each parameter stands between marks that keep its own direction of writing.
fn hebrew(message: &str, args: &FluentArgs<'_>) -> Option<String> {
    static BUNDLE: OnceLock<FluentBundle<FluentResource>> = OnceLock::new();
    let bundle = BUNDLE.get_or_init(|| {
        let (resource, faults) = read(HEBREW);
        if faults > 0 {
            tracing::error!(faults, "the Hebrew sentences cannot all be read");
        }
        let language: Vec<LanguageIdentifier> = "he".parse().into_iter().collect();
        let mut bundle = FluentBundle::new_concurrent(language);
        bundle.add_resource_overriding(resource);
        bundle
    });
    let pattern = bundle.get_message(message)?.value()?;
    let mut faults = Vec::new();
    let text = bundle.format_pattern(pattern, Some(args), &mut faults).into_owned();
    faults.is_empty().then_some(text)
}

fn read(text: &str) -> (FluentResource, usize) {
    match FluentResource::try_new(text.to_owned()) {
        Ok(resource) => (resource, 0),
        Err((resource, faults)) => (resource, faults.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn preferred(header: &str) -> Language {
        Language::of(&TestRequest::default().insert_header(("accept-language", header)).to_http_request())
    }

    #[test]
    fn the_language_is_the_one_that_is_liked_best() {
        for hebrew in
            ["he", "HE", "he-IL", "he-IL,he;q=0.9,en-US;q=0.8,en;q=0.7", "fr, he;q=0.1", "he, en", "en;q=0, *"]
        {
            assert_eq!(preferred(hebrew), Language::Hebrew, "{hebrew}");
        }
        for english in
            ["en", "", "fr", "*", "en, he", "he;q=0.2, en;q=0.3", "he;q=0", "he;q=0, *", "hex", "he;q=x", "ü"]
        {
            assert_eq!(preferred(english), Language::English, "{english}");
        }
    }

    #[test]
    fn the_hebrew_file_can_be_read_whole() {
        assert_eq!(read(HEBREW).1, 0);
    }

    #[test]
    fn a_title_is_the_code_in_words() {
        assert_eq!(Language::English.title(Code::InsufficientFunds), "Insufficient funds");
        assert_eq!(Language::Hebrew.title(Code::InsufficientFunds), "הבקשה נדחתה");
    }

    #[test]
    fn parameters_stand_in_the_sentence_with_their_own_direction() {
        let refused = Refused::new(Code::InsufficientFunds).with("shortfall", "3.50").with("currency", "USD");
        let sentence = "היתרה אינה מספיקה: חסרים \u{2068}3.50\u{2069} \u{2068}USD\u{2069}.";
        assert_eq!(Language::Hebrew.sentence(&refused), sentence);
        assert_eq!(Language::English.sentence(&refused), "The balance is not enough: 3.50 USD is missing.");
        assert!(Language::Hebrew.sentence_of(Code::InsufficientFunds).contains("{shortfall}"));
        assert_eq!(Language::English.sentence_of(Code::InsufficientFunds), Code::InsufficientFunds.sentence());
    }

    #[test]
    fn what_lacks_a_parameter_is_told_in_english() {
        let refused = Refused::new(Code::InsufficientFunds);
        assert_eq!(Language::Hebrew.sentence(&refused), refused.sentence());
    }
}
