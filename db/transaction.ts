import type { Knex } from 'knex'
import { rememberConnection } from './connection.ts'
import { withRetry } from './retry.ts'
import { prepared } from './sql.ts'

type Results<S extends readonly Promise<unknown>[]> = { -readonly [K in keyof S]: Awaited<S[K]> }

/**
 * Waits for statements of one transaction that were sent without waiting for each other. They run in the order of the
 * calls, except those of Knex's builders, which are sent a little later. When all have ended, throws the first error,
 * not the ones that follow from it.
 */
export async function pipelined<const S extends readonly Promise<unknown>[]>(statements: S): Promise<Results<S>> {
  const answers: unknown[] = []
  const errors: unknown[] = []
  for (const each of await Promise.allSettled(statements)) {
    if (each.status === 'rejected') errors.push(each.reason)
    else answers.push(each.value)
  }
  if (errors.length > 0) throw errors.find((error) => !isAborted(error)) ?? errors[0]
  return answers as Results<S>
}

/**
 * Errors of all statements after a failed one; 26000 for a named one that was sent again before the server could keep
 * it.
 */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '25P02' || error.code === '26000')
}

/** Statements whose results nobody awaits before the end of their transaction. */
interface Queue {
  readonly statements: Promise<unknown>[]
  /** One of them has failed. */
  failed: boolean
}
const queues = new WeakMap<Knex.Transaction, Queue>()

/**
 * Runs a transaction without waiting for its enqueued statements: the last of them are sent together with COMMIT. If
 * one fails, the server turns the COMMIT into a rollback, and its error is thrown. Throws the errors of `work` and of
 * the database.
 */
export async function pipelinedTransaction<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const queue: Queue = { statements: [], failed: false }
  try {
    const answer = await knex.transaction(async (trx) => {
      await rememberConnection(trx)
      queues.set(trx, queue)
      const done = await work(trx)
      // A statement that was never sent would not turn the COMMIT into a rollback.
      if (queue.failed) await pipelined(queue.statements)
      return done
    })
    await pipelined(queue.statements)
    return answer
  } catch (error) {
    if (isAborted(error)) await pipelined(queue.statements)
    throw error
  }
}

/**
 * The same, retried after a lost connection, a deadlock or a serialization failure: only for work that may run twice
 * (withRetry).
 */
export function write<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return withRetry(() => pipelinedTransaction(knex, work))
}

/** Reads in a read-only transaction; retried like `write`. */
export function readOnly<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  isolationLevel?: 'repeatable read',
): Promise<T> {
  const options = { readOnly: true, ...(isolationLevel ? { isolationLevel } : {}) }
  return withRetry(() =>
    knex.transaction(async (trx) => {
      await rememberConnection(trx)
      return work(trx)
    }, options),
  )
}

/**
 * Yields what a generator reads in one consistent moment, at the speed of its reader. The transaction ends with the
 * generator, also when the reader leaves. Never retried: part of it may have been consumed.
 */
export async function* streamReadOnly<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const trx = await knex.transaction({ readOnly: true, isolationLevel: 'repeatable read' })
  try {
    await rememberConnection(trx)
    yield* work(trx)
  } finally {
    if (!trx.isCompleted()) await trx.rollback()
  }
}

/**
 * Sends a prepared statement whose result is not needed. In a pipelined transaction nobody waits for it, and its error
 * is thrown at the end; elsewhere, also in a savepoint (rolling back to it would hide the error), it is awaited here.
 * Later statements find its work done.
 */
export async function enqueue(...[trx, sql, bindings]: Parameters<typeof prepared<unknown>>): Promise<void> {
  const answer = prepared(trx, sql, bindings)
  const queue = queues.get(trx as Knex.Transaction)
  if (!queue) return void (await answer)
  answer.catch(() => (queue.failed = true))
  queue.statements.push(answer)
}

/** Uses cached plans for all values, for the rest of a transaction (ConnectOptions.onePlan). */
export function withOnePlan(trx: Knex.Transaction): Promise<void> {
  return enqueue(trx, 'SET LOCAL plan_cache_mode = force_generic_plan')
}
