import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export interface Arrivals {
  /** Connections that are taken in and wait to become sockets. */
  waiting(): number
}

/** While connections keep coming one becomes a socket in so many turns of the loop, or as soon as so much time has passed, ms. */
const turnsBetween = 64
const longestMs = 20

/**
 * A turn of the loop takes in one connection, and each that becomes a socket makes a turn long: when thousands come back, who comes with a call would wait behind
 * all of them. So connections are taken in first, and become sockets one a turn when no more come. Whoever listens for 'upgrade' hears of them later.
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

/** By these one who waits is known to have gone; a polite end comes alone, for sockets of servers are half-open. */
const signs = ['error', 'end', 'close'] as const
