//! A match: games to so many points, or a session of single games (the rooms' rules: Cube, Match to N points).

use super::game::{Act, ActRefusal, Game, Offer, Options, ReplayError};
use super::player::Player;

/// The longest match.
pub const LENGTH_MAX: u32 = 32_767;

/// What two players agree on before a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchOptions {
    /// To so many points, [`LENGTH_MAX`] at most; 0 for a session of single games, which goes on for ever.
    pub length: u32,
    /// The Crawford rule: one game without the cube when a player first stands one point short.
    pub crawford: bool,
    /// Of each game. In a match there is no Jacoby rule, no beaver, no automatic double and no limit.
    pub game: Options,
}

impl MatchOptions {
    /// Single games, one after another.
    #[must_use]
    pub fn session(game: Options) -> Self {
        Self { length: 0, crawford: false, game }
    }

    /// A match to so many points, by the Crawford rule.
    #[must_use]
    pub fn to(length: u32, game: Options) -> Self {
        Self { length, crawford: true, game }
    }

    /// Without what is not used.
    fn that_count(self) -> Self {
        let game = Options { crawford: false, ..self.game };
        match self.length {
            0 => Self { crawford: false, game, ..self },
            length => {
                let Options { variant, cube, cube_max, .. } = game;
                Self {
                    length: length.min(LENGTH_MAX),
                    crawford: self.crawford && length > 1,
                    game: Options { variant, cube, cube_max, ..Options::default() },
                }
            }
        }
    }
}

/// A game of a match and what stood before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchGame {
    /// The score at its start, white's first.
    pub score: [u64; 2],
    /// The game. Its options tell whether it is the Crawford game.
    pub game: Game,
}

/// A match, or a session of single games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    options: MatchOptions,
    games: Vec<MatchGame>,
    score: [u64; 2],
}

/// A list of games that makes no match.
#[derive(Debug, Clone, thiserror::Error)]
#[error("game {game}: {error}")]
pub struct MatchReplayError {
    /// The game's place in the list, from 0.
    pub game: usize,
    /// The act that is refused.
    pub error: ReplayError,
}

impl Match {
    /// A match that waits for its first game's opening roll.
    #[must_use]
    pub fn new(options: MatchOptions) -> Self {
        let mut begun = Self { options: options.that_count(), games: Vec::new(), score: [0; 2] };
        begun.games.push(begun.next_game());
        begun
    }

    /// The match that games, each the list of its acts, make.
    ///
    /// # Errors
    /// [`MatchReplayError`], the first act that is refused.
    pub fn replay<'a>(
        options: MatchOptions,
        games: impl IntoIterator<Item = &'a [Act]>,
    ) -> Result<Self, MatchReplayError> {
        let mut replayed = Self::new(options);
        for (game, acts) in games.into_iter().enumerate() {
            for (at, act) in acts.iter().enumerate() {
                let error = |refusal| MatchReplayError { game, error: ReplayError { at, refusal } };
                replayed.act(act).map_err(error)?;
            }
        }
        Ok(replayed)
    }

    /// Does what is offered. The first act after the end of a game begins the next.
    ///
    /// # Errors
    /// [`ActRefusal`] for everything else, and nothing has changed.
    pub fn act(&mut self, act: &Act) -> Result<(), ActRefusal> {
        if self.winner().is_some() {
            return Err(ActRefusal::MatchOver);
        }
        match self.games.last_mut() {
            Some(MatchGame { game, .. }) if game.outcome().is_none() => game.act(act)?,
            _ => {
                let mut next = self.next_game();
                next.game.act(act)?;
                self.games.push(next);
            }
        }
        let outcome = self.games.last().and_then(|last| last.game.outcome());
        if let Some((winner, points)) = outcome.and_then(|outcome| Some((outcome.winner?, outcome.points))) {
            self.score[winner.index()] += u64::from(points);
        }
        Ok(())
    }

    /// All that may be done now: in the game under way, else in the next.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        match self.games.last() {
            _ if self.winner().is_some() => Vec::new(),
            Some(MatchGame { game, .. }) if game.outcome().is_none() => game.offers(),
            _ => self.next_game().game.offers(),
        }
    }

    /// What was agreed, without what is not used.
    #[must_use]
    pub fn options(&self) -> &MatchOptions {
        &self.options
    }

    /// The games, the last of which may be under way: at least one.
    #[must_use]
    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// The score after all finished games, white's first. It may pass the length.
    #[must_use]
    pub fn score(&self) -> [u64; 2] {
        self.score
    }

    /// Who has won the match.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let length = u64::from(self.options.length);
        Player::BOTH.into_iter().find(|player| length > 0 && player.of(self.score) >= length)
    }

    /// What is agreed on for the next game.
    #[must_use]
    pub fn next_options(&self) -> Options {
        // Where one point decides, there is nothing to double.
        let cube = self.options.game.cube && self.options.length != 1;
        Options { cube, crawford: self.is_crawford_next(), ..self.options.game }
    }

    /// The next game, at the score as it stands.
    fn next_game(&self) -> MatchGame {
        MatchGame { score: self.score, game: Game::new(self.next_options()) }
    }

    /// Whether the next game is the one in which a player first stands one point short.
    fn is_crawford_next(&self) -> bool {
        let length = u64::from(self.options.length);
        let one_short = |score: [u64; 2]| length > 1 && score.iter().any(|points| points + 1 == length);
        let played = || self.games.iter().rev().any(|game| one_short(game.score));
        self.options.crawford && one_short(self.score) && !played()
    }
}

#[cfg(test)]
mod tests;
