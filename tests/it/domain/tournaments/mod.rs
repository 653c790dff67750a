mod complaints;
mod draw;
mod edge_cases;
mod money;
mod prizes;
mod shipped;
mod stage;
