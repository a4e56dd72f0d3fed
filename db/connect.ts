import knex, { type Knex } from 'knex'
import pg from 'pg'
import { CircuitBreaker } from './circuit-breaker.ts'
import { Connection, type ConnectionConfig, type Observer } from './connection.ts'

export interface ConnectOptions {
  /** Maximum number of connections of this pool. Default 10. */
  max?: number
  /** Shown in pg_stat_activity. */
  name?: string
  /** Maximum time of one query in ms, for server and client. Default 15,000. */
  queryTimeoutMs?: number
  /**
   * Plans statements without their values: only for pools whose statements all name rows by key. Otherwise PostgreSQL
   * plans a prepared statement again whenever a custom plan looks cheaper, which then takes longer than running it.
   * Default false.
   */
  onePlan?: boolean
}

/** Events of a pool, each with an object that identifies the statement, however it was sent. */
export const statementBegan = 'holdfast-statement-began'
export const statementEnded = 'holdfast-statement-ended'

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

/** Knex would write lost connections to the console; callers get them as errors anyway. */
const quiet = { warn() {}, error() {}, debug() {}, deprecate() {} }

const Postgres = (knex({ client: 'pg' }).client as { constructor: typeof Knex.Client }).constructor

/** Knex's dialect for PostgreSQL, with our connections behind a circuit breaker. */
function dialect(breaker: CircuitBreaker, observer: Observer): typeof Knex.Client {
  class OwnConnection extends Connection {
    constructor(config: ConnectionConfig) {
      super(config, observer)
    }
  }
  return class extends Postgres {
    override initializeDriver(): void {
      this.driver = { Client: OwnConnection }
    }
    override acquireRawConnection(): Promise<unknown> {
      return breaker.connect(() => super.acquireRawConnection() as Promise<unknown>)
    }
    override acquireConnection(): Promise<unknown> {
      return breaker.acquire(
        () => super.acquireConnection() as Promise<unknown>,
        (connection) => super.releaseConnection(connection) as Promise<void>,
      )
    }
    override destroy(callback: unknown): Promise<void> {
      breaker.stop()
      return super.destroy(callback) as Promise<void>
    }
  }
}

/**
 * Creates a pool of connections in which nothing waits for ever: connecting, queries, locks, idle transactions and
 * waiting for a free connection all have limits. Returns int8 and numeric as numbers, timestamptz as Date, date and
 * xid8 as strings. Statements of a connection are sent without waiting for earlier answers. A connection whose query
 * got no answer is closed.
 */
export function connect(url: string, options: ConnectOptions = {}): Knex {
  const { max = 10, name = 'holdfast', queryTimeoutMs = 15_000, onePlan = false } = options
  const breaker = new CircuitBreaker(url)
  const client = dialect(breaker, {
    began: (statement) => made.emit(statementBegan, statement),
    ended: (statement) => made.emit(statementEnded, statement),
    silent: () => breaker.open(),
  })
  const connection: ConnectionConfig = {
    connectionString: url,
    application_name: name,
    types,
    pipeline: true,
    connectionTimeoutMillis: 4_000,
    statement_timeout: queryTimeoutMs,
    limitMs: queryTimeoutMs + 500,
    lock_timeout: Math.min(5_000, queryTimeoutMs),
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    ...(onePlan ? { options: '-c plan_cache_mode=force_generic_plan' } : {}),
  }
  const made = knex({
    client,
    connection: connection as Knex.PgConnectionConfig,
    acquireConnectionTimeout: 4_000,
    // Errors show the statement with its placeholders, never the values, which may be secrets.
    compileSqlOnError: false,
    log: quiet,
    pool: { min: 0, max },
  })
  breaker.guards(made)
  return made
}
