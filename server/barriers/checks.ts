import type { Knex } from 'knex'
import type { FieldIssue } from '../../contract/refusals.ts'
import { Barrier, Device } from '../../db/models/sites.ts'
import { checkNamed, refuseFields } from '../devices/checks.ts'

type BarrierPlace = Pick<Barrier, 'siteId' | 'gatewayId' | 'deviceId'>

/** Everybody who makes or numbers barriers waits here for the one before: two cannot find the same number free. */
export async function lockBarriers(trx: Knex.Transaction): Promise<void> {
  await trx.raw('LOCK TABLE barriers IN SHARE ROW EXCLUSIVE MODE')
}

export async function numberTaken(
  trx: Knex.Transaction,
  pathNumber: number,
  exceptId: number | null,
): Promise<boolean> {
  const others = Barrier.query(trx).where('path_number', pathNumber).whereRaw('id is distinct from ?', [exceptId])
  return (await others.first()) !== undefined
}

/** Site, gateway and device must be there, and the device must stand at the site: Refused bad-input. */
export async function checkPlace(trx: Knex.Transaction, place: BarrierPlace): Promise<void> {
  await checkNamed(trx, { ...place })
  if (place.deviceId === null) return
  const device = await Device.query(trx).findOne({ id: place.deviceId, site_id: place.siteId })
  refuseFields(device ? [] : [{ path: 'deviceId', issue: 'device-not-at-site' }])
}

/** The fields of a refused number. */
export const numberField: FieldIssue[] = [{ path: 'pathNumber', issue: 'path-number-taken' }]
