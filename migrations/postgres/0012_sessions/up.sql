-- What keeps people signed in: sessions, their refresh tokens (as digests), and how often an account has signed out
-- everywhere. A token that was used up stays as long as its session, so that its second use is known for what it is.

CREATE TABLE sessions (
    id           UUID NOT NULL,
    account_kind TEXT NOT NULL,
    account      UUID NOT NULL,
    sign_outs    BIGINT NOT NULL,
    device       TEXT NOT NULL,
    current      TEXT NOT NULL,
    number       BIGINT NOT NULL,
    started_at   TIMESTAMPTZ NOT NULL,
    used_at      TIMESTAMPTZ NOT NULL,
    idle_until   TIMESTAMPTZ NOT NULL,
    ends_at      TIMESTAMPTZ NOT NULL,
    ended_at     TIMESTAMPTZ,
    PRIMARY KEY (id),
    CHECK (account_kind IN ('player', 'staff')),
    CHECK (number > 0),
    CHECK (idle_until <= ends_at)
);
CREATE INDEX sessions_account ON sessions (account, id);
CREATE INDEX sessions_idle_until ON sessions (idle_until);
COMMENT ON TABLE sessions IS 'A session: from a sign-in to its end, kept up by refresh tokens.';
COMMENT ON COLUMN sessions.id IS 'Identity.';
COMMENT ON COLUMN sessions.account_kind IS 'What kind of account signed in: a player''s or that of a member of staff.';
COMMENT ON COLUMN sessions.account IS 'Whose it is.';
COMMENT ON COLUMN sessions.sign_outs IS 'How often the account had signed out everywhere by then: once it has done so again, the session is over.';
COMMENT ON COLUMN sessions.device IS 'On which device, in words.';
COMMENT ON COLUMN sessions.current IS 'SHA-256 of the refresh token that is good now, in hex.';
COMMENT ON COLUMN sessions.number IS 'Its number: 1 at the sign-in.';
COMMENT ON COLUMN sessions.started_at IS 'When it began.';
COMMENT ON COLUMN sessions.used_at IS 'When a token was last given for it.';
COMMENT ON COLUMN sessions.idle_until IS 'It is over if it is not used before; never later than ends_at.';
COMMENT ON COLUMN sessions.ends_at IS 'It is over then, however much it is used.';
COMMENT ON COLUMN sessions.ended_at IS 'When it was ended before its time.';

CREATE TABLE refresh_tokens (
    digest    TEXT COLLATE "C" NOT NULL,
    session   UUID NOT NULL,
    number    BIGINT NOT NULL,
    issued_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (digest),
    FOREIGN KEY (session) REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (number > 0)
);
CREATE UNIQUE INDEX refresh_tokens_session ON refresh_tokens (session, number);
COMMENT ON TABLE refresh_tokens IS 'A refresh token: also one that was used up, so that its second use is known for what it is.';
COMMENT ON COLUMN refresh_tokens.digest IS 'SHA-256 of the token, in hex. The token has 256 bits that nobody can guess, so no slow hash is needed.';
COMMENT ON COLUMN refresh_tokens.session IS 'Of which session.';
COMMENT ON COLUMN refresh_tokens.number IS 'Its number in the session: 1 at the sign-in.';
COMMENT ON COLUMN refresh_tokens.issued_at IS 'When it was given.';

CREATE TABLE sign_outs (
    account UUID NOT NULL,
    times   BIGINT NOT NULL,
    PRIMARY KEY (account),
    CHECK (times > 0)
);
COMMENT ON TABLE sign_outs IS 'How often an account has signed out everywhere.';
COMMENT ON COLUMN sign_outs.account IS 'Whose.';
COMMENT ON COLUMN sign_outs.times IS 'So often.';
