import type { Knex } from 'knex'
import pg from 'pg'
import { isLost } from './retry.ts'

/** The database did not answer just now, and has not since: nothing was asked of it. */
export class DatabaseAway extends Error {
  constructor() {
    super('the database does not answer')
    this.name = 'DatabaseAway'
  }
}

const probeMs = 1_000
/** Whoever asks meanwhile waits this long: it may have been a short silence, and who is refused and asks again must not run in circles. */
const patienceMs = 200
/** Who waits for a connection already has more: it may be this process that was late, and the answers are there. */
const waitingPatienceMs = 400
const betweenMs = 200
/** What a query says that had no answer at all. */
export const silence = 'Query read timeout'
const silences = [silence, 'timeout expired']

/**
 * True when the server said nothing at all: it would have ended a slow query itself, half a second before. So does one whose socket takes nobody in any more,
 * because too many wait there already.
 */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // Knex puts the statement before it.
  return silences.some((text) => error.message.endsWith(text)) || (syscall === 'connect' && code === 'EAGAIN')
}

/** The clients of pools whose database is silent now. */
const silentNow = new WeakSet<object>()
/** When a pool's database last took it not in, ms of the process's clock: it is started again, or is not there. */
const refusedAt = new WeakMap<object, number>()
const refusedMs = 1_000

/** Is the database of this pool silent, or has it taken nobody in within the last second? Whoever asks something of it now hears so soon. */
export function isAway(knex: Knex): boolean {
  const client = knex.client as object
  return silentNow.has(client) || performance.now() - (refusedAt.get(client) ?? Number.NEGATIVE_INFINITY) < refusedMs
}

type Client = {
  acquireConnection(): Promise<unknown>
  releaseConnection(connection: unknown): Promise<void>
  acquireRawConnection(): Promise<unknown>
  destroy(callback?: unknown): Promise<void>
}

/**
 * Makes a pool refuse soon (200 ms) while the database is silent. Without it everybody waits for himself, once for each of his queries, and calls that
 * are tried again wait several times; whoever waits for a connection at that moment is refused as well. `silent` is told when a query or a connection had no answer; from then on a connection of its own
 * asks again and again, and with its first answer the pool works as before. It costs next to nothing while all is well.
 */
export function refuseWhileAway(knex: Knex, url: string): { silent: () => void } {
  const client = knex.client as Client
  let ended = false
  /** While it is away: resolves when it is back. */
  let back: Promise<void> | null = null
  /** Refuse those who have waited for a connection since before it was known to be away. The pool goes on asking for them, and has what it gets back at once. */
  const waiting = new Set<() => void>()

  const ask = async (): Promise<void> => {
    while (!ended && !(await answers(url))) await new Promise((resolve) => setTimeout(resolve, betweenMs).unref())
    back = null
    silentNow.delete(client)
  }
  const silent = (): void => {
    if (ended) return
    silentNow.add(client)
    if (back) return
    const away = ask()
    back = away
    setTimeout(() => {
      if (back === away) for (const refuse of waiting) refuse()
    }, waitingPatienceMs)
  }

  const acquire = client.acquireConnection.bind(client)
  client.acquireConnection = async () => {
    if (back) {
      const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patienceMs))
      if ((await Promise.race([back, late])) === 'late') throw new DatabaseAway()
    }
    return new Promise((resolve, reject) => {
      let refused = false
      const refuse = (): void => {
        refused = true
        waiting.delete(refuse)
        reject(new DatabaseAway())
      }
      waiting.add(refuse)
      acquire()
        .then(async (connection) => {
          if (refused) return client.releaseConnection(connection)
          resolve(connection)
        })
        .catch(reject)
        .finally(() => waiting.delete(refuse))
    })
  }
  const open = client.acquireRawConnection.bind(client)
  client.acquireRawConnection = async () => {
    try {
      const opened = await open()
      refusedAt.delete(client)
      return opened
    } catch (error) {
      if (isSilence(error)) silent()
      else if (isLost(error)) refusedAt.set(client, performance.now())
      throw error
    }
  }
  const destroy = client.destroy.bind(client)
  client.destroy = (callback) => {
    ended = true
    return destroy(callback)
  }
  return { silent }
}

/** Does the work when the database is back, for whom it is worth waiting; throws what it says when that has not helped after 5 s. */
export async function whenBack<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseAway || isSilence(error)) || performance.now() - began >= 5_000) throw error
    }
  }
}

/** Asks on a connection of its own. That the server answers with a no is an answer as well: the pool then tells which. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'holdfast probe',
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    return !isSilence(error)
  } finally {
    // A silent server would not answer a polite goodbye either.
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
    client.end().catch(() => undefined)
    stream.destroy()
  }
}
