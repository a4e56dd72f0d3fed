import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { publish } from '../../db/outbox.ts'
import { withRetry } from '../../db/retry.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined, pipelinedTransaction, withOnePlan } from '../../db/transaction.ts'
import type { DeviceCommandEvent } from '../../machines/device-command.ts'
import {
  advance,
  heldMs,
  type LockedCommand,
  lockFreeDevices,
  moveDeviceCommands,
  readDeviceCommands,
} from './transition.ts'

export interface Acknowledged {
  /** Records the gateway's answer to the frame of a command, which ends at `until` (performance.now()). Never throws. */
  take(deviceCommand: LockedCommand, reply: unknown, until: number): void
  /** Ends retries. */
  stop(): void
  /** Resolves when all answers are written, or given up. */
  written(): Promise<void>
}

interface Word {
  readonly deviceCommand: LockedCommand
  readonly event: DeviceCommandEvent
  readonly until: number
}

/** Maximum answers per transaction. */
const together = 100
/** Delay of a retry. */
const againMs = 300

/**
 * Writes the answers of gateways to commands. Those that arrive while earlier ones of their gateway are being written go together, over one
 * connection. Failures are retried until the deadline of the command, which ends it.
 */
export function createAcknowledged({ knex, log }: { knex: Knex; log: Logger }): Acknowledged {
  /** Pending answers, by gateway with a write in progress. */
  const waiting = new Map<number, Word[]>()
  const work = new Set<Promise<void>>()
  let stopped = false

  const writeAll = async (gatewayId: number): Promise<void> => {
    const words = waiting.get(gatewayId) ?? []
    while (words.length > 0) {
      const some = words.splice(0, together)
      let pauseMs = heldMs
      const left = await withRetry(() => write(knex, some)).catch((error: unknown) => {
        log.warn(
          { err: error, gateway: gatewayId, deviceCommands: some.length },
          'answers to commands could not be written',
        )
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
    take(deviceCommand, reply, until) {
      const { id, gatewayId } = deviceCommand
      if (reply === null) return
      const event = eventOf(reply)
      if (!event) return log.warn({ deviceCommand: id, gateway: gatewayId }, 'cannot parse the answer to a command')
      const words = waiting.get(gatewayId)
      if (words) return void words.push({ deviceCommand, event, until })
      waiting.set(gatewayId, [{ deviceCommand, event, until }])
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
 * Writes answers to commands whose devices are free. Returns the others. Reads each command under its lock: the device's report or the deadline
 * may have come first.
 */
function write(knex: Knex, words: readonly Word[]): Promise<Word[]> {
  const deviceIds = words.map(({ deviceCommand }) => deviceCommand.deviceId)
  const ids = words.map(({ deviceCommand }) => deviceCommand.id)
  return pipelinedTransaction(knex, async (trx) => {
    const [, locked, deviceCommands, [clock]] = await pipelined([
      withOnePlan(trx),
      lockFreeDevices(trx, deviceIds),
      readDeviceCommands(trx, ids),
      prepared<{ now: Date }>(trx, 'SELECT clock_timestamp() AS now'),
    ])
    if (!clock) throw new Error('the database returned no time')
    const { now } = clock
    const free = new Set(locked)
    const byId = new Map(deviceCommands.map((deviceCommand) => [deviceCommand.id, deviceCommand]))
    const moved = words.flatMap(({ deviceCommand: { id, deviceId }, event }) => {
      const deviceCommand = free.has(deviceId) && byId.get(id)
      if (!deviceCommand) return []
      const next = advance(deviceCommand, deviceCommand.deadline, event, now)
      if (next === deviceCommand) return []
      return [{ deviceCommand, next, ...(next.state === 'taken' ? { takenAt: now } : {}) }]
    })
    if (moved.length > 0) await publish(trx, await moveDeviceCommands(trx, moved, now))
    return words.filter(({ deviceCommand }) => !free.has(deviceCommand.deviceId))
  })
}

/**
 * Reads `{ taken: true }` or `{ taken: false, code }`; returns null for anything else. 'seen' counts as taken: the frame was duplicated in
 * transit, and its first answer and the report say the rest.
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
