mod draw;
mod prizes;
