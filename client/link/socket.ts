import { io, type Socket } from 'socket.io-client'
import { type Bye, type ClientToServer, type Hello, type ServerToClient, wireVersion } from '../../contract/envelope.ts'
import type { ConnectionEvent } from '../../machines/connection.ts'

export type PortalSocket = Socket<ServerToClient, ClientToServer>

/** Events of the link, as the connection machine names them. */
export type LinkMoment = Extract<ConnectionEvent['type'], 'CONNECTED' | 'LOST' | 'EXPIRED' | 'OUTDATED'>

export interface Link {
  readonly socket: PortalSocket
  /** Connects, and keeps trying until `close` or a final refusal (EXPIRED, OUTDATED). */
  open(): void
  close(): void
  /** Drops a connection that the browser reports dead, or retries at once when the network is back. */
  network(up: boolean): void
  /** Subscribes to events until the returned function is called. */
  on(listener: (moment: LinkMoment) => void): () => void
  onHello(listener: (hello: Hello) => void): () => void
}

interface LinkOptions {
  /** Origin of the server; the page's own by default. */
  url?: string
  /** Headers of the handshake, for clients that keep no cookies (tests). */
  headers?: Record<string, string>
  /** Connects without a session too, for public data: anyone with a link. */
  guest?: boolean
  /** Delays between attempts in ms: from `retryMs`, doubling up to `retryMaxMs`, each with random jitter of up to a half. */
  retryMs?: number
  retryMaxMs?: number
}

/** The socket of the page: websocket first, with cookies and wire version. */
export function createLink({ url, headers, guest = false, retryMs = 400, retryMaxMs = 5_000 }: LinkOptions = {}): Link {
  const options = {
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    autoConnect: false,
    auth: { wireVersion, ...(guest ? { guest } : {}) },
    // The library does not retry refused handshakes, so all retries are made here, in one place.
    reconnection: false,
    timeout: 10_000,
    ...(headers === undefined ? {} : { extraHeaders: headers }),
  }
  const socket: PortalSocket =
    url === undefined ? io({ ...options, forceNew: guest }) : io(url, { ...options, forceNew: true })
  const listeners = new Set<(moment: LinkMoment) => void>()
  const helloListeners = new Set<(hello: Hello) => void>()
  let wanted = false
  let tries = 0
  let ended: Bye['reason'] | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = (moment: LinkMoment) => {
    for (const listener of [...listeners]) listener(moment)
  }
  const again = (atOnce = false) => {
    clearTimeout(timer)
    if (!wanted) return
    const pause = Math.min(retryMaxMs, retryMs * 2 ** tries) * (0.5 + Math.random())
    tries += 1
    timer = setTimeout(() => wanted && socket.connect(), atOnce ? 0 : pause)
  }
  const finish = (moment: 'EXPIRED' | 'OUTDATED') => {
    wanted = false
    clearTimeout(timer)
    socket.disconnect()
    tell(moment)
  }

  socket.on('connect', () => {
    tries = 0
    ended = null
    tell('CONNECTED')
  })
  socket.on('hello', (hello) => {
    if (hello.wireVersion !== wireVersion) return finish('OUTDATED')
    for (const listener of [...helloListeners]) listener(hello)
  })
  socket.on('bye', ({ reason }) => {
    ended = reason
  })
  socket.on('disconnect', () => {
    if (!wanted) return
    if (ended === 'session-ended') return finish('EXPIRED')
    tell('LOST')
    again()
  })
  socket.on('connect_error', (error) => {
    const code = refusedWith(error)
    if (!wanted) return
    if (code === 'session-expired' || code === 'not-authorized') return finish('EXPIRED')
    if (code === 'wrong-wire-version') return finish('OUTDATED')
    tell('LOST')
    again()
  })

  return {
    socket,
    open() {
      if (wanted) return
      wanted = true
      tries = 0
      ended = null
      socket.connect()
    },
    close() {
      wanted = false
      clearTimeout(timer)
      socket.disconnect()
    },
    network(up) {
      if (!wanted) return
      if (!up) socket.io.engine?.close()
      else if (!socket.connected) again(true)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onHello(listener) {
      helloListeners.add(listener)
      return () => helloListeners.delete(listener)
    },
  }
}

/** Returns the code with which the server refused the handshake (contract/envelope.ts HandshakeRefusal), or null without a response. */
function refusedWith(error: Error): string | null {
  const data = (error as Error & { data?: unknown }).data
  if (typeof data !== 'object' || data === null || !('code' in data)) return null
  return typeof data.code === 'string' ? data.code : null
}
