-- What a room offers and what it takes: documents in versions. A version never changes, so that a game can be
-- reckoned again by the very document that was in force when it began.

CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% never change: rows are only added', TG_TABLE_NAME;
END
$$;
COMMENT ON FUNCTION refuse_change IS 'Refuses to change or delete rows of tables that only grow.';

CREATE TABLE schedules (
    slug       TEXT COLLATE "C" NOT NULL,
    versions   TEXT NOT NULL,
    stream_seq BIGINT NOT NULL,
    PRIMARY KEY (slug)
);
COMMENT ON TABLE schedules IS 'A rake schedule: which versions there are.';
COMMENT ON COLUMN schedules.slug IS 'Its name.';
COMMENT ON COLUMN schedules.versions IS 'In the order of their dates.';
COMMENT ON COLUMN schedules.stream_seq IS 'Events told of this schedule.';

CREATE TABLE schedule_versions (
    schedule       TEXT COLLATE "C" NOT NULL,
    version        BIGINT NOT NULL,
    effective_from TIMESTAMPTZ NOT NULL,
    document       TEXT NOT NULL,
    published_by   UUID,
    published_at   TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (schedule, version),
    FOREIGN KEY (schedule) REFERENCES schedules (slug) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (published_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (version >= 1)
);
COMMENT ON TABLE schedule_versions IS 'A version of a rake schedule.';
COMMENT ON COLUMN schedule_versions.schedule IS 'Of which schedule.';
COMMENT ON COLUMN schedule_versions.version IS '1, 2, ..';
COMMENT ON COLUMN schedule_versions.effective_from IS 'From when it is in force.';
COMMENT ON COLUMN schedule_versions.document IS 'The document.';
COMMENT ON COLUMN schedule_versions.published_by IS 'Who published it; none: shipped.';
COMMENT ON COLUMN schedule_versions.published_at IS 'When.';
CREATE TRIGGER schedule_versions_never_change BEFORE UPDATE OR DELETE ON schedule_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER schedule_versions_never_emptied BEFORE TRUNCATE ON schedule_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE rooms (
    slug       TEXT COLLATE "C" NOT NULL,
    versions   TEXT NOT NULL,
    stream_seq BIGINT NOT NULL,
    PRIMARY KEY (slug)
);
COMMENT ON TABLE rooms IS 'A room: which versions there are.';
COMMENT ON COLUMN rooms.slug IS 'Its name.';
COMMENT ON COLUMN rooms.versions IS 'In the order of their dates.';
COMMENT ON COLUMN rooms.stream_seq IS 'Events told of this room.';

CREATE TABLE room_versions (
    room           TEXT COLLATE "C" NOT NULL,
    version        BIGINT NOT NULL,
    effective_from TIMESTAMPTZ NOT NULL,
    document       TEXT NOT NULL,
    published_by   UUID,
    published_at   TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (room, version),
    FOREIGN KEY (room) REFERENCES rooms (slug) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (published_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (version >= 1)
);
COMMENT ON TABLE room_versions IS 'A version of a room.';
COMMENT ON COLUMN room_versions.room IS 'Of which room.';
COMMENT ON COLUMN room_versions.version IS '1, 2, ..';
COMMENT ON COLUMN room_versions.effective_from IS 'From when it is in force.';
COMMENT ON COLUMN room_versions.document IS 'The document.';
COMMENT ON COLUMN room_versions.published_by IS 'Who published it; none: shipped.';
COMMENT ON COLUMN room_versions.published_at IS 'When.';
CREATE TRIGGER room_versions_never_change BEFORE UPDATE OR DELETE ON room_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER room_versions_never_emptied BEFORE TRUNCATE ON room_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
