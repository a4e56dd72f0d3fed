import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly to: string
  readonly raw: string
  header(name: string): string
}
export interface MailServer {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** The SMTP code with which it rejects a recipient, or null to accept. */
  refuse: (address: string) => number | null
  /** Connections so far. */
  readonly connections: () => number
  close(): Promise<void>
}

/** A real mail server on this machine, without encryption; every login is rejected as a wrong password. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: Received[] = []
  let connections = 0
  const state = { refuse: (_address: string): number | null => null }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 535 })),
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onRcptTo: ({ address }, _session, done) => {
      const code = state.refuse(address)
      done(code === null ? null : Object.assign(new Error('not here'), { responseCode: code }))
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw, header: (name) => headerOf(raw, name) })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const taken = typeof address === 'object' && address ? address.port : 0
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    received,
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

/** A header's text, unfolded. */
function headerOf(raw: string, name: string): string {
  const head = raw.split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? ''
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
}

/** A server that accepts connections and never replies. */
export async function startBlackHole(): Promise<{ port: number; taken: () => number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    taken: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
