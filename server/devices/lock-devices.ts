import type { Knex } from 'knex'
import { Device } from '../../db/models/sites.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { lockSites } from '../claims/claim.ts'
import { lockPlans } from '../sites/lock-plans.ts'
import { lockGateways } from './checks.ts'
import { lockOpenedBy } from './opened-by.ts'

/** Locks all that the edits of several devices lock, in the order of a single edit. */
export async function lockForEdit(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<void> {
  const devices = await Device.query(trx).findByIds([...deviceIds])
  const sites = [...new Set(devices.map(({ siteId }) => siteId))].toSorted((a, b) => a - b)
  await lockSites(trx, sites)
  await lockOpenedBy(trx, deviceIds)
  await lockPlans(trx, sites)
  await lockDevices(trx, deviceIds)
  await lockGateways(
    trx,
    devices.map(({ gatewayId }) => gatewayId),
  )
}
