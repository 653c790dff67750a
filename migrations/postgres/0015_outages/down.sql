-- Takes back what up.sql made. The rows are lost: for tests and for a set-up gone wrong.

ALTER TABLE games DROP COLUMN due_set_at;
DROP TABLE service_alive;
