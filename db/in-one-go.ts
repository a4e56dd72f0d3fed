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

/** What is said to all statements that follow one that failed. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
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
      const done = await work(trx, connection, last)
      if (!(connection as Pipelining).pipeline) await allAnswers(words)
      return done
    })
    await allAnswers(words)
    return answer
  } catch (error) {
    // What a BEGIN said that nobody waited for comes before what was said of those that followed it.
    throw refusalOfBegin(used) ?? error
  }
}

/** The connection on which a transaction runs, for what Knex cannot say: COPY, named statements, and what goes without waiting. */
export async function connectionOf(trx: Knex.Transaction): Promise<pg.ClientBase> {
  const client = trx.client as { acquireConnection(): Promise<pg.ClientBase> }
  return client.acquireConnection()
}
