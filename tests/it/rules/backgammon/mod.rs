mod bearoff;
mod brute;
mod evaluate;
mod match_equity;
mod plays;
mod results;
mod variants;
