-- The ledger and the events. Transfers, postings and events only grow, are keyed by (shard, seq), and have no
-- foreign keys: one commit writes what belongs together, `kupa verify` checks it, and the keys would cost a third of the
-- speed. An account carries its balance and the count of its postings.
-- INSERT OR REPLACE deletes without asking the triggers of DELETE, hence a third trigger on what never changes.

CREATE TABLE shards (
    shard       INTEGER NOT NULL,
    next_seq    INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    holder      BLOB CHECK (length(holder) = 16),
    lease_until INTEGER,
    PRIMARY KEY (shard),
    CHECK (shard >= 1),
    CHECK (next_seq >= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    kind     TEXT NOT NULL,
    owner    BLOB NOT NULL CHECK (length(owner) = 16),
    currency TEXT NOT NULL,
    balance  INTEGER NOT NULL,
    postings INTEGER NOT NULL,
    PRIMARY KEY (kind, owner, currency),
    CHECK (kind NOT IN ('cash', 'payable', 'escrow', 'pool') OR balance >= 0),
    CHECK (kind <> 'receivable' OR balance <= 0),
    CHECK (postings >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE transfers (
    shard    INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    subject  BLOB NOT NULL CHECK (length(subject) = 16),
    reverses BLOB CHECK (length(reverses) = 16),
    legs     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (shard, seq),
    CHECK (seq >= 1),
    CHECK (legs >= 2)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transfers_never_change BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers never change: rows are only added'); END;
CREATE TRIGGER transfers_never_deleted BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers never change: rows are only added'); END;
CREATE TRIGGER transfers_never_replaced BEFORE INSERT ON transfers
WHEN EXISTS (SELECT 1 FROM transfers WHERE shard = NEW.shard AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'transfers never change: rows are only added'); END;

CREATE TABLE postings (
    shard         INTEGER NOT NULL,
    seq           INTEGER NOT NULL,
    n             INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    owner         BLOB NOT NULL CHECK (length(owner) = 16),
    currency      TEXT NOT NULL,
    amount        INTEGER NOT NULL,
    account_seq   INTEGER NOT NULL,
    balance_after INTEGER,
    PRIMARY KEY (shard, seq, n),
    CHECK (seq >= 1),
    CHECK (n >= 1),
    CHECK (amount <> 0),
    CHECK (account_seq >= 1),
    CHECK (balance_after >= 0),
    CHECK (kind NOT IN ('cash', 'payable', 'escrow', 'pool') OR balance_after IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX postings_account ON postings (owner, kind, currency, account_seq) WHERE balance_after IS NOT NULL;
CREATE TRIGGER postings_never_change BEFORE UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'postings never change: rows are only added'); END;
CREATE TRIGGER postings_never_deleted BEFORE DELETE ON postings
BEGIN SELECT RAISE(ABORT, 'postings never change: rows are only added'); END;
CREATE TRIGGER postings_never_replaced BEFORE INSERT ON postings
WHEN EXISTS (SELECT 1 FROM postings WHERE shard = NEW.shard AND seq = NEW.seq AND n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'postings never change: rows are only added'); END;

CREATE TABLE events (
    shard      INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    stream     BLOB NOT NULL CHECK (length(stream) = 16),
    stream_seq INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor      BLOB NOT NULL CHECK (length(actor) = 16),
    reason     TEXT,
    request    BLOB CHECK (length(request) = 16),
    facts      TEXT NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (shard, seq),
    CHECK (seq >= 1),
    CHECK (stream_seq >= 1),
    CHECK (actor_kind IN ('player', 'staff', 'client', 'system'))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_stream ON events (stream, stream_seq);
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events never change: rows are only added'); END;
CREATE TRIGGER events_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events never change: rows are only added'); END;
CREATE TRIGGER events_never_replaced BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE shard = NEW.shard AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'events never change: rows are only added'); END;

INSERT INTO shards (shard, next_seq, last_at) VALUES (1, 1, 0);
