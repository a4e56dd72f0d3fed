/** A counter is drawn when an order is sent: drawn when it was issued, all who wished something at one gateway waited for one another's commit. */
export const up = `
COMMENT ON COLUMN orders.counter IS 'Rises by order of sending within the gateway, which refuses a counter not above its last; null where nothing was sent';
COMMENT ON COLUMN gateways.order_counter IS 'Last counter sent with an order; the gateway refuses what is not above its last';
`
