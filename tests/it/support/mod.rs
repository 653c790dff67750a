pub mod club;
pub mod databases;
pub mod missing;
pub mod table;
