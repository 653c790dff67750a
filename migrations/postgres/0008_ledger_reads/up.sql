-- What reads of the ledger need beyond its keys. Both indexes hold rare rows alone: a settlement pays for neither.

-- A transfer is reversed once; acts know by their claims, and this holds whatever writes.
CREATE UNIQUE INDEX transfers_reverses ON transfers (reverses) WHERE reverses IS NOT NULL;

-- Statements of what a player owes: receivables have no floor, so that `postings_account` leaves them out.
CREATE UNIQUE INDEX postings_receivable ON postings (owner, currency, account_seq) WHERE kind = 'receivable';
