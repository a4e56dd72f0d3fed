import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export interface Arrivals {
  /** Connections that are taken in and wait to become sockets. */
  waiting(): number
}

/** While connections keep coming one becomes a socket in so many turns of the loop. */
const turnsBetween = 64

/**
 * Node takes in one connection in each turn of its loop, and each that becomes a socket makes a turn long: when thousands come back, who comes with a call would wait behind
 * all of them. So connections are taken in first, and become sockets one a turn when no more come. Must be called when all who listen for 'upgrade' do so.
 */
export function acceptFirst(http: Server): Arrivals {
  type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  const upgrades = http.listeners('upgrade') as Upgrade[]
  http.removeAllListeners('upgrade')
  const queue = new Set<() => void>()
  let coming = false
  let since = 0
  const turn = (): void => {
    since = coming ? since + 1 : turnsBetween
    coming = false
    if (since >= turnsBetween) {
      since = 0
      const [first] = queue
      if (first) {
        queue.delete(first)
        first()
      }
    }
    if (queue.size > 0) setImmediate(turn)
  }
  http.on('connection', () => {
    coming = true
  })
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const open = (): void => {
      socket.off('error', gone)
      socket.off('close', gone)
      for (const upgrade of upgrades) upgrade.call(http, request, socket, head)
    }
    const gone = (): void => {
      queue.delete(open)
      socket.destroy()
    }
    socket.on('error', gone)
    socket.on('close', gone)
    if (queue.size === 0) setImmediate(turn)
    queue.add(open)
  })
  return { waiting: () => queue.size }
}
