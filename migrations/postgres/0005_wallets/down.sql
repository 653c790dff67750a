-- Takes back what up.sql made, children first. The rows are lost: for tests and for a set-up gone wrong.

DROP TABLE approvals;
DROP TABLE obligations;
DROP TABLE withdrawals;
DROP TABLE deposits;
