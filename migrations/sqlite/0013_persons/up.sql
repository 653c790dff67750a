-- Who players are, apart from their accounts, so that no list and no game loads it; where they live, beside the account,
-- because every seat asks; and where nobody may play.

ALTER TABLE players ADD COLUMN place TEXT;

CREATE TABLE people (
    player     BLOB NOT NULL CHECK (length(player) = 16),
    name       TEXT,
    birth_date TEXT,
    address    TEXT,
    PRIMARY KEY (player),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE jurisdictions (
    id             INTEGER NOT NULL PRIMARY KEY,
    barred         TEXT NOT NULL,
    min_age        INTEGER NOT NULL CHECK (min_age >= 18),
    place_required INTEGER NOT NULL CHECK (place_required IN (0, 1)),
    stream_seq     INTEGER NOT NULL CHECK (stream_seq >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO jurisdictions (id, barred, min_age, place_required, stream_seq)
VALUES (1, '["US-AZ","US-CT","US-FL","US-LA","US-MT"]', 18, 0, 0);

-- E-mail addresses are claimed in the form that all spellings of one mailbox share: without case, tag and dots. Where two
-- accounts turn out to share a mailbox, both stay: the first has it, the other signs in by its own spelling.
CREATE TEMP TABLE mailboxes AS
SELECT word, owner, mailbox, row_number() OVER (PARTITION BY mailbox ORDER BY opened_at, id) AS place
FROM (
    SELECT word, owner, opened_at, id,
           CASE WHEN replace(local, '.', '') = '' THEN local ELSE replace(local, '.', '') END
               || '@' || CASE host WHEN 'googlemail.com' THEN 'gmail.com' ELSE host END AS mailbox
    FROM (
        SELECT c.word, c.owner, p.opened_at, p.id, substr(c.word, instr(c.word, '@') + 1) AS host,
               CASE WHEN instr(c.word, '+') BETWEEN 2 AND instr(c.word, '@')
                    THEN substr(c.word, 1, instr(c.word, '+') - 1)
                    ELSE substr(c.word, 1, instr(c.word, '@') - 1) END AS local
        FROM claims c JOIN players p ON p.id = c.owner WHERE c.kind = 'email'
    )
);
DELETE FROM claims WHERE kind = 'email' AND word IN (SELECT word FROM mailboxes);
INSERT INTO claims (kind, word, owner)
SELECT CASE place WHEN 1 THEN 'email' ELSE 'email_exact' END, CASE place WHEN 1 THEN mailbox ELSE word END, owner
FROM mailboxes;
DROP TABLE mailboxes;
