/** Ids that end with a counter, as countedId of telemetry finds them. What is kept depends on it: it can never change. */
export const counted = '(^|[^0-9A-Fa-f])0{0,6}[0-9]{3,9}$'

/**
 * Receipts of counted message ids ("9f2c-000017") become bits, 256 to a row. What is there is moved; where a receipt is kept follows from the id alone.
 */
export const up = `
CREATE TABLE gateway_message_blocks (
  gateway_id integer NOT NULL,
  series     text COLLATE "C" NOT NULL,
  block      integer NOT NULL CHECK (block >= 0),
  numbers    bit(256) NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (gateway_id, series, block)
) WITH (fillfactor = 70); -- rows grow fuller in place, and no index changes with them
COMMENT ON TABLE gateway_message_blocks IS 'Receipts of messages whose ids end with a counter: a bit for each of 256 neighbouring numbers. Pruned after 31 days, as gateway_messages';
COMMENT ON COLUMN gateway_message_blocks.series IS 'The message id with zeros for the digits of its counter';
COMMENT ON COLUMN gateway_message_blocks.block IS 'The counter divided by 256';
COMMENT ON COLUMN gateway_message_blocks.numbers IS 'The remainders that were received, 0 leftmost';
COMMENT ON COLUMN gateway_message_blocks.at IS 'When the last of them was received';

INSERT INTO gateway_message_blocks (gateway_id, series, block, numbers, at)
SELECT gateway_id, left(message_id, -length(digits)) || repeat('0', length(digits)), digits::bigint / 256,
  bit_or(set_bit(repeat('0', 256)::bit(256), (digits::bigint % 256)::integer, 1)), max(at)
FROM gateway_messages, substring(message_id FROM '[0-9]+$') AS digits
WHERE message_id ~ '${counted}' GROUP BY 1, 2, 3;

-- What stays is written anew, which gives the space back at once.
ALTER TABLE gateway_messages RENAME TO gateway_messages_all;
ALTER TABLE gateway_messages_all RENAME CONSTRAINT gateway_messages_pkey TO gateway_messages_all_pkey;
ALTER INDEX gateway_messages_at RENAME TO gateway_messages_all_at;
-- The column has a new name so that a server of an older release fails and its gateways send again, instead of storing counted ids here.
CREATE TABLE gateway_messages (
  gateway_id integer NOT NULL,
  id         text COLLATE "C" NOT NULL,
  at         timestamptz NOT NULL DEFAULT now()
);
INSERT INTO gateway_messages SELECT gateway_id, message_id, at FROM gateway_messages_all
WHERE message_id !~ '${counted}';
DROP TABLE gateway_messages_all;
ALTER TABLE gateway_messages ADD PRIMARY KEY (gateway_id, id);
CREATE INDEX gateway_messages_at ON gateway_messages USING brin (at) WITH (pages_per_range = 32);
COMMENT ON TABLE gateway_messages IS 'Receipts of messages whose ids do not end with a counter: an id seen before is not stored again. Pruned after 31 days, when messages are too old anyway';
COMMENT ON COLUMN gateway_messages.at IS 'When it was received';

CREATE VIEW gateway_receipts AS
  SELECT gateway_id, id AS message_id, at FROM gateway_messages
  UNION ALL
  SELECT gateway_id, left(series, -digits) || lpad((block::bigint * 256 + n)::text, digits, '0'), at
  FROM gateway_message_blocks, length(substring(series FROM '0+$')) AS digits, generate_series(0, 255) AS n
  WHERE get_bit(numbers, n) = 1;
COMMENT ON VIEW gateway_receipts IS 'All receipts, one row each: for people and tests, not for the ingest';
`
