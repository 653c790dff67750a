//! Acts on mail: asked for, tried, and what its secret opens.

mod confirm_reset;
mod lease_mail;
mod mark_mail;
mod request_reset;
mod request_verification;
mod verify_email;

pub use confirm_reset::{ConfirmReset, ResetConfirmed};
pub use lease_mail::{LeaseMail, MailLeased};
pub use mark_mail::{MailMarked, MarkMail, Outcome};
pub use request_reset::{RequestReset, ResetRequested};
pub use request_verification::{RequestVerification, VerificationRequested};
pub use verify_email::{EmailVerified, VerifyEmail};
