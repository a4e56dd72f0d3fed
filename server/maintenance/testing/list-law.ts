import { list } from '../../../contract/maintenance.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Periods of sites are found by their reason. */
export const maintenanceLaw: ListLaw = {
  def: list,
  scoped: true,
  plant: (knex, world, side, text) =>
    insert(knex, 'maintenance_periods', {
      ...{ scope: 'site', site_id: world[side].siteId, reason: text },
      ...{ starts_at: '2026-01-01T08:00:00Z', ends_at: '2026-01-01T09:00:00Z' },
    }),
}
