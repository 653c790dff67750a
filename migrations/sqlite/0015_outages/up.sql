-- Whether the service was there: a node that lives says so in this row every few seconds, and who finds it old knows of an
-- outage, whose time no deadline counts. A deadline has its own beginning for that.

CREATE TABLE service_alive (
    id         INTEGER NOT NULL PRIMARY KEY,
    alive_at   INTEGER NOT NULL,
    outages    TEXT NOT NULL,
    stream_seq INTEGER NOT NULL CHECK (stream_seq >= 0)
) STRICT, WITHOUT ROWID;

ALTER TABLE games ADD COLUMN due_set_at INTEGER;
UPDATE games SET due_set_at = COALESCE(started_at, opened_at) WHERE due_at IS NOT NULL;
