//! Acts on players' accounts.

mod change_email;
mod change_nickname;
mod change_person;
mod close_player;
mod correct_rating;
mod import_player;
mod open_player;
mod reinstate_player;
mod sign_up;
mod suspend_player;

pub use change_email::{ChangeEmail, EmailChanged};
pub use change_nickname::{ChangeNickname, NicknameChanged};
pub use change_person::{ChangePerson, PersonChanged};
pub use close_player::{ClosePlayer, PlayerClosed};
pub use correct_rating::CorrectRating;
pub use import_player::{ImportPlayer, PlayerImported};
pub use open_player::{OpenPlayer, PlayerOpened};
pub use reinstate_player::{PlayerReinstated, ReinstatePlayer};
pub use sign_up::{SignUp, SignedUp};
pub use suspend_player::{PlayerSuspended, SuspendPlayer};
