import type pg from 'pg'

type Answers<S extends readonly (() => Promise<unknown>)[]> = { -readonly [K in keyof S]: Awaited<ReturnType<S[K]>> }

/**
 * Runs statements of one connection in this order. On a connection that pipelines (ConnectOptions.pipeline) each is sent without waiting for the
 * answer to the one before, so none may need it; elsewhere one after another. What goes through Knex, or follows an answer of its own, is sent later
 * than the rest: it stands last, or needs no order. Throws what went wrong, when all have ended: nothing is sent any more
 * after the transaction was given up, when the connection may be somebody else's.
 */
export async function inOneGo<const S extends readonly (() => Promise<unknown>)[]>(
  connection: pg.ClientBase & { readonly pipeline?: boolean },
  statements: S,
): Promise<Answers<S>> {
  const answers: unknown[] = []
  if (!connection.pipeline) {
    for (const statement of statements) answers.push(await statement())
    return answers as Answers<S>
  }
  const errors: unknown[] = []
  for (const each of await Promise.allSettled(statements.map(async (statement) => statement()))) {
    if (each.status === 'rejected') errors.push(each.reason)
    else answers.push(each.value)
  }
  if (errors.length > 0) throw errors.find((error) => !isAborted(error)) ?? errors[0]
  return answers as Answers<S>
}

/** What is said to all statements that follow one that failed. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}
