import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import type { AllowedBy } from '../../machines/control.ts'
import type { Action } from '../../machines/device.ts'
import { deviceChanges } from '../views/device.ts'
import { deviceCommandChanges } from '../views/device-command.ts'
import { lockDevices } from './transition.ts'

/** A request for one device, already checked by the rules. */
export interface DeviceRequest {
  readonly deviceId: number
  readonly gatewayId: number
  readonly action: Action
  readonly allowedBy: AllowedBy
  readonly userId: number | null
  readonly reservationId?: number | null
  readonly tokenId?: number | null
  readonly runId?: string | null
  readonly accessEventId?: number | null
  readonly anyway?: boolean
  readonly note?: string
  readonly timeoutSeconds: number
  /** The checks, with the facts of that moment; stored with the command. */
  readonly checks?: object | null
  /** Returns a new support code; called again if one is in use. */
  readonly supportCode: () => string
}
export interface Issued {
  readonly deviceId: number
  readonly deviceCommandId: string
  readonly supportCode: string
  readonly deadline: Date
}
export interface RefusedRequest {
  readonly request: DeviceRequest
  readonly reason: string
}

/**
 * Queues commands, records the requests with their devices, and publishes both. At most one request per device. Leaves
 * out devices with a command in flight. Locks devices in ascending order, but no gateway: everybody at one site would
 * wait for each other's commit.
 */
export async function issueDeviceCommands(
  trx: Knex.Transaction,
  requests: readonly DeviceRequest[],
  now: Date,
): Promise<Issued[]> {
  const requestedFor = requests.map(({ deviceId }) => deviceId)
  const [, busy] = await pipelined([
    lockDevices(trx, requestedFor),
    prepared<{ device_id: number }>(trx, busySql, [requestedFor]),
  ])
  const taken = new Set(busy.map((row) => row.device_id))
  const free = requests.filter(({ deviceId }) => !taken.has(deviceId))
  if (free.length === 0) return []
  const deviceCommands = free.map((request) => ({ request, state: 'queued' }))
  const written = await insertDeviceCommands(trx, deviceCommands, now)
  await publishIssued(trx, written, free, now)
  return written
}

/** Stores requests that the rules refused, with the reasons, and publishes them. */
export async function keepRefusals(
  trx: Knex.Transaction,
  refused: readonly RefusedRequest[],
  now: Date,
): Promise<Issued[]> {
  if (refused.length === 0) return []
  const deviceCommands = refused.map((each) => ({ ...each, state: 'refused', settledAt: now }))
  const kept = await insertDeviceCommands(trx, deviceCommands, now)
  const ids = kept.map(({ deviceCommandId }) => deviceCommandId)
  await publish(trx, await deviceCommandChanges(trx, ids))
  return kept
}

const busySql = `SELECT device_id FROM device_commands WHERE device_id = ANY (?) AND state IN ('queued', 'sent', 'taken')`
const requestedSql = `UPDATE device_states s SET requested = w.action, requested_at = ?, version = nextval('change_version')
  FROM unnest(?::integer[], ?::text[]) AS w (device_id, action) WHERE s.device_id = w.device_id`

/** Records the requests with their devices and publishes both; wakes each gateway once. */
async function publishIssued(
  trx: Knex.Transaction,
  written: readonly Issued[],
  requests: readonly DeviceRequest[],
  now: Date,
): Promise<void> {
  const deviceIds = requests.map(({ deviceId }) => deviceId)
  const actions = requests.map(({ action }) => action)
  const deviceCommandIds = written.map(({ deviceCommandId }) => deviceCommandId)
  // Sent in this order: the views show what is written.
  const [, devices, deviceCommands] = await pipelined([
    prepared(trx, requestedSql, [now, deviceIds, actions]),
    deviceChanges(trx, deviceIds),
    deviceCommandChanges(trx, deviceCommandIds),
  ])
  const firstOf = new Map<number, string>()
  for (const [index, deviceCommandId] of deviceCommandIds.entries()) {
    const gatewayId = requests[index]?.gatewayId ?? 0
    if (!firstOf.has(gatewayId)) firstOf.set(gatewayId, deviceCommandId)
  }
  const [first, ...others] = [...firstOf].map(([gatewayId, deviceCommandId]) =>
    fact('control.commandIssued', { gatewayId, deviceCommandId }),
  )
  await publish(trx, [...devices, ...deviceCommands], first)
  for (const each of others) await publish(trx, [], each)
}

/**
 * One parameter, however many commands. The site is the device's current one. Versions rise in the order of the request,
 * which is the order of sending.
 */
const insertSql = `INSERT INTO device_commands (device_id, gateway_id, site_id, action, allowed_by, user_id, reservation_id, token_id, run_id,
    access_event_id, anyway, note, checks, support_code, issued_at, deadline, state, reason, settled_at, version)
  SELECT n."deviceId", n."gatewayId", d.site_id, n.action, n."allowedBy", n."userId", n."reservationId", n."tokenId", n."runId",
    n."accessEventId", coalesce(n.anyway, false), nullif(n.note, ''), n.checks, n."supportCode", n."issuedAt", n.deadline, n.state, n.reason,
    n."settledAt", nextval('change_version')
  FROM jsonb_to_recordset(?::jsonb) AS n ("deviceId" integer, "gatewayId" integer, action text, "allowedBy" text, "userId" integer,
    "reservationId" integer, "tokenId" bigint, "runId" uuid, "accessEventId" bigint, anyway boolean, note text, checks jsonb,
    "supportCode" text, "issuedAt" timestamptz, deadline timestamptz, state text, reason text, "settledAt" timestamptz, place integer)
  JOIN devices d ON d.id = n."deviceId"
  ORDER BY n.place
  ON CONFLICT (support_code) DO NOTHING RETURNING id, support_code`

interface NewDeviceCommand {
  readonly request: DeviceRequest
  readonly state: string
  readonly reason?: string
  readonly settledAt?: Date
}

/** Writes commands; if a support code is in use, that command draws another. Returns them in the given order. */
async function insertDeviceCommands(
  trx: Knex.Transaction,
  deviceCommands: readonly NewDeviceCommand[],
  now: Date,
): Promise<Issued[]> {
  const done = new Map<number, Issued>()
  for (let tries = 0; tries < 5 && done.size < deviceCommands.length; tries += 1) {
    const open = deviceCommands.flatMap(({ request, ...rest }, place) => {
      if (done.has(place)) return []
      const deadline = new Date(now.getTime() + request.timeoutSeconds * 1_000)
      return [{ ...request, ...rest, supportCode: request.supportCode(), issuedAt: now, deadline, place }]
    })
    const inserted = await prepared<{ id: string; support_code: string }>(trx, insertSql, [JSON.stringify(open)])
    const byCode = new Map(inserted.map(({ id, support_code: code }) => [code, id]))
    for (const { deviceId, supportCode, deadline, place } of open) {
      const deviceCommandId = byCode.get(supportCode)
      if (deviceCommandId) done.set(place, { deviceId, deviceCommandId, supportCode, deadline })
      byCode.delete(supportCode)
    }
  }
  if (done.size < deviceCommands.length) throw new Error('no free support code found')
  return deviceCommands.map((_, place) => done.get(place) as Issued)
}
