import type { Knex } from 'knex'
import { refusalOfBegin } from './begin-without-waiting.ts'
import { connectionOf } from './in-one-go.ts'

/**
 * Reads in a transaction that cannot write. Its BEGIN goes together with the first statement on connections that pipeline, and nobody waits for its end: what was
 * read is read. `work` has ended with its last statement when it answers. Throws what `work` throws.
 */
export function readOnly<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  isolationLevel?: 'repeatable read',
): Promise<T> {
  return new Promise((resolve, reject) => {
    const reading = async (trx: Knex.Transaction) => {
      const connection = await connectionOf(trx)
      const read = await work(trx)
      // What was read after a BEGIN that the server refused was not read at one moment.
      const refusal = refusalOfBegin(connection)
      if (refusal !== undefined) throw refusal
      resolve(read)
    }
    knex.transaction(reading, { readOnly: true, ...(isolationLevel ? { isolationLevel } : {}) }).catch(reject)
  })
}
