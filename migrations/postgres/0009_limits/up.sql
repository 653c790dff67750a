-- What somebody has done in a day, of what is limited by the day. Whoever adds to it locks the row.

CREATE TABLE day_totals (
    owner    UUID NOT NULL,
    counted  TEXT COLLATE "C" NOT NULL,
    currency TEXT COLLATE "C" NOT NULL,
    day      TIMESTAMPTZ NOT NULL,
    total    BIGINT NOT NULL,
    PRIMARY KEY (owner, counted, currency, day),
    CHECK (counted IN ('adjusted')),
    CHECK (total >= 0)
);
COMMENT ON TABLE day_totals IS 'How much of something somebody has done in a day.';
COMMENT ON COLUMN day_totals.owner IS 'Who: the identity of a member of staff.';
COMMENT ON COLUMN day_totals.counted IS 'What is counted.';
COMMENT ON COLUMN day_totals.currency IS 'Of which currency.';
COMMENT ON COLUMN day_totals.day IS 'The day: its first instant in UTC.';
COMMENT ON COLUMN day_totals.total IS 'How much, in minor units; what goes one way and what goes the other both add to it.';
