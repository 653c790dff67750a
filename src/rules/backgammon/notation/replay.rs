//! A match as it is read: what transcripts show is replayed, with what they leave out.

use super::super::game::{Act, ActRefusal, Game, Offer, State};
use super::super::match_play::{Match, MatchOptions};
use super::super::player::Player;
use super::super::result::Class;
use super::super::roll::Roll;
use super::Fault;

/// A checker's way as a transcript shows it: from, to, and whether a hit is marked.
pub(super) type Shown = (u8, u8, bool);

/// The match so far.
pub(super) struct Replay {
    pub played: Match,
    /// The line that is being read; after a fault, the line that it is of.
    pub line: usize,
    /// Whether a game was begun and is not over.
    open: bool,
    /// Who rolled and is shown without moves where some could be made, and on which line: right only if the game ends there.
    unplayed: Option<(Player, usize)>,
}

impl Replay {
    pub fn new(options: MatchOptions) -> Self {
        Self { played: Match::new(options), line: 1, open: false, unplayed: None }
    }

    /// Begins the next game, at the score that is shown, if one is.
    pub fn begin(&mut self, shown: Option<[u64; 2]>) -> Result<(), Fault> {
        self.finished()?;
        let score = self.played.score();
        if self.played.winner().is_some() {
            return Err(ActRefusal::MatchOver.into());
        }
        match shown {
            Some(shown) if shown != score => Err(Fault::ScoreShown { shown, score }),
            _ => {
                self.open = true;
                Ok(())
            }
        }
    }

    /// Refuses a game that was begun and has no end.
    pub fn finished(&self) -> Result<(), Fault> {
        if self.open { Err(Fault::GameNotFinished) } else { Ok(()) }
    }

    /// Refuses a game that is said to be the Crawford game, or not to be, where it is otherwise.
    pub fn crawford(&self, shown: bool) -> Result<(), Fault> {
        if self.played.next_options().crawford == shown { Ok(()) } else { Err(Fault::OtherRules) }
    }

    /// The game under way; the one before, where the next has no act yet.
    fn game(&self) -> Option<&Game> {
        self.played.games().last().map(|last| &last.game)
    }

    /// The game under way; none before its first act.
    fn under_way(&self) -> Option<&Game> {
        self.game().filter(|game| self.open && game.outcome().is_none())
    }

    fn state(&self) -> State {
        self.under_way().map_or(State::Opening, Game::state)
    }

    fn cube(&self) -> u64 {
        self.under_way().map_or(1, |game| game.cube().value.into())
    }

    fn allows(&self, offer: Offer) -> bool {
        self.under_way().is_some_and(|game| game.allows(offer).is_ok())
    }

    pub fn act(&mut self, act: &Act) -> Result<(), Fault> {
        if !self.open {
            return Err(ActRefusal::GameOver.into());
        }
        self.played.act(act)?;
        self.open = self.game().is_some_and(|game| game.outcome().is_none());
        Ok(())
    }

    /// What must have happened before a player rolls or acts at the cube: a roll without moves was all that could be played,
    /// and an opponent who was closed out passed.
    fn settle(&mut self, by: Player) -> Result<(), Fault> {
        if let Some((by, line)) = self.unplayed.take() {
            let now = std::mem::replace(&mut self.line, line);
            self.act(&Act::Play { by, moves: Vec::new() })?;
            self.line = now;
        }
        let by = by.other();
        if self.allows(Offer::Pass { by }) { self.act(&Act::Pass { by }) } else { Ok(()) }
    }

    /// A beaver is taken by who rolls on.
    fn take_beaver(&mut self, by: Player) -> Result<(), Fault> {
        let waits = self.state() == State::Beavered && self.allows(Offer::Take { by });
        if waits { self.act(&Act::Take { by }) } else { Ok(()) }
    }

    /// A roll and its moves. One without moves may be the last of a game, and need not be played then.
    pub fn roll(&mut self, by: Player, dice: [u8; 2], moves: &[Shown]) -> Result<(), Fault> {
        self.dice(by, dice, moves.is_empty())?;
        let Some(plays) = self.under_way().and_then(Game::plays) else { return Ok(()) };
        if moves.is_empty() && plays.dice_used() > 0 {
            self.unplayed = Some((by, self.line));
            return Ok(());
        }
        if let Some((_, point, _)) = moves.iter().find(|(_, to, hit)| *hit && !self.is_blot(*to)) {
            return Err(Fault::NothingHit { point: *point });
        }
        self.act(&Act::Play { by, moves: moves.iter().map(|(from, to, _)| [*from, *to]).collect() })
    }

    /// The dice of a roll. Some show dice where the turn passes without a roll: if no moves follow, it does.
    pub fn dice(&mut self, by: Player, dice: [u8; 2], alone: bool) -> Result<(), Fault> {
        self.settle(by)?;
        self.take_beaver(by)?;
        let roll = Roll::new(dice[0], dice[1]).map_err(ActRefusal::from)?;
        match self.state() {
            State::Opening => self.open(by, roll),
            State::ToPlay { roll: shown, .. } if shown == roll && self.allows(Offer::Play { by }) => Ok(()),
            State::ToNameDouble if roll.is_double() => self.act(&Act::NameDouble { by, die: roll.high() }),
            _ if alone && self.allows(Offer::Pass { by }) => self.act(&Act::Pass { by }),
            _ => self.act(&Act::Roll { by, dice }),
        }
    }

    /// The turn passes without a roll.
    pub fn pass(&mut self, by: Player) -> Result<(), Fault> {
        self.settle(by)?;
        self.take_beaver(by)?;
        self.act(&Act::Pass { by })
    }

    /// The opening roll, as its winner's first roll shows it.
    fn open(&mut self, by: Player, roll: Roll) -> Result<(), Fault> {
        if !self.played.options().game.variant.opens_with_the_opening_dice() {
            return Err(ActRefusal::NotBegun.into());
        }
        if roll.is_double() {
            return Err(Fault::OpeningDouble);
        }
        let (high, low) = (roll.high(), roll.low());
        let [white, black] = if by == Player::White { [high, low] } else { [low, high] };
        self.act(&Act::OpeningRoll { white, black })
    }

    fn is_blot(&self, point: u8) -> bool {
        let across = |game: &Game| usize::from(game.position().movement().across(point));
        (1..=24).contains(&point) && self.under_way().is_some_and(|game| game.position().opp()[across(game)] == 1)
    }

    /// Refuses another value of the cube than it has.
    pub fn cube_is(&self, shown: u64) -> Result<(), Fault> {
        let cube = self.cube();
        if shown == cube { Ok(()) } else { Err(Fault::CubeShown { shown, cube }) }
    }

    /// A double; as the answer to one, a beaver. The value that is shown, if one is, is the cube's once it is taken.
    pub fn double(&mut self, by: Player, shown: Option<u64>) -> Result<(), Fault> {
        self.settle(by)?;
        let answers = matches!(self.state(), State::Doubled | State::Beavered) && self.allows(Offer::Take { by });
        self.act(&if answers { Act::Beaver { by } } else { Act::Double { by } })?;
        let cube = self.cube() * 2;
        match shown {
            Some(shown) if shown != cube => Err(Fault::CubeShown { shown, cube }),
            _ => Ok(()),
        }
    }

    /// A double or a beaver is taken.
    pub fn take(&mut self, by: Player) -> Result<(), Fault> {
        self.settle(by)?;
        self.act(&Act::Take { by })
    }

    /// A double or a beaver is dropped.
    pub fn drop(&mut self, by: Player) -> Result<(), Fault> {
        self.settle(by)?;
        self.act(&Act::Drop { by })
    }

    /// The winner and the points that are shown. A game that is not over ends so: what waits was dropped, or the loser
    /// resigned.
    pub fn wins(&mut self, by: Player, shown: u64) -> Result<(), Fault> {
        let loser = by.other();
        if self.open {
            let dropped = self.state() == State::Doubled || shown == self.cube();
            if dropped && self.allows(Offer::Drop { by: loser }) {
                self.act(&Act::Drop { by: loser })?;
            } else {
                self.take_beaver(loser)?;
                self.resign(loser, shown)?;
            }
        }
        self.unplayed = None;
        let outcome = self.game().and_then(Game::outcome).ok_or(ActRefusal::NotBegun)?;
        if outcome.winner != Some(by) {
            Err(Fault::WinnerShown)
        } else if u64::from(outcome.points) != shown {
            Err(Fault::PointsShown { shown, worth: outcome.points.into() })
        } else {
            Ok(())
        }
    }

    /// A game that nobody won.
    pub fn tied(&self) -> Result<(), Fault> {
        match self.game().and_then(Game::outcome) {
            Some(outcome) if outcome.winner.is_none() => Ok(()),
            Some(_) => Err(Fault::WinnerShown),
            None => Err(Fault::GameNotFinished),
        }
    }

    fn resign(&mut self, by: Player, shown: u64) -> Result<(), Fault> {
        let worth = self.cube();
        let class = Class::ALL.into_iter().find(|class| worth.saturating_mul(class.points().into()) == shown);
        let class = class.ok_or(Fault::PointsShown { shown, worth })?;
        self.act(&Act::Resign { by, class, owes: class })
    }
}
