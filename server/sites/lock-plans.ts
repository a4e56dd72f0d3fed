import type { Knex } from 'knex'
import { SitePlan } from '../../db/models/sites.ts'

/** Locks the plans of sites, ascending, as everybody does before he changes which devices stand there and where; makes missing ones. */
export async function lockPlans(trx: Knex.Transaction, siteIds: readonly number[]): Promise<void> {
  for (const siteId of [...new Set(siteIds)].sort((a, b) => a - b)) {
    await SitePlan.query(trx).insert({ siteId }).onConflict().ignore()
    await SitePlan.query(trx).findById(siteId).forUpdate()
  }
}
