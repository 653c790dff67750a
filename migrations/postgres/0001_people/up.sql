-- Who there is: staff, client apps and players. They come first, because the rows of all else name them.
-- Texts that are keys compare byte by byte, here as on SQLite: quicker, and the same whatever the server's language.

CREATE TABLE staff (
    id         UUID NOT NULL,
    email      TEXT NOT NULL,
    password   TEXT NOT NULL,
    role       TEXT NOT NULL,
    disabled   BOOLEAN NOT NULL,
    added_at   TIMESTAMPTZ NOT NULL,
    stream_seq BIGINT NOT NULL,
    PRIMARY KEY (id),
    CHECK (role IN ('owner', 'director', 'floor', 'finance', 'compliance', 'support', 'viewer'))
);
COMMENT ON TABLE staff IS 'A member of staff.';
COMMENT ON COLUMN staff.id IS 'Identity.';
COMMENT ON COLUMN staff.email IS 'By which they sign in; unique whatever its case.';
COMMENT ON COLUMN staff.password IS 'Argon2id, in PHC form.';
COMMENT ON COLUMN staff.role IS 'What they are.';
COMMENT ON COLUMN staff.disabled IS 'May no longer act.';
COMMENT ON COLUMN staff.added_at IS 'Since when they are here.';
COMMENT ON COLUMN staff.stream_seq IS 'Events told of this member.';

CREATE TABLE clients (
    id         UUID NOT NULL,
    name       TEXT NOT NULL,
    secret     TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    rooms      TEXT NOT NULL,
    disabled   BOOLEAN NOT NULL,
    added_at   TIMESTAMPTZ NOT NULL,
    stream_seq BIGINT NOT NULL,
    PRIMARY KEY (id)
);
COMMENT ON TABLE clients IS 'A client app: a program that registers players, plays and settles for a room.';
COMMENT ON COLUMN clients.id IS 'Identity; also the client_id of its credentials.';
COMMENT ON COLUMN clients.name IS 'What people call it.';
COMMENT ON COLUMN clients.secret IS 'SHA-256 of its secret, in hex. The secret has 256 bits of chance, so no slow hash is needed.';
COMMENT ON COLUMN clients.scopes IS 'What it may do.';
COMMENT ON COLUMN clients.rooms IS 'Where; empty: everywhere.';
COMMENT ON COLUMN clients.disabled IS 'May no longer act.';
COMMENT ON COLUMN clients.added_at IS 'Since when it is here.';
COMMENT ON COLUMN clients.stream_seq IS 'Events told of this client.';

CREATE TABLE players (
    id              UUID NOT NULL,
    nickname        TEXT NOT NULL,
    email           TEXT,
    password        TEXT,
    state           TEXT NOT NULL,
    suspended_until TIMESTAMPTZ,
    debts           BIGINT NOT NULL,
    opened_at       TIMESTAMPTZ NOT NULL,
    stream_seq      BIGINT NOT NULL,
    PRIMARY KEY (id),
    CHECK (state IN ('active', 'suspended', 'closed')),
    CHECK (debts >= 0)
) WITH (fillfactor = 80);
COMMENT ON TABLE players IS 'A player.';
COMMENT ON COLUMN players.id IS 'Identity.';
COMMENT ON COLUMN players.nickname IS 'The name that others see; unique whatever its case.';
COMMENT ON COLUMN players.email IS 'Where mail goes and by which they sign in; unique whatever its case.';
COMMENT ON COLUMN players.password IS 'Argon2id, in PHC form; none for players who come through a client app alone.';
COMMENT ON COLUMN players.state IS 'How they stand.';
COMMENT ON COLUMN players.suspended_until IS 'The end of a suspension.';
COMMENT ON COLUMN players.debts IS 'In how many currencies they owe money: above 0 there is no play and no withdrawal until it is paid.';
COMMENT ON COLUMN players.opened_at IS 'When the account was opened.';
COMMENT ON COLUMN players.stream_seq IS 'Events told of this player.';

CREATE TABLE ratings (
    player            UUID NOT NULL,
    variant           TEXT COLLATE "C" NOT NULL,
    rating_millionths BIGINT NOT NULL,
    experience        BIGINT NOT NULL,
    PRIMARY KEY (player, variant),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (experience >= 0)
) WITH (fillfactor = 80);
COMMENT ON TABLE ratings IS 'A rating.';
COMMENT ON COLUMN ratings.player IS 'Whose.';
COMMENT ON COLUMN ratings.variant IS 'In which game.';
COMMENT ON COLUMN ratings.rating_millionths IS 'Millionths of a point; shown cut, never rounded.';
COMMENT ON COLUMN ratings.experience IS 'The sum of the lengths of rated matches played (a money game counts 1).';
