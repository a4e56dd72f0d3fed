/** The part of a pg client that is wrapped here. */
interface Connection {
  query(...args: never[]): unknown
  readonly connection: { readonly stream: { cork(): void; uncork(): void } }
}

/**
 * What is asked of a connection within one turn of the event loop leaves in one write, instead of one for each statement: to wake the server costs more
 * than most of what it is asked. Only for connections that pipeline. Nothing leaves later than the turn ends.
 */
export function gatherWrites(connection: Connection): void {
  const { stream } = connection.connection
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  let gathering = false
  const send = (): void => {
    gathering = false
    stream.uncork()
  }
  connection.query = (...args: unknown[]) => {
    if (!gathering) {
      gathering = true
      stream.cork()
      // After whatever else goes on by promises in this turn, before anything is waited for.
      queueMicrotask(() => process.nextTick(send))
    }
    return query(...args)
  }
}
