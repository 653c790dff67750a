//! Acts on money games that are played elsewhere: offered, joined, doubled, reported, decided.

mod join_game;
mod open_game;
mod report_game;

pub use join_game::{GameJoined, JoinGame};
pub use open_game::{GameOpened, OpenGame};
pub use report_game::ReportGame;

pub use crate::domain::games::say::Said;
pub use crate::domain::games::settle::{Finish, GameSettled};
