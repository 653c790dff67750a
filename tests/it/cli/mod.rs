mod binary;
mod dice;
mod plays;
mod rake;
mod rules;
mod running;
