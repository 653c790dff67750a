//! Who a player is: personal data, apart from the account. It is in no log, no event and no list; events tell which of it
//! was given, not what.

use std::fmt;

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::birth_date::BirthDate;
use super::place::Place;
use crate::domain::ids::PlayerId;
use crate::domain::text::{composed, is_label};

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 100;
/// The longest postal address, in characters.
pub const MAX_ADDRESS_CHARS: usize = 300;

crate::row! {
    /// Who a player is. Personal data: it is in no log, no event and no list.
    pub struct Person in "people" key (
        /// Which player.
        player: PlayerId
    ) {
        /// The real name, as they write it.
        name: Option<String>,
        /// The day of birth.
        birth_date: Option<BirthDate>,
        /// The postal address, in one line.
        address: Option<String>,
    }
}

impl Person {
    /// Somebody of whom nothing is known.
    #[must_use]
    pub fn unknown(player: PlayerId) -> Self {
        Self { player, name: None, birth_date: None, address: None }
    }

    /// The word that this person has for themselves, where enough is known of them.
    #[must_use]
    pub fn word(&self) -> Option<String> {
        Some(word(self.name.as_deref()?, self.birth_date?))
    }
}

/// What is told of a person: at the opening of an account, or later.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// The real name.
    pub name: Option<String>,
    /// The day of birth.
    pub birth_date: Option<BirthDate>,
    /// Where they live.
    pub place: Option<Place>,
    /// The postal address.
    pub address: Option<String>,
}

impl Told {
    /// What of it was told, by name.
    #[must_use]
    pub fn fields(&self) -> Vec<&'static str> {
        let all = [
            ("name", self.name.is_some()),
            ("birth_date", self.birth_date.is_some()),
            ("place", self.place.is_some()),
            ("address", self.address.is_some()),
        ];
        all.into_iter().filter(|(_, told)| *told).map(|(name, _)| name).collect()
    }

    /// The word that this person has for themselves, where enough is told.
    #[must_use]
    pub fn word(&self) -> Option<String> {
        Some(word(self.name.as_deref()?, self.birth_date?))
    }
}

/// What was told, and not what it says.
impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.fields()).finish()
    }
}

/// A real name in the form in which it is kept.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn parse_name(text: &str) -> Result<String, String> {
    let name = composed(text);
    if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) || !is_label(&name) {
        return Err(format!("1 to {MAX_NAME_CHARS} characters that can be seen, no blanks around"));
    }
    if plain(&name).is_empty() { Err("a name has letters".to_owned()) } else { Ok(name) }
}

/// A postal address in the form in which it is kept.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn parse_address(text: &str) -> Result<String, String> {
    let address = composed(text);
    let fits = (1..=MAX_ADDRESS_CHARS).contains(&address.chars().count()) && is_label(&address);
    let how = || format!("one line of 1 to {MAX_ADDRESS_CHARS} characters that can be seen, no blanks around");
    if fits { Ok(address) } else { Err(how()) }
}

/// What is the same for all ways to write one person's name and birth date: neither case nor accents nor niqqud, blanks
/// or punctuation matter, nor the order of the name's parts. It is a digest, so that no name stands among the claims.
#[must_use]
pub fn word(name: &str, birth_date: BirthDate) -> String {
    let digest = Sha256::new().chain_update(birth_date.to_string()).chain_update(plain(name)).finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name without all that people write now so, now otherwise.
fn plain(name: &str) -> String {
    // By way of the capitals: what has one capital in common becomes one letter.
    let folded = name.nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    let bare: String = folded.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(base).collect();
    let parts = bare.split(|letter: char| !letter.is_alphanumeric() && !is_within(letter));
    let mut parts: Vec<String> = parts.map(|part| part.chars().filter(|it| it.is_alphanumeric()).collect()).collect();
    parts.sort_unstable();
    // Not parted: Ben-David and Bendavid are one.
    parts.concat()
}

/// What stands within a part of a name, and does not end it: apostrophes, geresh and gershayim.
fn is_within(letter: char) -> bool {
    matches!(
        letter,
        '\'' | '"' | '`' | '\u{2019}' | '\u{2018}' | '\u{2bc}' | '\u{2b9}' | '\u{5f3}' | '\u{5f4}' | '\u{b4}'
    )
}

/// The letters that stand for one: those with strokes and ligatures, which no decomposition knows, and the five of Hebrew
/// that look otherwise at a word's end.
fn base(letter: char) -> impl Iterator<Item = char> {
    let letters = match letter {
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ך' => "כ",
        'ם' => "מ",
        'ן' => "נ",
        'ף' => "פ",
        'ץ' => "צ",
        _ => "",
    };
    letters.chars().chain(letters.is_empty().then_some(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn born(text: &str) -> BirthDate {
        text.parse().unwrap()
    }

    fn same(one: &str, other: &str) -> bool {
        let day = born("1980-02-29");
        word(&parse_name(one).unwrap(), day) == word(&parse_name(other).unwrap(), day)
    }

    #[test]
    fn one_person_is_known_however_their_name_is_written() {
        for (one, other) in [
            ("Noa Lev", "lev, NOA"),
            ("José  María Núñez", "Jose\u{301} Maria NUNEZ"),
            ("נֹעָה לֵב", "לב נעה"),
            ("בן דוד, יעל", "יעל בן-דוד"),
            ("בנדוד יעל", "יעל בן דוד"),
            ("יעל בן־דוד", "יעל בן דוד"),
            ("Sinéad O’Neill", "sinead o'neill"),
            ("Sinead ONeill", "Sinead O'Neill"),
            ("ז'אן", "ז׳אן"),
            ("Straße Günter", "STRASSE GUNTER"),
            ("İpek Işık", "ipek isik"),
            ("Łukasz Ørsted", "lukasz orsted"),
            ("\u{ff2e}\u{ff4f}\u{ff41} Lev", "Noa Lev"),
            ("Ann-Marie Lee", "Lee Ann Marie"),
        ] {
            assert!(same(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn other_names_and_other_days_are_other_people() {
        let names = ["Noa Lev", "Noa Levi", "Noah Lev", "נועה לב", "נעה לב", "Dana Lev", "Lev", "王小明", "王小红"];
        for (at, one) in names.iter().enumerate() {
            for other in &names[..at] {
                assert!(!same(one, other), "{one} and {other}");
            }
        }
        assert_ne!(word("Noa Lev", born("1980-02-28")), word("Noa Lev", born("1980-02-29")));
    }

    #[test]
    fn a_name_has_letters_and_an_address_one_line() {
        let long = "x".repeat(101);
        for bad in ["", " ", " Noa", "-", "'", "Noa\u{202e}", "a\nb", "\u{301}", &long] {
            assert!(parse_name(bad).is_err(), "{bad:?}");
        }
        assert_eq!(parse_name("Jose\u{301}"), Ok("José".to_owned()));
        assert!(parse_address("12 Main St, Apt. 3").is_ok() && parse_address("a\nb").is_err());
        assert!(parse_address("").is_err() && parse_address(&"x".repeat(301)).is_err());
    }

    #[test]
    fn what_is_told_of_a_person_is_not_shown_by_accident() {
        let told = Told { name: Some("Noa Lev".into()), birth_date: Some(born("1980-02-29")), ..Told::default() };
        assert_eq!(format!("{told:?}"), r#"["name", "birth_date"]"#);
    }
}
