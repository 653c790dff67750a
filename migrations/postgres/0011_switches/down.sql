-- Takes back what up.sql made. The rows are lost: for tests and for a set-up gone wrong.

DROP TABLE switchboard;
