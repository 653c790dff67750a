-- What a room offers and what it takes: documents in versions. A version never changes, so that a game can be
-- reckoned again by the very document that was in force when it began.
-- INSERT OR REPLACE deletes without asking the triggers of DELETE, hence a third trigger on what never changes.

CREATE TABLE schedules (
    slug       TEXT NOT NULL,
    versions   TEXT NOT NULL,
    stream_seq INTEGER NOT NULL,
    PRIMARY KEY (slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE schedule_versions (
    schedule       TEXT NOT NULL,
    version        INTEGER NOT NULL,
    effective_from INTEGER NOT NULL,
    document       TEXT NOT NULL,
    published_by   BLOB CHECK (length(published_by) = 16),
    published_at   INTEGER NOT NULL,
    PRIMARY KEY (schedule, version),
    FOREIGN KEY (schedule) REFERENCES schedules (slug) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (published_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (version >= 1)
) STRICT;
CREATE TRIGGER schedule_versions_never_change BEFORE UPDATE ON schedule_versions
BEGIN SELECT RAISE(ABORT, 'schedule_versions never change: rows are only added'); END;
CREATE TRIGGER schedule_versions_never_deleted BEFORE DELETE ON schedule_versions
BEGIN SELECT RAISE(ABORT, 'schedule_versions never change: rows are only added'); END;
CREATE TRIGGER schedule_versions_never_replaced BEFORE INSERT ON schedule_versions
WHEN EXISTS (SELECT 1 FROM schedule_versions WHERE schedule = NEW.schedule AND version = NEW.version)
BEGIN SELECT RAISE(IGNORE); END;

CREATE TABLE rooms (
    slug       TEXT NOT NULL,
    versions   TEXT NOT NULL,
    stream_seq INTEGER NOT NULL,
    PRIMARY KEY (slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE room_versions (
    room           TEXT NOT NULL,
    version        INTEGER NOT NULL,
    effective_from INTEGER NOT NULL,
    document       TEXT NOT NULL,
    published_by   BLOB CHECK (length(published_by) = 16),
    published_at   INTEGER NOT NULL,
    PRIMARY KEY (room, version),
    FOREIGN KEY (room) REFERENCES rooms (slug) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (published_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (version >= 1)
) STRICT;
CREATE TRIGGER room_versions_never_change BEFORE UPDATE ON room_versions
BEGIN SELECT RAISE(ABORT, 'room_versions never change: rows are only added'); END;
CREATE TRIGGER room_versions_never_deleted BEFORE DELETE ON room_versions
BEGIN SELECT RAISE(ABORT, 'room_versions never change: rows are only added'); END;
CREATE TRIGGER room_versions_never_replaced BEFORE INSERT ON room_versions
WHEN EXISTS (SELECT 1 FROM room_versions WHERE room = NEW.room AND version = NEW.version)
BEGIN SELECT RAISE(IGNORE); END;
