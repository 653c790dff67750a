mod binary;
mod rake;
mod rules;
mod running;
