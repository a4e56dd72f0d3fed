import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { OrderFrame } from '../../contract/gateway.ts'
import { withRetry } from '../../db/retry.ts'
import { createAcknowledged } from './acknowledge.ts'
import { createDeadlines } from './expire-soon.ts'
import { queuedOf, type Released, release } from './release.ts'
import { createRounds } from './rounds.ts'
import { heldMs } from './transition.ts'

/**
 * A live link of this process. `order` resolves with the acknowledgement, or null where it comes as a message, and throws when none came in
 * time.
 */
export interface LinkTarget {
  readonly tokenId: number
  order(frame: OrderFrame, timeoutMs: number): Promise<unknown>
}
export interface Dispatcher {
  /**
   * Sends the queued orders of a gateway in the order of their issue, skipping devices that others hold, unless another process holds its
   * link. Call it for new orders and when the link opens. Never throws.
   */
  dispatch(gatewayId: number): Promise<void>
  /** The same for every gateway with queued orders: after a start, or when a fact was lost. */
  dispatchPending(): Promise<void>
  /** Sends nothing more, and waits a moment for outstanding replies. */
  stop(): Promise<void>
  /** Resolves when all replies are written. */
  written(): Promise<void>
}

const lastAnswersMs = 1_000
/** Maximum orders of a gateway that are released together. */
const drainedAtOnce = 20

/**
 * Sends queued orders to gateways. An order is committed as 'sent' before it is emitted, so it is emitted at most once: a failure in
 * between ends as 'unknown', never as a second opening. Orders of one gateway go out one after another, because it refuses a counter not
 * above its last: only the process with its link sends them. Without any link an order fails at once.
 */
export function createDispatcher({
  knex,
  orderKnex,
  log,
  find,
}: {
  /** For the outcome of sent orders. */
  knex: Knex
  /** For outgoing orders, for which somebody stands at a door. */
  orderKnex: Knex
  log: Logger
  /** Returns the link of a gateway: here, 'elsewhere', or null = nowhere. */
  find: (gatewayId: number) => Promise<LinkTarget | 'elsewhere' | null>
}): Dispatcher {
  const acknowledged = createAcknowledged({ knex, log })
  const deadlines = createDeadlines({ knex, log })
  /** Frames without a reply yet. */
  const out = new Set<Promise<void>>()
  let stopped = false

  /** Serializes the orders of each gateway. */
  const lines = createRounds<number>(async (gatewayId, begin) => {
    begin()
    await drain(gatewayId).catch((error: unknown) => {
      log.warn({ err: error, gateway: gatewayId }, 'orders could not be dispatched')
    })
  })
  const drain = async (gatewayId: number): Promise<void> => {
    let nowhere = false
    while (!stopped) {
      const queued = await queuedOf(orderKnex, gatewayId, drainedAtOnce)
      if (queued.length === 0) return
      const target = await find(gatewayId)
      if (stopped || target === 'elsewhere') return
      // A gateway that is just coming back looks as if it were nowhere: that is asked once more.
      const some = target || nowhere ? queued : queued.slice(0, 1)
      nowhere = !target
      const { decided, sent } = await withRetry(() => release(orderKnex, gatewayId, some, target?.tokenId ?? null))
      if (target) for (const each of sent) hand(each, target)
      // Somebody holds their devices. What is issued meanwhile is found as well.
      if (decided === 0) await sleep(heldMs)
      else if (decided === queued.length && queued.length < drainedAtOnce) return
    }
  }

  /** Emits the frame; the reply is awaited beside the line. */
  const hand = ({ order, frame, leftMs }: Released, target: LinkTarget): void => {
    deadlines.at(order.deadline, leftMs)
    const until = performance.now() + leftMs
    const answer = target
      .order(frame, leftMs)
      .then(
        (reply) => acknowledged.take(order, reply, until),
        () => log.info({ order: order.id, gateway: order.gatewayId }, 'no answer to an order'),
      )
      .finally(() => out.delete(answer))
    out.add(answer)
  }
  const written = async (): Promise<void> => {
    await Promise.all([acknowledged.written(), deadlines.written()])
  }

  return {
    dispatch: lines.wake,
    async dispatchPending() {
      const gatewayIds = await orderKnex('orders').where({ state: 'queued' }).distinct().pluck<number[]>('gateway_id')
      await Promise.all(gatewayIds.map(lines.wake))
    },
    async stop() {
      stopped = true
      deadlines.stop()
      await lines.ended()
      await Promise.race([Promise.all(out), sleep(lastAnswersMs, undefined, { ref: false })])
      acknowledged.stop()
      await written()
    },
    written,
  }
}
