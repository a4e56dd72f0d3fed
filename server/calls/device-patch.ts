import type { Knex } from 'knex'
import * as z from 'zod'
import { requestAction } from '../../contract/control/own.ts'
import { command } from '../../contract/control.ts'
import { mayAccess, remoteFeatures } from '../../contract/features.ts'
import { many } from '../../db/sql.ts'
import { commandPatienceMs } from '../../machines/control.ts'
import type { Action } from '../../machines/device.ts'
import { seesDevice } from '../access/scope.ts'
import { type HttpCall, keyedId, pathId, type Reply, read, sendCommand } from '../http/call.ts'
import { readAttributes, resource, toDocument, toOne } from '../http/jsonapi.ts'
import { defined } from '../http/parameters.ts'
import { actorKey } from '../kernel/bus/actor.ts'
import type { Reading } from '../kernel/bus/dispatch.ts'
import { refused, refuser } from '../kernel/bus/refuse.ts'
import { deviceReaders } from './devices.ts'

/** The action that a requested status stands for. */
const actionOf = {
  free: 'open',
  blocked: 'close',
  updating_status: 'refresh',
  recalibrate: 'recalibrate',
  reboot: 'reboot',
} as const satisfies Record<string, Action>

const request = z.strictObject({
  status: z.enum(Object.keys(actionOf) as [keyof typeof actionOf, ...(keyof typeof actionOf)[]]),
  timeout: z.number().int().min(5).max(120).optional(),
})
type OwnRequest = z.input<typeof requestAction.input>

/** PATCH /devices/:id with a status and optionally a timeout in seconds: sends the command. 202 means sent, not done; the outcome is pushed as a change. */
export async function patchDevice(call: HttpCall): Promise<Reply> {
  const deviceId = pathId(call)
  const { status, timeout } = readAttributes(call.body, { type: 'devices', id: String(deviceId), attributes: request })
  const action = actionOf[status]
  const own = await read(call, { name: 'http.patchDevice', access: deviceReaders }, (reading) =>
    ownRequest(reading, call, deviceId, action),
  )
  const devices = toOne('devices', deviceId)
  if (own) {
    const { runId, ...run } = await sendCommand(call, requestAction, own)
    return { status: 202, document: toDocument(resource('runs', { id: runId, action, ...run }, { devices })) }
  }
  const { deviceCommandId, ...sent } = await sendCommand(call, command, {
    deviceId,
    action,
    ...defined({ timeoutSeconds: timeout }),
  })
  return {
    status: 202,
    document: toDocument(resource('commands', { id: deviceCommandId, action, ...sent }, { devices })),
  }
}

/** The request of the person who reserved the device; null for its operators. Refuses not-found to everybody else, and action-not-supported. */
async function ownRequest(
  { trx, actor, now }: Reading,
  call: HttpCall,
  deviceId: number,
  action: Action,
): Promise<OwnRequest | null> {
  if (mayAccess(remoteFeatures, actor.features) && (await seesDevice(trx, actor, deviceId))) return null
  if (!mayAccess(requestAction.access, actor.features)) throw refused({ code: 'not-found' })
  const before = await sentBefore(trx, actorKey(actor), keyedId(call), { deviceId, action })
  if (before) return before
  const reservationId = await reservationOf(trx, actor.userId, deviceId)
  if (reservationId === null) throw refused({ code: 'not-found' })
  if (action !== 'open' && action !== 'close')
    return refuser<(typeof requestAction.refusals)[number]>()('action-not-supported')
  return { reservationId, deviceId, action, validUntil: new Date(now.getTime() + commandPatienceMs).toISOString() }
}

/** The person's earliest reservation of the device that is not over. */
async function reservationOf(trx: Knex, userId: number, deviceId: number): Promise<number | null> {
  const [found] = await many<{ id: number }>(
    trx,
    `SELECT r.id FROM reservations r WHERE r.user_id = ? AND r.parent_id IS NULL AND r.state = 'RESERVED' AND r.ends_at > now()
       AND EXISTS (SELECT FROM reservations f WHERE (f.id = r.id OR f.parent_id = r.id) AND f.state = 'RESERVED' AND f.device_id = ?)
     ORDER BY r.starts_at, r.id LIMIT 1`,
    [userId, deviceId],
  )
  return found?.id ?? null
}

/** The earlier request under this key: a retry is the same command, even if time has passed. */
async function sentBefore(
  trx: Knex,
  actor: string,
  id: string | null,
  wanted: { deviceId: number; action: string },
): Promise<OwnRequest | null> {
  if (id === null) return null
  const sql = 'SELECT input FROM commands WHERE actor = ? AND id = ? AND name = ?'
  const [sent] = await many<{ input: OwnRequest }>(trx, sql, [actor, id, requestAction.name])
  const input = sent?.input
  return input && input.deviceId === wanted.deviceId && input.action === wanted.action ? input : null
}
