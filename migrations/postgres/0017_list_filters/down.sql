-- Takes back what up.sql made.

DROP INDEX games_opener;
DROP INDEX games_joiner;
DROP INDEX players_state;
