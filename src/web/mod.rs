//! What the edges need in common: who calls, what they sent, and how they are answered.

pub mod body;
pub mod caller;
pub mod cors;
pub mod derived;
pub mod device;
pub mod figures;
pub mod headers;
pub mod json;
pub mod key;
pub mod live;
pub mod looker;
pub mod network;
pub mod operation;
pub mod page;
pub mod password;
pub mod problem;
pub mod rates;
pub mod refresh_token;
pub mod requests;
pub mod sight;
pub mod throttle;
pub mod tls;
pub mod token;
pub mod turns;
pub mod wire;
pub mod words;
