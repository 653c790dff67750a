mod complaints;
mod draw;
mod edge_cases;
mod prizes;
mod stage;
