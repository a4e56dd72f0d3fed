import { spawn } from 'node:child_process'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'

/** More openings of one port. */
export interface Openings {
  /** Makes them, when the port is open, and answers how many. Connections of all of them are those of `http`. */
  of(http: HttpServer): Promise<number>
  /** Takes nobody in any more; resolves when the last connection that came through them is closed. */
  close(): Promise<void>
}

interface Options {
  /** So many may wait to be taken in. */
  readonly backlog: number
  readonly log: Pick<Logger, 'warn'>
  /** Node. */
  readonly program?: string
}

/** So many connections are taken in in one turn of the loop at most, with the one that Node takes in itself. */
const openings = 16

/** What the other process does: gives back what it is given, so often as it is asked to, and goes. */
const giveBack = `
process.on('message', ({ count }, port) => {
  let left = count
  const given = () => { left -= 1; if (left === 0) process.disconnect() }
  for (let at = 0; at < count; at += 1) process.send('opening', port, given)
})`

/** The open port itself: as a Server the other process would take connections in as well. */
type Port = { close(): void }

/**
 * Node takes in one connection in each turn of its loop (libuv since 1.45). Where turns are long, for all have work to do, who comes anew waits for as many turns
 * as there are before him: after a restart half a minute, and a probe of health with them. The same socket listened to several times takes in one for each. A process
 * gets a second handle of a socket only from another one: that is started here, early, for it takes its time where everything is busy. Without it
 * the port has its one opening.
 */
export function prepareOpenings({ backlog, log, program = process.execPath }: Options): Openings {
  const made: Server[] = []
  let closing = false
  const other = spawn(program, ['-e', giveBack], { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const failed = (error: Error): void => {
    if (!closing) log.warn({ err: error }, 'the port takes in fewer connections at a time')
  }
  const gone = new Promise<void>((resolve) => {
    other.on('error', (error) => {
      failed(error)
      resolve()
    })
    other.on('disconnect', resolve)
  })
  other.unref()
  other.channel?.unref()
  return {
    async of(http) {
      const take = (socket: Socket): void => void http.emit('connection', socket)
      other.on('message', (_what, port: unknown) => {
        if (closing) return (port as Port).close()
        // As those of Node's own HTTP server are.
        const opening = createServer({ allowHalfOpen: true, noDelay: true }, take)
        opening.on('error', failed)
        made.push(opening.listen(port as Server, backlog))
      })
      const port = (http as unknown as { _handle: Server })._handle
      if (other.connected) other.send({ count: openings - 1 }, port, (error) => error && failed(error))
      await gone
      return made.length
    },
    async close() {
      closing = true
      other.kill()
      await Promise.all(made.map((opening) => new Promise((resolve) => opening.close(resolve))))
    },
  }
}
