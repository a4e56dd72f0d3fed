/** Counters are drawn when orders are sent. When they were drawn at issue, all who wished something at one gateway waited for one another's commit. */
export const up = `
COMMENT ON COLUMN orders.counter IS 'Rises in the order of sending within the gateway, which refuses a counter not above its last; drawn when the order is sent';
COMMENT ON COLUMN gateways.order_counter IS 'Last counter sent with an order; the gateway refuses what is not above its last';
`
