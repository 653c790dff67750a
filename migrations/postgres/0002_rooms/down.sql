-- Takes back what up.sql made, children first. The rows are lost: for tests and for a set-up gone wrong.

DROP TABLE room_versions;
DROP TABLE rooms;
DROP TABLE schedule_versions;
DROP TABLE schedules;
DROP FUNCTION refuse_change();
