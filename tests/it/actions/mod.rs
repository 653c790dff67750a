mod players;
mod staff;
mod wallets;
