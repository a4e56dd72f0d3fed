import type { Server, Socket } from 'socket.io'
import {
  type ClientToServer,
  commandEnvelope,
  type HandshakeRefusal,
  queryEnvelope,
  type ServerToClient,
  unwatchEnvelope,
  type WatchAnswer,
  type WatchEnvelope,
  watchEnvelope,
  wireVersion,
} from '../../contract/envelope.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { isDatabaseUnavailable, retryUntilAvailable } from '../../db/circuit-breaker.ts'
import { withRetry } from '../../db/retry.ts'
import { addressOf } from '../../telemetry/gateways/address-of.ts'
import { appOf, requestedHost } from '../http/address.ts'
import { createPlaces } from '../http/connections.ts'
import { actorKey, loadActor } from '../kernel/bus/actor.ts'
import { limit, refusalOf, runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { Refused, refused } from '../kernel/bus/refuse.ts'
import { isUnavailable } from '../kernel/bus/unavailable.ts'
import { type Context, isSecure } from '../kernel/context.ts'
import { createFairQueue, type FairQueue } from '../kernel/overload/fair-queue.ts'
import { addressKey, plainAddress } from '../session/login-limits.ts'
import type { Arrivals } from './accept-queue.ts'
import { sessionHashOf } from './cookie.ts'
import { parseWatch, readWatch, roomsOf, type Subscription, sameRooms } from './subscription.ts'

export interface SocketData {
  /** Null = a guest, who has a link and sees only public views. */
  sessionHash: Buffer | null
  sessionId: string | null
  userId: number | null
  /** The address by which calls are limited. */
  address: string
  watches: Map<string, Subscription>
  /** Calls without a reply yet. */
  running: number
}
export type PortalServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>
export type PortalSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>

const maxWatches = 40
const maxWatchesOfGuest = 4
/** Maximum concurrent calls of one socket. */
const maxRunning = 50
/** Screens that are brought up to date at once: usually, and while others still arrive. */
const places = { usual: 8, arriving: 3 }
type No = { ok: false; refusal: Refusal }
const busy: No = { ok: false, refusal: { code: 'too-many-requests', params: { seconds: 1 } } }

/** Refuses a handshake with the code as `data.code` of the error. */
export function refuseHandshake(code: HandshakeRefusal): Error {
  return Object.assign(new Error(code), { data: { code } })
}

/**
 * Serves commands, queries and watches over Socket.IO, by the session of the cookie; `auth.guest` admits callers
 * without one, for what is public.
 */
export function serveSockets(context: Kernel, io: PortalServer, arrivals: Arrivals): void {
  // Open while the database is unavailable: nobody should wait to find out.
  const queue = createFairQueue(() => {
    if (isDatabaseUnavailable(context.knex)) return Number.POSITIVE_INFINITY
    return arrivals.waiting() > 0 ? places.arriving : places.usual
  })
  const open = createPlaces()
  io.use((socket, next) => {
    const giveBack = open.take(addressOf(socket.request, context.config.trustProxy))
    if (!giveBack) return next(refuseHandshake('server-stopping'))
    socket.conn.once('close', giveBack)
    void handshake(context, socket, queue).then(
      () => next(),
      (error: unknown) => next(error instanceof Error ? error : new Error('handshake')),
    )
  })
  io.on('connection', (socket) => {
    context.metrics.sockets.inc()
    socket.on('disconnect', () => context.metrics.sockets.dec())
    socket.emit('hello', {
      wireVersion,
      version: context.config.version,
      time: new Date().toISOString(),
      user: socket.data.userId,
    })
    socket.on('command', (raw, ack) => {
      const envelope = commandEnvelope.safeParse(raw)
      if (typeof ack !== 'function') return
      if (!envelope.success) return ack({ ok: false, refusal: { code: 'bad-input' } })
      serve(context, socket, ack, () =>
        runCommand(context, socket.data.sessionHash, envelope.data, socket.data.address),
      )
    })
    socket.on('query', (raw, ack) => {
      const envelope = queryEnvelope.safeParse(raw)
      if (typeof ack !== 'function') return
      if (!envelope.success) return ack({ ok: false, refusal: { code: 'bad-input' } })
      serve(context, socket, ack, () => runQuery(context, socket.data.sessionHash, envelope.data, socket.data.address))
    })
    socket.on('watch', (raw, ack) => {
      const envelope = watchEnvelope.safeParse(raw)
      if (typeof ack !== 'function') return
      if (!envelope.success) return ack({ ok: false, refusal: { code: 'bad-input' } })
      const { watch, name, input, cursor } = envelope.data
      serve(context, socket, ack, () => startWatch(context, queue, socket, { watch, name, input, cursor }))
    })
    socket.on('unwatch', (raw, ack) => {
      const envelope = unwatchEnvelope.safeParse(raw)
      if (envelope.success) void stopWatch(socket, envelope.data.watch)
      if (typeof ack === 'function') ack()
    })
  })
}

/** Replies to a call, unless this socket has too many running: one socket must not take every database connection. */
function serve<A>(context: Context, socket: PortalSocket, ack: (answer: A | No) => void, run: () => Promise<A>): void {
  if (socket.data.running >= maxRunning) return ack(busy)
  socket.data.running += 1
  void run()
    .catch((error: unknown): No => ({ ok: false, refusal: refusalOf(context, error, { socketId: socket.id }) }))
    .then((answer) => {
      socket.data.running -= 1
      ack(answer)
    })
}

async function handshake(context: Context, socket: PortalSocket, queue: FairQueue): Promise<void> {
  if (context.stopping()) throw refuseHandshake('server-stopping')
  const auth = socket.handshake.auth as { wireVersion?: unknown; guest?: unknown }
  if (auth.wireVersion !== wireVersion) throw refuseHandshake('wrong-wire-version')
  const guest = auth.guest === true
  Object.assign(socket.data, {
    watches: new Map(),
    running: 0,
    address: addressKey(plainAddress(addressOf(socket.request, context.config.trustProxy))),
  })
  Object.assign(socket.data, { sessionHash: null, sessionId: null, userId: null } satisfies Partial<SocketData>)
  const app = appOf(requestedHost(socket.request, context.config.trustProxy), context.addresses)
  const hash = sessionHashOf(socket.handshake.headers.cookie, app, { secure: isSecure(context.addresses) })
  if (!hash) {
    if (guest) return
    throw refuseHandshake('session-expired')
  }
  let loaded: Awaited<ReturnType<typeof loadActor>> | 'gone'
  try {
    loaded = await queue.pass(hash.toString('hex'), 'later', async () => {
      if (socket.conn.readyState !== 'open') return 'gone' as const
      return loadActor(context.knex, hash)
    })
  } catch (error) {
    if (!isUnavailable(error)) context.log.error({ err: error }, 'handshake failed')
    throw refuseHandshake('database-unavailable')
  }
  if (loaded === 'gone') throw refuseHandshake('server-stopping')
  if (!loaded) {
    if (guest) return
    throw refuseHandshake('session-expired')
  }
  socket.data.sessionHash = hash
  socket.data.sessionId = loaded.actor.sessionId
  socket.data.userId = loaded.actor.userId
  await socket.join([sessionRoom(loaded.actor.sessionId), userRoom(loaded.actor.userId)])
}

/** Rooms of the socket layer itself; no change is ever bound to them. */
export const sessionRoom = (sessionId: string): string => `socket-session:${sessionId}`
export const userRoom = (userId: number): string => `socket-user:${userId}`

/** Key for the call limits. */
const callerOf = ({ userId, address }: SocketData): string =>
  userId === null ? `guest:${address}` : actorKey({ userId })

async function startWatch(
  context: Kernel,
  queue: FairQueue,
  socket: PortalSocket,
  { watch, name, input, cursor }: WatchEnvelope,
): Promise<WatchAnswer> {
  const handler = context.handlers.watches.get(name)
  if (!handler) return { ok: false as const, refusal: { code: 'not-found' } }
  const { watches, sessionHash } = socket.data
  const most = sessionHash ? maxWatches : maxWatchesOfGuest
  if (!watches.has(watch) && watches.size >= most) return busy
  // Added before anything is awaited: it counts from now on, and ends if it is unwatched or watched again meanwhile.
  const begun: Subscription = { handler, input: undefined, rooms: null }
  const before = watches.get(watch)
  watches.set(watch, begun)
  if (before?.rooms) await leave(socket, before.rooms)
  try {
    begun.input = parseWatch(handler, input)
    await limit(context, callerOf(socket.data), handler.def.name, handler.def.limit)
    return await queue.pass(callerOf(socket.data), 'sooner', () => begin(context, socket, watch, begun, cursor))
  } catch (error) {
    if (watches.get(watch) === begun) await stopWatch(socket, watch)
    return { ok: false as const, refusal: refusalOf(context, error, { watch: name }) }
  }
}

async function begin(
  context: Context,
  socket: PortalSocket,
  watch: string,
  begun: Subscription,
  cursor: string | undefined,
): Promise<WatchAnswer> {
  const { watches } = socket.data
  if (!socket.connected || watches.get(watch) !== begun) throw refused({ code: 'server-busy' })
  for (let tries = 0; tries < 5; tries += 1) {
    const rooms = await roomsOf(context, begun.handler, begun.input, socket.data)
    if (watches.get(watch) !== begun) throw refused({ code: 'server-busy' })
    const left = begun.rooms
    begun.rooms = rooms
    await socket.join(rooms)
    if (left) await leave(socket, left)
    const view = await readWatch(context, { ...begun, rooms }, socket.data, cursor)
    if (view !== 'moved') return { ok: true as const, rooms, ...view }
  }
  throw refused({ code: 'server-busy' })
}

async function stopWatch(socket: PortalSocket, watch: string): Promise<void> {
  const subscription = socket.data.watches.get(watch)
  if (!subscription) return
  socket.data.watches.delete(watch)
  if (subscription.rooms) await leave(socket, subscription.rooms)
}

/** Leaves rooms that no other watch of the socket needs. */
async function leave(socket: PortalSocket, rooms: readonly string[]): Promise<void> {
  const needed = new Set([...socket.data.watches.values()].flatMap((subscription) => subscription.rooms ?? []))
  for (const room of rooms) if (!needed.has(room)) await socket.leave(room)
}

/**
 * Checks every watch of the socket again after a change of rights. What is no longer allowed ends at once; what is
 * allowed with other rooms, or always with `again`, ends with `refusal: null`, and the client watches again. A dead
 * session closes the socket.
 */
export async function recheck(context: Context, socket: PortalSocket, again = false): Promise<void> {
  const { watches, sessionHash } = socket.data
  try {
    if (sessionHash && !(await retryUntilAvailable(() => withRetry(() => loadActor(context.knex, sessionHash))))) {
      socket.emit('bye', { reason: 'session-ended' })
      socket.disconnect(true)
      return
    }
    for (const [watch, subscription] of watches) {
      if (!subscription.rooms) continue
      const found = await recheckWatch(context, socket, { ...subscription, rooms: subscription.rooms })
      const refusal = again && found === 'same' ? null : found
      if (refusal === 'same' || watches.get(watch) !== subscription) continue
      await stopWatch(socket, watch)
      socket.emit('ended', { watch, refusal })
    }
  } catch (error) {
    context.log.warn({ err: error }, 'rights could not be checked again; the socket is closed')
    socket.disconnect(true)
  }
}

async function recheckWatch(context: Context, socket: PortalSocket, subscription: Subscription & { rooms: string[] }) {
  try {
    const rooms = await retryUntilAvailable(() =>
      roomsOf(context, subscription.handler, subscription.input, socket.data),
    )
    return sameRooms(rooms, subscription.rooms) ? 'same' : null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}
