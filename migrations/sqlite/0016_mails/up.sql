-- Mail that waits to be sent, and was: what it is for, to whom, and whether what it holds can still be used. The secret in
-- it is not kept: it follows from the row's identity and a seed of the house.

CREATE TABLE mails (
    id           BLOB NOT NULL CHECK (length(id) = 16),
    kind         TEXT NOT NULL CHECK (kind IN ('reset', 'verification')),
    account_kind TEXT NOT NULL CHECK (account_kind IN ('player', 'staff')),
    account      BLOB NOT NULL CHECK (length(account) = 16),
    address      TEXT NOT NULL,
    language     TEXT NOT NULL CHECK (language IN ('en', 'he')),
    sign_outs    INTEGER NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    attempts     INTEGER NOT NULL CHECK (attempts >= 0),
    asked_at     INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    valid_until  INTEGER,
    used_at      INTEGER,
    PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mails_due ON mails (state, due_at);

ALTER TABLE players ADD COLUMN email_verified_at INTEGER;
