mod binary;
mod plays;
mod rake;
mod rules;
mod running;
