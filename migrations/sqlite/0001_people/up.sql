-- Who there is: staff, client apps and players. They come first, because the rows of all else name them.

CREATE TABLE staff (
    id         BLOB NOT NULL CHECK (length(id) = 16),
    email      TEXT NOT NULL,
    password   TEXT NOT NULL,
    role       TEXT NOT NULL,
    disabled   INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    added_at   INTEGER NOT NULL,
    stream_seq INTEGER NOT NULL,
    PRIMARY KEY (id),
    CHECK (role IN ('owner', 'director', 'floor', 'finance', 'compliance', 'support', 'viewer'))
) STRICT, WITHOUT ROWID;

CREATE TABLE clients (
    id         BLOB NOT NULL CHECK (length(id) = 16),
    name       TEXT NOT NULL,
    secret     TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    rooms      TEXT NOT NULL,
    disabled   INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    added_at   INTEGER NOT NULL,
    stream_seq INTEGER NOT NULL,
    PRIMARY KEY (id)
) STRICT;

CREATE TABLE players (
    id              BLOB NOT NULL CHECK (length(id) = 16),
    nickname        TEXT NOT NULL,
    email           TEXT,
    password        TEXT,
    state           TEXT NOT NULL,
    suspended_until INTEGER,
    debts           INTEGER NOT NULL,
    opened_at       INTEGER NOT NULL,
    stream_seq      INTEGER NOT NULL,
    PRIMARY KEY (id),
    CHECK (state IN ('active', 'suspended', 'closed')),
    CHECK (debts >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    player            BLOB NOT NULL CHECK (length(player) = 16),
    variant           TEXT NOT NULL,
    rating_millionths INTEGER NOT NULL,
    experience        INTEGER NOT NULL,
    PRIMARY KEY (player, variant),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (experience >= 0)
) STRICT, WITHOUT ROWID;
