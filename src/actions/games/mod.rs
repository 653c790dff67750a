//! Acts on money games that are played elsewhere: offered, joined, doubled, reported, decided.

mod automatic_double;
mod beaver_game;
mod concede_game;
mod confirm_game;
mod decide_game;
mod dispute_game;
mod double_game;
mod drop_double;
mod escalate_claim;
mod expire_game;
mod join_game;
mod lapse_double;
mod leave_game;
mod move_deadline;
mod open_game;
mod report_game;
mod take_double;
mod void_game;

pub use automatic_double::{AutomaticDouble, CubeDoubled};
pub use beaver_game::BeaverGame;
pub use concede_game::ConcedeGame;
pub use confirm_game::ConfirmGame;
pub use decide_game::{DecideGame, Decision, GameDecided};
pub use dispute_game::DisputeGame;
pub use double_game::DoubleGame;
pub use drop_double::DropDouble;
pub use escalate_claim::EscalateClaim;
pub use expire_game::{ExpireGame, GameExpired};
pub use join_game::{GameJoined, JoinGame};
pub use lapse_double::LapseDouble;
pub use leave_game::{GameLeft, LeaveGame};
pub use move_deadline::{DeadlineMoved, MoveDeadline};
pub use open_game::{GameOpened, OpenGame};
pub use report_game::ReportGame;
pub use take_double::TakeDouble;
pub use void_game::VoidGame;

pub use crate::domain::games::cube::{DoubleLapsed, DoubleOffered, DoubleTaken};
pub use crate::domain::games::say::Said;
pub use crate::domain::games::settle::{Finish, GameSettled, GameVoided};
