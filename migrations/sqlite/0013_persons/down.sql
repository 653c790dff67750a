-- Takes back what up.sql made. Who players are is lost; an e-mail address is claimed as it is written.

DELETE FROM claims WHERE kind IN ('email', 'email_exact', 'person');
INSERT INTO claims (kind, word, owner)
SELECT 'email', lower(email), id FROM players WHERE email IS NOT NULL ORDER BY opened_at, id ON CONFLICT DO NOTHING;
DROP TABLE jurisdictions;
DROP TABLE people;
ALTER TABLE players DROP COLUMN place;
