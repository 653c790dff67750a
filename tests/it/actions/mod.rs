mod cube;
mod finance;
mod games;
mod players;
mod ratings;
mod rooms;
mod staff;
mod wallets;
