import type { Namespace, Socket } from 'socket.io'
import { type LinkToGateway, type LinkToServer, type MessagesReply, protocolVersion } from '../../contract/gateway.ts'
import { answerMs } from '../gateways/answer-time.ts'
import { proveAgain } from '../gateways/authenticate.ts'
import { createTurns } from '../gateways/link-turns.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { createGatewayLink, type GatewayLine, type GatewayLink, type LinkOptions } from './link.ts'
import { admit, refusal } from './link-admit.ts'
import type { LinkNumber } from './link-state.ts'

interface LinkData {
  gatewayId: number
  tokenId: number
}
interface BetweenServers {
  linked: (gatewayId: number, link: LinkNumber) => void
}
type Gateways = Namespace<LinkToServer, LinkToGateway, BetweenServers, LinkData>
type GatewaySocket = Socket<LinkToServer, LinkToGateway, BetweenServers, LinkData>
type MessagesAck = (reply: MessagesReply | { error: string; retryAfter?: number }) => void

interface Options extends Omit<LinkOptions, 'notifyOthers'> {
  /** A Socket.IO server whose adapter joins the processes. Connection state recovery must stay off: a late command is worse than none. */
  readonly io: { of(name: string): unknown }
  readonly ingest: Pick<Ingest, 'accept'>
}

/** Serves the links of protocol 1: Socket.IO namespace /gateway, websocket only. */
export function serveGateways({ io, ingest, ...options }: Options): GatewayLink {
  const { knex, log, heartbeatSeconds } = options
  const gateways = io.of('/gateway') as Gateways
  const turns = createTurns()
  const running = new Set<Promise<void>>()
  let stopped = false

  /** Not awaited: the adapter may be down, and the next sweep finds out as well. */
  const notifyOthers = (gatewayId: number, number: LinkNumber): void => {
    void gateways.adapter.serverCount().then(
      (count) => count > 1 && gateways.serverSideEmit('linked', gatewayId, number),
      (error: unknown) => log.warn({ err: error }, 'cannot notify other processes of a link'),
    )
  }
  const link = createGatewayLink({ ...options, notifyOthers })
  gateways.on('linked', (gatewayId, number) => link.newer(gatewayId, number))

  gateways.use((socket, next) => {
    const admitted = stopped ? Promise.reject(refusal('server-stopping')) : admit(socket, { knex, log })
    admitted.then(
      (proven) => {
        socket.data.gatewayId = proven.gateway.gatewayId
        socket.data.tokenId = proven.tokenId
        next()
      },
      (error: Error) => next(error),
    )
  })

  gateways.on('connection', (socket) => {
    const line = lineOf(socket, heartbeatSeconds)
    socket.on('messages', (body, ack) => {
      const one = receive(socket, body, ack)
        .catch((error: unknown) => log.warn({ err: error }, 'cannot reply to messages'))
        .finally(() => running.delete(one))
      running.add(one)
    })
    socket.on('disconnect', () => link.detach(line))
    link.attach(line)
  })

  const receive = async (socket: GatewaySocket, body: unknown, ack: MessagesAck | undefined): Promise<void> => {
    const reply: MessagesAck = typeof ack === 'function' ? ack : () => {}
    const done = turns.take(socket.data.gatewayId)
    if (!done) return reply({ error: 'too-fast', retryAfter: 1 })
    const late = setTimeout(() => reply({ error: 'unavailable', retryAfter: 5 }), answerMs)
    try {
      const proven = await proveAgain(knex, socket.data.tokenId)
      if (!proven) {
        reply({ error: 'not-authorized' })
        socket.disconnect(true)
        return
      }
      const answer = await ingest.accept(proven.gateway, body)
      if (answer.ok) reply(answer.reply)
      else if (answer.status === 400) reply({ error: 'bad-body' })
      else if (answer.status === 413) reply({ error: 'too-large' })
      else reply({ error: 'busy', retryAfter: answer.retryAfterSeconds ?? 2 })
    } catch (error) {
      reply({ error: 'unavailable', retryAfter: 5 })
      throw error
    } finally {
      clearTimeout(late)
      done()
    }
  }

  return {
    ...link,
    async stop() {
      stopped = true
      await link.stop()
      await Promise.all(running)
    },
  }
}

function lineOf(socket: GatewaySocket, heartbeatSeconds: number): GatewayLine {
  return {
    gatewayId: socket.data.gatewayId,
    tokenId: socket.data.tokenId,
    get connected() {
      return socket.connected
    },
    hello: (time) => socket.emit('hello', { time: time.toISOString(), protocol: protocolVersion, heartbeatSeconds }),
    order: (frame, ms) => socket.timeout(ms).emitWithAck('order', frame),
    reservations: (frame, ms) => socket.timeout(ms).emitWithAck('reservations', frame),
    replaced() {
      socket.emit('replaced')
      socket.disconnect(true)
    },
    close: () => socket.disconnect(true),
  }
}
