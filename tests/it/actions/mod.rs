mod players;
mod wallets;
