-- What lists are asked by: a player's games, long past ones too, and players by how they stand.

CREATE INDEX games_opener ON games (opener, id);
CREATE INDEX games_joiner ON games (joiner, id) WHERE joiner IS NOT NULL;
CREATE INDEX players_state ON players (state, id);
