//! What a forecast assumes of the tables. It is a model: players are equally strong, and nothing that they do depends on what
//! they hold.

use serde::{Deserialize, Serialize};

use crate::domain::tournaments::game::Game;

/// What happens at the tables. Where values are listed, each is as likely as any other, and one is as often in the list as it
/// has weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// How long a round takes with the deal and the pause before the next, in seconds.
    pub round_s: Vec<u32>,
    /// What a game or hand is worth against each loser, in negative points.
    pub negative_points: Vec<u64>,
    /// How many of 10,000 players who are out and may re-enter do.
    pub re_enters_bp: u32,
    /// A run that has not ended by then is broken off, in seconds.
    pub longest_s: u32,
}

/// Bounds of a model.
const MOST_VALUES: usize = 1000;
const MOST_S: u32 = 30 * 24 * 60 * 60;
const MOST_NEGATIVE_POINTS: u64 = 1_000_000;

impl Model {
    /// The assumptions for a game: tables of a usual pace, half of those who may re-enter do, two days at most.
    #[must_use]
    pub fn of(game: Game, cube: bool) -> Self {
        // A game of backgammon is won singly in about 73 of 100, as a gammon in 26, as a backgammon in 1. With the cube
        // it is worth about 2.2 points in the mean.
        let (round_s, negative_points): (&[u32], &[u64]) = match (game, cube) {
            (Game::Backgammon, false) => {
                (&[180, 240, 300, 330, 360, 390, 420, 480, 540, 660], &[1, 1, 1, 1, 1, 1, 1, 2, 2, 2])
            }
            (Game::Backgammon, true) => {
                (&[90, 150, 210, 270, 330, 360, 420, 480, 540, 660], &[1, 1, 1, 1, 2, 2, 2, 4, 4, 4])
            }
            (Game::Gin | Game::OklahomaGin, _) => {
                (&[60, 80, 100, 110, 120, 130, 150, 170, 200, 240], &[4, 8, 12, 16, 20, 25, 32, 40, 52, 70])
            }
            (Game::Rummy | Game::Rummy51 | Game::Rummy40 | Game::Rummy500, _) => {
                (&[120, 160, 190, 220, 240, 260, 290, 330, 390, 480], &[5, 12, 20, 28, 36, 45, 55, 68, 85, 110])
            }
        };
        Self {
            round_s: round_s.to_vec(),
            negative_points: negative_points.to_vec(),
            re_enters_bp: 5000,
            longest_s: 2 * 24 * 60 * 60,
        }
    }

    /// Why it cannot be played.
    ///
    /// # Errors
    /// The sentence.
    pub fn check(&self) -> Result<(), &'static str> {
        let listed = |count: usize| (1..=MOST_VALUES).contains(&count);
        if !listed(self.round_s.len()) || !self.round_s.iter().all(|length| (1..=MOST_S).contains(length)) {
            return Err("round_s: 1 to 1000 lengths, each from a second to 30 days");
        }
        let points = |points: &u64| *points <= MOST_NEGATIVE_POINTS;
        if !listed(self.negative_points.len()) || !self.negative_points.iter().all(points) {
            return Err("negative_points: 1 to 1000 values, each from 0 to 1000000");
        }
        if self.re_enters_bp > 10_000 {
            return Err("re_enters_bp: from 0 to 10000");
        }
        if !(1..=MOST_S).contains(&self.longest_s) {
            return Err("longest_s: from a second to 30 days");
        }
        Ok(())
    }
}
