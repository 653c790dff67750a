-- Who players are, apart from their accounts, so that no list and no game loads it; where they live, beside the account,
-- because every seat asks; and where nobody may play.

ALTER TABLE players ADD COLUMN place TEXT COLLATE "C";
COMMENT ON COLUMN players.place IS 'Where they live: a country of ISO 3166-1, or a region of ISO 3166-2; none if it is not known.';

CREATE TABLE people (
    player     UUID NOT NULL,
    name       TEXT,
    birth_date TEXT COLLATE "C",
    address    TEXT,
    PRIMARY KEY (player),
    FOREIGN KEY (player) REFERENCES players (id) DEFERRABLE INITIALLY DEFERRED
);
COMMENT ON TABLE people IS 'Who a player is. Personal data: it is in no log, no event and no list.';
COMMENT ON COLUMN people.player IS 'Which player.';
COMMENT ON COLUMN people.name IS 'The real name, as they write it.';
COMMENT ON COLUMN people.birth_date IS 'The day of birth: 1970-12-31.';
COMMENT ON COLUMN people.address IS 'The postal address, in one line.';

CREATE TABLE jurisdictions (
    id             BIGINT PRIMARY KEY,
    barred         TEXT COLLATE "C" NOT NULL,
    min_age        BIGINT NOT NULL CHECK (min_age >= 18),
    place_required BOOLEAN NOT NULL,
    stream_seq     BIGINT NOT NULL CHECK (stream_seq >= 0)
);
COMMENT ON TABLE jurisdictions IS 'Where nobody may play, and from what age on: in one row.';
COMMENT ON COLUMN jurisdictions.id IS 'Always 1.';
COMMENT ON COLUMN jurisdictions.barred IS 'The places: a JSON array of ISO 3166 codes.';
COMMENT ON COLUMN jurisdictions.min_age IS 'The least age of who opens an account, in years.';
COMMENT ON COLUMN jurisdictions.place_required IS 'Whether nobody sits down of whom it is not known where they live.';
COMMENT ON COLUMN jurisdictions.stream_seq IS 'Events told of it; also the version of the row.';

INSERT INTO jurisdictions (id, barred, min_age, place_required, stream_seq)
VALUES (1, '["US-AZ","US-CT","US-FL","US-LA","US-MT"]', 18, FALSE, 0);

-- E-mail addresses are claimed in the form that all spellings of one mailbox share: without case, tag and dots. Where two
-- accounts turn out to share a mailbox, both stay: the first has it, the other signs in by its own spelling.
CREATE TEMP TABLE mailboxes ON COMMIT DROP AS
SELECT word, owner, mailbox, row_number() OVER (PARTITION BY mailbox ORDER BY opened_at, id) AS place
FROM (
    SELECT word, owner, opened_at, id,
           CASE WHEN replace(local, '.', '') = '' THEN local ELSE replace(local, '.', '') END
               || '@' || CASE host WHEN 'googlemail.com' THEN 'gmail.com' ELSE host END AS mailbox
    FROM (
        SELECT c.word, c.owner, p.opened_at, p.id, substr(c.word, strpos(c.word, '@') + 1) AS host,
               CASE WHEN strpos(c.word, '+') BETWEEN 2 AND strpos(c.word, '@')
                    THEN substr(c.word, 1, strpos(c.word, '+') - 1)
                    ELSE substr(c.word, 1, strpos(c.word, '@') - 1) END AS local
        FROM claims c JOIN players p ON p.id = c.owner WHERE c.kind = 'email'
    ) AS parts
) AS whole;
DELETE FROM claims WHERE kind = 'email' AND word IN (SELECT word FROM mailboxes);
INSERT INTO claims (kind, word, owner)
SELECT CASE place WHEN 1 THEN 'email' ELSE 'email_exact' END, CASE place WHEN 1 THEN mailbox ELSE word END, owner
FROM mailboxes;
DROP TABLE mailboxes;
