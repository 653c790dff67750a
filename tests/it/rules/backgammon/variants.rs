//! Every variant's plays against the slow rules, over positions that random games come to.

use std::collections::BTreeSet;

use kupa::rules::backgammon::{Legal, Next, Plays, Position, Roll, Variant, judge_moves, ways};

use super::brute::{Table, plays};

/// Chance that is the same every time: Marsaglia's xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn die(&mut self) -> u8 {
        u8::try_from(self.below(6)).unwrap() + 1
    }
}

fn compare(variant: Variant, position: &Position, roll: Roll, plays_found: &Plays) {
    let table = Table::read(variant, &position.to_string());
    assert_eq!(table.text(), position.to_string());
    let (dice, expected) = plays(&table, roll.high().into(), roll.low().into());
    let found: BTreeSet<String> = plays_found.iter().map(|legal| legal.position.to_string()).collect();
    assert_eq!(found.len(), plays_found.len(), "twice the same: {position} {roll}");
    assert_eq!(found, expected, "{variant:?} {position} {roll}");
    assert_eq!(usize::from(plays_found.dice_used()), dice, "{variant:?} {position} {roll}");
}

/// Every way is legal, and together they lead to all that can be reached.
fn all_ways(position: &Position, roll: Roll, plays: &Plays) {
    let ways = ways(position, roll);
    let reached = |all: &[Legal]| all.iter().map(|legal| legal.position).collect::<BTreeSet<_>>();
    assert_eq!(reached(&ways), reached(plays.as_slice()), "{position} {roll}");
    for way in &ways {
        let moves: Vec<(u8, u8)> = way.play.moves().iter().map(|one| (one.from, one.to)).collect();
        assert_eq!(judge_moves(position, roll, &moves).unwrap().position, way.position, "{position} {roll}");
    }
    let mut moves: Vec<_> = ways.iter().map(|way| way.play.moves().to_vec()).collect();
    moves.iter_mut().for_each(|moves| moves.sort());
    assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), ways.len(), "{position} {roll}");
}

/// Plays random games until so many positions were compared; how many games ended.
fn compare_games(variant: Variant, positions: usize) -> usize {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15 ^ positions as u64);
    let (mut compared, mut ended) = (0, 0);
    let mut found = Plays::new();
    while compared < positions {
        let mut position = Position::start(variant);
        let (mut roll, mut named) = (Roll::new(chance.die(), chance.die()).unwrap(), false);
        while compared < positions {
            found.find(&position, roll);
            compare(variant, &position, roll, &found);
            compared += 1;
            let legal = found.as_slice()[chance.below(found.len())];
            let mut moves: Vec<(u8, u8)> = legal.play.moves().iter().map(|one| (one.from, one.to)).collect();
            (1..moves.len()).for_each(|at| moves.swap(at, chance.below(at + 1)));
            let judged = judge_moves(&position, roll, &moves).map(|judged| judged.position).unwrap();
            assert_eq!(judged, legal.position, "{position} {roll} {moves:?}");
            if chance.below(30) == 0 {
                all_ways(&position, roll, &found);
            }
            position = legal.position;
            assert_eq!(Position::new(&position.board()), Ok(position));
            if position.is_over() {
                ended += 1;
                break;
            }
            let next = variant.next(roll, named, u8::try_from(legal.play.moves().len()).unwrap());
            if next == Next::Pass {
                position = position.turned();
            }
            named = next == Next::NameDouble;
            let die = chance.die();
            roll = Roll::new(die, if named { die } else { chance.die() }).unwrap();
        }
    }
    ended
}

/// A board at random, most often with much in its last quarter and something on the bar; none where it is impossible.
fn random_position(chance: &mut Chance, variant: Variant) -> Option<Position> {
    let mut board = Position::start(variant).board();
    let farthest = [6, 7, 12, 24, 24][chance.below(5)];
    let bar = matches!(variant, Variant::Backgammon | Variant::AceyDeucey) && chance.below(3) == 0;
    for turn in 0..2 {
        let mut counts = [0; 26];
        for _ in 0..15 {
            let lowest = [0, 1, 1, 6][chance.below(4)];
            let mut place = lowest + chance.below(farthest + 1 - lowest);
            if bar && chance.below(12) == 0 {
                place = 25;
            }
            if chance.below(4) > 0 || variant != Variant::AceyDeucey {
                counts[place] += 1;
            }
        }
        if turn == 0 { board.own = counts } else { board.opp = counts }
    }
    for point in 1..=24 {
        let across = if variant == Variant::Fevga { (point + 11) % 24 + 1 } else { 25 - point };
        if board.own[point] == 0 || board.opp[across] == 0 {
            continue;
        }
        let (counts, at, pinned) = match chance.below(2) {
            0 => (&mut board.own, point, &mut board.own_pinned),
            _ => (&mut board.opp, across, &mut board.opp_pinned),
        };
        let below = u8::from(variant == Variant::Plakoto && chance.below(2) == 0);
        counts[0] += counts[at] - below;
        counts[at] = below;
        *pinned |= u32::from(below) << at;
    }
    Position::new(&board).ok()
}

/// Compares so many random positions that are possible and not over.
fn compare_positions(variant: Variant, positions: usize) {
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let (mut compared, mut found) = (0, Plays::new());
    while compared < positions {
        let Some(position) = random_position(&mut chance, variant).filter(|position| !position.is_over()) else {
            continue;
        };
        let roll = Roll::new(chance.die(), chance.die()).unwrap();
        found.find(&position, roll);
        compare(variant, &position, roll, &found);
        compared += 1;
    }
}

#[test]
fn backgammon_is_played_by_the_rules() {
    assert!(compare_games(Variant::Backgammon, 2000) > 10);
    assert!(compare_games(Variant::Nackgammon, 1000) > 3);
    compare_positions(Variant::Backgammon, 4000);
}

#[test]
fn plakoto_is_played_by_the_rules() {
    assert!(compare_games(Variant::Plakoto, 2000) > 10);
    compare_positions(Variant::Plakoto, 2000);
}

#[test]
fn fevga_is_played_by_the_rules() {
    assert!(compare_games(Variant::Fevga, 2000) > 10);
    compare_positions(Variant::Fevga, 2000);
}

#[test]
fn acey_deucey_is_played_by_the_rules() {
    assert!(compare_games(Variant::AceyDeucey, 2000) > 3);
    compare_positions(Variant::AceyDeucey, 2000);
}
