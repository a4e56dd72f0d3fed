/** By what a notice left, to which site it belongs, and what its worker looks for. */
export const up = `
ALTER TABLE notices
  ADD COLUMN site_id integer REFERENCES sites ON DELETE SET NULL,
  ADD COLUMN via text CHECK (via IN ('smtp', 'sms-gateway', 'outbox')),
  ADD COLUMN last_attempt_at timestamptz,
  ADD CHECK (via IS NULL OR state = 'sent');
CREATE INDEX notices_site ON notices (site_id, id);
CREATE INDEX notices_reservation ON notices (reservation_id) WHERE reservation_id IS NOT NULL;
DROP INDEX notices_queue;
CREATE INDEX notices_queue ON notices (channel, next_attempt_at, id) WHERE state = 'queued';
CREATE INDEX notices_state ON notices (state, id);
CREATE INDEX reservation_history_at ON reservation_history USING brin (at);
INSERT INTO settings (key, value) VALUES ('notices-since', to_jsonb(now()));
COMMENT ON COLUMN notices.site_id IS 'Whose operators may see it';
COMMENT ON COLUMN notices.via IS 'By what it left; outbox = it is only kept here, because nothing is configured that sends it';
COMMENT ON COLUMN notices.next_attempt_at IS 'When it is tried next; while it is being sent, when another process may try';
COMMENT ON COLUMN notices.error IS 'Why it was not sent: what the server said, or why nobody wants it';
`
