mod rake;
mod rake_properties;
mod rooms;
mod tournaments;
