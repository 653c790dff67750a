-- Games for money and how each was settled. One settlement a game: the game is its key.
-- The indexes are partial: a game leaves them when it ends, so that they stay as small as the lobby.

CREATE TABLE games (
    id                UUID NOT NULL,
    room              TEXT COLLATE "C" NOT NULL,
    kind              TEXT NOT NULL,
    points            BIGINT,
    variant           TEXT NOT NULL,
    stake             BIGINT NOT NULL,
    currency          TEXT NOT NULL,
    stake_limit       BIGINT,
    options           TEXT NOT NULL,
    state             TEXT NOT NULL,
    opener            UUID NOT NULL,
    joiner            UUID,
    room_version      BIGINT,
    schedule          TEXT COLLATE "C",
    schedule_version  BIGINT,
    rated             BOOLEAN NOT NULL,
    opener_rating     BIGINT,
    opener_experience BIGINT,
    joiner_rating     BIGINT,
    joiner_experience BIGINT,
    cube              BIGINT NOT NULL,
    cube_owner        TEXT,
    doubled_by        TEXT,
    beavered          BOOLEAN NOT NULL,
    cap               BIGINT,
    opener_escrow     BIGINT NOT NULL,
    joiner_escrow     BIGINT NOT NULL,
    claimed           TEXT,
    due_at            TIMESTAMPTZ,
    opened_at         TIMESTAMPTZ NOT NULL,
    started_at        TIMESTAMPTZ,
    ended_at          TIMESTAMPTZ,
    stream_seq        BIGINT NOT NULL,
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
) WITH (fillfactor = 80);
CREATE INDEX games_going ON games (room, id) WHERE ended_at IS NULL;
CREATE INDEX games_due ON games (due_at) WHERE due_at IS NOT NULL;
COMMENT ON TABLE games IS 'A money game.';
COMMENT ON COLUMN games.id IS 'Identity.';
COMMENT ON COLUMN games.room IS 'Where.';
COMMENT ON COLUMN games.kind IS 'A single game or a match.';
COMMENT ON COLUMN games.points IS 'The match''s length.';
COMMENT ON COLUMN games.variant IS 'Which game.';
COMMENT ON COLUMN games.stake IS 'What is played for: times cube and result in a single game, once in a match.';
COMMENT ON COLUMN games.currency IS 'Of which currency.';
COMMENT ON COLUMN games.stake_limit IS 'The most that can pass, as agreed.';
COMMENT ON COLUMN games.options IS 'Cube, Jacoby, beavers, ..';
COMMENT ON COLUMN games.state IS 'How far it is.';
COMMENT ON COLUMN games.opener IS 'Who opened it.';
COMMENT ON COLUMN games.joiner IS 'Who joined it.';
COMMENT ON COLUMN games.room_version IS 'The room''s version in force when it began.';
COMMENT ON COLUMN games.schedule IS 'The rake schedule, as the room named it when it began.';
COMMENT ON COLUMN games.schedule_version IS 'The schedule''s version in force when it began.';
COMMENT ON COLUMN games.rated IS 'Whether the room rates games.';
COMMENT ON COLUMN games.opener_rating IS 'The opener''s rating at the start.';
COMMENT ON COLUMN games.opener_experience IS 'The opener''s experience at the start.';
COMMENT ON COLUMN games.joiner_rating IS 'The joiner''s rating at the start.';
COMMENT ON COLUMN games.joiner_experience IS 'The joiner''s experience at the start.';
COMMENT ON COLUMN games.cube IS 'The cube''s value, as reported so far.';
COMMENT ON COLUMN games.cube_owner IS 'Who holds it; none: centred.';
COMMENT ON COLUMN games.doubled_by IS 'Whose double (or beaver) waits for an answer.';
COMMENT ON COLUMN games.beavered IS 'That the waiting double is a beaver.';
COMMENT ON COLUMN games.cap IS 'The most that can pass from now on: what the poorer could cover at a double.';
COMMENT ON COLUMN games.opener_escrow IS 'What the opener has in escrow.';
COMMENT ON COLUMN games.joiner_escrow IS 'What the joiner has in escrow.';
COMMENT ON COLUMN games.claimed IS 'A result claimed and not yet confirmed.';
COMMENT ON COLUMN games.due_at IS 'When something is due: an unjoined game expires, an unconfirmed claim becomes a dispute.';
COMMENT ON COLUMN games.opened_at IS 'When it was opened.';
COMMENT ON COLUMN games.started_at IS 'When both sat down.';
COMMENT ON COLUMN games.ended_at IS 'When it was settled, voided, withdrawn or expired.';
COMMENT ON COLUMN games.stream_seq IS 'Events told of this game.';

-- Its players, schedule and version are those of the game's row, which has the foreign keys; the proof of the books
-- compares them. Of its own it has the one to the game: checked again at each settlement, the others would cost more
-- than the row itself.
CREATE TABLE settlements (
    game                 UUID NOT NULL,
    transfer             UUID,
    winner               UUID NOT NULL,
    loser                UUID NOT NULL,
    settled_by           TEXT NOT NULL,
    amount               BIGINT NOT NULL,
    rake_each            BIGINT NOT NULL,
    currency             TEXT NOT NULL,
    schedule             TEXT COLLATE "C" NOT NULL,
    schedule_version     BIGINT NOT NULL,
    explanation          TEXT NOT NULL,
    winner_rating_change BIGINT NOT NULL,
    loser_rating_change  BIGINT NOT NULL,
    settled_at           TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (game),
    FOREIGN KEY (game) REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (settled_by IN ('report', 'concession', 'confirmation', 'drop', 'decision')),
    CHECK (winner <> loser),
    CHECK (amount >= 0),
    CHECK (rake_each >= 0)
);
COMMENT ON TABLE settlements IS 'A settlement.';
COMMENT ON COLUMN settlements.game IS 'The game.';
COMMENT ON COLUMN settlements.transfer IS 'What moved the money; none where nothing passed.';
COMMENT ON COLUMN settlements.winner IS 'Who won.';
COMMENT ON COLUMN settlements.loser IS 'Who lost.';
COMMENT ON COLUMN settlements.settled_by IS 'On whose word.';
COMMENT ON COLUMN settlements.amount IS 'What passed between the players.';
COMMENT ON COLUMN settlements.rake_each IS 'Each player''s rake; the winner paid both.';
COMMENT ON COLUMN settlements.currency IS 'Of which currency.';
COMMENT ON COLUMN settlements.schedule IS 'The rake schedule.';
COMMENT ON COLUMN settlements.schedule_version IS 'Its version.';
COMMENT ON COLUMN settlements.explanation IS 'Every step of the reckoning, with its inputs.';
COMMENT ON COLUMN settlements.winner_rating_change IS 'How the winner''s rating changed, in millionths.';
COMMENT ON COLUMN settlements.loser_rating_change IS 'How the loser''s rating changed, in millionths.';
COMMENT ON COLUMN settlements.settled_at IS 'When.';
CREATE TRIGGER settlements_never_change BEFORE UPDATE OR DELETE ON settlements
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlements_never_emptied BEFORE TRUNCATE ON settlements
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
