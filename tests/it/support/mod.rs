pub mod club;
pub mod databases;
pub mod missing;
pub mod rake_cases;
pub mod table;
