mod binary;
mod dice;
mod evaluate;
mod plays;
mod rake;
mod rules;
mod running;
