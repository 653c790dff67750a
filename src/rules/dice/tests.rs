use super::published::{Fault, Published};
use super::*;

fn words(first: &str, second: &str) -> [Words; 2] {
    [first, second].map(|text| Words::new(text).unwrap())
}

/// Computed by the ten lines of `docs/dice.md`, not by this code.
#[test]
fn rolls_are_those_of_the_documented_method() {
    let rolls = |secret, words: &[Words; 2], n| {
        let dice = Dice::new(&Secret::new(secret), words);
        (1..=n).map(|k| dice.roll(k)).collect::<Vec<_>>()
    };
    let luck = words("luck", "");
    assert_eq!(rolls([7; 32], &luck, 7), [[4, 3], [4, 4], [4, 2], [5, 1], [4, 6], [3, 1], [5, 2]]);
    let counted = std::array::from_fn(|n| u8::try_from(n).unwrap());
    assert_eq!(rolls(counted, &words("שלום", "büyü"), 5), [[2, 1], [2, 5], [2, 1], [3, 4], [1, 6]]);
    let commitment = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
    assert_eq!(Secret::new([7; 32]).commitment().to_string(), commitment);
}

#[test]
fn bytes_that_would_favour_low_faces_are_thrown_away() {
    let blocks = |bytes: &'static [u8]| move |block: u64| [bytes[usize::try_from(block).unwrap()]; 32];
    assert_eq!(throw(blocks(&[251])), [6, 6]);
    assert_eq!(throw(blocks(&[252, 253, 254, 255, 1])), [2, 2]);
    let one_in_each = |block: u64| {
        let mut bytes = [255; 32];
        bytes[31] = [255, 3, 255, 10][usize::try_from(block).unwrap()];
        bytes
    };
    assert_eq!(throw(one_in_each), [4, 5], "the second die may come from a later block than the first");
}

#[test]
fn each_face_has_as_many_bytes_as_any_other() {
    let mut bytes = [0; 6];
    for byte in 0..FAIR_BELOW {
        bytes[usize::from(throw(|_| [byte; 32])[0]) - 1] += 1;
    }
    assert_eq!(bytes, [42; 6]);
}

#[test]
fn no_two_pairs_of_words_give_the_same_dice() {
    let secret = Secret::new([1; 32]);
    let game = |first: &str, second: &str| {
        let dice = Dice::new(&secret, &words(first, second));
        (1..=20).map(|k| dice.roll(k)).collect::<Vec<_>>()
    };
    let pairs = [("a", "bc"), ("ab", "c"), ("abc", ""), ("", "abc"), ("bc", "a"), ("", ""), ("\0", ""), ("", "\0")];
    for (at, one) in pairs.iter().enumerate() {
        for other in &pairs[at + 1..] {
            assert_ne!(game(one.0, one.1), game(other.0, other.1), "{one:?} {other:?}");
        }
    }
}

#[test]
fn words_have_a_longest_length_in_bytes() {
    assert!(Words::new("x".repeat(MAX_WORDS_BYTES)).is_ok());
    assert_eq!(Words::new("x".repeat(MAX_WORDS_BYTES + 1)), Err(WordsTooLong));
    assert_eq!(Words::new("ü".repeat(MAX_WORDS_BYTES / 2 + 1)), Err(WordsTooLong));
}

#[test]
fn a_secret_is_not_shown_by_accident() {
    let secret = Secret::new([0xab; 32]);
    assert_eq!(format!("{secret:?} {:?}", Dice::new(&secret, &words("", ""))), "Secret(..) Dice(..)");
    assert_eq!(secret.reveal(), "ab".repeat(32));
}

#[test]
fn hexadecimal_is_read_in_either_case_and_nothing_else_is() {
    assert_eq!(Secret::from_hex(&"aB".repeat(32)), Some(Secret::new([0xab; 32])));
    let wrong = [String::new(), "ab".repeat(31), "ab".repeat(33), "+1".repeat(32), "g0".repeat(32), "é".repeat(32)];
    for text in wrong {
        assert_eq!((Secret::from_hex(&text), Commitment::from_hex(&text)), (None, None), "{text}");
    }
}

fn published() -> Published {
    Published::of(&Secret::new([9; 32]), &words("one", "two"), 40, Some("gam_1".to_owned()))
}

#[test]
fn what_was_thrown_verifies() {
    assert_eq!(published().verify(), Ok(()));
    assert_eq!(Published { game: None, ..published() }.verify(), Ok(()), "the game's name is for people");
    assert_eq!(Published { rolls: Vec::new(), ..published() }.verify(), Ok(()));
}

#[test]
fn the_first_roll_that_differs_is_named() {
    let mut changed = published();
    changed.rolls[30] = [7, u64::MAX];
    changed.rolls[16][1] = changed.rolls[16][1] % 6 + 1;
    let Err(Fault::RollDiffers { roll, published, recomputed }) = changed.verify() else { panic!() };
    assert_eq!((roll, published, published[0]), (17, changed.rolls[16], u64::from(recomputed[0])));
}

#[test]
fn dice_in_another_order_rolls_left_out_and_other_words_are_found() {
    let whole = published();
    let mut turned = whole.clone();
    let at = turned.rolls.iter().position(|dice| dice[0] != dice[1]).unwrap();
    turned.rolls[at].reverse();
    let mut shortened = whole.clone();
    shortened.rolls.remove(0);
    let swapped = Published { words: ["two".to_owned(), "one".to_owned()], ..whole };
    for changed in [turned, shortened, swapped] {
        assert_eq!(changed.verify().unwrap_err().code(), "roll_differs");
    }
}

#[test]
fn faults_before_the_rolls_have_their_words() {
    let code = |changed: Published| changed.verify().unwrap_err().code();
    let text = |text: &str| text.to_owned();
    assert_eq!(code(Published { method: text("kupa-dice-2"), ..published() }), "unknown_method");
    assert_eq!(code(Published { commitment: text("00"), ..published() }), "commitment_malformed");
    assert_eq!(code(Published { secret: text("secret"), ..published() }), "secret_malformed");
    assert_eq!(code(Published { secret: "0".repeat(64), ..published() }), "commitment_differs");
}
