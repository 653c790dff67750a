-- Takes back what up.sql made, children first. The rows are lost: for tests and for a set-up gone wrong.

DROP TABLE proven_streams;
DROP TABLE proven_accounts;
DROP TABLE proven_shards;
