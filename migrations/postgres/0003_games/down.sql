-- Takes back what up.sql made, children first. The rows are lost: for tests and for a set-up gone wrong.

DROP TABLE settlements;
DROP TABLE games;
