-- Takes back what up.sql made.

DROP INDEX deposits_reference;
