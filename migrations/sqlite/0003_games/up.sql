-- Games for money and how each was settled. One settlement a game: the game is its key.
-- The indexes are partial: a game leaves them when it ends, so that they stay as small as the lobby.
-- INSERT OR REPLACE deletes without asking the triggers of DELETE, hence a third trigger on what never changes.

CREATE TABLE games (
    id                BLOB NOT NULL CHECK (length(id) = 16),
    room              TEXT NOT NULL,
    kind              TEXT NOT NULL,
    points            INTEGER,
    variant           TEXT NOT NULL,
    stake             INTEGER NOT NULL,
    currency          TEXT NOT NULL,
    stake_limit       INTEGER,
    options           TEXT NOT NULL,
    state             TEXT NOT NULL,
    opener            BLOB NOT NULL CHECK (length(opener) = 16),
    joiner            BLOB CHECK (length(joiner) = 16),
    room_version      INTEGER,
    schedule          TEXT,
    schedule_version  INTEGER,
    rated             INTEGER NOT NULL CHECK (rated IN (0, 1)),
    opener_rating     INTEGER,
    opener_experience INTEGER,
    joiner_rating     INTEGER,
    joiner_experience INTEGER,
    cube              INTEGER NOT NULL,
    cube_owner        TEXT,
    doubled_by        TEXT,
    beavered          INTEGER NOT NULL CHECK (beavered IN (0, 1)),
    cap               INTEGER,
    opener_escrow     INTEGER NOT NULL,
    joiner_escrow     INTEGER NOT NULL,
    claimed           TEXT,
    due_at            INTEGER,
    opened_at         INTEGER NOT NULL,
    started_at        INTEGER,
    ended_at          INTEGER,
    stream_seq        INTEGER NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (room) REFERENCES rooms (slug) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (room, room_version) REFERENCES room_versions (room, version) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (schedule, schedule_version) REFERENCES schedule_versions (schedule, version) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (opener) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (joiner) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (kind IN ('single', 'match')),
    CHECK ((kind = 'match') = (points IS NOT NULL)),
    CHECK (points >= 1),
    CHECK (stake > 0),
    CHECK (stake_limit > 0),
    CHECK (cube >= 1),
    CHECK (cap >= 0),
    CHECK (opener_escrow >= 0),
    CHECK (joiner_escrow >= 0),
    CHECK (joiner <> opener),
    CHECK (cube_owner IN ('opener', 'joiner')),
    CHECK (doubled_by IN ('opener', 'joiner')),
    CHECK (state IN ('open', 'withdrawn', 'expired', 'playing', 'reported', 'disputed', 'settled', 'voided')),
    CHECK ((state IN ('open', 'playing', 'reported', 'disputed')) = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX games_going ON games (room, id) WHERE ended_at IS NULL;
CREATE INDEX games_due ON games (due_at) WHERE due_at IS NOT NULL;

-- Its players, schedule and version are those of the game's row, which has the foreign keys; the proof of the books
-- compares them. Of its own it has the one to the game: checked again at each settlement, the others would cost more
-- than the row itself.
CREATE TABLE settlements (
    game                 BLOB NOT NULL CHECK (length(game) = 16),
    transfer             BLOB CHECK (length(transfer) = 16),
    winner               BLOB NOT NULL CHECK (length(winner) = 16),
    loser                BLOB NOT NULL CHECK (length(loser) = 16),
    settled_by           TEXT NOT NULL,
    amount               INTEGER NOT NULL,
    rake_each            INTEGER NOT NULL,
    currency             TEXT NOT NULL,
    schedule             TEXT NOT NULL,
    schedule_version     INTEGER NOT NULL,
    explanation          TEXT NOT NULL,
    winner_rating_change INTEGER NOT NULL,
    loser_rating_change  INTEGER NOT NULL,
    settled_at           INTEGER NOT NULL,
    PRIMARY KEY (game),
    FOREIGN KEY (game) REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (settled_by IN ('report', 'concession', 'confirmation', 'drop', 'decision')),
    CHECK (winner <> loser),
    CHECK (amount >= 0),
    CHECK (rake_each >= 0)
) STRICT;
CREATE TRIGGER settlements_never_change BEFORE UPDATE ON settlements
BEGIN SELECT RAISE(ABORT, 'settlements never change: rows are only added'); END;
CREATE TRIGGER settlements_never_deleted BEFORE DELETE ON settlements
BEGIN SELECT RAISE(ABORT, 'settlements never change: rows are only added'); END;
CREATE TRIGGER settlements_never_replaced BEFORE INSERT ON settlements
WHEN EXISTS (SELECT 1 FROM settlements WHERE game = NEW.game)
BEGIN SELECT RAISE(IGNORE); END;
