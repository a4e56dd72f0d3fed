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

/** What went wrong first: an error, or something that was sent before it without waiting. */
async function causeOf(error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> {
  if (!isAborted(error)) return error
  return allAnswers(sent).then(
    () => error,
    (before: unknown) => before,
  )
}

/** What is said to all statements that follow one that failed; 26000 to a named one that was sent again before the server could keep it. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '25P02' || error.code === '26000')
}

/** Statements of transactions that commit in one go for whose answers nobody waits; only on connections that pipeline. */
const sentBy = new WeakMap<Knex.Transaction, Promise<unknown>[]>()

/**
 * Runs a transaction that waits for no answer that it does not need: what was sent only (`sendOnly`) goes together with what follows, the last with
 * COMMIT. Where one of those fails the server makes the COMMIT a rollback, and its error is thrown. Throws what `work` throws, and what the database does.
 */
export async function committedInOneGo<T>(
  knex: Knex,
  work: (trx: Knex.Transaction, connection: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const sent: Promise<unknown>[] = []
  let used: object = sent
  try {
    const answer = await knex.transaction(async (trx) => {
      const connection: Pipelining = await connectionOf(trx)
      used = connection
      if (connection.pipeline) sentBy.set(trx, sent)
      return work(trx, connection)
    })
    await allAnswers(sent)
    return answer
  } catch (error) {
    // What a BEGIN said that nobody waited for comes before what was said of those that followed it; so does what was sent only.
    throw refusalOfBegin(used) ?? (await causeOf(error, sent))
  }
}

/**
 * Sends a statement of which no answer is needed. Where its transaction commits in one go nobody waits for it, and what goes wrong with it is thrown
 * at the end; elsewhere it is awaited here. What follows on the connection finds its work done. Not with the outer transaction while a part of it (a
 * savepoint) runs: going back to that would heal what went wrong here.
 */
export async function sendOnly(
  trx: Knex.Transaction,
  send: (connection: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  const answer = send(await connectionOf(trx))
  const sent = sentBy.get(trx)
  if (!sent) return void (await answer)
  answer.catch(() => undefined)
  sent.push(answer)
}

/** The connection on which a transaction runs, for what Knex cannot say: COPY, named statements, and what goes without waiting. */
export async function connectionOf(trx: Knex.Transaction): Promise<pg.ClientBase> {
  if (trx.isCompleted()) throw new Error('this transaction is over')
  const client = trx.client as { acquireConnection(): Promise<pg.ClientBase> }
  return client.acquireConnection()
}
