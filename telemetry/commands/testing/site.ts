import type { Knex } from 'knex'
import type { RoomChange } from '../../../contract/changes.ts'
import type { Action } from '../../../machines/device.ts'
import { rotateGatewayToken } from '../../gateways/rotate-token.ts'
import { type DeviceRequest } from '../issue.ts'
import { issueDeviceCommand } from './issue.ts'

export interface TestSite {
  zoneId: number
  siteId: number
  gatewayId: number
  hardwareId: string
  token: string
  /** Raw bytes. */
  orderKey: Buffer
  deviceIds: number[]
}

let made = 0

/** A zone with a site, a gateway with a token, and parking lots that reported a closed, free state. */
export async function makeSite(knex: Knex, { devices = 2, caches = false } = {}): Promise<TestSite> {
  made += 1
  const hardwareId = `GW-${made}`
  return knex.transaction(async (trx) => {
    const tenantId = await insert(trx, 'tenants', { name: hardwareId, prefix: letters(made) })
    const zoneId = await insert(trx, 'zones', { tenant_id: tenantId, name: `Zone ${made}` })
    const siteId = await insert(trx, 'sites', { name: `Site ${made}` })
    await trx('site_zones').insert({ site_id: siteId, zone_id: zoneId })
    const gatewayId = await insert(trx, 'gateways', {
      name: hardwareId,
      hardware_id: hardwareId,
      site_id: siteId,
      allow_offline_caching: caches,
    })
    const { token, orderKey } = await rotateGatewayToken(trx, gatewayId, new Date())
    const type = await trx('device_types').where({ type: 'PARKING_LOT' }).first<{ id: number }>('id')
    const deviceIds: number[] = []
    for (let place = 1; place <= devices; place += 1) {
      deviceIds.push(
        await insert(trx, 'devices', {
          name: `Lot ${place}`,
          hardware_id: `A0-${place}`,
          gateway_id: gatewayId,
          site_id: siteId,
          device_type_id: type.id,
          sequence_number: place,
        }),
      )
    }
    await trx('device_states')
      .whereIn('device_id', deviceIds)
      .update({ status: 'free', door_state: 'closed', version: trx.raw(`nextval('change_version')`) })
    return { zoneId, siteId, gatewayId, hardwareId, token, orderKey: Buffer.from(orderKey, 'base64url'), deviceIds }
  })
}

/** A tenant's prefix is letters only. */
function letters(number: number): string {
  return [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
}

async function insert(trx: Knex, table: string, row: object): Promise<number> {
  const [made] = (await trx(table).insert(row).returning('id')) as { id: number }[]
  if (!made) throw new Error(table)
  return made.id
}

let codes = 0
export function request(site: TestSite, action: Action = 'open', place = 0): DeviceRequest {
  return {
    deviceId: site.deviceIds[place] ?? 0,
    gatewayId: site.gatewayId,
    action,
    allowedBy: 'operator',
    userId: null,
    timeoutSeconds: 15,
    supportCode: () => `HF-TEST-${(codes += 1)}`,
  }
}

/** Issues a command now; returns its id. */
export async function issue(
  knex: Knex,
  site: TestSite,
  action: Action = 'open',
  place = 0,
  now = new Date(),
): Promise<string> {
  const issued = await knex.transaction((trx) => issueDeviceCommand(trx, request(site, action, place), now))
  if (!issued) throw new Error('a command is in flight')
  return issued.deviceCommandId
}

/** Marks it as sent at a time. */
export async function markSent(
  knex: Knex,
  deviceCommandId: string,
  at: Date,
  state: 'sent' | 'taken' = 'sent',
): Promise<void> {
  await knex('device_commands')
    .where({ id: deviceCommandId })
    .update({ state, sent_at: at, taken_at: state === 'taken' ? at : null })
}

export interface KeptCommand {
  id: string
  device_id: number
  counter: number | null
  action: string
  state: string
  reason: string | null
  late: boolean
  allowed_by: string
  note: string | null
  anyway: boolean
  support_code: string
  issued_at: Date
  deadline: Date
  settled_at: Date | null
  answered_at: Date | null
  had_at: Date | null
  answer: unknown
}
/** Returns a command as the command log stores it. */
export async function kept(knex: Knex, deviceCommandId: string): Promise<KeptCommand> {
  return knex('device_commands').where({ id: deviceCommandId }).first<KeptCommand>()
}

/** Returns all commands of a gateway in the order of their issue. */
export async function keptOf(knex: Knex, gatewayId: number): Promise<KeptCommand[]> {
  return knex('device_commands')
    .where({ gateway_id: gatewayId })
    .orderBy(['issued_at', 'version'])
    .select<KeptCommand[]>()
}

export async function stateOf(
  knex: Knex,
  deviceCommandId: string,
): Promise<Pick<KeptCommand, 'state' | 'reason' | 'late'>> {
  const { state, reason, late } = await kept(knex, deviceCommandId)
  return { state, reason, late }
}

export interface Told {
  fact: string | null
  payload: unknown
  changes: RoomChange[]
}
/** Returns the contents of the outbox, in the order of writing. */
export async function told(knex: Knex): Promise<Told[]> {
  return knex('outbox').orderBy('id').select<Told[]>('fact', 'payload', 'changes')
}

/** Locks a row like any writer, by a statement with its id; returns the function that releases it. */
export async function holdRow(knex: Knex, sql: string, id: number | string | undefined): Promise<() => Promise<void>> {
  const holding = await knex.transaction()
  await holding.raw(sql, [id ?? 0])
  return async () => void (await holding.rollback())
}
/** Locks the state of a device. */
export const holdDevice = (knex: Knex, deviceId: number | undefined): Promise<() => Promise<void>> =>
  holdRow(knex, 'SELECT FROM device_states WHERE device_id = ? FOR NO KEY UPDATE', deviceId)
