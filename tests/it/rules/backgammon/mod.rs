mod plays;
mod results;
