import type { Knex } from 'knex'
import { fn, type ModelClass, type QueryBuilder } from 'objection'
import type { FieldIssue } from '../../contract/refusals.ts'
import { DeviceCommand } from '../../db/models/control.ts'
import type { Entity } from '../../db/models/entity.ts'
import { Reservation } from '../../db/models/reservations.ts'
import { type Barrier, Device, DeviceAccessMethod, DeviceType, Gateway, Location, Site } from '../../db/models/sites.ts'
import { refused } from '../kernel/bus/refuse.ts'

/** Rows that are referenced by id and must exist. */
const models = { gatewayId: Gateway, siteId: Site, locationId: Location, deviceTypeId: DeviceType, deviceId: Device }
type Named = Readonly<Partial<Record<keyof typeof models, number | null | undefined>>>

/** Refuses bad-input with all fields that reference missing rows or contradict each other. */
export function refuseFields(fields: readonly FieldIssue[]): void {
  if (fields.length > 0) throw refused({ code: 'bad-input', fields })
}

/** Refuses bad-input for every id without a row. The rows found stay until the transaction ends. */
export async function checkNamed(
  trx: Knex.Transaction,
  named: Named,
  accessMethodIds: readonly number[] = [],
): Promise<void> {
  const issues: FieldIssue[] = []
  for (const [field, model] of Object.entries(models) as [keyof typeof models, ModelClass<Entity>][]) {
    const id = named[field]
    if (id === undefined || id === null) continue
    const query = model.query(trx).findById(id).select('id').forKeyShare()
    if (model === Device) query.modify('inUse')
    if (!(await query)) issues.push({ path: field, issue: 'field-not-found' })
  }
  const methods = [...new Set(accessMethodIds)]
  const found = await DeviceAccessMethod.query(trx).findByIds(methods).select('id').forKeyShare()
  if (found.length < methods.length) issues.push({ path: 'accessMethodIds', issue: 'field-not-found' })
  refuseFields(issues)
}

/** Returns whether another device in use has this hardware id or DevEUI at the gateway, whose row the caller has locked. */
export async function hardwareIdTaken(
  trx: Knex.Transaction,
  { gatewayId, hardwareId, exceptId }: { gatewayId: number; hardwareId: string; exceptId: number | null },
): Promise<boolean> {
  const other = await Device.query(trx)
    .modify('inUse')
    .where('gateway_id', gatewayId)
    .whereRaw('(hardware_id = ? or dev_eui(hardware_id) = dev_eui(?))', [hardwareId, hardwareId])
    .whereRaw('id is distinct from ?', [exceptId])
    .first()
  return other !== undefined
}

/** Locks gateways, ascending. */
export async function lockGateways(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await Gateway.query(trx)
    .findByIds([...ids])
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
}

/**
 * Somebody moved the device between the first read and the locks: the bus retries, as after every serialization
 * failure.
 */
export function movedMeanwhile(): Error {
  return Object.assign(new Error('the device moved meanwhile'), { code: '40001' })
}

/**
 * Returns the live reservations and holds of devices, now or later; the caller's lock (lockSites) prevents new ones.
 */
export function liveReservationsOf(
  trx: Knex,
  deviceIds: readonly number[] | QueryBuilder<Barrier>,
): QueryBuilder<Reservation> {
  return Reservation.query(trx)
    .whereIn('device_id', deviceIds as readonly number[])
    .whereIn('state', ['CREATED', 'RESERVED'])
    .where('ends_at', '>', fn.now())
}

/** Returns whether a command to the device is in flight. The caller has locked its state. */
export async function commandInFlight(trx: Knex, deviceId: number): Promise<boolean> {
  const deviceCommand = await DeviceCommand.query(trx)
    .where('device_id', deviceId)
    .whereIn('state', ['queued', 'sent', 'taken'])
    .first()
  return deviceCommand !== undefined
}
