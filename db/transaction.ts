import type { Knex } from 'knex'
import { rememberConnection } from './connection.ts'
import { withRetry } from './retry.ts'
import { prepared } from './sql.ts'

type Answers<S extends readonly Promise<unknown>[]> = { -readonly [K in keyof S]: Awaited<S[K]> }

/**
 * Waits for statements of one transaction that were sent without waiting for each other. They are done in the order in which they were asked for, except
 * those of Knex's builders, which are sent a little later. When all have ended, throws the error that came first, not what the server said of those after it.
 */
export async function pipelined<const S extends readonly Promise<unknown>[]>(statements: S): Promise<Answers<S>> {
  const answers: unknown[] = []
  const errors: unknown[] = []
  for (const each of await Promise.allSettled(statements)) {
    if (each.status === 'rejected') errors.push(each.reason)
    else answers.push(each.value)
  }
  if (errors.length > 0) throw errors.find((error) => !isAborted(error)) ?? errors[0]
  return answers as Answers<S>
}

/** What is said of all statements that follow one that failed; 26000 of a named one that was sent again before the server could keep it. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '25P02' || error.code === '26000')
}

/** Statements for whose answers nobody waits before the end of their transaction. */
interface Queue {
  readonly statements: Promise<unknown>[]
  /** One of them has failed. */
  failed: boolean
}
const queues = new WeakMap<Knex.Transaction, Queue>()

/**
 * Runs a transaction in which nobody waits for the statements that were enqueued: the last of them are sent together with COMMIT. Where one fails the server
 * makes the COMMIT a rollback, and its error is thrown. Throws what `work` throws, and what the database does.
 */
export async function pipelinedTransaction<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const queue: Queue = { statements: [], failed: false }
  try {
    const answer = await knex.transaction(async (trx) => {
      await rememberConnection(trx)
      queues.set(trx, queue)
      const done = await work(trx)
      // What was never sent would not make the COMMIT a rollback.
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

/** The same, again after a lost connection, a deadlock or a serialization failure: only for what may be done twice (withRetry). */
export function write<T>(knex: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return withRetry(() => pipelinedTransaction(knex, work))
}

/** Reads in a transaction that cannot write; again like `write`. */
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
 * Yields what a generator reads in one consistent moment, as fast as its reader takes it. The transaction ends with the generator, also when the reader
 * leaves. It is never tried again: part of it may have been taken already.
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
 * Sends a prepared statement of which no answer is needed. In a pipelined transaction nobody waits for it, and its error is thrown at the end; elsewhere, also
 * in a savepoint (going back to it would heal the error), it is awaited here. Statements that follow find its work done.
 */
export async function enqueue(...[trx, sql, bindings]: Parameters<typeof prepared<unknown>>): Promise<void> {
  const answer = prepared(trx, sql, bindings)
  const queue = queues.get(trx as Knex.Transaction)
  if (!queue) return void (await answer)
  answer.catch(() => (queue.failed = true))
  queue.statements.push(answer)
}

/** For the rest of a transaction plans are made once for all values (ConnectOptions.onePlan). */
export function withOnePlan(trx: Knex.Transaction): Promise<void> {
  return enqueue(trx, 'SET LOCAL plan_cache_mode = force_generic_plan')
}
