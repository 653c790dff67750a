mod arrangements;
mod brute;
mod fuzz;
mod rounds;
mod valuations;
