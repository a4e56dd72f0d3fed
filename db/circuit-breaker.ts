import type { Knex } from 'knex'
import { Connection, silence } from './connection.ts'
import { isLost } from './retry.ts'

/** The database has not answered for a while; nothing was sent to it. */
export class DatabaseUnavailable extends Error {
  constructor() {
    super('the database does not answer')
    this.name = 'DatabaseUnavailable'
  }
}

const probeMs = 1_000
const betweenProbesMs = 200
/** How long callers wait while the circuit is open: it may close again, and callers that retry must not spin. */
const patienceMs = 200
/** Those who already wait for a connection get longer: this process may have been late, and the answers are there. */
const waitingPatienceMs = 400
/** How long a database that refused a connection counts as unavailable. */
const refusedMs = 1_000

/**
 * Returns whether the server said nothing at all: it would have ended a slow query itself, half a second before. A
 * socket that accepts nobody, because too many wait, counts too.
 */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, message } = error as NodeJS.ErrnoException
  // Knex prepends the statement.
  return (
    message.endsWith(silence) || message.endsWith('timeout expired') || (syscall === 'connect' && code === 'EAGAIN')
  )
}

const breakers = new WeakMap<object, CircuitBreaker>()

/** Returns whether this pool's database is silent, or refused a connection within the last second. */
export function isDatabaseUnavailable(knex: Knex): boolean {
  return breakers.get(knex.client as object)?.unavailable() ?? false
}

/**
 * Repeats the work until the database is back, for callers for whom waiting is worthwhile; throws the last error after
 * 5 s.
 */
export async function retryUntilAvailable<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || isSilence(error)) || performance.now() - began >= 5_000) throw error
    }
  }
}

/**
 * Circuit breaker of a pool: refuses quickly while its database is silent. Without it every caller waits, once for each
 * query, and retried calls wait several times. Opened by a query or a connection without an answer; a separate
 * connection then probes, and the first answer closes it.
 */
export class CircuitBreaker {
  readonly #url: string
  /** While it is open: resolves when the database is back. */
  #back: Promise<void> | null = null
  #refusedAt = Number.NEGATIVE_INFINITY
  #stopped = false
  /** Refuses those who wait for a connection. */
  readonly #waiting = new Set<() => void>()

  constructor(url: string) {
    this.#url = url
  }

  /** Registers it as that of a pool. */
  guards(knex: Knex): void {
    breakers.set(knex.client as object, this)
  }

  unavailable(): boolean {
    return this.#back !== null || performance.now() - this.#refusedAt < refusedMs
  }

  open(): void {
    if (this.#stopped || this.#back) return
    const back = this.#probe()
    this.#back = back
    setTimeout(() => {
      if (this.#back === back) for (const refuse of this.#waiting) refuse()
    }, waitingPatienceMs)
  }

  /** Stops probing, and never opens again. */
  stop(): void {
    this.#stopped = true
  }

  /**
   * Takes a connection from the pool; throws DatabaseUnavailable while the circuit is open. A connection that comes too
   * late is returned.
   */
  async acquire<C>(take: () => Promise<C>, giveBack: (connection: C) => unknown): Promise<C> {
    if (this.#back) {
      const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patienceMs))
      if ((await Promise.race([this.#back, late])) === 'late') throw new DatabaseUnavailable()
    }
    return new Promise((resolve, reject) => {
      let refused = false
      const refuse = (): void => {
        refused = true
        this.#waiting.delete(refuse)
        reject(new DatabaseUnavailable())
      }
      this.#waiting.add(refuse)
      take()
        .then((connection) => (refused ? giveBack(connection) : resolve(connection)))
        .catch(reject)
        .finally(() => this.#waiting.delete(refuse))
    })
  }

  /** Opens a connection, and learns from it whether the database is available. */
  async connect<C>(connecting: () => Promise<C>): Promise<C> {
    try {
      const connection = await connecting()
      this.#refusedAt = Number.NEGATIVE_INFINITY
      return connection
    } catch (error) {
      if (isSilence(error)) this.open()
      else if (isLost(error)) this.#refusedAt = performance.now()
      throw error
    }
  }

  async #probe(): Promise<void> {
    while (!this.#stopped && !(await answers(this.#url)))
      await new Promise((resolve) => setTimeout(resolve, betweenProbesMs).unref())
    this.#back = null
  }
}

/**
 * Returns whether the server answers on a separate connection. A rejection is an answer too: the pool then reports it.
 */
async function answers(url: string): Promise<boolean> {
  const connection = new Connection({
    connectionString: url,
    application_name: 'holdfast probe',
    connectionTimeoutMillis: probeMs,
    limitMs: probeMs,
  })
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    await (connection.query('SELECT 1') as Promise<unknown>)
    return true
  } catch (error) {
    return !isSilence(error)
  } finally {
    // A silent server would not answer a polite goodbye either.
    connection.end().catch(() => undefined)
    connection.cut()
  }
}
