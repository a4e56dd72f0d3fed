import type { Knex } from 'knex'
import type * as z from 'zod'
import type { edit } from '../../contract/barriers.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import { type Barrier, Device, Gateway, Site } from '../../db/models/sites.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** Fields of a barrier in the shape of its commands. */
export type BarrierValues = Omit<z.output<typeof edit.input>, 'barrierId' | 'version'>

/** What a violated constraint means for a barrier. */
export const meanings = { barriers_path_number_key: { code: 'path-number-taken', field: 'pathNumber' } } as const

/** Returns what a barrier holds now. */
export const valuesOf = ({ description, pathNumber, type, siteId, gatewayId, deviceId }: Barrier): BarrierValues => ({
  description,
  pathNumber,
  type,
  siteId,
  gatewayId,
  deviceId,
})

/**
 * Refuses bad-input for a site, gateway or device that the caller does not see, and a device that does not stand at the
 * site (rule D-6). The rows found stay until the transaction ends.
 */
export async function checkPlace(
  trx: Knex.Transaction,
  refuse: Refuse<'bad-input'>,
  { siteId, gatewayId, deviceId }: BarrierValues,
  actor: UserActor,
): Promise<void> {
  const issues: FieldIssue[] = []
  const site = Site.query(trx).findById(siteId).modify('visibleTo', actor)
  if (!(await site.forKeyShare())) issues.push({ path: 'siteId', issue: 'field-not-found' })
  if (gatewayId !== null && !(await gatewaySeen(trx, gatewayId, actor)))
    issues.push({ path: 'gatewayId', issue: 'field-not-found' })
  const device = deviceId === null ? null : await deviceSeen(trx, deviceId, actor)
  if (device === undefined) issues.push({ path: 'deviceId', issue: 'field-not-found' })
  else if (device && device.siteId !== siteId) issues.push({ path: 'deviceId', issue: 'device-not-at-site' })
  if (issues.length > 0) refuse('bad-input', undefined, issues)
}

const deviceSeen = (trx: Knex.Transaction, deviceId: number, actor: UserActor) =>
  Device.query(trx).findById(deviceId).modify('inUse').modify('visibleTo', actor).forKeyShare()

function gatewaySeen(trx: Knex.Transaction, gatewayId: number, actor: UserActor) {
  const found = Gateway.query(trx).findById(gatewayId).forKeyShare()
  if (!actor.seesAll) found.whereIn('id', Device.query(trx).modify('visibleTo', actor).select('gateway_id'))
  return found
}
