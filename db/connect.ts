import knex, { type Knex } from 'knex'
import pg from 'pg'

export type ConnectOptions = {
  /** Most connections of this pool. Default 10. */
  max?: number
  /** Shown in pg_stat_activity. */
  name?: string
  /** Longest time of one query in ms, for server and client. Default 15,000. */
  queryTimeoutMs?: number
}

/** The part of a pg client that is wrapped here. */
type RawConnection = pg.Client & {
  __knex__disposed?: unknown
  connection: { stream: { destroy(error?: Error): void } }
}

const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, (text) => text],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
}

/** Knex would write lost connections to the console; whoever asked gets them as errors anyway. */
const quiet = { warn() {}, error() {}, debug() {}, deprecate() {} }

/**
 * A pool of connections in which nothing waits for ever: connecting, queries, locks, idle transactions and waiting for a free connection
 * all have limits. Answers int8 and numeric as numbers, timestamptz as Date, date and xid8 as strings. A connection whose query timed
 * out is destroyed.
 */
export function connect(url: string, options: ConnectOptions = {}): Knex {
  const { max = 10, name = 'holdfast', queryTimeoutMs = 15_000 } = options
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: name,
      types,
      connectionTimeoutMillis: 4_000,
      statement_timeout: queryTimeoutMs,
      query_timeout: queryTimeoutMs + 500,
      lock_timeout: Math.min(5_000, queryTimeoutMs),
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
    } as Knex.PgConnectionConfig,
    acquireConnectionTimeout: 4_000,
    // Errors show the statement with its placeholders, never the values: those may be secrets.
    compileSqlOnError: false,
    log: quiet,
    pool: { min: 0, max, afterCreate: destroyAfterTimeout },
  })
}

/** pg gives up waiting but leaves the query running on the connection: the next one would read its answer. So close it. */
function destroyAfterTimeout(
  connection: RawConnection,
  done: (error: Error | null, connection: RawConnection) => void,
): void {
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  const watch = (error: unknown): void => {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return
    connection.__knex__disposed = error
    connection.connection.stream.destroy()
  }
  connection.query = ((...args: unknown[]) => {
    const callback = args.at(-1) as ((error: unknown, ...rest: unknown[]) => void) | object | undefined
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        watch(error)
        callback(error, ...rest)
      }
      return query(...args)
    }
    const result = query(...args)
    if (result instanceof Promise) result.catch(watch)
    return result
  }) as typeof connection.query
  done(null, connection)
}
