/** Rows are the queue of what is to be asked of the card provider: finding the few that wait must not cost more with the years. */
export const up = `
CREATE INDEX payment_refunds_waiting ON payment_refunds (id) WHERE state = 'pending';
-- Those that ended without money are asked about again for some days.
CREATE INDEX payments_unpaid ON payments (created_at) WHERE state IN ('failed', 'canceled', 'expired');
`
