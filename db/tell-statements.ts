import type { EventEmitter } from 'node:events'

/** The part of a pg client that is listened to. */
interface Connection {
  query(...args: never[]): unknown
  readonly connection: { on(event: 'readyForQuery', listener: () => void): void }
  on(event: 'end', listener: () => void): void
}

/** Events of a pool, each with an object that stands for the statement. */
export const statementBegan = 'holdfast-statement-began'
export const statementEnded = 'holdfast-statement-ended'

/**
 * Tells of every statement of a connection, in whatever way it was sent. One that was sent before the last answer was there begins with that answer:
 * the server does one after another.
 */
export function tellStatements(connection: Connection, pool: Pick<EventEmitter, 'emit'>): void {
  let waiting = 0
  let running: object | null = null
  let over = false
  const begin = (): void => {
    running = {}
    pool.emit(statementBegan, running)
  }
  const end = (): void => {
    if (running) pool.emit(statementEnded, running)
    running = null
  }
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  connection.query = (...args: unknown[]) => {
    const answer = query(...args)
    if (over) return answer
    waiting += 1
    if (running === null) begin()
    return answer
  }
  connection.connection.on('readyForQuery', () => {
    if (waiting === 0) return
    end()
    waiting -= 1
    if (waiting > 0) begin()
  })
  connection.on('end', () => {
    over = true
    end()
  })
}
