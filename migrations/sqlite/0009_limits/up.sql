-- What somebody has done in a day, of what is limited by the day. Whoever adds to it locks the row.

CREATE TABLE day_totals (
    owner    BLOB NOT NULL CHECK (length(owner) = 16),
    counted  TEXT NOT NULL CHECK (counted IN ('adjusted')),
    currency TEXT NOT NULL,
    day      INTEGER NOT NULL,
    total    INTEGER NOT NULL CHECK (total >= 0),
    PRIMARY KEY (owner, counted, currency, day)
) STRICT, WITHOUT ROWID;
