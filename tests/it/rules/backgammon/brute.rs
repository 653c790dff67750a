//! The rules once more, slowly: a board of stacks, every order of every move. Shares nothing with the engine but the
//! text of a position.

use std::collections::BTreeSet;

use kupa::rules::backgammon::Variant;

/// The checkers on a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Stack {
    mine: u8,
    theirs: u8,
    /// Where both stand there: whether it is my checker that lies below.
    mine_below: bool,
}

/// The game's family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Hit,
    Pin,
    Run,
    Enter,
}

/// The mover's points 1 to 24; off and bar of both, `[me, them]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Table {
    kind: Kind,
    points: [Stack; 25],
    off: [u8; 2],
    bar: [u8; 2],
}

impl Table {
    pub fn read(variant: Variant, text: &str) -> Self {
        let kind = match variant {
            Variant::Plakoto => Kind::Pin,
            Variant::Fevga => Kind::Run,
            Variant::AceyDeucey => Kind::Enter,
            _ => Kind::Hit,
        };
        let letters = text.as_bytes();
        let stack = |letter: u8| match letter {
            b'.' => Stack::default(),
            b'A'..=b'O' => Stack { mine: letter - b'A' + 1, ..Stack::default() },
            _ => Stack { theirs: letter - b'a' + 1, ..Stack::default() },
        };
        let mut points = [Stack::default(); 25];
        (1..=24).for_each(|point| points[point] = stack(letters[point - 1]));
        for word in text.split('/').skip(1) {
            let stack = &mut points[word.parse::<usize>().unwrap()];
            stack.mine_below = stack.mine == 0;
            if stack.mine_below {
                stack.mine = 1;
            } else {
                stack.theirs = 1;
            }
        }
        let count = |at: usize| stack(letters[at]).mine + stack(letters[at]).theirs;
        Self { kind, points, bar: [count(24), count(26)], off: [count(25), count(27)] }
    }

    pub fn text(&self) -> String {
        let letter = |first: u8, many: u8| if many == 0 { '.' } else { char::from(first + many - 1) };
        let mut text = String::new();
        let mut pins = String::new();
        for (point, stack) in self.points.iter().enumerate().skip(1) {
            text.push(if self.top_is_mine(point) { letter(b'A', stack.mine) } else { letter(b'a', stack.theirs) });
            if stack.mine > 0 && stack.theirs > 0 {
                pins.push_str(&format!("/{point}"));
            }
        }
        for (at, first) in [b'A', b'a'].into_iter().enumerate() {
            text.push(letter(first, self.bar[at]));
            text.push(letter(first, self.off[at]));
        }
        text + &pins
    }

    fn top_is_mine(&self, point: usize) -> bool {
        let stack = self.points[point];
        stack.mine > 0 && !(stack.theirs > 0 && stack.mine_below)
    }

    fn top_is_theirs(&self, point: usize) -> bool {
        self.points[point].theirs > 0 && !self.top_is_mine(point)
    }

    fn mine(&self, point: usize) -> u8 {
        self.points[point].mine
    }

    fn theirs(&self, point: usize) -> u8 {
        self.points[point].theirs
    }

    /// My checkers that are nowhere yet.
    fn waiting(&self) -> u8 {
        15 - self.bar[0] - self.off[0] - (1..=24).map(|point| self.mine(point)).sum::<u8>()
    }

    /// My last checker, and theirs, caught on its starting point.
    fn mothers(&self) -> [bool; 2] {
        if self.kind != Kind::Pin {
            return [false; 2];
        }
        let both = |point: usize| self.mine(point) > 0 && self.theirs(point) > 0;
        [both(24) && self.top_is_theirs(24), both(1) && self.top_is_mine(1)]
    }

    fn over(&self) -> bool {
        self.off.contains(&15) || self.over_early()
    }

    fn over_early(&self) -> bool {
        match self.mothers() {
            [true, true] => true,
            [true, false] => self.theirs(1) == 0,
            [false, true] => self.mine(24) == 0,
            [false, false] => false,
        }
    }

    fn may_land(&self, point: usize) -> bool {
        match self.kind {
            Kind::Hit | Kind::Enter => self.theirs(point) < 2,
            Kind::Run => self.theirs(point) == 0,
            Kind::Pin => !self.top_is_theirs(point) || (self.mine(point), self.theirs(point)) == (0, 1),
        }
    }

    /// The table after my checker at `from` (25: the bar, or yet to enter) has moved by a die, if it may.
    fn moved(&self, from: usize, die: usize) -> Option<Self> {
        let mut next = self.clone();
        if self.over() {
            return None;
        }
        if from == 25 {
            if self.bar[0] > 0 {
                next.bar[0] -= 1;
            } else if self.waiting() == 0 {
                return None;
            }
        } else {
            if self.bar[0] > 0 || !self.top_is_mine(from) {
                return None;
            }
            next.points[from].mine -= 1;
        }
        if self.kind == Kind::Run {
            let passed = self.off[0] > 0 || (1..12).any(|point| self.mine(point) > 0);
            if !passed && from == 24 && self.mine(24) != 15 {
                return None;
            }
        }
        if from > die {
            let to = from - die;
            if !self.may_land(to) {
                return None;
            }
            let stack = &mut next.points[to];
            if matches!(self.kind, Kind::Hit | Kind::Enter) {
                next.bar[1] += std::mem::take(&mut stack.theirs);
            }
            if stack.mine == 0 {
                stack.mine_below = false;
            }
            stack.mine += 1;
        } else {
            let away = self.bar[0] + self.waiting() + (7..=24).map(|point| self.mine(point)).sum::<u8>();
            let caught = (1..=6).any(|point| self.mine(point) > 0 && self.top_is_theirs(point));
            let higher = (from + 1..=6).any(|point| self.mine(point) > 0);
            if away > 0 || caught || from < die && higher {
                return None;
            }
            next.off[0] += 1;
        }
        let quarter = self.kind == Kind::Run && (19..=24).all(|point| next.mine(point) > 0);
        (!quarter).then_some(next)
    }

    /// Whether all of theirs stand on one point, and I hold the six that lie before it on their way.
    fn shut_in(&self) -> bool {
        let before = |point: usize| (1..=6).map(move |step| (point + 24 - step - 1) % 24 + 1);
        // Their way ends with my point 13, where they bear off.
        let room = |point: usize| (point + 24 - 13) % 24 >= 6;
        let shut = |point: usize| room(point) && before(point).all(|ahead| self.mine(ahead) > 0);
        self.kind == Kind::Run && (1..=24).any(|point| self.theirs(point) == 15 && shut(point))
    }
}

fn extend(tables: &BTreeSet<Table>, die: usize) -> BTreeSet<Table> {
    tables.iter().flat_map(|table| (1..=25).filter_map(|from| table.moved(from, die))).collect()
}

/// How many dice are played, and the texts of all positions that legal plays lead to.
pub fn plays(table: &Table, high: usize, low: usize) -> (usize, BTreeSet<String>) {
    let start = BTreeSet::from([table.clone()]);
    // The levels of legal choice, the best first.
    let levels: Vec<(usize, BTreeSet<Table>)> = if high == low {
        let mut levels = vec![(0, start)];
        for dice in 1..=4 {
            let next = extend(&levels.last().unwrap().1, high);
            levels.push((dice, next));
        }
        levels.into_iter().skip(1).rev().collect()
    } else {
        let (highs, lows) = (extend(&start, high), extend(&start, low));
        let both = extend(&highs, low).into_iter().chain(extend(&lows, high)).collect();
        vec![(2, both), (1, highs), (1, lows)]
    };
    let open =
        |level: &BTreeSet<Table>| level.iter().filter(|table| !table.shut_in()).cloned().collect::<BTreeSet<_>>();
    let chosen = levels.iter().map(|(dice, level)| (*dice, open(level))).find(|(_, level)| !level.is_empty());
    let forced = || levels.iter().find(|(_, level)| table.shut_in() && !level.is_empty()).cloned();
    let Some((dice, level)) = chosen.or_else(forced) else {
        return (0, BTreeSet::from([table.text()]));
    };
    let early = levels.iter().flat_map(|(_, level)| level).filter(|table| table.over_early());
    (dice, level.iter().chain(early).map(Table::text).collect())
}
