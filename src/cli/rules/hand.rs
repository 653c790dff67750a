//! `kupa rules hand`.

use std::collections::HashMap;
use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use super::ExplainArgs;
use super::cards::{Cards, Figures, NamedStep, card, melds, named};
use super::gin::refused;
use crate::cli::by_player::ByPlayer;
use crate::cli::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::rules::gin::{GinGame, GinRules, Outcome, Side, value_reported};
use crate::rules::rummy::{Ended, Report, RummyGame, RummyRules, Scoring, Seat, value};

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Say what finished hands of gin and rummy are worth: one JSON object a line on standard input, one on
standard output.

In:   {\"game\": \"rummy_51\", \"ended\": \"hand\", \"winner\": \"a\", \"left\": {\"b\": [\"2C\", \"2D\", \"3S\"]}}
Out:  {\"winner\": \"a\", \"negative_points\": {\"b\": 32}}

In:   {\"game\": \"gin\", \"ended\": \"knock\", \"knocker\": \"a\", \"deadwood\": {\"a\": \"2C\", \"b\": \"7H JD\"}}
Out:  {\"winner\": \"a\", \"negative_points\": {\"b\": 15}}

game          gin, oklahoma_gin, rummy, rummy_51, rummy_40 or rummy_500
ended         gin, knock or undercut; the rummies: hand, going_down, or nobody (rummy_500)
knocker       gin: who ended the hand
deadwood      gin: each player's unmatched cards after melds and lay-offs; they are valued as they
              stand, and `ended` must agree with them (`kupa rules gin` finds the best melds)
up_card       oklahoma_gin: the turned card; without it the limit of a knock is 10
winner        rummies: who went out; none where nobody did
left          rummies: each loser's cards left
melded        rummy_500: each player's cards that count, those laid on others' melds included
melds         rummies, if known: each player's melds, a list of groups; each is checked, and without
              melded they are what counts
scores        rummy_500: melded less left

Cards are a list, or one string with spaces: A 2..9 T J Q K and C D H S in either case; JK a joker.
What the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on. A line of
another shape ends the run with exit status 2 and its number on standard error.";

#[derive(Deserialize)]
struct Line {
    game: String,
    ended: String,
    knocker: Option<String>,
    deadwood: Option<ByPlayer<Cards>>,
    up_card: Option<String>,
    winner: Option<String>,
    left: Option<ByPlayer<Cards>>,
    melded: Option<ByPlayer<Cards>>,
    melds: Option<ByPlayer<Vec<Cards>>>,
}

#[derive(Serialize)]
struct Answer {
    winner: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Figures<i64>>,
    negative_points: Figures<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<NamedStep>>,
}

/// `kupa rules hand`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn run(input: impl Read, output: impl Write, args: &ExplainArgs) -> Result<(), StreamEnd> {
    stream(input, output, |line: Line| answer(line, args.explain))
}

fn answer(line: Line, explain: bool) -> Result<Answer, LineError> {
    match (GinGame::of_slug(&line.game), RummyGame::of_slug(&line.game)) {
        (Some(game), _) => gin(&GinRules::of(game), line, explain),
        (None, Some(game)) => rummy(&RummyRules::of(game), line, explain),
        (None, None) => Err(LineError::of(Code::UnknownCardGame)),
    }
}

fn gin(rules: &GinRules, line: Line, explain: bool) -> Result<Answer, LineError> {
    let knocker = line.knocker.ok_or_else(|| LineError::missing("knocker"))?;
    let mut deadwood = line.deadwood.ok_or_else(|| LineError::missing("deadwood"))?;
    if Ended::of_slug(&line.ended) == Some(Ended::Nobody) {
        return Err(LineError::of(Code::HandVoid));
    }
    let ended = Outcome::of_slug(&line.ended).ok_or_else(|| LineError::of(Code::UnknownEnding))?;
    let [one, two] = deadwood.players.as_slice() else { return Err(LineError::of(Code::PlayerCount)) };
    let defender = match (*one == knocker, *two == knocker) {
        (true, _) => two.clone(),
        (_, true) => one.clone(),
        _ => return Err(LineError::of(Code::KnockerNotAtTable)),
    };
    let mut cards = |player: &str| deadwood.take(player).map_or_else(|| Ok(Vec::new()), Cards::get);
    let (knockers, defenders) = (cards(&knocker)?, cards(&defender)?);
    let up_card = line.up_card.map(|text| card(&text)).transpose()?;
    let figures = value_reported(rules, ended, &knockers, &defenders, up_card).map_err(|error| refused(&error))?;
    let seats = [knocker, defender];
    let steps = explain.then(|| named(figures.steps(), &seats));
    let [knocker, defender] = seats;
    let (winner, loser) = match figures.winner {
        Side::Knocker => (knocker, defender),
        Side::Defender => (defender, knocker),
    };
    Ok(Answer { winner, scores: None, negative_points: Figures(vec![(loser, figures.negative_points)]), steps })
}

fn rummy(rules: &RummyRules, line: Line, explain: bool) -> Result<Answer, LineError> {
    let ended = Ended::of_slug(&line.ended).ok_or_else(|| LineError::of(Code::UnknownEnding))?;
    if line.left.is_none() {
        return Err(LineError::missing("left"));
    }
    if rules.scoring == Scoring::Scores && line.melded.is_none() && line.melds.is_none() {
        return Err(LineError::missing("melded"));
    }
    if ended != Ended::Nobody && line.winner.is_none() {
        return Err(LineError::missing("winner"));
    }
    let (names, report) = report(ended, line)?;
    let valuation = value(rules, &report).map_err(|error| LineError::refused(error.code(), error.to_string()))?;
    let name = |seat: usize| names.get(seat).cloned().unwrap_or_default();
    let scores = valuation.scores.iter().enumerate().map(|(seat, score)| (name(seat), score.points)).collect();
    let losses = valuation.losses.iter().map(|loss| (name(loss.seat), loss.negative_points)).collect();
    Ok(Answer {
        winner: name(valuation.winner),
        scores: (rules.scoring == Scoring::Scores).then_some(Figures(scores)),
        negative_points: Figures(losses),
        steps: explain.then(|| named(valuation.steps(), &names)),
    })
}

/// The names of the seats, in the order in which the line names them, and what each has.
fn report(ended: Ended, mut line: Line) -> Result<(Vec<String>, Report), LineError> {
    let left = line.left.iter().flat_map(|left| &left.players);
    let melded = line.melded.iter().flat_map(|melded| &melded.players);
    let melds_of = line.melds.iter().flat_map(|melds| &melds.players);
    let mut places = HashMap::new();
    let mut names = Vec::new();
    for name in left.chain(melded).chain(melds_of).chain(&line.winner) {
        places.entry(name.clone()).or_insert_with(|| {
            names.push(name.clone());
            names.len() - 1
        });
    }
    let mut seats = Vec::new();
    for name in &names {
        let cards = |of: Option<&mut ByPlayer<Cards>>| {
            of.and_then(|of| of.take(name)).map_or_else(|| Ok(Vec::new()), Cards::get)
        };
        seats.push(Seat {
            left: cards(line.left.as_mut())?,
            melded: if line.melded.is_some() { Some(cards(line.melded.as_mut())?) } else { None },
            melds: melds(line.melds.as_mut().and_then(|of| of.take(name)).unwrap_or_default())?,
        });
    }
    let winner = line.winner.and_then(|winner| places.get(&winner).copied());
    Ok((names, Report { ended, winner, seats }))
}
