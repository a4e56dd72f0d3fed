import type { Knex } from 'knex'
import pg from 'pg'

/** What a query fails with that had no answer at all. */
export const silence = 'Query read timeout'

/** Who is told what happens on a connection; a statement is an object of its own. */
export interface Observer {
  began(statement: object): void
  ended(statement: object): void
  /** The server did not answer, and the connection is lost. */
  silent(): void
}

const nobody: Observer = { began() {}, ended() {}, silent() {} }

export interface ConnectionConfig extends pg.ClientConfig {
  /** Time that one statement may take without an answer, ms. */
  limitMs: number
}

/**
 * A connection that is closed when the server is silent. The time counts for each statement, as the server's own limits do: from when it is sent, or from the
 * answer to the one before it. (pg's query_timeout counts those that are sent together together, and leaves the connection open.)
 */
export class Connection extends pg.Client {
  readonly #limitMs: number
  readonly #observer: Observer
  #waiting = 0
  #running: object = {}
  #timer: NodeJS.Timeout | undefined

  constructor({ limitMs, ...config }: ConnectionConfig, observer = nobody) {
    super(config)
    this.#limitMs = limitMs
    this.#observer = observer
  }

  /** Returns what pg does. */
  override query(...given: unknown[]): never {
    this.#waiting += 1
    if (this.#waiting === 1) this.#begin()
    const done = given.at(-1)
    if (typeof done === 'function') {
      let ended = false
      // Called twice for a statement of which a value cannot be sent.
      given[given.length - 1] = (...said: unknown[]) => {
        if (!ended) this.#end()
        ended = true
        Reflect.apply(done, null, said)
      }
    }
    const answer: unknown = Reflect.apply(super.query, this, given)
    // The promise that is waited for, not one beside it: errors tell by it where they were asked.
    return (answer instanceof Promise ? answer.finally(this.#end) : answer) as never
  }

  /** Closes it without a word to the server, which may not hear it. */
  cut(error?: Error): void {
    this.connection.stream.destroy(error)
  }

  #begin(): void {
    this.#observer.began((this.#running = {}))
    if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(this.#giveUp, this.#limitMs)
  }

  readonly #end = (): void => {
    this.#observer.ended(this.#running)
    this.#waiting -= 1
    if (this.#waiting > 0) return this.#begin()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  readonly #giveUp = (): void => {
    this.cut(new Error(silence))
    this.#observer.silent()
  }
}

const connections = new WeakMap<Knex.Transaction, pg.Client>()

/** Returns the connection on which a transaction runs. */
export async function connectionOf(trx: Knex.Transaction): Promise<pg.Client> {
  return (trx.client as { acquireConnection(): Promise<pg.Client> }).acquireConnection()
}

/** From now on `sendOn` has it. Before anything is asked: what is sent at once would pass what waits for the connection. */
export async function rememberConnection(trx: Knex.Transaction): Promise<void> {
  connections.set(trx, await connectionOf(trx))
}

/** Sends something on the connection of a transaction, at once where it is remembered. Throws when the transaction is over: it would be done outside of it. */
export async function sendOn<T>(trx: Knex.Transaction, send: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = connections.get(trx) ?? (await connectionOf(trx))
  if (trx.isCompleted()) throw new Error('this transaction is over')
  return send(connection)
}
