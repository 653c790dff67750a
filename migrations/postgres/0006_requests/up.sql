-- What was asked before and answered, and words that only one may have. Idempotency records have no index on their
-- time: whoever forgets the old ones walks the table by its key, so that no request pays for it.

CREATE TABLE idempotency (
    key     TEXT COLLATE "C" NOT NULL,
    owner   UUID NOT NULL,
    digest  UUID NOT NULL,
    outcome TEXT NOT NULL,
    at      TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (key, owner),
    CHECK (length(key) BETWEEN 1 AND 255)
);
COMMENT ON TABLE idempotency IS 'An idempotency record: a request''s digest and its outcome. Kept 72 hours.';
COMMENT ON COLUMN idempotency.key IS 'The caller''s key.';
COMMENT ON COLUMN idempotency.owner IS 'Whose key it is: the actor''s identity, nil for the system.';
COMMENT ON COLUMN idempotency.digest IS 'What was asked.';
COMMENT ON COLUMN idempotency.outcome IS '{"done": answer} or {"refused": {code, params}}.';
COMMENT ON COLUMN idempotency.at IS 'When.';

CREATE TABLE claims (
    kind  TEXT COLLATE "C" NOT NULL,
    word  TEXT COLLATE "C" NOT NULL,
    owner UUID NOT NULL,
    PRIMARY KEY (kind, word)
);
COMMENT ON TABLE claims IS 'A word that only one may have: an e-mail address, a nickname, a provider''s reference.';
COMMENT ON COLUMN claims.kind IS 'What kind of word: email, nickname, deposit, reversal, ..';
COMMENT ON COLUMN claims.word IS 'The word.';
COMMENT ON COLUMN claims.owner IS 'Who or what has it.';
