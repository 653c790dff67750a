-- Money that comes and goes, what is owed, and what waits for a second person.

CREATE TABLE deposits (
    id        BLOB NOT NULL CHECK (length(id) = 16),
    player    BLOB NOT NULL CHECK (length(player) = 16),
    provider  TEXT NOT NULL,
    reference TEXT NOT NULL,
    amount    INTEGER NOT NULL,
    currency  TEXT NOT NULL,
    state     TEXT NOT NULL,
    transfer  BLOB NOT NULL CHECK (length(transfer) = 16),
    booked_at INTEGER NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (amount > 0),
    CHECK (state IN ('booked', 'charged_back', 'reversed'))
) STRICT, WITHOUT ROWID;
CREATE INDEX deposits_player ON deposits (player, id);

CREATE TABLE withdrawals (
    id           BLOB NOT NULL CHECK (length(id) = 16),
    player       BLOB NOT NULL CHECK (length(player) = 16),
    amount       INTEGER NOT NULL,
    currency     TEXT NOT NULL,
    provider     TEXT NOT NULL,
    state        TEXT NOT NULL,
    reference    TEXT,
    requested_at INTEGER NOT NULL,
    changed_at   INTEGER NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (amount > 0),
    CHECK (state IN ('requested', 'sent', 'confirmed', 'refused', 'failed', 'cancelled'))
) STRICT, WITHOUT ROWID;
CREATE INDEX withdrawals_player ON withdrawals (player, id);
CREATE INDEX withdrawals_going ON withdrawals (requested_at) WHERE state IN ('requested', 'sent');

CREATE TABLE obligations (
    kind      TEXT NOT NULL,
    subject   BLOB NOT NULL CHECK (length(subject) = 16),
    player    BLOB NOT NULL CHECK (length(player) = 16),
    amount    INTEGER NOT NULL,
    currency  TEXT NOT NULL,
    state     TEXT NOT NULL,
    transfer  BLOB CHECK (length(transfer) = 16),
    owed_at   INTEGER NOT NULL,
    closed_at INTEGER,
    PRIMARY KEY (kind, subject),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (amount > 0),
    CHECK (state IN ('owed', 'paid', 'cancelled')),
    CHECK (state <> 'paid' OR transfer IS NOT NULL),
    CHECK ((state = 'owed') = (closed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX obligations_owed ON obligations (owed_at) WHERE state = 'owed';

CREATE TABLE approvals (
    id         BLOB NOT NULL CHECK (length(id) = 16),
    request    TEXT NOT NULL,
    reason     TEXT NOT NULL,
    asked_by   BLOB NOT NULL CHECK (length(asked_by) = 16),
    asked_at   INTEGER NOT NULL,
    state      TEXT NOT NULL,
    decided_by BLOB CHECK (length(decided_by) = 16),
    decided_at INTEGER,
    transfer   BLOB CHECK (length(transfer) = 16),
    stream_seq INTEGER NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (asked_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (decided_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (state IN ('waiting', 'approved', 'rejected', 'withdrawn')),
    CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> asked_by),
    CHECK ((state = 'waiting') = (decided_at IS NULL))
) STRICT;
CREATE INDEX approvals_waiting ON approvals (asked_at) WHERE state = 'waiting';
