import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { ReservationsFrame } from '../../contract/gateway.ts'
import { acknowledgeReservations, reservationsFrame, takeHandouts, tidyHandouts } from './link-reservations.ts'

const ackMs = 10_000
const maxWaitMs = 5 * 60_000
/** Refresh interval without a change: the 24 hours of a frame move on. */
const refreshMs = 3_600_000
const tidyMs = 60_000

/** The connection of a link; forgotten when it closes. */
interface Line {
  readonly gatewayId: number
  readonly tokenId: number
  readonly connected: boolean
  /** Sends a frame. Resolves with the acknowledgement; rejects if none arrived in time. */
  reservations(frame: ReservationsFrame, timeoutMs: number): Promise<unknown>
}
export interface Handouts {
  /** Sends the reservations over a new link, and again whenever they change. */
  begin(line: Line): Promise<void>
  stop(): Promise<void>
}
interface Recipient {
  readonly line: Line
  /** A frame is being sent: one at a time, so that versions arrive in order. */
  busy: boolean
  /** Time of the next frame at the latest, ms of performance.now(). */
  dueAt: number
  unanswered: number
}

/**
 * Sends reservations to linked gateways that cache them: within two seconds of a change, again without an acknowledgement, and every hour.
 * One frame contains all changes of a round.
 */
export function createHandouts(options: { knex: Knex; log: Logger; everyMs?: number }): Handouts {
  const { knex, log, everyMs = 1_000 } = options
  const recipients = new Map<number, Recipient>()
  const work = new Set<Promise<void>>()
  let stopped = false
  let looking = false
  let tidyAt = 0

  const run = (promise: Promise<void>): void => {
    const one = promise
      .catch((error: unknown) => log.warn({ err: error }, 'cannot hand over reservations'))
      .finally(() => work.delete(one))
    work.add(one)
  }

  const hand = async (to: Recipient): Promise<void> => {
    const { gatewayId, tokenId } = to.line
    to.busy = true
    // Also if sending fails: it is retried.
    to.dueAt = performance.now() + ackMs
    try {
      const frame = await reservationsFrame(knex, gatewayId, tokenId)
      // Not awaited: a gateway that never answers must not delay the shutdown of this process.
      void to.line.reservations(frame, ackMs).then(
        (reply) => stopped || run(settle(to, frame, reply)),
        () => stopped || run(settle(to, frame, null)),
      )
    } catch (error) {
      to.busy = false
      throw error
    }
  }
  const settle = async (to: Recipient, frame: ReservationsFrame, reply: unknown): Promise<void> => {
    const { gatewayId } = to.line
    const changed = to.dueAt === 0
    to.busy = false
    const version = await acknowledgeReservations(knex, gatewayId, reply)
    to.unanswered = version === frame.version ? 0 : to.unanswered + 1
    if (to.unanswered > 0) log.info({ gateway: gatewayId, version: frame.version }, 'no answer to reservations')
    if (changed) return
    const wait = to.unanswered > 0 ? Math.min(ackMs * 2 ** (to.unanswered - 1), maxWaitMs) : refreshMs
    to.dueAt = performance.now() + wait
  }

  const look = async (): Promise<void> => {
    const now = performance.now()
    for (const [id, { line }] of recipients) if (!line.connected) recipients.delete(id)
    if (recipients.size > 0)
      for (const id of await takeHandouts(knex, [...recipients.keys()])) {
        const changed = recipients.get(id)
        if (changed) changed.dueAt = 0
      }
    for (const to of recipients.values()) if (!to.busy && to.dueAt <= now && !stopped) run(hand(to))
    if (now < tidyAt) return
    tidyAt = now + tidyMs
    await tidyHandouts(knex)
  }
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    run(look().finally(() => (looking = false)))
  }, everyMs)
  timer.unref()

  return {
    async begin(line) {
      const to: Recipient = { line, busy: false, dueAt: 0, unanswered: 0 }
      recipients.set(line.gatewayId, to)
      await hand(to)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all(work)
    },
  }
}
