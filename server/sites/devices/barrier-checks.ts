import type { Knex } from 'knex'
import type { FieldIssue } from '../../../contract/refusals.ts'
import { checkNamed, refuseFields } from './checks.ts'

export interface BarrierPlace {
  readonly siteId: number
  readonly gatewayId: number | null
  readonly deviceId: number | null
}

/** Everybody who makes or numbers barriers waits here for the one before: two cannot find the same number free. */
export async function lockBarriers(trx: Knex.Transaction): Promise<void> {
  await trx.raw('LOCK TABLE barriers IN SHARE ROW EXCLUSIVE MODE')
}

export async function numberTaken(
  trx: Knex.Transaction,
  pathNumber: number,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    'SELECT FROM barriers WHERE path_number = ? AND id IS DISTINCT FROM ?',
    [pathNumber, exceptId],
  )
  return rows.length > 0
}

/** Site, gateway and device must be there, and the device must stand at the site: Refused bad-input. */
export async function checkPlace(trx: Knex.Transaction, place: BarrierPlace): Promise<void> {
  await checkNamed(trx, { ...place })
  if (place.deviceId === null) return
  const { rows } = await trx.raw<{ rows: object[] }>('SELECT FROM devices WHERE id = ? AND site_id = ?', [
    place.deviceId,
    place.siteId,
  ])
  const issues: FieldIssue[] = rows.length > 0 ? [] : [{ path: 'deviceId', issue: 'device-not-at-site' }]
  refuseFields(issues)
}

/** The fields of a refused number. */
export const numberField: FieldIssue[] = [{ path: 'pathNumber', issue: 'path-number-taken' }]
