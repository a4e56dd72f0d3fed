import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export interface Arrivals {
  /** Accepted connections that wait to become sockets. */
  waiting(): number
}

/**
 * While connections keep coming, one becomes a socket after this many turns of the event loop, or after this time, ms.
 */
const turnsBetween = 64
const longestMs = 20

/**
 * Accepts connections before they become sockets. A turn of the event loop accepts one connection, and each new socket
 * makes a turn long: when thousands return, a call would wait behind all of them. So upgrades wait while more
 * connections arrive, and then happen one a turn. Listeners of 'upgrade' get them later.
 */
export function acceptFirst(http: Server, now: () => number = () => performance.now()): Arrivals {
  const queue = new Set<() => void>()
  let coming = false
  let turns = 0
  let openedAt = now()
  let running = false
  const turn = (): void => {
    turns += 1
    const at = now()
    const opens = !coming || turns >= turnsBetween || at - openedAt >= longestMs
    coming = false
    const [first] = opens ? queue : []
    if (first) queue.delete(first)
    running = queue.size > 0
    if (running) setImmediate(turn)
    if (!first) return
    turns = 0
    openedAt = at
    first()
  }
  http.on('connection', () => {
    coming = true
  })
  const emit = http.emit.bind(http)
  const tell = (event: string, ...values: unknown[]): boolean => {
    if (event !== 'upgrade') return emit(event, ...values)
    const [request, socket, head] = values as [IncomingMessage, Duplex, Buffer]
    const open = (): void => {
      for (const sign of signs) socket.off(sign, gone)
      emit('upgrade', request, socket, head)
    }
    const gone = (): void => {
      queue.delete(open)
      socket.destroy()
    }
    for (const sign of signs) socket.on(sign, gone)
    queue.add(open)
    if (!running) setImmediate(turn)
    running = true
    return true
  }
  http.emit = tell as Server['emit']
  return { waiting: () => queue.size }
}

/** Signs that a waiting client is gone; a polite end comes alone, because server sockets are half-open. */
const signs = ['error', 'end', 'close'] as const
