import type { Knex } from 'knex'
import { refusalOfBegin } from './begin-without-waiting.ts'
import { connectionOf } from './in-one-go.ts'

/**
 * Reads in a transaction that cannot write. Its BEGIN goes together with the first statement on connections that pipeline, and nobody waits for its end: what was
 * read is read. `work` has ended with its last statement when it answers. Throws what `work` throws, and what the database does; what was read after a BEGIN
 * that the server refused was not read at one moment and is not answered.
 */
export async function readOnly<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  isolationLevel?: 'repeatable read',
): Promise<T> {
  let used: object = {}
  let answer: (read: T) => void = () => undefined
  const answered = new Promise<T>((resolve) => (answer = resolve))
  const reading = async (trx: Knex.Transaction): Promise<void> => {
    used = await connectionOf(trx)
    const read = await work(trx)
    const refusal = refusalOfBegin(used)
    if (refusal !== undefined) throw refusal
    answer(read)
  }
  const ended = knex.transaction(reading, { readOnly: true, ...(isolationLevel ? { isolationLevel } : {}) })
  try {
    return await Promise.race([answered, ended.then(() => answered)])
  } catch (error) {
    throw refusalOfBegin(used) ?? error
  }
}
