import type { Knex } from 'knex'
import { withRetry } from '../../db/retry.ts'
import { beginOverstay, findOverstays, maxLookBackS } from './begin.ts'
import { endOverstay, findEnded } from './end-overstay.ts'
import { findFreed, freeNext } from './free-next.ts'
import { findNextGuests, moveNextGuest } from './next-guest.ts'

export interface OverstayWork {
  readonly ended: number
  readonly begun: number
  /** Next guests who were moved, or informed that they could not be. */
  readonly next: number
  readonly freed: number
}

type Each = <T>(found: readonly T[], work: (trx: Knex.Transaction, one: T) => Promise<boolean>) => Promise<number>

/**
 * Runs one after the other, each in its own transaction. A failure does not stop the others; all failures are thrown at
 * the end.
 */
async function inTurn<R>(knex: Knex, work: (each: Each) => Promise<R>): Promise<R> {
  const failed: unknown[] = []
  const done = await work(async (found, step) => {
    let count = 0
    for (const one of found)
      try {
        if (await withRetry(() => knex.transaction((trx) => step(trx, one)))) count += 1
      } catch (error) {
        failed.push(error)
      }
    return count
  })
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} overstays were not worked on`)
  return done
}

/**
 * Does everything due about overstays, each in its own transaction and once, however many run it. Failures are retried
 * at the next run.
 */
export async function overstayWork(knex: Knex, lookBackS = maxLookBackS): Promise<OverstayWork> {
  return inTurn(knex, async (each) => ({
    ended: await each(await findEnded(knex), endOverstay),
    begun: await each(await findOverstays(knex, lookBackS), beginOverstay),
    next: await each(await findNextGuests(knex), moveNextGuest),
    freed: await each(await findFreed(knex), freeNext),
  }))
}

/** Maximum delay of reports, s: an end is checked repeatedly until then. */
const lateS = 60

/**
 * Returns all the work, and the beginnings alone, which run before messages about the end of a stay are sent. Each
 * looks back to its last run.
 */
export function createOverstays(knex: Knex): { work(): Promise<OverstayWork>; begin(): Promise<number> } {
  const last = { work: Number.NEGATIVE_INFINITY, begin: Number.NEGATIVE_INFINITY }
  const lookBack = async <T>(kind: keyof typeof last, moreS: number, run: (lookBackS: number) => Promise<T>) => {
    const began = performance.now()
    const done = await run(Math.min(maxLookBackS, (began - last[kind]) / 1_000 + moreS))
    last[kind] = began
    return done
  }
  return {
    work: () => lookBack('work', lateS, (lookBackS) => overstayWork(knex, lookBackS)),
    begin: () =>
      lookBack('begin', 1, (lookBackS) =>
        inTurn(knex, async (each) => each(await findOverstays(knex, lookBackS), beginOverstay)),
      ),
  }
}
