-- What keeps people signed in: sessions, their refresh tokens (as digests), and how often an account has signed out
-- everywhere. A token that was used up stays as long as its session, so that its second use is known for what it is.

CREATE TABLE sessions (
    id           BLOB NOT NULL CHECK (length(id) = 16),
    account_kind TEXT NOT NULL CHECK (account_kind IN ('player', 'staff')),
    account      BLOB NOT NULL CHECK (length(account) = 16),
    sign_outs    INTEGER NOT NULL,
    device       TEXT NOT NULL,
    current      TEXT NOT NULL,
    number       INTEGER NOT NULL CHECK (number > 0),
    started_at   INTEGER NOT NULL,
    used_at      INTEGER NOT NULL,
    idle_until   INTEGER NOT NULL,
    ends_at      INTEGER NOT NULL,
    ended_at     INTEGER,
    PRIMARY KEY (id),
    CHECK (idle_until <= ends_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_account ON sessions (account, id);
CREATE INDEX sessions_idle_until ON sessions (idle_until);

CREATE TABLE refresh_tokens (
    digest    TEXT NOT NULL,
    session   BLOB NOT NULL CHECK (length(session) = 16),
    number    INTEGER NOT NULL CHECK (number > 0),
    issued_at INTEGER NOT NULL,
    PRIMARY KEY (digest),
    FOREIGN KEY (session) REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX refresh_tokens_session ON refresh_tokens (session, number);

CREATE TABLE sign_outs (
    account BLOB NOT NULL CHECK (length(account) = 16),
    times   INTEGER NOT NULL CHECK (times > 0),
    PRIMARY KEY (account)
) STRICT, WITHOUT ROWID;
