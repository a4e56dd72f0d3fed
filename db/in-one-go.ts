import type { Knex } from 'knex'
import type pg from 'pg'
import { refusalOfBegin } from './begin-without-waiting.ts'

type Pipelining = pg.ClientBase & { readonly pipeline?: boolean }
type Answers<S extends readonly (() => Promise<unknown>)[]> = { -readonly [K in keyof S]: Awaited<ReturnType<S[K]>> }

/**
 * Runs statements of one connection in this order. On a connection that pipelines (ConnectOptions.pipeline) each is sent without waiting for the
 * answer to the one before, so none may need it; elsewhere one after another. What goes through Knex, or follows an answer of its own, is sent later
 * than the rest: it stands last, or needs no order. Throws what went wrong, when all have ended: nothing is sent any more
 * after the transaction was given up, when the connection may be somebody else's.
 */
export async function inOneGo<const S extends readonly (() => Promise<unknown>)[]>(
  connection: Pipelining,
  statements: S,
): Promise<Answers<S>> {
  if (!connection.pipeline) {
    const answers: unknown[] = []
    for (const statement of statements) answers.push(await statement())
    return answers as Answers<S>
  }
  return (await allAnswers(statements.map(async (statement) => statement()))) as Answers<S>
}

/** Waits for all; throws what went wrong first, not what was said of those that followed it. */
async function allAnswers(sent: readonly Promise<unknown>[]): Promise<unknown[]> {
  const answers: unknown[] = []
  const errors: unknown[] = []
  for (const each of await Promise.allSettled(sent)) {
    if (each.status === 'rejected') errors.push(each.reason)
    else answers.push(each.value)
  }
  if (errors.length > 0) throw errors.find((error) => !isAborted(error)) ?? errors[0]
  return answers
}

/** What went wrong first: an error, or one of the words that were sent before it without waiting. */
async function causeOf(error: unknown, words: readonly Promise<unknown>[]): Promise<unknown> {
  if (!isAborted(error)) return error
  return allAnswers(words).then(
    () => error,
    (word: unknown) => word,
  )
}

/** What is said to all statements that follow one that failed; 26000 to a named one that was sent again before the server could keep it. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '25P02' || error.code === '26000')
}

/**
 * Runs a transaction of which the last statements go together with COMMIT: `last` takes what was just sent on the connection and needs no answer.
 * Where one of those fails the server makes the COMMIT a rollback, and its error is thrown. Throws what `work` throws, and what the database does.
 */
export async function committedInOneGo<T>(
  knex: Knex,
  work: (trx: Knex.Transaction, connection: pg.ClientBase, last: (sent: Promise<unknown>) => void) => Promise<T>,
): Promise<T> {
  const words: Promise<unknown>[] = []
  const last = (sent: Promise<unknown>): void => {
    sent.catch(() => undefined)
    words.push(sent)
  }
  let used: object = words
  try {
    const answer = await knex.transaction(async (trx) => {
      const connection = await connectionOf(trx)
      used = connection
      if ((connection as Pipelining).pipeline) lastOf.set(trx, last)
      const done = await work(trx, connection, last)
      if (!(connection as Pipelining).pipeline) await allAnswers(words)
      return done
    })
    await allAnswers(words)
    return answer
  } catch (error) {
    // What a BEGIN said that nobody waited for comes before what was said of those that followed it; so do the words that nobody waited for.
    throw refusalOfBegin(used) ?? (await causeOf(error, words))
  }
}

/** Transactions that commit in one go, on connections that pipeline. */
const lastOf = new WeakMap<Knex.Transaction, (sent: Promise<unknown>) => void>()

/**
 * Sends a statement of which no answer is needed. Where its transaction commits in one go nobody waits for it, and what goes wrong with it is thrown
 * at the end; elsewhere it is awaited here. What follows on the connection finds its work done. Not with the outer transaction while a part of it (a
 * savepoint) runs: going back to that would heal what went wrong here.
 */
export async function sendOnly(
  trx: Knex.Transaction,
  send: (connection: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  const sent = send(await connectionOf(trx))
  const last = lastOf.get(trx)
  if (last) last(sent)
  else await sent
}

/** The connection on which a transaction runs, for what Knex cannot say: COPY, named statements, and what goes without waiting. */
export async function connectionOf(trx: Knex.Transaction): Promise<pg.ClientBase> {
  if (trx.isCompleted()) throw new Error('this transaction is over')
  const client = trx.client as { acquireConnection(): Promise<pg.ClientBase> }
  return client.acquireConnection()
}
