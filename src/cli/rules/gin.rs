//! `kupa rules gin`.

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use super::ExplainArgs;
use super::cards::{Cards, NamedStep, card, melds, named};
use crate::cli::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::rules::cards::CardSet;
use crate::rules::gin::{GinError, GinGame, GinRules, Hands, Outcome, Round, Side, judge, least_deadwood};

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Arrange hands of gin, or judge two of them: one JSON object a line on standard input, one on
standard output.

In:   {\"cards\": \"As 7c 8c 9c 5h 6h 7h 8h 9h Jh\"}
Out:  {\"deadwood\": 11, \"melds\": [\"5h 6h 7h 8h 9h\", \"7c 8c 9c\"], \"unmatched\": \"As Jh\"}

In:   {\"knocker\": \"Ac 3c 2d 3d 4d Ah 9h Th Jh Qh\", \"defender\": \"4s 6s Ks 4c 6c Kc 5d 6d Kd Kh\"}
Out:  {\"outcome\": \"knock\", \"winner\": \"knocker\", \"knocker_deadwood\": 5, \"defender_deadwood\": 8,
       \"raw_diff\": 3, \"negative_points\": 3, \"limit\": 10, \"knocker_melds\": [\"9h Th Jh Qh\",
       \"2d 3d 4d\"], \"defender_melds\": [\"6s 6c 6d\", \"Ks Kc Kd Kh\"], \"layoffs\": \"5d>1\"}

cards           10 or 11 cards, all of them arranged, none discarded: a list, or one string with
                spaces; A 2..9 T J Q K and s c d h in either case
knocker         10 cards, after the discard; 11 only where all of them are melded: big gin
defender        10 cards
knocker_melds   as laid, each a list or a string; without it the arrangement that leaves least, and
                of equals the one that leaves the defender most
game            gin (the default) or oklahoma_gin
up_card         the turned card of oklahoma_gin; without it the limit of a knock is 10
raw_diff        the distance of the two, without a bonus; negative_points has it, and is the loser's
layoffs         what the defender lays off on which of knocker_melds, counted from 0

What the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on. A line of
another shape ends the run with exit status 2 and its number on standard error.";

#[derive(Deserialize)]
struct Line {
    cards: Option<Cards>,
    knocker: Option<Cards>,
    defender: Option<Cards>,
    knocker_melds: Option<Vec<Cards>>,
    game: Option<String>,
    up_card: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Arranged { deadwood: u32, melds: Vec<String>, unmatched: String },
    Judged(Box<Judged>),
}

#[derive(Serialize)]
struct Judged {
    outcome: Outcome,
    winner: Side,
    knocker_deadwood: u32,
    defender_deadwood: u32,
    raw_diff: u32,
    negative_points: u32,
    limit: u32,
    knocker_melds: Vec<String>,
    defender_melds: Vec<String>,
    layoffs: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<NamedStep>>,
}

/// `kupa rules gin`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn run(input: impl Read, output: impl Write, args: &ExplainArgs) -> Result<(), StreamEnd> {
    stream(input, output, |line: Line| answer(line, args.explain))
}

fn answer(line: Line, explain: bool) -> Result<Answer, LineError> {
    if let Some(cards) = line.cards {
        let best = least_deadwood(&cards.get()?).map_err(|error| refused(&error))?;
        let (melds, unmatched) = (texts(best.melds()), text(best.unmatched));
        return Ok(Answer::Arranged { deadwood: best.deadwood, melds, unmatched });
    }
    let given = |cards: Option<Cards>, field| cards.ok_or_else(|| LineError::missing(field));
    let knocker = given(line.knocker, "cards` or `knocker")?;
    let defender = given(line.defender, "defender")?;
    let game = line.game.map_or(Some(GinGame::Gin), |slug| GinGame::of_slug(&slug));
    let rules = GinRules::of(game.ok_or_else(|| LineError::of(Code::UnknownCardGame))?);
    let (knocker, defender) = (knocker.get()?, defender.get()?);
    let knocker_melds = line.knocker_melds.map(melds).transpose()?;
    let up_card = line.up_card.map(|text| card(&text)).transpose()?;
    let hands = Hands { knocker: &knocker, defender: &defender, knocker_melds: knocker_melds.as_deref(), up_card };
    let round = judge(&rules, &hands).map_err(|error| refused(&error))?;
    Ok(Answer::Judged(Box::new(judged(&round, explain))))
}

/// The refusal of a hand of gin.
pub(super) fn refused(error: &GinError) -> LineError {
    LineError::refused(error.code(), error.to_string())
}

fn judged(round: &Round, explain: bool) -> Judged {
    let figures = &round.figures;
    let lay_offs = round.lay_offs.iter().map(|laid| format!("{:#}>{}", laid.card, laid.meld));
    Judged {
        outcome: figures.outcome,
        winner: figures.winner,
        knocker_deadwood: figures.knocker.sum,
        defender_deadwood: figures.defender.sum,
        raw_diff: figures.difference,
        negative_points: figures.negative_points,
        limit: figures.limit,
        knocker_melds: texts(&round.knocker_melds),
        defender_melds: texts(&round.defender_melds),
        layoffs: lay_offs.collect::<Vec<_>>().join(" "),
        steps: explain.then(|| named(figures.steps(), &["knocker".into(), "defender".into()])),
    }
}

fn texts(melds: &[CardSet]) -> Vec<String> {
    melds.iter().map(|meld| text(*meld)).collect()
}

fn text(cards: CardSet) -> String {
    format!("{cards:#}")
}
