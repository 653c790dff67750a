mod backgammon;
mod cards;
mod dice;
mod rating;
