import type { Knex } from 'knex'
import { refusalOfBegin } from './begin-without-waiting.ts'
import { connectionOf } from './in-one-go.ts'

/**
 * Reads in a transaction that cannot write. Its BEGIN goes together with the first statement on connections that pipeline, and nobody waits for its end: what was
 * read is read. `work` has ended with its last statement when it answers. Throws what `work` throws, and what the database does; what was read after a BEGIN
 * that the server refused was not read at one moment and is not answered.
 */
export function readOnly<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  isolationLevel?: 'repeatable read',
): Promise<T> {
  return new Promise((resolve, reject) => {
    let used: object = {}
    const reading = async (trx: Knex.Transaction): Promise<void> => {
      used = await connectionOf(trx)
      const read = await work(trx)
      const refusal = refusalOfBegin(used)
      if (refusal !== undefined) throw refusal
      resolve(read)
    }
    knex
      .transaction(reading, { readOnly: true, ...(isolationLevel ? { isolationLevel } : {}) })
      .catch((error: unknown) => reject(refusalOfBegin(used) ?? error))
  })
}
