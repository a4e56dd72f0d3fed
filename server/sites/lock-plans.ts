import type { Knex } from 'knex'
import { SitePlan } from '../../db/models/sites.ts'

/** Locks the plans of sites in ascending order, as every writer does before it moves devices between or on plans. Creates missing plans. */
export async function lockPlans(trx: Knex.Transaction, siteIds: readonly number[]): Promise<void> {
  for (const siteId of [...new Set(siteIds)].sort((a, b) => a - b)) {
    await SitePlan.query(trx).insert({ siteId }).onConflict().ignore()
    await SitePlan.query(trx).findById(siteId).forUpdate()
  }
}
