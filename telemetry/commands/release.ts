import type { Knex } from 'knex'
import type { OrderFrame } from '../../contract/gateway.ts'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined, pipelinedTransaction, withOnePlan } from '../../db/transaction.ts'
import { type DeviceCommandEvent, nextDeviceCommand } from '../../machines/device-command.ts'
import { sign } from '../gateways/sign.ts'
import { type LockedCommand, lockFreeDevices, moveDeviceCommands, readDeviceCommands } from './transition.ts'
import { withdrawnBy } from './withdrawn.ts'

/** A sent and committed command with the frame to emit now. */
export interface Released {
  readonly deviceCommand: LockedCommand
  readonly frame: OrderFrame
  /** Time to its deadline. */
  readonly leftMs: number
}
/** A queued command of a gateway. */
export type Queued = Pick<LockedCommand, 'id' | 'deviceId'>

/** Selected by gateway, then sorted: with a limit the planner might scan all commands by time. */
const queuedSql = `WITH queued AS MATERIALIZED (SELECT id, device_id, issued_at, version FROM device_commands WHERE gateway_id = ? AND state = 'queued')
  SELECT id, device_id AS "deviceId" FROM queued ORDER BY issued_at, version LIMIT ?`

/** Returns the first `most` queued commands of a gateway in the order of their issue. */
export function queuedOf(knex: Knex, gatewayId: number, most: number): Promise<Queued[]> {
  return prepared<Queued>(knex, queuedSql, [gatewayId, most])
}

/** Draws counters of a gateway and returns the last. Commands written with `drawnAfter` in the same transaction get them. */
const drawSql = 'UPDATE gateways SET order_counter = order_counter + ? WHERE id = ? RETURNING order_counter AS last'

/**
 * Decides about queued commands of a gateway in one transaction, because a commit costs more than many commands: each is sent, failed for want
 * of a link or a right, or expired. `tokenId`: of the link, null = none. Skips devices that others hold. `decided` counts decided commands. May
 * be retried: sent commands are no longer queued.
 */
export function release(
  knex: Knex,
  gatewayId: number,
  queued: readonly Queued[],
  tokenId: number | null,
): Promise<{ readonly decided: number; readonly sent: readonly Released[] }> {
  const deviceIds = queued.map(({ deviceId }) => deviceId)
  const ids = queued.map(({ id }) => id)
  return pipelinedTransaction(knex, async (trx) => {
    const [, locked, deviceCommands, rows, withdrawn] = await pipelined([
      withOnePlan(trx),
      lockFreeDevices(trx, deviceIds),
      readDeviceCommands(trx, ids),
      prepared<Facts>(trx, factsSql, [tokenId, ids]),
      withdrawnBy(trx, ids),
    ])
    const free = new Set(locked)
    const ours = queued.filter(({ deviceId }) => free.has(deviceId))
    const byId = new Map(deviceCommands.map((deviceCommand) => [deviceCommand.id, deviceCommand]))
    const factsOf = new Map(rows.map((row) => [row.id, row]))
    const decided = ours.flatMap(({ id }) => {
      const [deviceCommand, facts] = [byId.get(id), factsOf.get(id)]
      if (!deviceCommand || !facts || deviceCommand.state !== 'queued') return []
      return [
        {
          deviceCommand,
          facts,
          next: nextDeviceCommand(deviceCommand, fateOf(deviceCommand, facts, withdrawn.get(id) ?? null)),
        },
      ]
    })
    const [first] = decided
    if (!first) return { decided: ours.length, sent: [] }
    const { now } = first.facts
    const sent = decided
      .flatMap(({ deviceCommand, facts: { key, device }, next }) =>
        next.state === 'sent' && key ? [{ deviceCommand, key, device }] : [],
      )
      .map((each, index, all) => ({ ...each, drawnAfter: all.length - 1 - index }))
    const counted = new Map(
      sent.map(({ deviceCommand, drawnAfter }) => [deviceCommand.id, { sentAt: now, drawnAfter }]),
    )
    const moved = decided.map(({ deviceCommand, next }) => ({ deviceCommand, next, ...counted.get(deviceCommand.id) }))
    const [last, changes] = await pipelined([draw(trx, gatewayId, sent.length), moveDeviceCommands(trx, moved, now)])
    await publish(trx, changes)
    return {
      decided: ours.length,
      sent: sent.map(({ deviceCommand, key, device, drawnAfter }) => ({
        deviceCommand,
        frame: frameOf(deviceCommand, { counter: last - drawnAfter, device, key }),
        leftMs: deviceCommand.deadline.getTime() - now.getTime(),
      })),
    }
  })
}

function frameOf(
  { id, action, issuedAt, deadline }: LockedCommand,
  { counter, device, key }: { counter: number; device: string; key: Buffer },
): OrderFrame {
  const said = { order: id, counter, device, do: action }
  return sign({ ...said, issuedAt: issuedAt.toISOString(), expiresAt: deadline.toISOString() }, key)
}

/** Draws counters. Returns the last one; sends no statement if none are needed. */
async function draw(trx: Knex.Transaction, gatewayId: number, count: number): Promise<number> {
  if (count === 0) return 0
  const [drawn] = await prepared<{ last: number }>(trx, drawSql, [count, gatewayId])
  if (!drawn) throw new Error(`gateway ${gatewayId} is gone`)
  return drawn.last
}

/** Returns the event for the command that is next. */
function fateOf(deviceCommand: LockedCommand, { now, key }: Facts, withdrawn: string | null): DeviceCommandEvent {
  if (deviceCommand.deadline <= now) return { type: 'DEADLINE' }
  if (withdrawn) return { type: 'WITHDRAWN', reason: withdrawn }
  return key ? { type: 'SENT' } : { type: 'UNLINKED', reason: 'gateway-unreachable' }
}

/** The database's time, the device's hardware id, and the key of the token that holds the link (null: no link, or revoked). */
interface Facts {
  readonly id: string
  readonly now: Date
  readonly key: Buffer | null
  readonly device: string
}
const factsSql = `SELECT o.id, clock_timestamp() AS now, d.hardware_id AS device,
    (SELECT order_key FROM gateway_tokens WHERE id = ? AND gateway_id = o.gateway_id AND revoked_at IS NULL) AS key
  FROM device_commands o JOIN devices d ON d.id = o.device_id WHERE o.id = ANY (?::uuid[])`
