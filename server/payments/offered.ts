import type { Knex } from 'knex'
import { soldBy } from '../../db/models/sold-by.ts'
import { exists } from '../../db/sql.ts'
import type { Person } from '../access/zone-access.ts'

/**
 * Returns whether any company whose zones the person sees (rule A-1) may take money; otherwise credit would buy
 * nothing.
 */
export function isCreditOffered(trx: Knex, { tenantIds, zoneIds, seesAll }: Person): Promise<boolean> {
  return exists(
    trx,
    `select from zones z where (:seesAll or z.readable_without_login or z.tenant_id = any (:tenantIds) or z.id = any (:zoneIds))
       and ${soldBy('z.tenant_id', 'PAYMENT')}`,
    { seesAll, tenantIds: [...tenantIds], zoneIds: [...zoneIds] },
  )
}
