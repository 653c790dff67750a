-- The house's switches: one row, which is there from the beginning, so that whoever is stopped by a switch can hold it.

CREATE TABLE switchboard (
    id         INTEGER NOT NULL PRIMARY KEY,
    thrown     TEXT NOT NULL,
    stream_seq INTEGER NOT NULL CHECK (stream_seq >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO switchboard (id, thrown, stream_seq) VALUES (1, '{}', 0);
