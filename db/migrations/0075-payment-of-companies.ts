/** Companies that have tariffs keep taking money: from now on that needs the product PAYMENT. */
export const up = `
INSERT INTO product_tenants (product_id, tenant_id)
  SELECT p.id, t.tenant_id FROM products p CROSS JOIN (SELECT DISTINCT tenant_id FROM tariffs) t WHERE p.prefix = 'PAYMENT'
  ON CONFLICT DO NOTHING;
`
