import type { Knex } from 'knex'
import type { FieldIssue } from '../../../contract/refusals.ts'
import { Refused } from '../../bus/refuse.ts'

/** What is named by id and must be there. */
const tables = {
  gatewayId: 'gateways',
  siteId: 'sites',
  locationId: 'locations',
  deviceTypeId: 'device_types',
  deviceId: 'devices',
} as const
type Named = Readonly<Partial<Record<keyof typeof tables, number | null | undefined>>>

/** Fields of a command that name what is not there, or that contradict each other: Refused bad-input with all of them. */
export function refuseFields(fields: readonly FieldIssue[]): void {
  if (fields.length > 0) throw new Refused({ code: 'bad-input', fields }, false)
}

/** Refused bad-input for every id that nothing stands behind. What was found stays there until the transaction ends. */
export async function checkNamed(
  trx: Knex.Transaction,
  named: Named,
  accessMethodIds: readonly number[] = [],
): Promise<void> {
  const issues: FieldIssue[] = []
  for (const [field, table] of Object.entries(tables) as [keyof typeof tables, string][]) {
    const id = named[field]
    if (id === undefined || id === null) continue
    const inUse = table === 'devices' ? ' AND retired_at IS NULL' : ''
    const { rows } = await trx.raw<{ rows: object[] }>(`SELECT FROM ${table} WHERE id = ?${inUse} FOR KEY SHARE`, [id])
    if (rows.length === 0) issues.push({ path: field, issue: 'not-found' })
  }
  const methods = [...new Set(accessMethodIds)]
  if (methods.length > 0) {
    const { rows } = await trx.raw<{ rows: object[] }>(
      'SELECT FROM device_access_methods WHERE id = ANY (?) FOR KEY SHARE',
      [methods],
    )
    if (rows.length < methods.length) issues.push({ path: 'accessMethodIds', issue: 'not-found' })
  }
  refuseFields(issues)
}

/**
 * Is there another device in use with this hardware id, or with this DevEUI in another notation, at the gateway? The caller has locked the gateway's row, as everybody who adds devices
 * or changes hardware ids does.
 */
export async function hardwareIdTaken(
  trx: Knex.Transaction,
  { gatewayId, hardwareId, exceptId }: { gatewayId: number; hardwareId: string; exceptId: number | null },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `SELECT FROM devices WHERE gateway_id = ? AND (hardware_id = ? OR dev_eui(hardware_id) = dev_eui(?))
       AND retired_at IS NULL AND id IS DISTINCT FROM ?`,
    [gatewayId, hardwareId, hardwareId, exceptId],
  )
  return rows.length > 0
}

/** Locks gateways, ascending. */
export async function lockGateways(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx.raw('SELECT FROM gateways WHERE id = ANY (?) ORDER BY id FOR NO KEY UPDATE', [[...ids]])
}

/** Somebody moved the device between the first look and its locks: the bus tries once more, as after every serialization failure. */
export function movedMeanwhile(): Error {
  return Object.assign(new Error('the device moved meanwhile'), { code: '40001' })
}

/** How many live reservations and holds mean the device now or later; their making is locked out by the caller (lockSites). */
export async function liveReservations(trx: Knex, deviceId: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM reservations WHERE device_id = ? AND state IN ('CREATED', 'RESERVED') AND ends_at > now()`,
    [deviceId],
  )
  return rows[0]?.count ?? 0
}

/** Is an order to the device on its way? Its state is locked by the caller. */
export async function orderInFlight(trx: Knex, deviceId: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `SELECT FROM orders WHERE device_id = ? AND state IN ('queued', 'sent', 'taken')`,
    [deviceId],
  )
  return rows.length > 0
}
