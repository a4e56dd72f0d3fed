import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import type { SetupStep } from '../../machines/setup-steps.ts'

/** Returns the steps that are done (rule SU-1). */
export async function doneSteps(trx: Knex): Promise<SetupStep[]> {
  const found = await one<Record<SetupStep, boolean>>(
    trx,
    `SELECT EXISTS (SELECT FROM tenants) AS company, EXISTS (SELECT FROM zones) AS zone,
       EXISTS (SELECT FROM sites) AS site, EXISTS (SELECT FROM gateways) AS gateway,
       EXISTS (SELECT FROM devices WHERE retired_at IS NULL) AS devices, EXISTS (SELECT FROM tariffs) AS price,
       EXISTS (SELECT FROM events WHERE deleted_at IS NULL) AS "accessTime",
       EXISTS (SELECT FROM reservations WHERE state IN ('RESERVED', 'STORNO')) AS booking`,
  )
  return (Object.keys(found) as SetupStep[]).filter((step) => found[step])
}
