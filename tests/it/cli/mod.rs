mod binary;
mod dice;
mod evaluate;
mod matches;
mod plays;
mod rake;
mod rules;
mod running;
