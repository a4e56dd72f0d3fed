import type { Knex } from 'knex'
import { Refused } from './refuse.ts'

/** What may be refused, in a savepoint: null = it was, and nothing of it is left. */
export async function attempt<T>(
  trx: Knex.Transaction,
  work: (inner: Knex.Transaction) => Promise<T>,
): Promise<T | null> {
  try {
    return await trx.transaction(work)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
