import type { Knex } from 'knex'
import { withRetry } from '../../db/retry.ts'
import { beginOverstay, findOverstays } from './begin.ts'
import { findFreed, freeNext } from './free-next.ts'
import { findNextGuests, moveNextGuest } from './next-guest.ts'
import { findEnded, settleOverstay } from './settle.ts'

export interface OverstayWork {
  readonly ended: number
  readonly begun: number
  /** Next guests who were moved, or told that they could not be. */
  readonly next: number
  readonly freed: number
}

/**
 * Everything that is due about stays beyond their end, by the database's clock: ends, beginnings, whoever comes next. Each in a transaction of its own,
 * judged again under its locks: run by many at once it is done once. One that fails stops no other, and is tried again at the next run.
 */
export async function overstayWork(knex: Knex): Promise<OverstayWork> {
  const failed: unknown[] = []
  const each = async <T>(found: readonly T[], work: (trx: Knex.Transaction, one: T) => Promise<boolean>) => {
    let done = 0
    for (const one of found)
      try {
        if (await withRetry(() => knex.transaction((trx) => work(trx, one)))) done += 1
      } catch (error) {
        failed.push(error)
      }
    return done
  }
  const ended = await each(await findEnded(knex), settleOverstay)
  const begun = await each(await findOverstays(knex), beginOverstay)
  const next = await each(await findNextGuests(knex), moveNextGuest)
  const freed = await each(await findFreed(knex), freeNext)
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} overstays were not worked on`)
  return { ended, begun, next, freed }
}
