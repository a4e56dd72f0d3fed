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
 * A live link of this process. `command` resolves with the acknowledgement, or null if that arrives as a message; throws if none arrived in
 * time.
 */
export interface LinkTarget {
  readonly tokenId: number
  order(frame: OrderFrame, timeoutMs: number): Promise<unknown>
}
export interface Dispatcher {
  /**
   * Sends the queued commands of a gateway in the order of their issue, skipping devices that others hold, unless another process holds its
   * link. Call it for new commands and when the link opens. Never throws.
   */
  dispatch(gatewayId: number): Promise<void>
  /** The same for every gateway with queued commands: after a start, or after a lost fact. */
  dispatchPending(): Promise<void>
  /** Sends nothing more, and waits a moment for outstanding answers. */
  stop(): Promise<void>
  /** Resolves when all answers are written. */
  written(): Promise<void>
}

const lastAnswersMs = 1_000
/** Maximum commands of a gateway that are released together. */
const drainedAtOnce = 20

/**
 * Sends queued commands to gateways. A command is committed as 'sent' before it is emitted, so it is emitted at most once: a failure in
 * between ends as 'unknown', never as a second opening. Commands of one gateway go out one after another, because it refuses a counter that is
 * not above its last: only the process with its link sends them. Without any link a command fails at once.
 */
export function createDispatcher({
  knex,
  commandKnex,
  log,
  find,
}: {
  /** Connections for outcomes of sent commands. */
  knex: Knex
  /** Connections for outgoing commands, for which somebody stands at a door. */
  commandKnex: Knex
  log: Logger
  /** Returns where a gateway is linked: its link here, 'elsewhere', or null = nowhere. */
  find: (gatewayId: number) => Promise<LinkTarget | 'elsewhere' | null>
}): Dispatcher {
  const acknowledged = createAcknowledged({ knex, log })
  const deadlines = createDeadlines({ knex, log })
  /** Frames without an answer yet. */
  const out = new Set<Promise<void>>()
  let stopped = false

  /** Serializes the commands of each gateway. */
  const lines = createRounds<number>(async (gatewayId, begin) => {
    begin()
    await drain(gatewayId).catch((error: unknown) => {
      log.warn({ err: error, gateway: gatewayId }, 'commands could not be dispatched')
    })
  })
  const drain = async (gatewayId: number): Promise<void> => {
    let nowhere = false
    while (!stopped) {
      const queued = await queuedOf(commandKnex, gatewayId, drainedAtOnce)
      if (queued.length === 0) return
      const target = await find(gatewayId)
      if (stopped || target === 'elsewhere') return
      // A gateway that is just reconnecting looks unlinked: look once more.
      const some = target || nowhere ? queued : queued.slice(0, 1)
      nowhere = !target
      const { decided, sent } = await withRetry(() => release(commandKnex, gatewayId, some, target?.tokenId ?? null))
      if (target) for (const each of sent) hand(each, target)
      // Their devices are locked. Commands issued meanwhile are found as well.
      if (decided === 0) await sleep(heldMs)
      else if (decided === queued.length && queued.length < drainedAtOnce) return
    }
  }

  /** Emits the frame; the answer is awaited outside of the queue. */
  const hand = ({ deviceCommand, frame, leftMs }: Released, target: LinkTarget): void => {
    deadlines.at(deviceCommand.deadline, leftMs)
    const until = performance.now() + leftMs
    const answer = target
      .order(frame, leftMs)
      .then(
        (reply) => acknowledged.take(deviceCommand, reply, until),
        () => log.info({ deviceCommand: deviceCommand.id, gateway: deviceCommand.gatewayId }, 'no answer to a command'),
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
      const gatewayIds = await commandKnex('device_commands')
        .where({ state: 'queued' })
        .distinct()
        .pluck<number[]>('gateway_id')
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
