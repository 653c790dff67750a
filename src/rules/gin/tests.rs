use super::*;
use crate::rules::cards::{Card, cards};

const TEN: &str = "4S 6S KS 4C 6C KC 5D 6D KD KH";

fn list(text: &str) -> Vec<Card> {
    cards(text).unwrap()
}

fn judged(
    rules: &GinRules,
    knocker: &str,
    defender: &str,
    melds: Option<&[&str]>,
    up_card: &str,
) -> Result<Round, GinError> {
    let (knocker, defender) = (list(knocker), list(defender));
    let melds: Option<Vec<Vec<Card>>> = melds.map(|melds| melds.iter().map(|meld| list(meld)).collect());
    judge(
        rules,
        &Hands {
            knocker: &knocker,
            defender: &defender,
            knocker_melds: melds.as_deref(),
            up_card: list(up_card).first().copied(),
        },
    )
}

fn code(result: Result<Round, GinError>) -> &'static str {
    result.unwrap_err().code()
}

fn reported(
    rules: &GinRules,
    ended: Outcome,
    knocker: &str,
    defender: &str,
    up_card: &str,
) -> Result<Figures, GinError> {
    value_reported(rules, ended, &list(knocker), &list(defender), list(up_card).first().copied())
}

fn points(figures: &Figures) -> (Outcome, Side, u32, u32, u32) {
    (figures.outcome, figures.winner, figures.difference, figures.bonus, figures.negative_points)
}

#[test]
fn edge_case_12_a_hand_is_drawn_with_two_cards_left_in_the_stock() {
    assert_eq!([3, 2, 1, 0].map(|left| GinRules::GIN.drawn(left)), [false, true, true, true]);
    assert!(!GinRules { stock_left: 0, ..GinRules::GIN }.drawn(2), "a setting");
}

#[test]
fn edge_case_31_gin_against_a_defender_without_deadwood() {
    let gin = "AS 2S 3S 4S 7S 7C 7D QS QC QD";
    let none = "AH 2H 3H 4H 8S 8C 8D KS KC KD";
    let round = judged(&GinRules::GIN, gin, none, None, "").unwrap();
    assert_eq!(points(&round.figures), (Outcome::Gin, Side::Knocker, 0, 25, 25));
    let figures = reported(&GinRules::OKLAHOMA_GIN, Outcome::Gin, "", "", "AS").unwrap();
    assert_eq!(points(&figures), (Outcome::Gin, Side::Knocker, 0, 25, 25));
}

#[test]
fn edge_case_32_a_knock_whose_laid_deadwood_is_0_is_gin() {
    let melds: &[&str] = &["AS 2S 3S", "7S 7C 7D", "9H TH JH QH"];
    let round = judged(&GinRules::GIN, "AS 2S 3S 7S 7C 7D 9H TH JH QH", TEN, Some(melds), "").unwrap();
    // The four of spades would fit the run; after gin nothing is laid off.
    assert_eq!(points(&round.figures), (Outcome::Gin, Side::Knocker, 13, 25, 38));
    assert_eq!(round.lay_offs, []);
    let error = reported(&GinRules::GIN, Outcome::Knock, "", "KS", "").unwrap_err();
    assert_eq!(error.to_string(), "deadwood of 0 for the knocker and 10 for the opponent is gin, not knock");
}

#[test]
fn a_tie_is_an_undercut_unless_a_room_says_otherwise() {
    let undercut = reported(&GinRules::GIN, Outcome::Undercut, "5S", "5C", "").unwrap();
    assert_eq!(points(&undercut), (Outcome::Undercut, Side::Defender, 0, 10, 10));
    let rules = GinRules { tie_undercuts: false, ..GinRules::GIN };
    let knock = reported(&rules, Outcome::Knock, "5S", "5C", "").unwrap();
    assert_eq!(points(&knock), (Outcome::Knock, Side::Knocker, 0, 0, 0));
    let less = reported(&rules, Outcome::Undercut, "5S", "4C", "").unwrap();
    assert_eq!(points(&less), (Outcome::Undercut, Side::Defender, 1, 10, 11));
}

#[test]
fn the_turned_card_limits_a_knock_at_oklahoma_gin_alone() {
    let limit = |rules: GinRules, up_card: &str| rules.limit(list(up_card).first().copied()).unwrap();
    let oklahoma = |up_card| limit(GinRules::OKLAHOMA_GIN, up_card);
    assert_eq!(["", "AS", "2C", "9D", "TD", "JH", "QH", "KS"].map(oklahoma), [10, 0, 2, 9, 10, 10, 10, 10]);
    assert_eq!(["", "AS", "2C"].map(|up_card| limit(GinRules::GIN, up_card)), [10; 3]);
    let rules = GinRules { ace_limit: 1, court_limit: 5, knock_limit: 7, ..GinRules::OKLAHOMA_GIN };
    assert_eq!(["", "AS", "KS"].map(|up_card| limit(rules, up_card)), [7, 1, 5]);
    assert_eq!(GinRules::GIN.limit(Some(Card::JOKER)).unwrap_err().code(), "card_surplus");

    let knocker = "AC 3C 2D 3D 4D AH 9H TH JH QH";
    assert_eq!(code(judged(&GinRules::OKLAHOMA_GIN, knocker, TEN, None, "4H")), "knock_above_limit");
    assert_eq!(judged(&GinRules::OKLAHOMA_GIN, knocker, TEN, None, "5H").unwrap().figures.limit, 5);
    assert_eq!(code(judged(&GinRules::OKLAHOMA_GIN, knocker, TEN, None, "AD")), "knock_above_limit");
    let error = reported(&GinRules::OKLAHOMA_GIN, Outcome::Undercut, "5S", "", "3S").unwrap_err();
    assert_eq!(error, GinError::AboveLimit { deadwood: 5, limit: 3 });
    assert_eq!(reported(&GinRules::GIN, Outcome::Knock, "5S 6S", "KS", "").unwrap_err().code(), "knock_above_limit");
    let rule = |up_card| reported(&GinRules::OKLAHOMA_GIN, Outcome::Gin, "", "", up_card).unwrap().steps()[0].rule;
    assert_eq!([rule("3S"), rule("")], ["§10: the most that the turned card allows", "§10: the most"]);
}

#[test]
fn spades_double_everything_only_where_a_room_says_so() {
    let rules = GinRules { spades_double: true, ..GinRules::OKLAHOMA_GIN };
    let points = |rules: &GinRules, up_card: &str| {
        reported(rules, Outcome::Gin, "", "KS", up_card).map(|figures| figures.negative_points)
    };
    assert_eq!(points(&GinRules::OKLAHOMA_GIN, "9S"), Ok(35));
    assert_eq!((points(&rules, "9S"), points(&rules, "9H"), points(&rules, "")), (Ok(70), Ok(35), Ok(35)));
    assert_eq!(points(&GinRules { spades_double: true, ..GinRules::GIN }, "9S"), Ok(35));
    let steps = reported(&rules, Outcome::Gin, "", "KS", "9S").unwrap().steps();
    assert!(steps.iter().any(|step| step.step == "spades_double" && step.value == 2));
}

#[test]
fn eleven_melded_cards_are_big_gin_and_eleven_others_lack_the_discard() {
    let big = "AS 2S 3S 7S 7C 7D 7H 9H TH JH QH";
    let gin = judged(&GinRules::GIN, big, TEN, None, "").unwrap();
    assert_eq!((points(&gin.figures), gin.figures.big_gin), ((Outcome::Gin, Side::Knocker, 13, 25, 38), true));
    let bonus = GinRules { big_gin: BigGin::Bonus(31), ..GinRules::GIN };
    let round = judged(&bonus, big, TEN, None, "").unwrap();
    assert_eq!(round.figures.negative_points, 44);
    assert!(round.figures.steps().iter().any(|step| step.step == "big_gin_bonus" && step.value == 31));
    assert_eq!(code(judged(&GinRules { big_gin: BigGin::NotPlayed, ..bonus }, big, TEN, None, "")), "discard_missing");
    let whole: &[&str] = &["AS 2S 3S", "7S 7C 7D 7H", "9H TH JH QH"];
    assert!(judged(&GinRules::GIN, big, TEN, Some(whole), "").unwrap().figures.big_gin);
    let short: &[&str] = &["AS 2S 3S", "7S 7C 7D", "9H TH JH QH"];
    assert_eq!(code(judged(&GinRules::GIN, big, TEN, Some(short), "")), "discard_missing");
    assert_eq!(code(judged(&GinRules::GIN, "AS 2S 5S 7S 7C 7D 7H 9H TH JH QH", TEN, None, "")), "discard_missing");
    assert_eq!(code(judged(&GinRules::GIN, TEN, big, None, "")), "discard_missing");
}

#[test]
fn the_knockers_melds_count_as_laid() {
    let knocker = "AS 2S 3S 4S 4C 4D 9H TH JH QH";
    let defender = "5S 6S 7S KS KC QD 8C 8D 2H 2C";
    let run: &[&str] = &["AS 2S 3S", "4S 4C 4D", "9H TH JH QH"];
    assert_eq!(judged(&GinRules::GIN, knocker, defender, Some(run), "").unwrap().figures.outcome, Outcome::Gin);
    // The run of four instead: two fours are left, and 5-6-7 of spades go to it.
    let four: &[&str] = &["AS 2S 3S 4S", "9H TH JH QH"];
    let round = judged(&GinRules::GIN, knocker, defender, Some(four), "").unwrap();
    assert_eq!((round.figures.knocker.sum, round.figures.outcome), (8, Outcome::Knock));
    assert_eq!(code(judged(&GinRules::GIN, knocker, defender, Some(&[]), "")), "knock_above_limit");
    assert_eq!(judged(&GinRules::GIN, knocker, defender, None, "").unwrap().figures.outcome, Outcome::Gin);
}

#[test]
fn melds_that_are_none_or_not_held_are_named() {
    let knocker = "AS 2S 3S 4S 4C 4D 9H TH JH QH";
    let laid = |melds: &[&str]| {
        judged(&GinRules::GIN, knocker, TEN.replace("4S", "5S").replace("4C", "5C").as_str(), Some(melds), "")
    };
    let error = laid(&["AS 2S 3S", "4S 4C"]).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        ("no_meld", "meld 2 of the knocker: a meld has at least 3 cards, not 2")
    );
    assert_eq!(code(laid(&["AS 2S 4S"])), "no_meld");
    let error = laid(&["AS 2S 3S 4S", "4S 4C 4D"]).unwrap_err();
    let said = "meld 2 of the knocker has 4S, which the knocker does not hold besides";
    assert_eq!((error.code(), error.to_string().as_str()), ("meld_not_held", said));
    assert_eq!(code(laid(&["KS KC KD"])), "meld_not_held");
    assert_eq!(code(laid(&["4S 4C JK"])), "meld_not_held");
}

#[test]
fn wrong_numbers_of_cards_and_cards_that_come_twice_are_named() {
    let knocker = "AS 2S 3S 7S 7C 7D 9H TH JH QH";
    let message =
        |knocker: &str, defender: &str| judged(&GinRules::GIN, knocker, defender, None, "").unwrap_err().to_string();
    assert_eq!(message("AS 2S", TEN), "the knocker has 2 cards, not 10");
    assert_eq!(message(knocker, "AS"), "the opponent has 1 cards, not 10");
    assert_eq!(message(&knocker.replace("2S", "AS"), TEN), "AS is there 2 times, 1 more than the deck holds");
    assert_eq!(message(knocker, &TEN.replace("4S", "QH")), "QH is there 2 times, 1 more than the deck holds");
    assert_eq!(message(knocker, &TEN.replace("4S", "JK")), "JK is there once, 1 more than the deck holds");
    assert_eq!(code(judged(&GinRules::GIN, "AS", TEN, None, "")), "card_count");
    assert_eq!(least_deadwood(&list("AS")).unwrap_err().to_string(), "the hand has 1 cards, not 10 or 11");
    let eleven = "2S 3S 7S 7C 7D 9H TH JH QH KD KH";
    let error = reported(&GinRules::GIN, Outcome::Knock, "AS", eleven, "").unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        ("card_count", "the opponent has 11 cards, not at most 10 left")
    );
    assert_eq!(reported(&GinRules::GIN, Outcome::Knock, "AS", "AS", "").unwrap_err().code(), "card_surplus");
}

#[test]
fn a_reported_ending_must_agree_with_the_two_sums() {
    use Outcome::{Gin, Knock, Undercut};
    for (knocker, defender, right) in
        [("", "", Gin), ("", "KS", Gin), ("5S", "6C", Knock), ("5S", "5C", Undercut), ("5S", "", Undercut)]
    {
        for said in [Gin, Knock, Undercut] {
            let found = reported(&GinRules::GIN, said, knocker, defender, "").map_err(|error| error.code());
            let expected = if said == right { Ok(right) } else { Err("ending_disagrees") };
            assert_eq!(found.map(|figures| figures.outcome), expected, "{knocker} {defender}");
        }
    }
}

#[test]
fn no_meld_is_sought_in_reported_deadwood() {
    let figures = reported(&GinRules::GIN, Outcome::Knock, "2C", "7S 7C 7D", "").unwrap();
    assert_eq!(figures.negative_points, 19);
}

#[test]
fn the_rules_are_written_and_read_as_they_are() {
    for game in GinGame::ALL {
        let rules = GinRules::of(game);
        assert_eq!(serde_json::from_str::<GinRules>(&serde_json::to_string(&rules).unwrap()).unwrap(), rules);
        assert_eq!(GinGame::of_slug(game.slug()), Some(game));
    }
    assert_eq!(Outcome::of_slug("draw"), None);
}
