-- Takes back what up.sql made.

DROP INDEX postings_receivable;
DROP INDEX transfers_reverses;
