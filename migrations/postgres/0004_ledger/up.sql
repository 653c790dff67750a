-- The ledger and the events. Transfers, postings and events only grow, are keyed by (shard, seq), and have no
-- foreign keys: one commit writes what belongs together, `kupa verify` checks it, and the keys would cost a third of the
-- speed. An account carries its balance and the count of its postings.

CREATE TABLE shards (
    shard       BIGINT NOT NULL,
    next_seq    BIGINT NOT NULL,
    last_at     TIMESTAMPTZ NOT NULL,
    holder      UUID,
    lease_until TIMESTAMPTZ,
    PRIMARY KEY (shard),
    CHECK (shard >= 1),
    CHECK (next_seq >= 1)
) WITH (fillfactor = 10);
COMMENT ON TABLE shards IS 'Where each shard of the ledger stands. A writer locks its shard''s row for each batch.';
COMMENT ON COLUMN shards.shard IS '1, 2, ..; SQLite has one.';
COMMENT ON COLUMN shards.next_seq IS 'The next free number: transfers and events share one dense count.';
COMMENT ON COLUMN shards.last_at IS 'The time of the last batch; the next one is later.';
COMMENT ON COLUMN shards.holder IS 'Which process writes here; for speed only.';
COMMENT ON COLUMN shards.lease_until IS 'Until when others leave the shard alone; for speed only.';

CREATE TABLE accounts (
    kind     TEXT COLLATE "C" NOT NULL,
    owner    UUID NOT NULL,
    currency TEXT COLLATE "C" NOT NULL,
    balance  BIGINT NOT NULL,
    postings BIGINT NOT NULL,
    PRIMARY KEY (kind, owner, currency),
    CHECK (kind NOT IN ('cash', 'payable', 'escrow', 'pool') OR balance >= 0),
    CHECK (kind <> 'receivable' OR balance <= 0),
    CHECK (postings >= 0)
) WITH (fillfactor = 70);
COMMENT ON TABLE accounts IS 'An account with its balance.';
COMMENT ON COLUMN accounts.kind IS 'What it is for.';
COMMENT ON COLUMN accounts.owner IS 'Whose: a player, a game, a tournament; for the house''s and the outside world''s the shard.';
COMMENT ON COLUMN accounts.currency IS 'Its currency.';
COMMENT ON COLUMN accounts.balance IS 'The sum of its postings.';
COMMENT ON COLUMN accounts.postings IS 'How many postings it has: the account_seq of the last one.';

CREATE TABLE transfers (
    shard    BIGINT NOT NULL,
    seq      BIGINT NOT NULL,
    kind     TEXT NOT NULL,
    subject  UUID NOT NULL,
    reverses UUID,
    legs     BIGINT NOT NULL,
    at       TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (shard, seq),
    CHECK (seq >= 1),
    CHECK (legs >= 2)
);
COMMENT ON TABLE transfers IS 'A movement of money: two or more postings that sum to zero in each currency.';
COMMENT ON COLUMN transfers.shard IS 'The shard that it was written in.';
COMMENT ON COLUMN transfers.seq IS 'Its number in the shard; transfers and events share one dense count.';
COMMENT ON COLUMN transfers.kind IS 'Why money moved.';
COMMENT ON COLUMN transfers.subject IS 'What it is about: a game, a deposit, a withdrawal, a player.';
COMMENT ON COLUMN transfers.reverses IS 'The transfer that this one undoes.';
COMMENT ON COLUMN transfers.legs IS 'How many postings it has.';
COMMENT ON COLUMN transfers.at IS 'When it was written.';
CREATE TRIGGER transfers_never_change BEFORE UPDATE OR DELETE ON transfers
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_never_emptied BEFORE TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE postings (
    shard         BIGINT NOT NULL,
    seq           BIGINT NOT NULL,
    n             BIGINT NOT NULL,
    kind          TEXT COLLATE "C" NOT NULL,
    owner         UUID NOT NULL,
    currency      TEXT COLLATE "C" NOT NULL,
    amount        BIGINT NOT NULL,
    account_seq   BIGINT NOT NULL,
    balance_after BIGINT,
    PRIMARY KEY (shard, seq, n),
    CHECK (seq >= 1),
    CHECK (n >= 1),
    CHECK (amount <> 0),
    CHECK (account_seq >= 1),
    CHECK (balance_after >= 0),
    CHECK (kind NOT IN ('cash', 'payable', 'escrow', 'pool') OR balance_after IS NOT NULL)
);
CREATE UNIQUE INDEX postings_account ON postings (owner, kind, currency, account_seq) WHERE balance_after IS NOT NULL;
COMMENT ON TABLE postings IS 'One leg of a transfer.';
COMMENT ON COLUMN postings.shard IS 'As the transfer''s.';
COMMENT ON COLUMN postings.seq IS 'As the transfer''s.';
COMMENT ON COLUMN postings.n IS 'Its number in the transfer, from 1.';
COMMENT ON COLUMN postings.kind IS 'The account''s kind.';
COMMENT ON COLUMN postings.owner IS 'The account''s owner.';
COMMENT ON COLUMN postings.currency IS 'The account''s currency.';
COMMENT ON COLUMN postings.amount IS 'Added to the account (negative: taken from it). Never zero.';
COMMENT ON COLUMN postings.account_seq IS 'The account''s count of postings, this one included.';
COMMENT ON COLUMN postings.balance_after IS 'The account''s balance after this posting; kept for accounts that have a floor.';
CREATE TRIGGER postings_never_change BEFORE UPDATE OR DELETE ON postings
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_never_emptied BEFORE TRUNCATE ON postings
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE events (
    shard      BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    stream     UUID NOT NULL,
    stream_seq BIGINT NOT NULL,
    kind       TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor      UUID NOT NULL,
    reason     TEXT,
    request    UUID,
    facts      TEXT NOT NULL,
    at         TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (shard, seq),
    CHECK (seq >= 1),
    CHECK (stream_seq >= 1),
    CHECK (actor_kind IN ('player', 'staff', 'client', 'system'))
);
CREATE UNIQUE INDEX events_stream ON events (stream, stream_seq);
COMMENT ON TABLE events IS 'Something that happened.';
COMMENT ON COLUMN events.shard IS 'The shard that it was written in.';
COMMENT ON COLUMN events.seq IS 'Its number in the shard; transfers and events share one dense count.';
COMMENT ON COLUMN events.stream IS 'What it tells of.';
COMMENT ON COLUMN events.stream_seq IS 'Its number in the stream, from 1, without gaps.';
COMMENT ON COLUMN events.kind IS 'What happened: game.settled.';
COMMENT ON COLUMN events.actor_kind IS 'What kind of actor did it.';
COMMENT ON COLUMN events.actor IS 'Who did it; nil for the system.';
COMMENT ON COLUMN events.reason IS 'Why, where a person had to say so.';
COMMENT ON COLUMN events.request IS 'The request in the logs.';
COMMENT ON COLUMN events.facts IS 'The facts, as JSON; before and after where staff acted.';
COMMENT ON COLUMN events.at IS 'When.';
CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_never_emptied BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
