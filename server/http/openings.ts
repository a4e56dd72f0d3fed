import { type ChildProcess, spawn } from 'node:child_process'
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
  const failed = (error: unknown): void => {
    if (!closing) log.warn({ err: error }, 'the port takes in fewer connections at a time')
  }
  const other = startOther(program, failed)
  if (!other) return { of: async () => 0, close: async () => undefined }
  const gone = new Promise<void>((resolve) => {
    other.on('error', (error) => {
      failed(error)
      resolve()
    })
    other.on('disconnect', resolve)
    // Whose end is not told by the channel: what it sent before is read by then.
    other.on('exit', () => setTimeout(resolve, 100))
  })
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
      try {
        if (other.connected) other.send({ count: openings - 1 }, (http as unknown as { _handle: Server })._handle)
      } catch (error) {
        // In a cluster the port is the first process's.
        failed(error)
        other.kill()
      }
      await gone
      const open = made.filter(({ listening }) => listening).length
      if (open < openings - 1) failed(new Error(`${open} of ${openings - 1} more openings were made`))
      return open
    },
    async close() {
      closing = true
      other.kill()
      // What is on its way keeps the port open as well.
      await gone
      await Promise.all(made.map((opening) => new Promise((resolve) => opening.close(resolve))))
    },
  }
}

/** Null where none can be started. It keeps nobody alive. */
function startOther(program: string, failed: (error: unknown) => void): ChildProcess | null {
  try {
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
    const other = spawn(program, ['-e', giveBack], { env: {}, stdio: [...stdio], windowsHide: true })
    other.unref()
    other.channel?.unref()
    return other
  } catch (error) {
    failed(error)
    return null
  }
}
