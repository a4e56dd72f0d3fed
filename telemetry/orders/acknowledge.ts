import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { publish } from '../../db/outbox.ts'
import { withRetry } from '../../db/retry.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined, pipelinedTransaction, withOnePlan } from '../../db/transaction.ts'
import type { DeviceCommandEvent } from '../../machines/device-command.ts'
import { advance, heldMs, type LockedOrder, lockFreeDevices, moveOrders, readOrders } from './transition.ts'

export interface Acknowledged {
  /** Takes the gateway's reply to the frame of an order, which ends at `until` (performance.now()), to write it. Never throws. */
  take(order: LockedOrder, reply: unknown, until: number): void
  /** Ends retries. */
  stop(): void
  /** Resolves when all replies are written, or given up. */
  written(): Promise<void>
}

interface Word {
  readonly order: LockedOrder
  readonly event: DeviceCommandEvent
  readonly until: number
}

/** Maximum replies of one transaction. */
const together = 100
/** Delay of a retry. */
const againMs = 300

/**
 * Writes the replies of gateways to orders. Replies that come while earlier ones of their gateway are being written go together, over one
 * connection. Failures are retried until the deadline of the order, which ends it.
 */
export function createAcknowledged({ knex, log }: { knex: Knex; log: Logger }): Acknowledged {
  /** Replies to write, by gateway with a write in progress. */
  const waiting = new Map<number, Word[]>()
  const work = new Set<Promise<void>>()
  let stopped = false

  const writeAll = async (gatewayId: number): Promise<void> => {
    const words = waiting.get(gatewayId) ?? []
    while (words.length > 0) {
      const some = words.splice(0, together)
      let pauseMs = heldMs
      const left = await withRetry(() => write(knex, some)).catch((error: unknown) => {
        log.warn({ err: error, gateway: gatewayId, orders: some.length }, 'answers to orders could not be written')
        pauseMs = againMs
        return stopped ? [] : some
      })
      if (left.length === 0) continue
      await sleep(pauseMs, undefined, { ref: false })
      const now = performance.now()
      words.push(...left.filter(({ until }) => now < until))
    }
    waiting.delete(gatewayId)
  }

  return {
    take(order, reply, until) {
      const { id, gatewayId } = order
      if (reply === null) return
      const event = eventOf(reply)
      if (!event) return log.warn({ order: id, gateway: gatewayId }, 'answer to an order not understood')
      const words = waiting.get(gatewayId)
      if (words) return void words.push({ order, event, until })
      waiting.set(gatewayId, [{ order, event, until }])
      const one = writeAll(gatewayId).finally(() => work.delete(one))
      work.add(one)
    },
    stop() {
      stopped = true
    },
    async written() {
      await Promise.all(work)
    },
  }
}

/**
 * Writes replies to orders whose devices are free. Returns the others. Reads each order under its lock: the device's report or the deadline
 * may have been faster.
 */
function write(knex: Knex, words: readonly Word[]): Promise<Word[]> {
  const deviceIds = words.map(({ order }) => order.deviceId)
  const ids = words.map(({ order }) => order.id)
  return pipelinedTransaction(knex, async (trx) => {
    const [, locked, orders, [clock]] = await pipelined([
      withOnePlan(trx),
      lockFreeDevices(trx, deviceIds),
      readOrders(trx, ids),
      prepared<{ now: Date }>(trx, 'SELECT clock_timestamp() AS now'),
    ])
    if (!clock) throw new Error('the database told no time')
    const { now } = clock
    const free = new Set(locked)
    const byId = new Map(orders.map((order) => [order.id, order]))
    const moved = words.flatMap(({ order: { id, deviceId }, event }) => {
      const order = free.has(deviceId) && byId.get(id)
      if (!order) return []
      const next = advance(order, order.deadline, event, now)
      if (next === order) return []
      return [{ order, next, ...(next.state === 'taken' ? { takenAt: now } : {}) }]
    })
    if (moved.length > 0) await publish(trx, await moveOrders(trx, moved, now))
    return words.filter(({ order }) => !free.has(order.deviceId))
  })
}

/**
 * Reads `{ taken: true }` or `{ taken: false, code }`; returns null for anything else. 'seen' counts as taken: the frame was doubled on its
 * way, its first reply and the report tell the rest.
 */
function eventOf(reply: unknown): DeviceCommandEvent | null {
  const { taken, code } = (typeof reply === 'object' && reply !== null ? reply : {}) as {
    taken?: unknown
    code?: unknown
  }
  if (taken === true || (taken === false && code === 'seen')) return { type: 'TAKEN' }
  if (taken !== false) return null
  return { type: 'NOT_TAKEN', reason: typeof code === 'string' && /^[a-z0-9-]{1,64}$/.test(code) ? code : 'refused' }
}
