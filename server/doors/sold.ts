import type { Feature } from '../../contract/features.ts'
import { soldBy } from '../../db/models/sold-by.ts'

/** SQL: whether the tenant of a reservation's access time (given the reservation's alias) has a product. */
export const sold = (alias: string, product: Extract<Feature, 'LPR' | 'GPS'>): string =>
  soldBy(
    `coalesce((${alias}.rules ->> 'tenantId')::int,
       (select z.tenant_id from events ev join zones z on z.id = ev.zone_id where ev.id = ${alias}.event_id))`,
    product,
  )
