import type { Knex } from 'knex'
import pg from 'pg'

/** Message of a query that got no answer at all. */
export const silence = 'Query read timeout'

/** Observes the statements of a connection; each is identified by an object. */
export interface Observer {
  began(statement: object): void
  ended(statement: object): void
  /** The server did not answer, and the connection is lost. */
  silent(): void
}

const nobody: Observer = { began() {}, ended() {}, silent() {} }

export interface ConnectionConfig extends pg.ClientConfig {
  /** Maximum time of one statement without an answer, ms. */
  limitMs: number
}

/**
 * A connection that is closed when the server is silent. Time counts per statement, like the server's own limits: from
 * when it is sent, or from the answer to the previous one. (pg's query_timeout counts pipelined statements together,
 * and leaves the connection open.)
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

  /** Returns what pg returns. */
  override query(...given: unknown[]): never {
    this.#waiting += 1
    if (this.#waiting === 1) this.#begin()
    const done = given.at(-1)
    if (typeof done === 'function') {
      let ended = false
      // Called twice for a statement with a value that cannot be sent.
      given[given.length - 1] = (...said: unknown[]) => {
        if (!ended) this.#end()
        ended = true
        Reflect.apply(done, null, said)
      }
    }
    const answer: unknown = Reflect.apply(super.query, this, given)
    // The promise that is awaited, not a copy: its errors show where the call was made.
    return (answer instanceof Promise ? answer.finally(this.#end) : answer) as never
  }

  /** Closes it without a goodbye, which the server may not hear. */
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

/** Returns the connection of a transaction. */
export async function connectionOf(trx: Knex.Transaction): Promise<pg.Client> {
  return (trx.client as { acquireConnection(): Promise<pg.Client> }).acquireConnection()
}

/**
 * Makes the connection available to `sendOn`. Call it before any query: what is sent at once would overtake what waits
 * for the connection.
 */
export async function rememberConnection(trx: Knex.Transaction): Promise<void> {
  connections.set(trx, await connectionOf(trx))
}

/**
 * Sends something on the connection of a transaction, at once if it is remembered. Throws if the transaction is over,
 * because it would run outside of it.
 */
export async function sendOn<T>(trx: Knex.Transaction, send: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = connections.get(trx) ?? (await connectionOf(trx))
  if (trx.isCompleted()) throw new Error('this transaction is over')
  return send(connection)
}
