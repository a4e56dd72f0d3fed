import type { Knex } from 'knex'
import type { RefusalCode } from '../../../contract/refusals.ts'
import { type Refuse, Refused, refuser } from './refuse.ts'

/** Runs work that may be refused in a savepoint; returns null and rolls it back if it was. */
export async function attempt<T>(
  trx: Knex.Transaction,
  work: (inner: Knex.Transaction, refuse: Refuse<RefusalCode>) => Promise<T>,
): Promise<T | null> {
  try {
    return await trx.transaction((inner) => work(inner, refuser()))
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
