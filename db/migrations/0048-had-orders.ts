/** A gateway's clock may be behind: what its devices report is then judged by when it had the order. */
export const up = `
ALTER TABLE orders ADD COLUMN had_at timestamptz;
COMMENT ON COLUMN orders.had_at IS 'By the gateway''s clock, where that is behind: the earliest time at which it spoke of the order, before sent_at by ours. Reports made since then are younger than the order';
`
