//! The name by which other players know somebody: what it may be, and which names are too much alike for two people.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

use crate::domain::text::{composed, is_label};

/// The longest nickname, in characters.
pub const MAX_NICKNAME_CHARS: usize = 30;
/// So many marks may stand on one letter: pointed Hebrew takes three.
const MOST_MARKS: usize = 4;

/// A nickname in the form in which it is kept.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn parse(text: &str) -> Result<String, String> {
    let name = composed(text);
    let length = name.chars().count();
    if name.trim() != name || !(1..=MAX_NICKNAME_CHARS).contains(&length) || name.contains("  ") {
        return Err(format!("1 to {MAX_NICKNAME_CHARS} characters, no blanks around, single ones between"));
    }
    if !is_label(&name) {
        return Err("a character in it cannot be seen".to_owned());
    }
    let mut marks = MOST_MARKS;
    for character in name.chars() {
        marks = if is_combining_mark(character) { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return Err("a mark stands on a letter, at most four on one".to_owned());
        }
    }
    Ok(name)
}

/// The words that a nickname takes for itself: another whose words meet one of them is too much alike. The first is
/// the same for names that differ in case, or look alike in small letters; the second for names that look alike as
/// they are written (a capital I and a small l). By the tables of Unicode (UTS 39).
#[must_use]
pub fn claims(nickname: &str) -> [(&'static str, String); 2] {
    let shape = |text: &str| skeleton(text).collect::<String>();
    [("nickname", folded(&shape(&folded(nickname)))), ("nickname_shape", folded(&shape(nickname)))]
}

/// The same for texts that differ in case, or in the form of their characters (NFKC).
fn folded(text: &str) -> String {
    // By way of the capitals: what has one capital in common becomes one letter.
    text.nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str) -> bool {
        let [one, other] = [one, other].map(|name| claims(&parse(name).expect("a nickname")));
        one.iter().zip(&other).any(|(one, other)| one == other)
    }

    #[test]
    fn names_that_people_cannot_tell_apart_are_alike() {
        for (one, other) in [
            ("Ann", "aNN"),
            ("Paul", "PauI"),
            ("Paul", "Pau1"),
            ("b0b", "BOB"),
            ("Noa", "N\u{43e}\u{430}"),
            ("Noa", "\u{ff2e}\u{ff4f}\u{ff41}"),
            ("straße", "STRASSE"),
            ("ΣΟΦΟΣ", "σοφος"),
            ("José", "JOSE\u{301}"),
            ("modern", "rnodern"),
            ("נוֹעה", "נו\u{5b9}עה"),
        ] {
            assert!(alike(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn names_that_people_can_tell_apart_are_not() {
        let names = ["Ann", "Anna", "Noa", "נועה", "נעה", "דנה", "דן", "Ron", "רון", "王小明", "🎲", "A B", "AB"];
        for (at, one) in names.iter().enumerate() {
            for other in &names[..at] {
                assert!(!alike(one, other), "{one} and {other}");
            }
        }
        for number in 1..200 {
            assert!(!alike(&format!("player {number}"), &format!("player {}", number - 1)));
        }
    }

    #[test]
    fn a_nickname_is_kept_composed_and_holds_nothing_unseen() {
        assert_eq!(parse("Jose\u{301}"), Ok("José".to_owned()));
        assert_eq!(parse("נועה"), Ok("נועה".to_owned()));
        assert!(parse("שִׁמְּעוֹן").is_ok(), "pointed");
        let (long, marked) = ("x".repeat(31), format!("a{}", "\u{301}".repeat(6)));
        for bad in ["", " a", "a ", "a  b", "a\u{a0}b", "a\u{200b}", "\u{202e}nnA", "\u{301}a", &long, &marked] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
