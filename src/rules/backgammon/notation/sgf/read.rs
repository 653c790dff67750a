//! Reads SGF, in time linear in its length.

use super::super::super::cube::CUBE_MAX;
use super::super::super::game::{Act, Options};
use super::super::super::match_play::{LENGTH_MAX, MatchOptions};
use super::super::super::player::Player;
use super::super::super::result::Class;
use super::super::super::variant::{Movement, Variant};
use super::super::replay::{Replay, Shown};
use super::super::{Fault, Transcript, TranscriptError};
use super::tree::{Node, Trees};
use super::{place, write::variant_word};

/// Longer than any list of moves.
const MANY_MOVES: usize = 8;

/// The match of a text: its trees, one a game, in order. Without our own property a session is taken to have beavers and as
/// many automatic doubles as its cubes show, thrown with ones, and no cube maximum.
///
/// # Errors
/// [`TranscriptError`]: the first line that is wrong, and what is wrong with it. A node is on the line on which it begins.
pub fn read(text: &str) -> Result<Transcript, TranscriptError> {
    let mut trees = Trees::new(text);
    let mut read: Option<(Replay, MatchOptions, [String; 2])> = None;
    while let Some(nodes) = trees.next_tree()? {
        let Some(root) = nodes.first() else { continue };
        let at_root = |fault| TranscriptError { line: root.line, fault };
        let agreed = agreed(root).map_err(at_root)?;
        let (replay, options, _) = read.get_or_insert_with(|| {
            let name = |identifier| root.value(identifier).unwrap_or_default().trim().to_owned();
            (Replay::new(agreed), agreed, [name("PW"), name("PB")])
        });
        if *options != agreed {
            return Err(at_root(Fault::OtherRules));
        }
        begin(replay, root).map_err(at_root)?;
        for node in &nodes {
            replay.line = node.line;
            done(replay, agreed.game.variant.movement(), node)
                .map_err(|fault| TranscriptError { line: replay.line, fault })?;
        }
        let end = nodes.last().map_or(root.line, |node| node.line);
        result(replay, root).map_err(|fault| TranscriptError { line: end, fault })?;
    }
    match read {
        Some((replay, _, players)) => Ok(Transcript { players, played: replay.played }),
        None => Err(TranscriptError { line: trees.line(), fault: Fault::NotATranscript("it has no game tree") }),
    }
}

/// What the root of a game says of the rules.
fn agreed(root: &Node) -> Result<MatchOptions, Fault> {
    if root.value("GM").map(str::trim) != Some("6") {
        return Err(Fault::NotATranscript("its games are not of GM[6], backgammon"));
    }
    let length = match tagged(root, "MI", "length") {
        Some(length) => length.parse().ok().filter(|length| *length <= LENGTH_MAX).ok_or(Fault::LengthOutOfRange)?,
        None => 0,
    };
    let session = length == 0;
    let words: Vec<&str> = root.value("RU").unwrap_or_default().split(':').map(str::trim).take(MANY_MOVES).collect();
    let says = |word: &str| words.iter().any(|said| said.eq_ignore_ascii_case(word));
    let other = |word: &&&str| word.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("hyper"));
    if let Some(other) = words.iter().find(other) {
        return Err(Fault::UnknownVariant { found: other.chars().take(40).collect() });
    }
    let variant =
        Variant::ALL.into_iter().find(|variant| says(variant_word(*variant)) && *variant != Variant::Backgammon);
    let own = |key, default| tagged(root, "KU", key).map_or(Ok(default), number);
    let game = Options {
        variant: variant.unwrap_or(Variant::Backgammon),
        // The cube is also shown to be absent where only this game, the Crawford game, is without it.
        cube: !says("NoCube") && (says("CrawfordGame") || root.value("CO").or(root.value("CP")) != Some("n")),
        cube_max: u32::try_from(own("cube_max", CUBE_MAX.into())?).map_err(|_| Fault::unreadable("cube_max"))?,
        jacoby: session && says("Jacoby"),
        beavers: session && tagged(root, "KU", "beavers") != Some("off"),
        automatic_doubles: match own("automatic_doubles", u8::MAX.into())? {
            _ if !session => 0,
            times => u8::try_from(times).map_err(|_| Fault::unreadable("automatic_doubles"))?,
        },
        stake: own("stake", 1)?,
        limit: tagged(root, "KU", "limit").map(number).transpose()?,
        crawford: false,
    };
    Ok(MatchOptions { length, crawford: length > 1 && says("Crawford"), game })
}

/// Begins a game at the score of its root, with the opening rolls that it tells.
fn begin(replay: &mut Replay, root: &Node) -> Result<(), Fault> {
    let points = |tag| tagged(root, "MI", tag).map(number).transpose();
    replay.begin(points("ws")?.zip(points("bs")?).map(<[u64; 2]>::from))?;
    replay.crawford(root.value("RU").unwrap_or_default().split(':').any(|word| word.trim() == "CrawfordGame"))?;
    let mut opened = false;
    for value in root.values("KU") {
        opened |= own(replay, value)?;
    }
    let Some(value) = root.value("CV") else { return Ok(()) };
    let cube = number(value.trim())?;
    if !opened {
        let doubles = cube.checked_ilog2().filter(|doubles| *doubles <= CUBE_MAX.ilog2());
        for _ in 0..doubles.ok_or_else(|| Fault::unreadable(value))? {
            replay.act(&Act::OpeningRoll { white: 1, black: 1 })?;
        }
    }
    replay.cube_is(cube)
}

/// What a value of our own property says was done; whether it is an opening roll. Others tell what was agreed.
fn own(replay: &mut Replay, value: &str) -> Result<bool, Fault> {
    let unreadable = || Fault::unreadable(value);
    let mut words = value.split(':');
    let (key, mut said) = (words.next().unwrap_or_default(), || words.next().unwrap_or_default());
    let act = match key {
        "opening" => {
            let [white, black] = dice(said()).ok_or_else(unreadable)?;
            Act::OpeningRoll { white, black }
        }
        "cap" => Act::Cap { limit: number(said())? },
        "resign" | "accept" | "refuse" => {
            let by = match said() {
                "W" => Player::White,
                "B" => Player::Black,
                _ => return Err(unreadable()),
            };
            let mut class = || Class::of_slug(said()).ok_or_else(unreadable);
            match key {
                "resign" => Act::Resign { by, class: class()?, owes: class()? },
                "accept" => Act::Accept { by },
                _ => Act::Refuse { by },
            }
        }
        _ => return Ok(false),
    };
    replay.act(&act)?;
    Ok(key == "opening")
}

/// What a node says was done.
fn done(replay: &mut Replay, movement: Movement, node: &Node) -> Result<(), Fault> {
    let is_root = node.value("GM").is_some();
    let black = node.value("PL").is_some_and(|by| by.trim_start().starts_with(['B', 'b']));
    for property in &node.properties {
        let identifier = property.identifier.as_str();
        let value = property.values.first().map_or("", |value| value.trim());
        match identifier {
            "W" => act(replay, movement, Player::White, value)?,
            "B" => act(replay, movement, Player::Black, value)?,
            "DI" => {
                let by = if black { Player::Black } else { Player::White };
                replay.dice(by, dice(value).ok_or_else(|| Fault::unreadable(value))?, true)?;
            }
            "CV" | "KU" if is_root => {}
            "KU" => {
                for value in &property.values {
                    own(replay, value)?;
                }
            }
            "CO" | "CP" if is_root && matches!(value, "c" | "n") => {}
            "AB" | "AE" | "AW" | "CO" | "CP" | "CV" => return Err(Fault::SetUp { property: identifier.to_owned() }),
            _ => {}
        }
    }
    Ok(())
}

fn act(replay: &mut Replay, movement: Movement, by: Player, value: &str) -> Result<(), Fault> {
    match value {
        "double" => return replay.double(by, None),
        "take" => return replay.take(by),
        "drop" => return replay.drop(by),
        "" => return replay.pass(by),
        _ => {}
    }
    let unreadable = || Fault::unreadable(value);
    let (roll, ways) = value.split_at_checked(2).ok_or_else(unreadable)?;
    let roll = dice(roll).ok_or_else(unreadable)?;
    if ways.len() % 2 != 0 || ways.len() > 2 * MANY_MOVES {
        return Err(unreadable());
    }
    let mut shown: Vec<Shown> = Vec::new();
    for way in ways.as_bytes().chunks_exact(2) {
        let places = (place(movement, by, way[0]), place(movement, by, way[1]));
        let (Some(from), Some(to)) = places else { return Err(unreadable()) };
        shown.push((from, to, false));
    }
    replay.roll(by, roll, &shown)
}

/// `W+2`, `B+4R`; `0` where nobody won. Without one the game has no end.
fn result(replay: &mut Replay, root: &Node) -> Result<(), Fault> {
    let Some(value) = root.value("RE").map(str::trim) else { return Ok(()) };
    let (winner, points) = value.split_once('+').unwrap_or((value, ""));
    let shown = |points: &str| number(points.strip_suffix("Resign").or(points.strip_suffix('R')).unwrap_or(points));
    match winner {
        "W" | "White" => replay.wins(Player::White, shown(points)?),
        "B" | "Black" => replay.wins(Player::Black, shown(points)?),
        "0" | "Draw" => replay.tied(),
        "" | "?" | "Void" => Ok(()),
        _ => Err(Fault::unreadable(value)),
    }
}

/// The value behind a tag in a list of `tag:value`.
fn tagged<'a>(node: &'a Node, identifier: &str, tag: &str) -> Option<&'a str> {
    let mut pairs = node.values(identifier).iter().filter_map(|value| value.split_once(':'));
    pairs.find(|(found, _)| found.trim().eq_ignore_ascii_case(tag)).map(|(_, value)| value.trim())
}

fn number(text: &str) -> Result<u64, Fault> {
    text.parse().map_err(|_| Fault::unreadable(text))
}

fn dice(text: &str) -> Option<[u8; 2]> {
    match text.as_bytes() {
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Some([a - b'0', b - b'0']),
        _ => None,
    }
}
