pub mod club;
pub mod table;
