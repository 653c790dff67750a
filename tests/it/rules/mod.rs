mod backgammon;
mod rating;
