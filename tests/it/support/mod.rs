pub mod club;
pub mod databases;
pub mod house;
pub mod invented;
pub mod meddled;
pub mod missing;
pub mod rake_cases;
pub mod table;
