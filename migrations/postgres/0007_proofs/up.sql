-- What `kupa verify` has proved, so that it need not prove it again. No act reads these tables.

CREATE TABLE proven_shards (
    shard BIGINT NOT NULL,
    seq   BIGINT NOT NULL,
    at    TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (shard)
);
COMMENT ON TABLE proven_shards IS 'Up to where a shard was proved.';
COMMENT ON COLUMN proven_shards.shard IS 'Which shard.';
COMMENT ON COLUMN proven_shards.seq IS 'The last number that was proved.';
COMMENT ON COLUMN proven_shards.at IS 'The time of what has that number.';

CREATE TABLE proven_accounts (
    kind     TEXT COLLATE "C" NOT NULL,
    owner    UUID NOT NULL,
    currency TEXT COLLATE "C" NOT NULL,
    postings BIGINT NOT NULL,
    balance  BIGINT NOT NULL,
    PRIMARY KEY (kind, owner, currency)
);
COMMENT ON TABLE proven_accounts IS 'An account as it was proved.';
COMMENT ON COLUMN proven_accounts.kind IS 'What it is for.';
COMMENT ON COLUMN proven_accounts.owner IS 'Whose.';
COMMENT ON COLUMN proven_accounts.currency IS 'Its currency.';
COMMENT ON COLUMN proven_accounts.postings IS 'How many postings were proved.';
COMMENT ON COLUMN proven_accounts.balance IS 'What they come to.';

CREATE TABLE proven_streams (
    stream UUID NOT NULL,
    events BIGINT NOT NULL,
    PRIMARY KEY (stream)
);
COMMENT ON TABLE proven_streams IS 'A stream of events as it was proved.';
COMMENT ON COLUMN proven_streams.stream IS 'What it tells of.';
COMMENT ON COLUMN proven_streams.events IS 'How many events were proved.';
