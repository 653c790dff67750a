-- What `kupa verify` has proved, so that it need not prove it again. No act reads these tables.

CREATE TABLE proven_shards (
    shard INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (shard)
) STRICT, WITHOUT ROWID;

CREATE TABLE proven_accounts (
    kind     TEXT NOT NULL,
    owner    BLOB NOT NULL CHECK (length(owner) = 16),
    currency TEXT NOT NULL,
    postings INTEGER NOT NULL,
    balance  INTEGER NOT NULL,
    PRIMARY KEY (kind, owner, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE proven_streams (
    stream BLOB NOT NULL CHECK (length(stream) = 16),
    events INTEGER NOT NULL,
    PRIMARY KEY (stream)
) STRICT, WITHOUT ROWID;
