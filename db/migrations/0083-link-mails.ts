/** Mails in a folder, and mails with links: their tokens are found by address too, where nobody has an account yet. */
export const up = `
ALTER TABLE messages DROP CONSTRAINT messages_via_check;
ALTER TABLE messages ADD CONSTRAINT messages_via_check CHECK (via IN ('smtp', 'sms-gateway', 'outbox', 'file'));
COMMENT ON COLUMN messages.via IS 'By what it left; file = it was written to the folder of mails; outbox = it is only kept here, because nothing is configured that sends it';
CREATE INDEX tokens_email ON tokens (lower(email), purpose) WHERE email IS NOT NULL;
`
