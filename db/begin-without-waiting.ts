import type { Knex } from 'knex'

/**
 * Makes transactions of a pool send BEGIN together with their first statements: those that only read, or all. Should the server ever refuse a BEGIN, the
 * connection is destroyed. `all`: nothing is written outside of a transaction there (`readOnlyAlone`), so what follows a refused one is refused as well.
 */
export function beginWithoutWaiting(knex: Knex, which: 'reading' | 'all'): void {
  const client = knex.client as PoolClient
  const transaction = client.transaction.bind(client)
  client.transaction = (...given) => {
    const made = transaction(...given)
    if (!made.readOnly && which === 'reading') return made
    if (made.isolationLevel && !made.readOnly) throw new Error('what writes in this pool has no isolation of its own')
    const level = made.isolationLevel ? `ISOLATION LEVEL ${made.isolationLevel} ` : ''
    made.begin = async (connection) => {
      made.trxClient
        .query(connection, `BEGIN ${level}READ ${made.readOnly ? 'ONLY' : 'WRITE'}`)
        .catch((error: unknown) => {
          refused.set(connection, error)
          connection.__knex__disposed = error
          connection.connection.stream.destroy()
        })
    }
    return made
  }
}

const refused = new WeakMap<object, unknown>()

/** What the server said to a BEGIN of this connection that nobody waited for; undefined = it was not refused. */
export function refusalOfBegin(connection: object): unknown {
  return refused.get(connection)
}

/** What a connection of such a pool is told first. */
export const readOnlyAlone = 'SET default_transaction_read_only = on'

/** The parts of Knex's client that are wrapped here. */
interface PoolClient {
  transaction(...given: unknown[]): {
    isolationLevel?: string
    readOnly?: boolean
    begin(connection: PoolConnection): Promise<void>
    trxClient: { query(connection: PoolConnection, sql: string): Promise<unknown> }
  }
}
interface PoolConnection {
  __knex__disposed?: unknown
  connection: { stream: { destroy(): void } }
}
