mod finance;
mod games;
mod players;
mod staff;
mod wallets;
