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
  /** A gateway has answered the frame of an order, which ends at `until` (performance.now()): writes what that says. Never throws. */
  take(order: LockedOrder, reply: unknown, until: number): void
  /** What cannot be written now is not tried again any more. */
  stop(): void
  /** Resolves when everything that was answered is written, or given up. */
  written(): Promise<void>
}

interface Word {
  readonly order: LockedOrder
  readonly event: DeviceCommandEvent
  readonly until: number
}

/** Answers that are written in one transaction at most. */
const together = 100
/** Until what failed is tried again. */
const againMs = 300

/**
 * Writes what gateways say to the frames of orders. What a gateway says while its words before are written goes together, so that one that answers many
 * frames at once takes one connection, not as many. What could not be written is tried again until its order's deadline, which ends it.
 */
export function createAcknowledged({ knex, log }: { knex: Knex; log: Logger }): Acknowledged {
  /** What is not written yet, by the gateways whose words are being written. */
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
 * Writes the words to orders whose devices nobody holds, and answers the others. Each order as it is then: the report of its device, or its deadline, may have been
 * faster.
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
 * `{ taken: true }` or `{ taken: false, code }`; anything else is no answer. What it has seen before it has taken before: a frame that was
 * doubled on its way is no failure, its answer and the report say what became of it.
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
