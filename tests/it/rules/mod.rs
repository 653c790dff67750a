mod backgammon;
mod dice;
mod rating;
