//! Random games and matches, with all that can be agreed and done in them.

use kupa::rules::backgammon::{Act, Class, Game, Match, MatchOptions, Offer, Options, Player, State, Variant};

/// Chance that is the same every time: Steele, Lea and Flood's SplitMix.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % bound
    }

    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn die(&mut self) -> u8 {
        u8::try_from(self.below(6)).unwrap() + 1
    }
}

/// The variants in turn; the most played more often than those whose plays take long to find.
pub fn variant(turn: u64) -> Variant {
    let more = [Variant::Backgammon, Variant::Backgammon, Variant::Nackgammon];
    let all: Vec<Variant> = Variant::ALL.into_iter().chain(more).collect();
    all[usize::try_from(turn).unwrap() % all.len()]
}

/// What can be agreed on for single games.
pub fn options(chance: &mut Chance, variant: Variant) -> Options {
    Options {
        variant,
        cube: !chance.one_in(6),
        cube_max: chance.pick(&[1, 2, 4, 64, 64, 1024]),
        jacoby: chance.one_in(2),
        beavers: chance.one_in(2),
        automatic_doubles: chance.pick(&[0, 0, 1, 3]),
        stake: chance.pick(&[1, 100]),
        limit: chance.pick(&[None, None, Some(1), Some(350), Some(1600)]),
        crawford: false,
    }
}

/// Sessions, and matches to some points with the Crawford rule or without.
pub fn match_options(chance: &mut Chance, variant: Variant) -> MatchOptions {
    let game = options(chance, variant);
    match chance.pick(&[0, 0, 1, 2, 3, 5]) {
        0 => MatchOptions::session(game),
        length => MatchOptions { crawford: !chance.one_in(4), ..MatchOptions::to(length, game) },
    }
}

/// Something that is offered, as players would choose.
pub fn offered(chance: &mut Chance, game: &Game) -> Act {
    let offers = game.offers();
    let has = |offer: Offer| offers.contains(&offer);
    let Some(by) = game.to_act() else { return Act::OpeningRoll { white: chance.die(), black: chance.die() } };
    if has(Offer::Accept { by }) {
        return if chance.one_in(2) { Act::Accept { by } } else { Act::Refuse { by } };
    }
    if chance.one_in(300) && has(Offer::Cap) {
        return Act::Cap { limit: game.limit().map_or(1600, |limit| limit - 1) };
    }
    if chance.one_in(250) {
        let resigner = chance.pick(&Player::BOTH);
        let class = chance.pick(&Class::ALL);
        if has(Offer::Resign { by: resigner, class }) {
            return Act::Resign { by: resigner, class, owes: chance.pick(&Class::ALL) };
        }
    }
    if has(Offer::Take { by }) {
        return match chance.below(6) {
            0 => Act::Drop { by },
            1 | 2 if has(Offer::Beaver { by }) => Act::Beaver { by },
            _ => Act::Take { by },
        };
    }
    match game.state() {
        State::ToPlay { .. } => played(chance, game, by),
        State::ToNameDouble => Act::NameDouble { by, die: chance.die() },
        _ if chance.one_in(8) && has(Offer::Double { by }) => Act::Double { by },
        _ if has(Offer::Pass { by }) => Act::Pass { by },
        _ => Act::Roll { by, dice: [chance.die(), chance.die()] },
    }
}

/// A legal play, in any of the ways to give it.
fn played(chance: &mut Chance, game: &Game, by: Player) -> Act {
    let plays = game.plays().unwrap();
    let legal = plays.as_slice()[chance.below(plays.len())];
    if chance.one_in(8) {
        return Act::Reach { by, position: legal.position.to_string() };
    }
    let mut moves: Vec<[u8; 2]> = legal.play.moves().iter().map(|one| [one.from, one.to]).collect();
    (1..moves.len()).for_each(|at| moves.swap(at, chance.below(at + 1)));
    Act::Play { by, moves }
}

/// Plays on to the end of the match, or of so many games of a session.
pub fn finished(chance: &mut Chance, options: MatchOptions, games: usize) -> Match {
    let mut played = Match::new(options);
    while played.winner().is_none() && !(options.length == 0 && ended(&played) == games) {
        let act = match played.games().last().map(|last| &last.game) {
            Some(game) if game.outcome().is_none() => offered(chance, game),
            _ => Act::OpeningRoll { white: chance.die(), black: chance.die() },
        };
        played.act(&act).unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"));
    }
    played
}

fn ended(played: &Match) -> usize {
    played.games().iter().filter(|game| game.game.outcome().is_some()).count()
}
