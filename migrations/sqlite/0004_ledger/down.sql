-- Takes back what up.sql made, children first. The rows are lost: for tests and for a set-up gone wrong.

DROP TABLE events;
DROP TABLE postings;
DROP TABLE transfers;
DROP TABLE accounts;
DROP TABLE shards;
