import { io, type Socket } from 'socket.io-client'
import { type Bye, type ClientToServer, type Hello, type ServerToClient, wireVersion } from '../../contract/envelope.ts'
import type { ConnectionEvent } from '../../machines/connection.ts'

export type PortalSocket = Socket<ServerToClient, ClientToServer>

/** Moments of the link, as the connection machine names them. */
export type LinkMoment = Extract<ConnectionEvent['type'], 'CONNECTED' | 'LOST' | 'EXPIRED' | 'OUTDATED'>

export interface Link {
  readonly socket: PortalSocket
  /** Connects, and keeps on trying until `close` or a final answer (EXPIRED, OUTDATED). */
  open(): void
  close(): void
  /** Drops a connection that the browser says is dead, or tries at once when it says the network is back. */
  network(up: boolean): void
  /** Hears moments until the returned function is called. */
  on(listener: (moment: LinkMoment) => void): () => void
  onHello(listener: (hello: Hello) => void): () => void
}

interface LinkOptions {
  /** Origin of the server; the page's own by default. */
  url?: string
  /** Headers of the handshake, for clients that keep no cookies (tests). */
  headers?: Record<string, string>
  /** Comes in without a session too, for what is public: whoever holds a link. */
  guest?: boolean
  /** Pauses between attempts in ms: from `retryMs`, doubling up to `retryMaxMs`, each up to half shorter or longer by chance. */
  retryMs?: number
  retryMaxMs?: number
}

/** A socket of the page: websocket first, cookies sent, wire version told. */
export function createLink({ url, headers, guest = false, retryMs = 400, retryMaxMs = 5_000 }: LinkOptions = {}): Link {
  const options = {
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    autoConnect: false,
    auth: { wireVersion, ...(guest ? { guest } : {}) },
    // Refused handshakes are not repeated by the library, so all repeating is done here, in one place.
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

/** The code with which the server refused the handshake (contract/envelope.ts HandshakeRefusal), or null when nobody answered. */
function refusedWith(error: Error): string | null {
  const data = (error as Error & { data?: unknown }).data
  if (typeof data !== 'object' || data === null || !('code' in data)) return null
  return typeof data.code === 'string' ? data.code : null
}
