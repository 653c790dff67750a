//! One game as a state machine: it offers what may be done, refuses everything else with the rule, and is rebuilt from the
//! list of its acts (the rooms' rules: Play, Results, Cube).
//!
//! ```
//! use kupa::rules::backgammon::{Act, Game, Offer, Options, Player};
//!
//! let mut game = Game::new(Options::default());
//! game.act(&Act::OpeningRoll { white: 1, black: 3 })?;
//! game.act(&Act::Play { by: Player::Black, moves: vec![[8, 5], [6, 5]] })?;
//! assert!(game.offers().contains(&Offer::Double { by: Player::White }));
//! game.act(&Act::Double { by: Player::White })?;
//! let refusal = game.act(&Act::Roll { by: Player::White, dice: [6, 6] }).unwrap_err();
//! assert_eq!((refusal.code(), refusal.to_string().as_str()), ("double_pending", "a double waits for black's answer"));
//! game.act(&Act::Drop { by: Player::Black })?;
//! assert_eq!(game.outcome().map(|outcome| (outcome.winner, outcome.points)), Some((Some(Player::White), 1)));
//! assert_eq!(Game::replay(Options::default(), game.acts()).unwrap(), game);
//! # Ok::<(), kupa::rules::backgammon::ActRefusal>(())
//! ```

mod act;
mod gate;
mod options;
mod outcome;
mod refusal;

pub use act::{Act, Offer};
pub use options::Options;
pub use outcome::{Ending, Outcome};
pub use refusal::ActRefusal;

use super::cube::{Cube, automatic};
use super::judge::{Illegal, judge_moves, judge_result};
use super::player::Player;
use super::plays::{Legal, Plays};
use super::position::Position;
use super::result::{Class, result, tied};
use super::roll::Roll;
use super::variant::Next;

/// What a game waits for, a resignation aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The opening roll.
    Opening,
    /// Whose turn it is rolls, passes where they are closed out, or doubles.
    ToRoll,
    /// Whose turn it is plays.
    ToPlay {
        /// The dice.
        roll: Roll,
        /// Whether they were not thrown, but named.
        named: bool,
    },
    /// Whose turn it is names a double (acey-deucey).
    ToNameDouble,
    /// The double of whose turn it is waits for the opponent's answer.
    Doubled,
    /// The opponent's beaver waits for the answer of whose turn it is.
    Beavered,
    /// Nothing.
    Over(Outcome),
}

/// A resignation that waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resignation {
    /// Who resigns.
    pub by: Player,
    /// As what.
    pub class: Class,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    options: Options,
    acts: Vec<Act>,
    turn: Player,
    /// Seen by whose turn it is.
    position: Position,
    cube: Cube,
    limit: Option<u64>,
    automatic_doubles: u8,
    state: State,
    resignation: Option<Resignation>,
}

/// An act of a list that is refused.
#[derive(Debug, Clone, thiserror::Error)]
#[error("act {at}: {refusal}")]
pub struct ReplayError {
    /// Its place in the list, from 0.
    pub at: usize,
    /// The rule.
    pub refusal: ActRefusal,
}

impl Game {
    /// A game that waits for its opening roll.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            acts: Vec::new(),
            turn: Player::White,
            position: Position::start(options.variant),
            cube: Cube::START,
            limit: options.limit,
            automatic_doubles: 0,
            state: State::Opening,
            resignation: None,
        }
    }

    /// The game that a list of acts makes.
    ///
    /// # Errors
    /// [`ReplayError`], the first act that is refused.
    pub fn replay(options: Options, acts: &[Act]) -> Result<Self, ReplayError> {
        let mut game = Self::new(options);
        for (at, act) in acts.iter().enumerate() {
            game.act(act).map_err(|refusal| ReplayError { at, refusal })?;
        }
        Ok(game)
    }

    /// Does what is offered.
    ///
    /// # Errors
    /// [`ActRefusal`] for everything else, and nothing has changed.
    pub fn act(&mut self, act: &Act) -> Result<(), ActRefusal> {
        self.allows(act.offer())?;
        match act {
            Act::OpeningRoll { white, black } => self.open(*white, *black)?,
            Act::Roll { dice: [a, b], .. } => self.state = State::ToPlay { roll: Roll::new(*a, *b)?, named: false },
            Act::NameDouble { die, .. } => self.state = State::ToPlay { roll: Roll::new(*die, *die)?, named: true },
            Act::Pass { .. } => self.pass(),
            Act::Play { by, moves } => {
                let moves: Vec<(u8, u8)> = moves.iter().map(|&[from, to]| (from, to)).collect();
                return self.play(*by, |position, roll| judge_moves(position, roll, &moves));
            }
            Act::Reach { by, position } => {
                let after = Position::read(self.position.movement(), position);
                let after = after.map_err(ActRefusal::PositionImpossible)?;
                return self.play(*by, |position, roll| judge_result(position, roll, &after));
            }
            Act::Double { .. } => self.state = State::Doubled,
            Act::Beaver { by } => {
                self.cube = self.cube.taken_by(*by);
                self.state = State::Beavered;
            }
            Act::Take { by } => {
                self.cube =
                    self.cube.taken_by(self.cube.owner.filter(|_| self.state == State::Beavered).unwrap_or(*by));
                self.state = State::ToRoll;
            }
            Act::Drop { by } => {
                let beavered = self.state == State::Beavered;
                let ending = if beavered { Ending::BeaverDropped } else { Ending::Dropped };
                self.end(Some(by.other()), ending, Class::Single);
            }
            Act::Resign { by, class, owes } if *class >= (*owes).min(self.worst_loss(*by)) => {
                self.end(Some(by.other()), Ending::Resigned(*class), *class);
            }
            Act::Resign { by, class, .. } => self.resignation = Some(Resignation { by: *by, class: *class }),
            Act::Accept { by } => {
                let class = self.resignation.take().map_or(Class::Single, |resignation| resignation.class);
                self.end(Some(*by), Ending::Resigned(class), class);
            }
            Act::Refuse { .. } => self.resignation = None,
            Act::Cap { limit } => self.cap(*limit)?,
        }
        self.acts.push(act.clone());
        Ok(())
    }

    fn open(&mut self, white: u8, black: u8) -> Result<(), ActRefusal> {
        let roll = Roll::new(white, black)?;
        if roll.is_double() {
            let agreed = self.options.plays_with_cube() && self.automatic_doubles < self.options.automatic_doubles;
            if let Some(value) = automatic(&self.options, self.limit, self.cube.value).filter(|_| agreed) {
                self.cube.value = value;
                self.automatic_doubles += 1;
            }
            return Ok(());
        }
        self.turn = if white > black { Player::White } else { Player::Black };
        let plays_it = self.options.variant.opens_with_the_opening_dice();
        self.state = if plays_it { State::ToPlay { roll, named: false } } else { State::ToRoll };
        Ok(())
    }

    fn play(
        &mut self,
        by: Player,
        judge: impl FnOnce(&Position, Roll) -> Result<Legal, Illegal>,
    ) -> Result<(), ActRefusal> {
        let State::ToPlay { roll, named } = self.state else { return Err(ActRefusal::NotRolled) };
        let Legal { play, position } = judge(&self.position, roll).map_err(ActRefusal::illegal)?;
        let variant = self.options.variant;
        let next = variant.next(roll, named, u8::try_from(play.moves().len()).unwrap_or(u8::MAX));
        self.acts.push(Act::of_play(by, &play));
        self.position = position;
        if let Some(class) = result(variant, &position) {
            self.end(Some(by), Ending::Played(class), class);
        } else if let Some(class) = result(variant, &position.turned()) {
            self.end(Some(by.other()), Ending::Played(class), class);
        } else if tied(&position) {
            self.end(None, Ending::Tied, Class::Single);
        } else {
            match next {
                Next::Pass => self.pass(),
                Next::NameDouble => self.state = State::ToNameDouble,
                Next::RollAgain => self.state = State::ToRoll,
            }
        }
        Ok(())
    }

    /// Gives the turn to the opponent.
    fn pass(&mut self) {
        self.position = self.position.turned();
        self.turn = self.turn.other();
        self.state = State::ToRoll;
    }

    fn end(&mut self, winner: Option<Player>, ending: Ending, class: Class) {
        // With the cube unturned Jacoby lets everything count once.
        let counts = if self.options.jacoby && !self.cube.turned() { 1 } else { class.points() };
        self.state = State::Over(Outcome::new(winner, ending, self.cube.value, counts));
    }

    fn cap(&mut self, limit: u64) -> Result<(), ActRefusal> {
        if limit == 0 || self.limit.is_some_and(|holds| limit >= holds) {
            return Err(ActRefusal::LimitNotLower);
        }
        self.limit = Some(limit);
        Ok(())
    }

    /// What was agreed.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// All that was done, in order: with the options, the whole game.
    #[must_use]
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// Whose turn it is: who rolls and plays. Before the opening roll is settled, white.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Who is to act: to answer, if something was offered, else whose turn it is. None before the opening roll is settled
    /// and after the end.
    #[must_use]
    pub fn to_act(&self) -> Option<Player> {
        if let Some(Resignation { by, .. }) = self.resignation {
            return Some(by.other());
        }
        match self.state {
            State::Opening | State::Over(_) => None,
            State::Doubled => Some(self.turn.other()),
            State::ToRoll | State::ToPlay { .. } | State::ToNameDouble | State::Beavered => Some(self.turn),
        }
    }

    /// The position, seen by whose turn it is; at the end, by who played last.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The cube.
    #[must_use]
    pub fn cube(&self) -> Cube {
        self.cube
    }

    /// The most that can pass, in the stake's unit.
    #[must_use]
    pub fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// How often equal opening dice have doubled the cube.
    #[must_use]
    pub fn automatic_doubles(&self) -> u8 {
        self.automatic_doubles
    }

    /// What the game waits for, a resignation aside.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// A resignation that waits for its answer.
    #[must_use]
    pub fn resignation(&self) -> Option<Resignation> {
        self.resignation
    }

    /// The legal plays, where a roll is to be played.
    #[must_use]
    pub fn plays(&self) -> Option<Plays> {
        match self.state {
            State::ToPlay { roll, .. } => Some(Plays::of(&self.position, roll)),
            _ => None,
        }
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
