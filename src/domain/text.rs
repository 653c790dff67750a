//! Text that people write and others read: in one form of Unicode, and without what nobody can see.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

/// The longest e-mail address, in bytes.
pub const MAX_EMAIL_BYTES: usize = 254;

/// Blank, though no property of Unicode says so.
const BLANK: char = '\u{2800}';

/// What people's keyboards put into running text, without a shape of its own: joiners, and the two marks of direction
/// that end where they stand.
const JOINERS_AND_MARKS: &[char] = &['\u{200C}', '\u{200D}', '\u{200E}', '\u{200F}', '\u{FE0F}'];

/// The text in its composed form (NFC): what looks alike because it is the same is the same.
#[must_use]
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Whether a character can be seen, or is the blank between words. Control and format characters (those that turn the
/// direction among them), unassigned and private ones, other blanks and all that is ignored when shown are not.
#[must_use]
pub fn is_seen(character: char) -> bool {
    use GeneralCategory as Is;
    let unseen = matches!(
        character.general_category(),
        Is::Control
            | Is::Format
            | Is::Unassigned
            | Is::PrivateUse
            | Is::Surrogate
            | Is::LineSeparator
            | Is::ParagraphSeparator
            | Is::SpaceSeparator
    );
    if unseen || character == BLANK {
        return character == ' ';
    }
    // What is ignored when shown is left out of the shape by which look-alikes are found.
    skeleton(character.encode_utf8(&mut [0; 4])).next().is_some()
}

/// Whether a character may stand in running text: all that can be seen, any blank of a line, and what keyboards put
/// between letters.
#[must_use]
pub fn is_prose(character: char) -> bool {
    is_seen(character)
        || JOINERS_AND_MARKS.contains(&character)
        || character.general_category() == GeneralCategory::SpaceSeparator
}

/// Whether a text is a label: composed, every character of it can be seen, no blanks around.
#[must_use]
pub fn is_label(text: &str) -> bool {
    text.trim() == text && text.chars().all(is_seen) && composed(text) == text
}

/// Whether a text has the form of an e-mail address.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    // RFC 5321 as mail goes today, with letters of any script (RFC 6531), and without quoted names and bare addresses.
    let in_name = |part: &str| {
        !part.is_empty() && part.chars().all(|it| it.is_alphanumeric() || !it.is_ascii() || ATEXT.contains(it))
    };
    let in_host = |part: &str| {
        let ends = [part.chars().next(), part.chars().next_back()];
        ends.iter().all(|end| end.is_some_and(|it| it.is_alphanumeric()))
            && part.chars().all(|it| it.is_alphanumeric() || it == '-' || !it.is_ascii())
    };
    name.split('.').all(in_name)
        && host.contains('.')
        && host.split('.').all(in_host)
        && text.len() <= MAX_EMAIL_BYTES
        && is_label(text)
}

/// What stands in the name of an address beside letters and digits.
const ATEXT: &str = "!#$%&'*+-/=?^_`{|}~";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_that_mail_can_go_to() {
        for address in
            ["noa@example.com", "n.o+a@mail.example.com", "נועה@דואר.example", "o'neil@x-y.example", "a_b@1.example"]
        {
            assert!(is_email(address), "{address}");
        }
        let strange = [
            "noa",
            "noa@example",
            "@example.com",
            "a,b@x.example",
            "c>d@x.example",
            "<e@x.example",
            ".h@x.example",
            "h.@x.example",
            "h..h@x.example",
            "i;j@x.example",
            "k(l)@x.example",
            "p\"@x.example",
            "r:s@x.example",
            "m@-x.example",
            "m@x-.example",
            "f@[127.0.0.1]",
            "a@b@c.example",
            "a b@c.example",
            "a@c..example",
            "a@c.example.",
        ];
        for address in strange {
            assert!(!is_email(address), "{address}");
        }
    }

    #[test]
    fn what_nobody_can_see_is_no_part_of_a_label() {
        let unseen = [
            '\0',
            '\n',
            '\u{7f}',
            '\u{85}',
            '\u{a0}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{180e}',
            '\u{2003}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{2028}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2800}',
            '\u{3164}',
            '\u{e000}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{378}',
            '\u{ffff}',
            '\u{1d173}',
            '\u{e0041}',
            '\u{e0100}',
        ];
        for character in unseen {
            assert!(!is_seen(character), "{character:?}");
            assert!(!is_label(&format!("a{character}b")), "{character:?}");
        }
        for text in ["נוֹעָה", "Ann O'Neill", "José", "王小明", "🎲 roller", "Ünal ✓", "a"] {
            assert!(is_label(&composed(text)), "{text}");
        }
        assert!(!is_label("Jose\u{301}") && !is_label(" a") && !is_label("a "));
    }

    #[test]
    fn prose_may_hold_what_keyboards_put_in_and_nothing_that_turns_the_line() {
        assert!("שלום\u{200f} — ‎(OK)\u{a0}👩‍🦰".chars().all(is_prose));
        for character in ['\u{202e}', '\u{2066}', '\u{2028}', '\u{200b}', '\u{e000}', '\u{378}', '\t'] {
            assert!(!is_prose(character), "{character:?}");
        }
    }

    #[test]
    fn an_address_has_a_name_and_a_host() {
        for good in ["noa@example.com", "a.b+c@x.y.example"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["ann", "@example.com", "a@b", "a@.com", "a@b.", "a b@c.de", "a@b@c.de", "a\u{200b}@b.com", ""] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
