pub mod club;
pub mod missing;
pub mod table;
