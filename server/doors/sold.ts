import type { Feature } from '../../contract/features.ts'

/** SQL: whether the tenant of a reservation's access time (given the reservation's alias) bought a product. */
export const sold = (alias: string, product: Extract<Feature, 'LPR' | 'GPS'>): string =>
  `exists (select from products p where p.prefix = '${product}' and (p.basic or exists (
     select from product_tenants pt where pt.product_id = p.id and pt.tenant_id = coalesce((${alias}.rules ->> 'tenantId')::int,
       (select z.tenant_id from events ev join zones z on z.id = ev.zone_id where ev.id = ${alias}.event_id)))))`
