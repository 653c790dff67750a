-- Takes back what up.sql made. Mail that waits is not sent.

ALTER TABLE players DROP COLUMN email_verified_at;
DROP TABLE mails;
