import type { Request, Response } from 'express'
import { isDatabaseUnavailable } from '../../db/circuit-breaker.ts'
import { refused } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'
import { createFairQueue, WaitedTooLong } from '../kernel/overload/fair-queue.ts'
import { addressKey, plainAddress } from '../session/login-limits.ts'

/** Does what a call asks for when it is its turn; null when the caller has gone meanwhile. Throws Refused server-busy when it does not come in time. */
export type Turns = <T>(
  call: { request: Request; response: Response; sessionHash: Buffer | null },
  work: () => Promise<T>,
) => Promise<T | null>

/** As long as one would wait for a connection. Who is refused sooner comes again sooner, and where many do, hearing them takes the time in which they could be served. */
const longestWaitMs = 4_000

/** Works on as many calls at once as there are connections: changes before reads, sessions in turn. While the database is unavailable nobody waits. */
export function createTurns({ config, knex, metrics }: Pick<Context, 'config' | 'knex' | 'metrics'>): Turns {
  const queue = createFairQueue(() => config.databasePool, { longestWaitMs })
  metrics.callsWaiting.look(() => queue.waiting())
  return async ({ request, response, sessionHash }, work) => {
    if (isDatabaseUnavailable(knex)) return work()
    const stage = request.method === 'GET' || request.method === 'HEAD' ? 'later' : 'sooner'
    // Guests of one house are one, as they are at the door of screens.
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

/** For calls that wait for something else than the database. */
export const noTurns: Turns = (_call, work) => work()
