mod rake;
mod rake_properties;
mod rooms;
