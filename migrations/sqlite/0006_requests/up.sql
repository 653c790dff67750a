-- What was asked before and answered, and words that only one may have. Idempotency records have no index on their
-- time: whoever forgets the old ones walks the table by its key, so that no request pays for it.

CREATE TABLE idempotency (
    key     TEXT NOT NULL,
    owner   BLOB NOT NULL CHECK (length(owner) = 16),
    digest  BLOB NOT NULL CHECK (length(digest) = 16),
    outcome TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (key, owner),
    CHECK (length(key) BETWEEN 1 AND 255)
) STRICT, WITHOUT ROWID;

CREATE TABLE claims (
    kind  TEXT NOT NULL,
    word  TEXT NOT NULL,
    owner BLOB NOT NULL CHECK (length(owner) = 16),
    PRIMARY KEY (kind, word)
) STRICT, WITHOUT ROWID;
