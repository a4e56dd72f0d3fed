import type { Request, Response } from 'express'
import { isDatabaseUnavailable } from '../../db/circuit-breaker.ts'
import { refused } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { createFairQueue, WaitedTooLong } from '../kernel/overload/fair-queue.ts'
import { addressKey, plainAddress } from '../session/login-limits.ts'

/**
 * Runs a call when its turn comes; null if the caller left meanwhile. Throws Refused server-busy if its turn does not
 * come in time.
 */
export type Turns = <T>(
  call: { request: Request; response: Response; sessionHash: Buffer | null },
  work: () => Promise<T>,
) => Promise<T | null>

/**
 * As long as the wait for a connection. An earlier refusal makes callers retry earlier, and handling the retries takes
 * time from serving them.
 */
const longestWaitMs = 4_000

/**
 * Runs as many calls at once as there are connections: changes before reads, sessions in turn. While the database is
 * unavailable nobody waits.
 */
export function createTurns({ config, knex, metrics }: Pick<Context, 'config' | 'knex' | 'metrics'>): Turns {
  const queue = createFairQueue(() => config.databasePool, { longestWaitMs })
  metrics.callsWaiting.look(() => queue.waiting())
  return async ({ request, response, sessionHash }, work) => {
    if (isDatabaseUnavailable(knex)) return work()
    const stage = request.method === 'GET' || request.method === 'HEAD' ? 'later' : 'sooner'
    // Guests of one address count as one, as in the queue of the sockets.
    const key = sessionHash?.toString('hex') ?? addressKey(plainAddress(request.ip))
    try {
      return await queue.pass(key, stage, async () => (response.closed ? null : work()))
    } catch (error) {
      if (!(error instanceof WaitedTooLong)) throw error
      if (response.closed) return null
      metrics.callsRefused.inc()
      throw refused({ code: 'server-busy' })
    }
  }
}

/** For calls that wait for something other than the database. */
export const noTurns: Turns = (_call, work) => work()
