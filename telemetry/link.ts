import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Namespace, Socket } from 'socket.io'
import { type LinkToGateway, type LinkToServer, type MessagesReply, protocolVersion } from '../contract/gateway.ts'
import { proveAgain } from './authenticate.ts'
import { tooMany } from './http.ts'
import type { Ingest } from './ingest.ts'
import { admit, refusal } from './link-admit.ts'
import { createHandouts } from './link-handouts.ts'
import { countedAsLinked, type LinkNumber, liveTokens, markLinked, markUnlinked, notCounted } from './link-state.ts'
import { createTurns } from './link-turns.ts'
import { createDispatcher, type LinkTarget } from './orders/dispatch.ts'

interface LinkData {
  gatewayId: number
  tokenId: number
}
interface BetweenServers {
  linked: (gatewayId: number, link: LinkNumber) => void
}
type Gateways = Namespace<LinkToServer, LinkToGateway, BetweenServers, LinkData>
type GatewaySocket = Socket<LinkToServer, LinkToGateway, BetweenServers, LinkData>
interface Link {
  readonly socket: GatewaySocket
  /** Known as soon as the database noted the link. */
  number: LinkNumber | null
}

export interface GatewayLink {
  /** Does the gateway hold a link now, in this process or another one? Orders are decided by this. */
  linked(gatewayId: number): Promise<boolean>
  linkedAmong(gatewayIds: readonly number[]): Promise<Set<number>>
  dispatch(orderId: string): Promise<void>
  dispatchPending(): Promise<void>
  /** Closes the links of revoked tokens and mends what the database says about links; runs by itself every heartbeat. */
  sweep(): Promise<void>
  stop(): Promise<void>
}
interface Options {
  /** A Socket.IO server; its adapter joins several processes. Connection state recovery must stay off: a late order is worse than none. */
  readonly io: { of(name: string): unknown }
  readonly knex: Knex
  readonly ingest: Pick<Ingest, 'accept'>
  readonly log: Logger
  readonly heartbeatSeconds: number
  /** How long a gateway may be away before screens are told, ms: a restart or a changed network is no news. */
  readonly graceMs?: number
  /** How often changed reservations are looked for, ms. */
  readonly handoutMs?: number
}
type MessagesAck = (reply: MessagesReply | { error: string; retryAfter?: number }) => void

const room = (gatewayId: number): string => `gateway:${gatewayId}`

/** The link of gateway protocol 1: Socket.IO namespace /gateway, websocket only, one link per gateway, a new one replaces the old. */
export function createGatewayLink({
  io,
  knex,
  ingest,
  log,
  heartbeatSeconds,
  graceMs = 2_000,
  handoutMs,
}: Options): GatewayLink {
  const gateways = io.of('/gateway') as Gateways
  const links = new Map<number, Link>()
  /** The newest link that any process told of. */
  const newest = new Map<number, LinkNumber>()
  const turns = createTurns()
  const timers = new Set<NodeJS.Timeout>()
  const work = new Set<Promise<void>>()
  let stopped = false

  const run = (what: string, promise: Promise<void>): void => {
    const one = promise.catch((error: unknown) => log.warn({ err: error }, what)).finally(() => work.delete(one))
    work.add(one)
  }
  const later = (ms: number, what: string, action: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run(what, action())
    }, ms)
    timer.unref()
    timers.add(timer)
  }

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
    const { gatewayId } = socket.data
    const link: Link = { socket, number: null }
    const before = links.get(gatewayId)
    links.set(gatewayId, link)
    if (before) replace(before)
    socket.on('messages', (body, ack) => run('messages not answered', receive(socket, body, ack)))
    socket.on('disconnect', () => left(gatewayId, link))
    run('link could not be opened', open(gatewayId, link))
  })

  const open = async (gatewayId: number, link: Link): Promise<void> => {
    const { socket } = link
    try {
      const { link: number, now, caches } = await markLinked(knex, gatewayId)
      link.number = number
      if (!socket.connected) return left(gatewayId, link)
      if ((newest.get(gatewayId) ?? 0) > number) return replace(link)
      newest.set(gatewayId, number)
      await socket.join(room(gatewayId))
      if (await several()) gateways.serverSideEmit('linked', gatewayId, number)
      socket.emit('hello', { time: now.toISOString(), protocol: protocolVersion, heartbeatSeconds })
      if (caches) await handouts.begin(socket)
    } catch (error) {
      if (link.number === null) socket.disconnect(true)
      throw error
    }
  }
  gateways.on('linked', (gatewayId, number) => {
    newest.set(gatewayId, Math.max(newest.get(gatewayId) ?? 0, number))
    const own = links.get(gatewayId)
    if (own && own.number !== null && own.number < number) replace(own)
  })

  const replace = ({ socket }: Link): void => {
    socket.emit('replaced')
    socket.disconnect(true)
  }
  const left = (gatewayId: number, link: Link): void => {
    if (links.get(gatewayId) === link) links.delete(gatewayId)
    if (stopped || link.number === null) return
    later(graceMs, 'end of a link not noted', () => unlinkGone([gatewayId]))
  }
  /** What counts as linked and is not, does so no longer: all gateways, or those given. */
  const unlinkGone = async (gatewayIds: readonly number[] | null): Promise<void> => {
    const counted = await countedAsLinked(knex, graceMs / 2_000, gatewayIds)
    const missing = counted.filter(({ id }) => !links.get(id)?.socket.connected)
    const remote = await elsewhere(missing.map(({ id }) => id))
    for (const { id, link } of missing) if (!remote.has(id)) await markUnlinked(knex, id, link)
  }
  /** What is linked here and does not count as such, does again. */
  const relink = async (): Promise<void> => {
    const own = [...links].flatMap(([id, { number }]) => (number === null ? [] : [id]))
    for (const id of own.length > 0 ? await notCounted(knex, own) : []) {
      const { link: number } = await markLinked(knex, id)
      const link = links.get(id)
      if (link) link.number = number
    }
  }

  const receive = async (socket: GatewaySocket, body: unknown, ack: MessagesAck | undefined): Promise<void> => {
    const reply: MessagesAck = typeof ack === 'function' ? ack : () => {}
    if (tooMany(body)) return reply({ error: 'too-large' })
    const done = turns.take(socket.data.gatewayId)
    if (!done) return reply({ error: 'too-fast', retryAfter: 1 })
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
      else reply({ error: 'busy', retryAfter: answer.retryAfterSeconds ?? 2 })
    } catch (error) {
      reply({ error: 'unavailable', retryAfter: 5 })
      throw error
    } finally {
      done()
    }
  }

  const several = async (): Promise<boolean> => (await gateways.adapter.serverCount()) > 1
  const elsewhere = async (gatewayIds: readonly number[]): Promise<Map<number, { id: string; tokenId: number }>> => {
    if (gatewayIds.length === 0 || !(await several())) return new Map()
    const sockets = await gateways.in(gatewayIds.map(room)).fetchSockets()
    return new Map(sockets.map(({ id, data }) => [data.gatewayId, { id, tokenId: data.tokenId }]))
  }
  const here = (gatewayId: number): GatewaySocket | null => {
    const link = links.get(gatewayId)
    return link?.socket.connected && link.number !== null ? link.socket : null
  }

  const find = async (gatewayId: number): Promise<LinkTarget | null> => {
    const socket = here(gatewayId)
    if (socket) {
      return { tokenId: socket.data.tokenId, send: (frame, ms) => socket.timeout(ms).emitWithAck('order', frame) }
    }
    const remote = (await elsewhere([gatewayId])).get(gatewayId)
    if (!remote) return null
    return {
      tokenId: remote.tokenId,
      send: async (frame, ms) => (await gateways.to(remote.id).timeout(ms).emitWithAck('order', frame))[0],
    }
  }
  const linkedAmong = async (gatewayIds: readonly number[]): Promise<Set<number>> => {
    const found = new Set(gatewayIds.filter((id) => here(id)))
    for (const id of (await elsewhere(gatewayIds.filter((each) => !found.has(each)))).keys()) found.add(id)
    return found
  }

  const sweep = async (): Promise<void> => {
    const own = [...links.values()]
    if (own.length > 0) {
      const tokens = own.map(({ socket }) => socket.data.tokenId)
      const live = await liveTokens(knex, tokens)
      for (const { socket } of own) if (!live.has(socket.data.tokenId)) socket.disconnect(true)
    }
    await unlinkGone(null)
    await relink()
  }
  const heartbeat = setInterval(() => run('links could not be checked', sweep()), heartbeatSeconds * 1_000)
  heartbeat.unref()
  later(graceMs, 'links could not be checked', sweep)

  const handouts = createHandouts({
    knex,
    log,
    ...(handoutMs === undefined ? {} : { everyMs: handoutMs }),
    give: (socket: GatewaySocket, frame, ms) => socket.timeout(ms).emitWithAck('reservations', frame),
  })
  const dispatcher = createDispatcher({ knex, log, find })
  return {
    linked: async (gatewayId) => (await linkedAmong([gatewayId])).has(gatewayId),
    linkedAmong,
    dispatch: (orderId) => dispatcher.dispatch(orderId),
    dispatchPending: () => dispatcher.dispatchPending(),
    sweep,
    async stop() {
      stopped = true
      clearInterval(heartbeat)
      for (const timer of timers) clearTimeout(timer)
      for (const { socket } of links.values()) socket.disconnect(true)
      await Promise.all([dispatcher.stop(), handouts.stop()])
      await Promise.all(work)
    },
  }
}
