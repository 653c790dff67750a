//! Reads `.mat`, in time linear in its length.

use super::super::super::cube::CUBE_MAX;
use super::super::super::game::Options;
use super::super::super::match_play::{LENGTH_MAX, MatchOptions};
use super::super::super::player::Player;
use super::super::super::position::{BAR, OFF};
use super::super::super::variant::{Movement, Variant};
use super::super::replay::{Replay, Shown};
use super::super::{Fault, Transcript, TranscriptError};

/// A cell that begins so far behind the number of its line stands in the right column, though nothing stands in the left.
const RIGHT_AFTER_NUMBER: usize = 12;
/// A result alone on its line that begins here stands in the right column.
const RIGHT: usize = 20;
/// Columns from one tabulator to the next.
const TAB: usize = 8;
/// More ways than any roll has: what comes behind is refused with them.
const MANY_MOVES: usize = 8;

/// The match of a text. What the text does not tell is taken to be so: a match has the Crawford rule, a session has beavers,
/// the cube has no maximum, and the Jacoby rule holds where gammons are counted by it.
///
/// # Errors
/// [`TranscriptError`]: the first line that is wrong, and what is wrong with it.
pub fn read(text: &str) -> Result<Transcript, TranscriptError> {
    let read = read_as(text, false);
    match read {
        Err(TranscriptError { fault: Fault::PointsShown { .. }, .. }) => read_as(text, true).or(read),
        read => read,
    }
}

/// The lines of a text, as faults count them: an older Macintosh ends them with nothing but a carriage return.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('\r'))
}

fn read_as(text: &str, jacoby: bool) -> Result<Transcript, TranscriptError> {
    let game = Options { cube_max: CUBE_MAX, beavers: true, jacoby, ..Options::default() };
    let agreed = MatchOptions { length: 0, crawford: true, game };
    let mut reader = Reader { agreed, replay: None, players: None, expects: Expects::Game };
    let mut last = 0;
    for (at, line) in lines(text.trim_start_matches('\u{feff}')).enumerate() {
        last = at + 1;
        if let Some(replay) = &mut reader.replay {
            replay.line = last;
        }
        if let Err(fault) = reader.line(line.trim_end()) {
            return Err(TranscriptError { line: reader.replay.map_or(last, |replay| replay.line), fault });
        }
    }
    let at_end = |fault| TranscriptError { line: last.max(1), fault };
    match (reader.replay, reader.players) {
        (Some(replay), players) => Ok(Transcript { players: players.unwrap_or_default(), played: replay.played }),
        (None, _) => Err(at_end(Fault::NotATranscript("it has no line like `5 point match`"))),
    }
}

#[derive(PartialEq, Eq)]
enum Expects {
    /// `Game 1`, or in a game its next line.
    Game,
    /// The names and the score.
    Score,
    /// A game's lines.
    Moves,
}

struct Reader {
    agreed: MatchOptions,
    replay: Option<Replay>,
    players: Option<[String; 2]>,
    expects: Expects,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Fault> {
        let text = line.trim_start();
        // A name may begin as a comment does.
        let named = if self.expects == Expects::Score { score(text) } else { None };
        if named.is_none() {
            if let Some(comment) = text.strip_prefix(';') {
                return self.comment(comment.trim());
            }
            if text.is_empty() || text.starts_with('#') || text.starts_with("//") {
                return Ok(());
            }
        }
        let Some(replay) = &mut self.replay else {
            let length = length(text)?;
            self.agreed.length = length;
            self.replay = Some(Replay::new(self.agreed));
            return Ok(());
        };
        if self.expects == Expects::Score {
            let (players, score) = named.ok_or_else(|| Fault::unreadable(text))?;
            replay.begin(Some(score))?;
            self.players.get_or_insert(players);
            self.expects = Expects::Moves;
            return Ok(());
        }
        if is_game(text) {
            replay.finished()?;
            self.expects = Expects::Score;
            return Ok(());
        }
        if self.expects == Expects::Game {
            return Err(Fault::unreadable(text));
        }
        moves(replay, line)
    }

    /// Before the games `[Key "Value"]`; among them eXtreme Gammon sets up positions.
    fn comment(&mut self, comment: &str) -> Result<(), Fault> {
        match self.replay {
            None => self.tag(comment),
            Some(_) if comment.starts_with("Set Pos=") => Err(Fault::SetUp { property: "Set Pos".to_owned() }),
            Some(_) => Ok(()),
        }
    }

    /// `[Key "Value"]`, the keys that tell of the rules.
    fn tag(&mut self, tag: &str) -> Result<(), Fault> {
        let inside = tag.strip_prefix('[').and_then(|tag| tag.strip_suffix("\"]"));
        let Some((key, value)) = inside.and_then(|tag| tag.split_once(" \"")) else { return Ok(()) };
        let on = || match value {
            "On" => Ok(true),
            "Off" => Ok(false),
            _ => Err(Fault::unreadable(tag)),
        };
        let game = &mut self.agreed.game;
        match key {
            "Variation" => {
                let known = |variant: &Variant| {
                    variant.movement() == Movement::Hitting
                        && variant.opens_with_the_opening_dice()
                        && variant.slug().eq_ignore_ascii_case(value)
                };
                let variant = Variant::ALL.into_iter().find(known);
                let found = || value.chars().take(40).collect();
                game.variant = variant.ok_or_else(|| Fault::UnknownVariant { found: found() })?;
            }
            "CubeLimit" => {
                let limit = value.parse().ok().filter(|limit: &u32| *limit > 0);
                game.cube_max = limit.ok_or_else(|| Fault::unreadable(tag))?;
            }
            "Crawford" => self.agreed.crawford = on()?,
            "Jacoby" => game.jacoby = on()?,
            "Beavers" | "Beaver" => game.beavers = on()?,
            _ => {}
        }
        Ok(())
    }
}

/// `5 point match`.
fn length(text: &str) -> Result<u32, Fault> {
    let mut words = text.split_whitespace();
    let number = words.next().unwrap_or_default();
    let is = |word: Option<&str>, known: &[&str]| {
        known.iter().any(|known| word.is_some_and(|word| word.eq_ignore_ascii_case(known)))
    };
    let said = is(words.next(), &["point", "points"]) && is(words.next(), &["match"]) && words.next().is_none();
    if !said || !is_points(number) {
        return Err(Fault::NotATranscript("its first line is not like `5 point match`"));
    }
    number.parse().ok().filter(|length| *length <= LENGTH_MAX).ok_or(Fault::LengthOutOfRange)
}

/// `Game 1`.
fn is_game(text: &str) -> bool {
    let number = text.strip_prefix("Game").filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim);
    number.is_some_and(is_points)
}

/// `North : 4                      South : 0`: the first number behind a colon ends the left half.
fn score(text: &str) -> Option<([String; 2], [u64; 2])> {
    let colons = text.match_indices(':').map(|(at, _)| at);
    for colon in colons {
        let behind = text[colon + 1..].trim_start();
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = behind.split_at(digits);
        if digits > 0 && rest.starts_with(char::is_whitespace) {
            let (right, points) = rest.rsplit_once(':')?;
            let names = [&text[..colon], right].map(|name| name.trim().to_owned());
            return Some((names, [number.parse().ok()?, points.trim().parse().ok()?]));
        }
    }
    None
}

/// A word of a line, and the column in which it begins.
type Word<'a> = (usize, &'a str);

fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    line.split_inclusive(char::is_whitespace).filter_map(move |piece| {
        let word = (at, piece.trim_end());
        at += piece.len();
        if piece.ends_with('\t') {
            at = at.next_multiple_of(TAB);
        }
        Some(word).filter(|(_, word)| !word.is_empty())
    })
}

/// A numbered line of cells, or a result alone. GNU Backgammon puts a result right behind dice that were not played.
fn moves(replay: &mut Replay, line: &str) -> Result<(), Fault> {
    let mut words = words(line).peekable();
    let number = words.next_if(|(_, word)| is_number(word));
    let (begin, right) = number.map_or((0, RIGHT), |(at, word)| (at + word.len(), RIGHT_AFTER_NUMBER));
    let (mut player, mut unplayed) = (None, false);
    while let Some((at, word)) = words.next() {
        let result = unplayed && is_wins(word);
        let by = match player {
            None if at - begin >= right => Player::Black,
            None => Player::White,
            Some(Player::White) if result && at < RIGHT => Player::White,
            Some(Player::White) => Player::Black,
            Some(Player::Black) if result => Player::Black,
            Some(Player::Black) => return Err(Fault::unreadable(word)),
        };
        player = Some(by);
        unplayed = cell(replay, by, word, &mut words)?;
    }
    Ok(())
}

fn is_wins(word: &str) -> bool {
    ["wins", "win"].iter().any(|wins| word.eq_ignore_ascii_case(wins))
}

/// `12)`.
fn is_number(word: &str) -> bool {
    word.strip_suffix(')').is_some_and(is_points)
}

/// One cell; whether it is dice without moves.
fn cell<'a>(
    replay: &mut Replay,
    by: Player,
    first: &str,
    words: &mut std::iter::Peekable<impl Iterator<Item = Word<'a>>>,
) -> Result<bool, Fault> {
    if let [a @ b'1'..=b'6', b @ b'1'..=b'6', b':', rest @ ..] = first.as_bytes() {
        let mut shown = Vec::new();
        let close = Some(&first[3..]).filter(|_| !rest.is_empty());
        let mut next = close.or_else(|| words.next_if(|(_, word)| is_way(word)).map(|(_, word)| word));
        while let Some(word) = next {
            if shown.len() < MANY_MOVES && !is_unknown(word) {
                ways(word, &mut shown)?;
            }
            next = words.next_if(|(_, word)| is_way(word)).map(|(_, word)| word);
        }
        if shown.is_empty() {
            no_moves(words)?;
        }
        replay.roll(by, [a - b'0', b - b'0'], &shown)?;
        return Ok(shown.is_empty());
    }
    match first.to_ascii_lowercase().as_str() {
        "doubles" | "double" | "redoubles" | "redouble" | "beavers" | "beaver" | "raccoons" | "raccoon" => {
            let arrow = words.next_if(|(_, word)| *word == "=>").is_some();
            let value = words.next_if(|(_, word)| arrow && is_points(word)).map(|(_, word)| word);
            let shown = value.map(str::parse).transpose().map_err(|_| Fault::unreadable(value.unwrap_or_default()))?;
            replay.double(by, shown)?;
        }
        "takes" | "take" | "accepts" => replay.take(by)?,
        "drops" | "drop" | "passes" | "pass" | "rejects" => replay.drop(by)?,
        word if is_wins(word) => {
            let points = words.next_if(|(_, word)| is_points(word)).map_or("", |(_, word)| word);
            let shown = points.parse().map_err(|_| Fault::unreadable(first))?;
            words.next_if(|(_, word)| matches!(*word, "point" | "points"));
            if words.next_if(|(_, word)| *word == "and").is_some() {
                let rest = ["the", "match"].map(|expected| words.next_if(|(_, word)| *word == expected).is_some());
                if rest != [true; 2] {
                    return Err(Fault::unreadable("and"));
                }
            }
            replay.wins(by, shown)?;
        }
        _ => return Err(Fault::unreadable(first)),
    }
    Ok(false)
}

fn is_points(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word behind dice is of their moves.
fn is_way(word: &str) -> bool {
    word.contains('/') || is_unknown(word)
}

/// `????` stands where moves would, and nobody knows them: a roll before which the loser resigned.
fn is_unknown(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte == b'?')
}

/// What stands behind dice that were not played, or could not be.
fn no_moves<'a>(words: &mut std::iter::Peekable<impl Iterator<Item = Word<'a>>>) -> Result<(), Fault> {
    let mut next = |known: &[&str]| {
        words.next_if(|(_, word)| known.iter().any(|known| word.eq_ignore_ascii_case(known))).is_some()
    };
    if next(&["illegal"]) {
        return Err(Fault::SetUp { property: "Illegal play".to_owned() });
    }
    if next(&["cannot", "can't", "no"]) {
        next(&["move", "play"]);
    }
    Ok(())
}

/// `24/18*/13` and `8/4(2)`, as single ways.
fn ways(word: &str, shown: &mut Vec<Shown>) -> Result<(), Fault> {
    let read = || {
        // The hit is marked before the number of times, or behind it.
        let (word, hit) = match word.strip_suffix('*') {
            Some(times) if times.ends_with(')') => (times, true),
            _ => (word, false),
        };
        let (way, times) = match word.strip_suffix(')') {
            Some(word) => word.split_once('(').and_then(|(way, times)| Some((way, times.parse().ok()?)))?,
            None => (word, 1),
        };
        let mut places = way.split('/');
        let mut from = place(places.next()?)?.0;
        let mut found = Vec::new();
        for to in places {
            let (to, hit) = place(to)?;
            if found.len() == MANY_MOVES {
                return None;
            }
            found.push((from, to, hit));
            from = to;
        }
        if let Some((_, _, marked)) = found.last_mut() {
            *marked |= hit;
        }
        Some((found, times)).filter(|(found, times)| !found.is_empty() && (1..=4_u8).contains(times))
    };
    let (found, times) = read().ok_or_else(|| Fault::unreadable(word))?;
    shown.extend((0..times).flat_map(|_| found.iter().copied()));
    Ok(())
}

/// A place, and whether a hit is marked on it.
fn place(text: &str) -> Option<(u8, bool)> {
    let (name, hit) = text.strip_suffix('*').map_or((text, false), |name| (name, true));
    let place = match name.to_ascii_lowercase().as_str() {
        "bar" => BAR,
        "off" => OFF,
        number if number.len() <= 2 && is_points(number) => number.parse().ok().filter(|place| *place <= BAR)?,
        _ => return None,
    };
    Some((place, hit))
}
