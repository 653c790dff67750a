//! Acts on sessions. Each person acts on their own alone.

mod change_password;
mod end_all_sessions;
mod end_session;
mod refresh_session;
mod start_session;

pub use change_password::{ChangePassword, PasswordChanged};
pub use end_all_sessions::{AllSessionsEnded, EndAllSessions};
pub use end_session::{EndSession, SessionEnded};
pub use refresh_session::{RefreshSession, SessionRefreshed};
pub use start_session::{SessionStarted, StartSession};
