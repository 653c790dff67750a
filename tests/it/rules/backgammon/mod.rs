mod brute;
mod plays;
mod results;
mod variants;
