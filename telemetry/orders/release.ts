import type { Knex } from 'knex'
import type { OrderFrame } from '../../contract/gateway.ts'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined, pipelinedTransaction, withOnePlan } from '../../db/transaction.ts'
import { type DeviceCommandEvent, nextDeviceCommand } from '../../machines/device-command.ts'
import { sign } from '../gateways/sign.ts'
import { type LockedOrder, lockFreeDevices, moveOrders, readOrders } from './transition.ts'
import { withdrawnBy } from './withdrawn.ts'

/** An order that was sent by what is committed, with its frame, which is to be emitted now. */
export interface Released {
  readonly order: LockedOrder
  readonly frame: OrderFrame
  /** Until its deadline. */
  readonly leftMs: number
}
/** A queued order of a gateway. */
export interface Queued {
  readonly id: string
  readonly deviceId: number
}

/** Found by the gateway, then sorted: with a limit the planner might go through all orders by time. */
const queuedSql = `WITH queued AS MATERIALIZED (SELECT id, device_id, issued_at, version FROM orders WHERE gateway_id = ? AND state = 'queued')
  SELECT id, device_id AS "deviceId" FROM queued ORDER BY issued_at, version LIMIT ?`

/** The queued orders of a gateway in the order in which they were issued, those of one wish in the order of the wish; the first `most` of them. */
export function queuedOf(knex: Knex, gatewayId: number, most: number): Promise<Queued[]> {
  return prepared<Queued>(knex, queuedSql, [gatewayId, most])
}

/** The next counters of a gateway, of which the last is answered. Orders that are written with `drawnAfter` later in the same transaction get them. */
const drawSql = 'UPDATE gateways SET order_counter = order_counter + ? WHERE id = ? RETURNING order_counter AS last'

/**
 * Decides over queued orders of a gateway, in this order, and commits: each is sent (then answers its frame), failed for want of a link or of its right, or expired. All at
 * once, for each commit takes as long as many orders: one after another, those who come together to a site waited for one another. `tokenId`: of the link, null = there is none.
 *
 * Takes those whose devices nobody holds: whoever waits for one device must not hold others, nor a connection, meanwhile. `decided`: of how many it was decided, or had
 * been before. May be tried again, for what was sent is no longer queued.
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
    const [, locked, orders, rows, withdrawn] = await pipelined([
      withOnePlan(trx),
      lockFreeDevices(trx, deviceIds),
      readOrders(trx, ids),
      prepared<Facts>(trx, factsSql, [tokenId, ids]),
      withdrawnBy(trx, ids),
    ])
    const free = new Set(locked)
    const ours = queued.filter(({ deviceId }) => free.has(deviceId))
    const byId = new Map(orders.map((order) => [order.id, order]))
    const factsOf = new Map(rows.map((row) => [row.id, row]))
    const decided = ours.flatMap(({ id }) => {
      const [order, facts] = [byId.get(id), factsOf.get(id)]
      if (!order || !facts || order.state !== 'queued') return []
      return [{ order, facts, next: nextDeviceCommand(order, fateOf(order, facts, withdrawn.get(id) ?? null)) }]
    })
    const [first] = decided
    if (!first) return { decided: ours.length, sent: [] }
    const { now } = first.facts
    const sent = decided
      .flatMap(({ order, facts: { key, device }, next }) =>
        next.state === 'sent' && key ? [{ order, key, device }] : [],
      )
      .map((each, index, all) => ({ ...each, drawnAfter: all.length - 1 - index }))
    const counted = new Map(sent.map(({ order, drawnAfter }) => [order.id, { sentAt: now, drawnAfter }]))
    const moved = decided.map(({ order, next }) => ({ order, next, ...counted.get(order.id) }))
    const [last, changes] = await pipelined([draw(trx, gatewayId, sent.length), moveOrders(trx, moved, now)])
    await publish(trx, changes)
    return {
      decided: ours.length,
      sent: sent.map(({ order, key, device, drawnAfter }) => ({
        order,
        frame: frameOf(order, { counter: last - drawnAfter, device, key }),
        leftMs: order.deadline.getTime() - now.getTime(),
      })),
    }
  })
}

function frameOf(
  { id, action, issuedAt, deadline }: LockedOrder,
  { counter, device, key }: { counter: number; device: string; key: Buffer },
): OrderFrame {
  const said = { order: id, counter, device, do: action }
  return sign({ ...said, issuedAt: issuedAt.toISOString(), expiresAt: deadline.toISOString() }, key)
}

/** Draws so many counters, and answers the last; nothing is asked for none. */
async function draw(trx: Knex.Transaction, gatewayId: number, count: number): Promise<number> {
  if (count === 0) return 0
  const [drawn] = await prepared<{ last: number }>(trx, drawSql, [count, gatewayId])
  if (!drawn) throw new Error(`gateway ${gatewayId} is gone`)
  return drawn.last
}

/** What becomes of an order whose turn it is. */
function fateOf(order: LockedOrder, { now, key }: Facts, withdrawn: string | null): DeviceCommandEvent {
  if (order.deadline <= now) return { type: 'DEADLINE' }
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
  FROM orders o JOIN devices d ON d.id = o.device_id WHERE o.id = ANY (?::uuid[])`
