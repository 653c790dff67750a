-- Whether the service was there: a node that lives says so in this row every few seconds, and who finds it old knows of an
-- outage, whose time no deadline counts. A deadline has its own beginning for that.

CREATE TABLE service_alive (
    id         BIGINT PRIMARY KEY,
    alive_at   TIMESTAMPTZ NOT NULL,
    outages    TEXT COLLATE "C" NOT NULL,
    stream_seq BIGINT NOT NULL CHECK (stream_seq >= 0)
);
COMMENT ON TABLE service_alive IS 'That the service is there, in one row, and the outages whose deadlines are not all moved yet.';
COMMENT ON COLUMN service_alive.id IS 'Always 1.';
COMMENT ON COLUMN service_alive.alive_at IS 'When a node last said that it lives.';
COMMENT ON COLUMN service_alive.outages IS 'Outages that may concern open deadlines still: a JSON list of from and until.';
COMMENT ON COLUMN service_alive.stream_seq IS 'Events told of outages.';

ALTER TABLE games ADD COLUMN due_set_at TIMESTAMPTZ;
UPDATE games SET due_set_at = COALESCE(started_at, opened_at) WHERE due_at IS NOT NULL;
COMMENT ON COLUMN games.due_set_at IS 'Since when something is due: outages are reckoned from here.';
