import knex, { type Knex } from 'knex'
import pg from 'pg'
import { refuseWhileAway, silence } from './away.ts'
import { beginWithoutWaiting, readOnlyAlone } from './begin-without-waiting.ts'
import { gatherWrites } from './gather-writes.ts'
import { tellStatements } from './tell-statements.ts'

export type ConnectOptions = {
  /** Most connections of this pool. Default 10. */
  max?: number
  /** Shown in pg_stat_activity. */
  name?: string
  /** Longest time of one query in ms, for server and client. Default 15,000. */
  queryTimeoutMs?: number
  /**
   * Sends what is asked before the last answer is there, instead of letting it wait (inOneGo), what is asked within one turn in one write, and BEGIN of what
   * only reads together with what follows. Default false.
   */
  pipeline?: boolean
  /**
   * Statements are planned without their values, also those that are not kept by name: only for pools of which all name rows by their keys. PostgreSQL
   * plans a kept one anew whenever a plan made for the values looks cheaper, and then that takes longer than running it. Default false.
   */
  onePlan?: boolean
  /** Sends BEGIN together with what follows it; then nothing can be written outside of a transaction (beginWithoutWaiting). Default false. */
  beginWithoutWaiting?: boolean
}

/** The part of a pg client that is wrapped here. */
type RawConnection = pg.Client & {
  __knex__disposed?: unknown
  connection: {
    stream: { destroy(error?: Error): void; cork(): void; uncork(): void }
    on(event: 'readyForQuery', listener: () => void): void
  }
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
  const { max = 10, name = 'holdfast', queryTimeoutMs = 15_000, pipeline = false } = options
  let silent = (): void => undefined
  const made = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: name,
      types,
      connectionTimeoutMillis: 4_000,
      statement_timeout: queryTimeoutMs,
      lock_timeout: Math.min(5_000, queryTimeoutMs),
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      pipeline,
    } as Knex.PgConnectionConfig,
    acquireConnectionTimeout: 4_000,
    // Errors show the statement with its placeholders, never the values: those may be secrets.
    compileSqlOnError: false,
    log: quiet,
    pool: {
      min: 0,
      max,
      afterCreate: (connection: RawConnection, done: (error: Error | null, made: RawConnection) => void) => {
        // Not where thousands of rows are made in one turn: the server would have nothing to do meanwhile.
        if (pipeline && !options.beginWithoutWaiting) gatherWrites(connection)
        destroyWhenSilent(connection, queryTimeoutMs + 500, () => silent())
        tellStatements(connection, made)
        const settings = [
          ...(options.beginWithoutWaiting ? [readOnlyAlone] : []),
          ...(options.onePlan ? ['SET plan_cache_mode = force_generic_plan'] : []),
        ]
        if (settings.length === 0) return done(null, connection)
        connection.query(settings.join('; ')).then(
          () => done(null, connection),
          (error: Error) => {
            connection.connection.stream.destroy()
            done(error, connection)
          },
        )
      },
    },
  })
  silent = refuseWhileAway(made, url).silent
  if (options.beginWithoutWaiting) beginWithoutWaiting(made, 'all')
  else if (pipeline) beginWithoutWaiting(made, 'reading')
  return made
}

/**
 * The server's limits count for each statement, and so does ours: from when it is sent, or from the answer to the one before it. (pg's own
 * query_timeout would count those of one go together, and leaves the query running: the next one would read its answer.)
 */
function destroyWhenSilent(connection: RawConnection, limitMs: number, silent: () => void): void {
  let timer: NodeJS.Timeout | undefined
  let lost = false
  const giveUp = (): void => {
    const error = new Error(silence)
    connection.__knex__disposed = error
    connection.connection.stream.destroy(error)
    silent()
  }
  const end = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  connection.query = ((...args: unknown[]) => {
    if (!lost) timer ??= setTimeout(giveUp, limitMs)
    return query(...args)
  }) as typeof connection.query
  connection.connection.on('readyForQuery', () => timer?.refresh())
  connection.on('drain', end)
  connection.on('end', () => {
    lost = true
    end()
  })
}
