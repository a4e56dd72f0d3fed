import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import type {
  ClientToServer,
  CommandAnswer,
  CommandEnvelope,
  Hello,
  QueryAnswer,
  QueryEnvelope,
  ServerToClient,
  UnwatchEnvelope,
  WatchAnswer,
  WatchEnvelope,
} from '../../../contract/envelope.ts'
import { wireVersion } from '../../../contract/envelope.ts'

type PeerSocket = Socket<ClientToServer, ServerToClient>

/** Behaviour of the far end; 'silence' = it receives, but its reply is lost. */
export interface Script {
  handshake?: () => string | null
  hello?: Partial<Hello>
  command?: (envelope: CommandEnvelope, times: number) => CommandAnswer | 'silence'
  query?: (envelope: QueryEnvelope, times: number) => QueryAnswer | 'silence'
  watch?: (envelope: WatchEnvelope, times: number, socket: PeerSocket) => WatchAnswer | 'silence'
}

/** The far end of the wire under a test's control: a Socket.IO server on loopback that loses replies and cuts connections on command. */
export async function startPeer(script: Script) {
  const http = createServer()
  const io = new Server<ClientToServer, ServerToClient>(http, { serveClient: false })
  const heard = {
    commands: [] as CommandEnvelope[],
    queries: [] as QueryEnvelope[],
    watches: [] as WatchEnvelope[],
    unwatches: [] as UnwatchEnvelope[],
  }
  io.use((_socket, next) => {
    const code = script.handshake?.() ?? null
    next(code === null ? undefined : Object.assign(new Error(code), { data: { code } }))
  })
  io.on('connection', (socket) => {
    socket.emit('hello', { wireVersion, version: '1', time: new Date().toISOString(), user: 1, ...script.hello })
    socket.on('command', (envelope, ack) => {
      heard.commands.push(envelope)
      const answer = script.command?.(envelope, heard.commands.length) ?? 'silence'
      if (answer !== 'silence') ack(answer)
    })
    socket.on('query', (envelope, ack) => {
      heard.queries.push(envelope)
      const answer = script.query?.(envelope, heard.queries.length) ?? 'silence'
      if (answer !== 'silence') ack(answer)
    })
    socket.on('watch', (envelope, ack) => {
      heard.watches.push(envelope)
      const answer = script.watch?.(envelope, heard.watches.length, socket) ?? 'silence'
      if (answer !== 'silence') ack(answer)
    })
    socket.on('unwatch', (envelope, ack) => {
      heard.unwatches.push(envelope)
      ack()
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    io,
    heard,
    script,
    /** Breaks every connection silently, as a network does. */
    cut: () => io.sockets.sockets.forEach((socket) => socket.conn.close()),
    stop: () => io.close(),
  }
}
export type Peer = Awaited<ReturnType<typeof startPeer>>
