-- The house's switches: one row, which is there from the beginning, so that whoever is stopped by a switch can hold it.

CREATE TABLE switchboard (
    id         BIGINT PRIMARY KEY,
    thrown     TEXT COLLATE "C" NOT NULL,
    stream_seq BIGINT NOT NULL CHECK (stream_seq >= 0)
);
COMMENT ON TABLE switchboard IS 'The house''s switches, in one row.';
COMMENT ON COLUMN switchboard.id IS 'Always 1.';
COMMENT ON COLUMN switchboard.thrown IS 'The switches that are on: a JSON object, by their words; of each why, by whom and since when.';
COMMENT ON COLUMN switchboard.stream_seq IS 'Events told of the switches.';

INSERT INTO switchboard (id, thrown, stream_seq) VALUES (1, '{}', 0);
