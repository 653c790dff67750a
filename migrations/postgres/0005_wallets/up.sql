-- Money that comes and goes, what is owed, and what waits for a second person.

CREATE TABLE deposits (
    id        UUID NOT NULL,
    player    UUID NOT NULL,
    provider  TEXT NOT NULL,
    reference TEXT NOT NULL,
    amount    BIGINT NOT NULL,
    currency  TEXT NOT NULL,
    state     TEXT NOT NULL,
    transfer  UUID NOT NULL,
    booked_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (amount > 0),
    CHECK (state IN ('booked', 'charged_back', 'reversed'))
);
CREATE INDEX deposits_player ON deposits (player, id);
COMMENT ON TABLE deposits IS 'A deposit.';
COMMENT ON COLUMN deposits.id IS 'Identity.';
COMMENT ON COLUMN deposits.player IS 'Whose.';
COMMENT ON COLUMN deposits.provider IS 'Through whom.';
COMMENT ON COLUMN deposits.reference IS 'The provider''s own reference; a claim deposit on provider:reference makes it unique.';
COMMENT ON COLUMN deposits.amount IS 'How much.';
COMMENT ON COLUMN deposits.currency IS 'Of which currency.';
COMMENT ON COLUMN deposits.state IS 'What became of it.';
COMMENT ON COLUMN deposits.transfer IS 'The transfer that booked it.';
COMMENT ON COLUMN deposits.booked_at IS 'When it was booked.';

CREATE TABLE withdrawals (
    id           UUID NOT NULL,
    player       UUID NOT NULL,
    amount       BIGINT NOT NULL,
    currency     TEXT NOT NULL,
    provider     TEXT NOT NULL,
    state        TEXT NOT NULL,
    reference    TEXT,
    requested_at TIMESTAMPTZ NOT NULL,
    changed_at   TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (amount > 0),
    CHECK (state IN ('requested', 'sent', 'confirmed', 'refused', 'failed', 'cancelled'))
);
CREATE INDEX withdrawals_player ON withdrawals (player, id);
CREATE INDEX withdrawals_going ON withdrawals (requested_at) WHERE state IN ('requested', 'sent');
COMMENT ON TABLE withdrawals IS 'A withdrawal.';
COMMENT ON COLUMN withdrawals.id IS 'Identity.';
COMMENT ON COLUMN withdrawals.player IS 'Whose.';
COMMENT ON COLUMN withdrawals.amount IS 'How much.';
COMMENT ON COLUMN withdrawals.currency IS 'Of which currency.';
COMMENT ON COLUMN withdrawals.provider IS 'Through whom it is to go.';
COMMENT ON COLUMN withdrawals.state IS 'How far it is.';
COMMENT ON COLUMN withdrawals.reference IS 'The provider''s reference, once sent.';
COMMENT ON COLUMN withdrawals.requested_at IS 'When it was asked for.';
COMMENT ON COLUMN withdrawals.changed_at IS 'When its state last changed.';

CREATE TABLE obligations (
    kind      TEXT COLLATE "C" NOT NULL,
    subject   UUID NOT NULL,
    player    UUID NOT NULL,
    amount    BIGINT NOT NULL,
    currency  TEXT NOT NULL,
    state     TEXT NOT NULL,
    transfer  UUID,
    owed_at   TIMESTAMPTZ NOT NULL,
    closed_at TIMESTAMPTZ,
    PRIMARY KEY (kind, subject),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (amount > 0),
    CHECK (state IN ('owed', 'paid', 'cancelled')),
    CHECK (state <> 'paid' OR transfer IS NOT NULL),
    CHECK ((state = 'owed') = (closed_at IS NULL))
);
CREATE INDEX obligations_owed ON obligations (owed_at) WHERE state = 'owed';
COMMENT ON TABLE obligations IS 'Something owed.';
COMMENT ON COLUMN obligations.kind IS 'What for.';
COMMENT ON COLUMN obligations.subject IS 'The thing that it is owed for: a withdrawal.';
COMMENT ON COLUMN obligations.player IS 'To whom.';
COMMENT ON COLUMN obligations.amount IS 'How much.';
COMMENT ON COLUMN obligations.currency IS 'Of which currency.';
COMMENT ON COLUMN obligations.state IS 'Whether it still stands.';
COMMENT ON COLUMN obligations.transfer IS 'What paid it.';
COMMENT ON COLUMN obligations.owed_at IS 'Since when it is owed.';
COMMENT ON COLUMN obligations.closed_at IS 'Since when it is not.';

CREATE TABLE approvals (
    id         UUID NOT NULL,
    request    TEXT NOT NULL,
    reason     TEXT NOT NULL,
    asked_by   UUID NOT NULL,
    asked_at   TIMESTAMPTZ NOT NULL,
    state      TEXT NOT NULL,
    decided_by UUID,
    decided_at TIMESTAMPTZ,
    transfer   UUID,
    stream_seq BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (asked_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (decided_by) REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (state IN ('waiting', 'approved', 'rejected', 'withdrawn')),
    CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> asked_by),
    CHECK ((state = 'waiting') = (decided_at IS NULL))
);
CREATE INDEX approvals_waiting ON approvals (asked_at) WHERE state = 'waiting';
COMMENT ON TABLE approvals IS 'A request that waits for a second person.';
COMMENT ON COLUMN approvals.id IS 'Identity.';
COMMENT ON COLUMN approvals.request IS 'What is asked for.';
COMMENT ON COLUMN approvals.reason IS 'Why.';
COMMENT ON COLUMN approvals.asked_by IS 'Who asked.';
COMMENT ON COLUMN approvals.asked_at IS 'When.';
COMMENT ON COLUMN approvals.state IS 'How far it is.';
COMMENT ON COLUMN approvals.decided_by IS 'The second person.';
COMMENT ON COLUMN approvals.decided_at IS 'When they decided.';
COMMENT ON COLUMN approvals.transfer IS 'What was posted.';
COMMENT ON COLUMN approvals.stream_seq IS 'Events told of this request.';
