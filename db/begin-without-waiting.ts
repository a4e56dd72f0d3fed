import type { Knex } from 'knex'

/**
 * Makes every transaction of a pool send BEGIN together with its first statements. Nothing is written outside of a transaction there: should the
 * server ever refuse a BEGIN, what follows it is refused as well, and the connection is destroyed.
 */
export function beginWithoutWaiting(knex: Knex): void {
  const client = knex.client as PoolClient
  const transaction = client.transaction.bind(client)
  client.transaction = (...given) => {
    const made = transaction(...given)
    if (made.isolationLevel || made.readOnly) throw new Error('transactions of this pool have no modes')
    made.begin = async (connection) => {
      made.trxClient.query(connection, 'BEGIN READ WRITE').catch((error: unknown) => {
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
