-- Takes back what up.sql made, children first. Everybody has to sign in again.

DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE sign_outs;
