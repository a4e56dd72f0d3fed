import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { OrderFrame } from '../../contract/gateway.ts'
import { committedInOneGo, inOneGo } from '../../db/in-one-go.ts'
import { keptOn, keptRows, withOnePlan } from '../../db/kept-rows.ts'
import { emit } from '../../db/outbox.ts'
import { withRetry } from '../../db/retry.ts'
import { type AttemptEvent, nextAttempt } from '../../machines/attempt.ts'
import { sign } from '../sign.ts'
import { expireOrders } from './expire.ts'
import { advance, type LockedOrder, lockingDevices, moveOrders, readingOrders } from './transition.ts'
import { withdrawnBy } from './withdrawn.ts'

/**
 * A live link to a gateway, held by this process. `order` gives the gateway's acknowledgement, or null where it comes as a message, and throws when
 * none came in time.
 */
export interface LinkTarget {
  readonly tokenId: number
  order(frame: OrderFrame, timeoutMs: number): Promise<unknown>
}
export interface Dispatcher {
  /**
   * Sends the queued orders of a gateway, in the order in which they were issued, unless another process holds its link: when there are new ones, and when the link has just opened, for
   * which they have waited. Never throws.
   */
  dispatch(gatewayId: number): Promise<void>
  /** The same for every gateway that has queued orders: after a start, or when a fact was lost. */
  dispatchPending(): Promise<void>
  /** Sends nothing any more, and waits a moment for the answers to what was sent. */
  stop(): Promise<void>
  /** Resolves when everything that was answered is written. */
  written(): Promise<void>
}

const lastAnswersMs = 1_000
/** Orders of a gateway that are looked up and released together; what is issued later wakes its line anew. */
const drainedAtOnce = 20
/** Found by the gateway, then sorted: with a limit the planner might go through all orders by time. */
const queuedSql = `WITH queued AS MATERIALIZED (SELECT id, device_id, issued_at, version FROM orders WHERE gateway_id = ? AND state = 'queued')
  SELECT id, device_id FROM queued ORDER BY issued_at, version LIMIT ?`

/**
 * Takes orders from the ledger to the gateways. An order becomes 'sent' in a committed transaction before it is emitted, so it is emitted at
 * most once: whatever goes wrong in between ends as 'unknown', never as a second opening. Orders of one gateway go out one after
 * another, each with the next counter, because it refuses a counter not above its last: therefore only the process that holds the link sends them. No link
 * anywhere = failed at once; nothing waits for a gateway to return.
 */
export function createDispatcher({
  knex,
  log,
  find,
}: {
  knex: Knex
  log: Logger
  /** The link of a gateway: here, elsewhere, or null = nowhere. */
  find: (gatewayId: number) => Promise<LinkTarget | 'elsewhere' | null>
}): Dispatcher {
  const lines = new Map<number, Promise<void>>()
  const work = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  /** Frames that are out and not answered. */
  const out = new Set<Promise<void>>()
  let stopped = false

  /** Puts a round behind those that this gateway already has, so that its orders are sent one after another. */
  const line = (gatewayId: number): Promise<void> => {
    const round = (lines.get(gatewayId) ?? Promise.resolve())
      .then(() => drain(gatewayId))
      .catch((error: unknown) => {
        log.warn({ err: error, gateway: gatewayId }, 'orders could not be dispatched')
      })
    lines.set(gatewayId, round)
    return round.finally(() => {
      if (lines.get(gatewayId) === round) lines.delete(gatewayId)
    })
  }

  const drain = async (gatewayId: number): Promise<void> => {
    let waiting = drainedAtOnce
    while (!stopped && waiting === drainedAtOnce) {
      const queued = await keptRows<Queued>(knex, queuedSql, [gatewayId, drainedAtOnce])
      waiting = queued.length
      if (queued.length === 0) return
      const target = await find(gatewayId)
      if (stopped || target === 'elsewhere') return
      const sent = await withRetry(() => release(knex, gatewayId, queued, target))
      if (target) for (const each of sent) hand(each, target)
    }
  }

  /** Emits the frame; the answer is awaited beside the line. */
  const hand = ({ order, frame, leftMs }: Released, target: LinkTarget): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      track(expireOrders(knex).then(() => undefined))
    }, leftMs + 25)
    timer.unref()
    timers.add(timer)
    const answer = target
      .order(frame, leftMs)
      .then(
        (reply) => track(take(order, reply)),
        () => log.info({ order: order.id, gateway: order.gatewayId }, 'no answer to an order'),
      )
      .finally(() => out.delete(answer))
    out.add(answer)
  }

  const take = async (order: LockedOrder, reply: unknown): Promise<void> => {
    if (reply === null) return
    const event = eventOf(reply)
    if (!event) return log.warn({ order: order.id, gateway: order.gatewayId }, 'answer to an order not understood')
    await withRetry(() => taken(knex, order, event))
  }

  const track = (promise: Promise<void>): void => {
    const one = promise
      .catch((error: unknown) => log.warn({ err: error }, 'an order could not be written on'))
      .finally(() => work.delete(one))
    work.add(one)
  }

  return {
    dispatch: line,
    async dispatchPending() {
      const gatewayIds = await knex('orders').where({ state: 'queued' }).distinct().pluck<number[]>('gateway_id')
      await Promise.all(gatewayIds.map((gatewayId) => line(gatewayId)))
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(lines.values())
      await Promise.race([Promise.all(out), sleep(lastAnswersMs, undefined, { ref: false })])
      await Promise.all(work)
    },
    async written() {
      await Promise.all(work)
    },
  }
}

interface Released {
  order: LockedOrder
  frame: OrderFrame
  leftMs: number
}

/** The next counters of a gateway, of which the last is answered. Orders that are written with `drawnAfter` later in the same transaction get them. */
const drawSql = 'UPDATE gateways SET order_counter = order_counter + ? WHERE id = ? RETURNING order_counter AS last'

type Queued = { readonly id: string; readonly device_id: number }

/**
 * Decides over queued orders of a gateway, in this order, and commits: each is sent (then answers its frame), failed for want of a link or of its right, or expired. All at
 * once, for each commit takes as long as many orders: one after another, those who come together to a site waited for one another. May be tried again, for what was
 * sent is no longer queued.
 */
function release(
  knex: Knex,
  gatewayId: number,
  queued: readonly Queued[],
  target: LinkTarget | null,
): Promise<Released[]> {
  const ids = queued.map(({ id }) => id)
  return committedInOneGo(knex, async (trx, connection) => {
    const [, , orders, rows, withdrawn] = await inOneGo(connection, [
      () => withOnePlan(connection),
      () =>
        lockingDevices(
          connection,
          queued.map((each) => each.device_id),
        ),
      () => readingOrders(connection, ids),
      () => keptOn<Facts>(connection, factsSql, [target?.tokenId ?? null, ids]),
      () => withdrawnBy(connection, ids),
    ])
    const [byId, factsOf] = [
      new Map(orders.map((order) => [order.id, order])),
      new Map(rows.map((row) => [row.id, row])),
    ]
    const decided = ids.flatMap((id) => {
      const [order, facts] = [byId.get(id), factsOf.get(id)]
      if (!order || !facts || order.state !== 'queued') return []
      return [{ order, facts, next: nextAttempt(order, fateOf(order, facts, withdrawn.get(id) ?? null)) }]
    })
    const [first] = decided
    if (!first) return []
    const { now } = first.facts
    const sent = decided
      .flatMap(({ order, facts: { key, device }, next }) =>
        next.state === 'sent' && key ? [{ order, key, device }] : [],
      )
      .map((each, index, all) => ({ ...each, drawnAfter: all.length - 1 - index }))
    const counted = new Map(sent.map(({ order, drawnAfter }) => [order.id, { sentAt: now, drawnAfter }]))
    const moved = decided.map(({ order, next }) => ({ order, next, ...counted.get(order.id) }))
    const [last, changes] = await inOneGo(connection, [
      () => draw(connection, gatewayId, sent.length),
      () => moveOrders(trx, moved, now),
    ])
    await emit(trx, { changes })
    return sent.map(({ order, key, device, drawnAfter }) => {
      const { id, action, issuedAt, deadline } = order
      const frame = sign(
        {
          order: id,
          counter: last - drawnAfter,
          device,
          do: action,
          issuedAt: issuedAt.toISOString(),
          expiresAt: deadline.toISOString(),
        },
        key,
      )
      return { order, frame, leftMs: deadline.getTime() - now.getTime() }
    })
  })
}

/** Draws so many counters, and answers the last; nothing is asked for none. */
async function draw(connection: pg.ClientBase, gatewayId: number, count: number): Promise<number> {
  if (count === 0) return 0
  const [drawn] = await keptOn<{ last: number }>(connection, drawSql, [count, gatewayId])
  if (!drawn) throw new Error(`gateway ${gatewayId} is gone`)
  return drawn.last
}

/** What becomes of an order whose turn it is. */
function fateOf(order: LockedOrder, { now, key }: Facts, withdrawn: string | null): AttemptEvent {
  if (order.deadline <= now) return { type: 'DEADLINE' }
  if (withdrawn) return { type: 'WITHDRAWN', reason: withdrawn }
  return key ? { type: 'SENT' } : { type: 'UNLINKED', reason: 'gateway-unreachable' }
}

function taken(knex: Knex, { id, deviceId }: LockedOrder, event: AttemptEvent): Promise<void> {
  return committedInOneGo(knex, async (trx, connection) => {
    const [, , [order], [facts]] = await inOneGo(connection, [
      () => withOnePlan(connection),
      () => lockingDevices(connection, [deviceId]),
      () => readingOrders(connection, [id]),
      () => keptOn<Facts>(connection, factsSql, [null, [id]]),
    ])
    if (!order || !facts) return
    const next = advance(order, order.deadline, event, facts.now)
    if (next === order) return
    const moved = { order, next, ...(next.state === 'taken' ? { takenAt: facts.now } : {}) }
    await emit(trx, { changes: await moveOrders(trx, [moved], facts.now) })
  })
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

/**
 * `{ taken: true }` or `{ taken: false, code }`; anything else is no answer. What it has seen before it has taken before: a frame that was
 * doubled on its way is no failure, its answer and the report say what became of it.
 */
function eventOf(reply: unknown): AttemptEvent | null {
  const { taken, code } = (typeof reply === 'object' && reply !== null ? reply : {}) as {
    taken?: unknown
    code?: unknown
  }
  if (taken === true || (taken === false && code === 'seen')) return { type: 'TAKEN' }
  if (taken !== false) return null
  return { type: 'NOT_TAKEN', reason: typeof code === 'string' && /^[a-z0-9-]{1,64}$/.test(code) ? code : 'refused' }
}
