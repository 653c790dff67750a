-- Mail that waits to be sent, and was: what it is for, to whom, and whether what it holds can still be used. The secret in
-- it is not kept: it follows from the row's identity and a seed of the house.

CREATE TABLE mails (
    id           UUID NOT NULL,
    kind         TEXT NOT NULL,
    account_kind TEXT NOT NULL,
    account      UUID NOT NULL,
    address      TEXT NOT NULL,
    language     TEXT NOT NULL,
    sign_outs    BIGINT NOT NULL,
    state        TEXT COLLATE "C" NOT NULL,
    attempts     BIGINT NOT NULL,
    asked_at     TIMESTAMPTZ NOT NULL,
    due_at       TIMESTAMPTZ NOT NULL,
    valid_until  TIMESTAMPTZ,
    used_at      TIMESTAMPTZ,
    PRIMARY KEY (id),
    CHECK (kind IN ('reset', 'verification')),
    CHECK (account_kind IN ('player', 'staff')),
    CHECK (language IN ('en', 'he')),
    CHECK (state IN ('waiting', 'sent', 'failed')),
    CHECK (attempts >= 0)
);
CREATE INDEX mails_due ON mails (state, due_at);
COMMENT ON TABLE mails IS 'A mail that waits to be sent, or was.';
COMMENT ON COLUMN mails.id IS 'Identity; the secret in the mail follows from it.';
COMMENT ON COLUMN mails.kind IS 'What it is for.';
COMMENT ON COLUMN mails.account_kind IS 'What kind of account it is about.';
COMMENT ON COLUMN mails.account IS 'Whose account it is about.';
COMMENT ON COLUMN mails.address IS 'Where it goes.';
COMMENT ON COLUMN mails.language IS 'In which language.';
COMMENT ON COLUMN mails.sign_outs IS 'How often the account had signed out everywhere when it was asked for: once it has done so again, it is good no longer.';
COMMENT ON COLUMN mails.state IS 'Whether it waits, was sent, or was given up.';
COMMENT ON COLUMN mails.attempts IS 'How often it was tried.';
COMMENT ON COLUMN mails.asked_at IS 'When it was asked for.';
COMMENT ON COLUMN mails.due_at IS 'When it is tried next, while it waits.';
COMMENT ON COLUMN mails.valid_until IS 'Until when its secret is good; none before the first attempt.';
COMMENT ON COLUMN mails.used_at IS 'When its secret was used.';

ALTER TABLE players ADD COLUMN email_verified_at TIMESTAMPTZ;
COMMENT ON COLUMN players.email_verified_at IS 'When they have shown that mail to their address reaches them.';
