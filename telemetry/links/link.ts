import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { OrderFrame, ReservationsFrame } from '../../contract/gateway.ts'
import { createDispatcher, type LinkTarget } from '../commands/dispatch.ts'
import { createHandouts } from './link-handouts.ts'
import { linkedElsewhere } from './link-presence.ts'
import { countedAsLinked, type LinkNumber, linksOf, liveTokens, markLinked, markUnlinked } from './link-state.ts'

/** A gateway's connection, over Socket.IO or MQTT. */
export interface GatewayLine {
  readonly gatewayId: number
  /** The token that proved who it is; its order key signs. */
  readonly tokenId: number
  readonly connected: boolean
  /** The link is open; with the database's time. */
  hello(time: Date): void
  /** Sends a command. Resolves with the acknowledgement, or null if that arrives as a message. Throws if none arrived in time. */
  order(frame: OrderFrame, timeoutMs: number): Promise<unknown>
  /** Sends reservations. Resolves with the acknowledgement. Throws if none arrived in time. */
  reservations(frame: ReservationsFrame, timeoutMs: number): Promise<unknown>
  /** Tells the gateway that a newer link replaces this one, and closes. */
  replaced(): void
  close(): void
}
interface Link {
  readonly line: GatewayLine
  /** Null until the link is stored. */
  number: LinkNumber | null
}

export interface GatewayLink {
  /** Adds the connection of an authenticated gateway, replacing an older one. */
  attach(line: GatewayLine): void
  /** Removes a closed connection. */
  detach(line: GatewayLine): void
  /** Whether the gateway is linked to any process. Decides about commands. */
  linked(gatewayId: number): Promise<boolean>
  linkedAmong(gatewayIds: readonly number[]): Promise<Set<number>>
  /** Number of gateways linked to this process. */
  count(): number
  /** Sends the queued commands of a gateway whose link this process holds. */
  dispatch(gatewayId: number): Promise<void>
  dispatchPending(): Promise<void>
  /** Closes links of revoked tokens and corrects the link state in the database; runs at every heartbeat. */
  sweep(): Promise<void>
  /** Called when another process has a newer link. */
  newer(gatewayId: number, number: LinkNumber): void
  /** Stops sending commands before this process ends; its gateways count as moving to another process, connections stay open. */
  leave(): Promise<void>
  /** Leaves, and closes all connections. */
  stop(): Promise<void>
}
export interface LinkOptions {
  readonly knex: Knex
  /** Separate connections for looking up links: this happens inside transactions, which must not wait for their own pool. */
  readonly presence?: Knex
  /** Connections for outgoing commands; `knex` by default. */
  readonly commandKnex?: Knex
  readonly log: Logger
  /** Id of this process in the heartbeats. */
  readonly processId: string
  readonly heartbeatSeconds: number
  /** Notifies other processes of a new link, so that they close an older one. Not awaited. */
  readonly notifyOthers?: (gatewayId: number, number: LinkNumber) => void
  /** Delay before screens see a lost link, ms: a restart is no news. */
  readonly graceMs?: number
  /** Interval at which changed reservations are looked for, ms. */
  readonly handoutMs?: number
}

const pendingMs = 2_000

/** The links of gateways to this process. A gateway has one over all processes; a new one replaces the old. */
export function createGatewayLink(options: LinkOptions): GatewayLink {
  const { knex, presence = knex, commandKnex = knex, log, processId, heartbeatSeconds, notifyOthers } = options
  const { graceMs = 2_000, handoutMs } = options
  const links = new Map<number, Link>()
  /** The newest link that any process announced. */
  const newest = new Map<number, LinkNumber>()
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

  /** Pending writes of links, by gateway. */
  const noting = new Map<number, Promise<unknown>>()
  /**
   * Stores a link after earlier ones of its gateway, and only while the connection is open: a closed one that got its number late would look
   * like the newest link.
   */
  const note = async ({ line }: Link): Promise<Awaited<ReturnType<typeof markLinked>> | null> => {
    const { gatewayId } = line
    const one = (noting.get(gatewayId) ?? Promise.resolve()).then(() =>
      line.connected ? markLinked(knex, gatewayId, processId) : null,
    )
    const noted = one.catch(() => undefined)
    noting.set(gatewayId, noted)
    try {
      return await one
    } finally {
      if (noting.get(gatewayId) === noted) noting.delete(gatewayId)
    }
  }
  const open = async (link: Link): Promise<void> => {
    const { line } = link
    const { gatewayId } = line
    try {
      const noted = await note(link)
      if (!noted) return left(link)
      const { link: number, clock, caches } = noted
      link.number = number
      if (!line.connected) return left(link)
      if ((newest.get(gatewayId) ?? 0) > number) return line.replaced()
      newest.set(gatewayId, number)
      notifyOthers?.(gatewayId, number)
      line.hello(clock())
      run('commands could not be dispatched', dispatcher.dispatch(gatewayId))
      if (caches) await handouts.begin(line)
    } catch (error) {
      if (link.number === null) line.close()
      throw error
    }
  }
  const left = (link: Link): void => {
    const { gatewayId } = link.line
    if (links.get(gatewayId) === link) links.delete(gatewayId)
    if (stopped || link.number === null) return
    later(graceMs, 'end of a link not noted', () => unlinkGone([gatewayId]))
  }
  /** Marks gateways unlinked that count as linked but are not: all of them, or the given ones. */
  const unlinkGone = async (gatewayIds: readonly number[] | null): Promise<void> => {
    // A stopping process does not report connections that it closes itself: their gateways are on their way to another
    // process.
    for (const { id, link } of await countedAsLinked(knex, graceMs / 2_000, processId, gatewayIds))
      if (!stopped && !links.get(id)?.line.connected) await markUnlinked(knex, id, link)
  }
  /** Whether another process has or had a newer link. */
  const isNewer = (said: { process: string | null; link: LinkNumber | null }, own: LinkNumber): boolean =>
    said.process !== processId && (said.link ?? 0) > own
  /** Marks own links again that do not count as linked, and closes those replaced elsewhere. */
  const relink = async (): Promise<void> => {
    const own = [...links].flatMap(([id, { number }]) => (number === null ? [] : [id]))
    for (const said of own.length > 0 ? await linksOf(knex, own) : []) {
      const link = links.get(said.id)
      if (stopped || !link || link.number === null) continue
      if (isNewer(said, link.number)) link.line.replaced()
      else if (!said.linked) link.number = (await markLinked(knex, said.id, processId)).link
    }
  }

  const here = (gatewayId: number): GatewayLine | null => {
    const link = links.get(gatewayId)
    return link?.line.connected && link.number !== null ? link.line : null
  }
  /** While this process shuts down, its own gateways count as the other processes see them. */
  const elsewhere = (gatewayIds: readonly number[]) => linkedElsewhere(presence, gatewayIds, stopped ? null : processId)
  const linkedAmong = async (gatewayIds: readonly number[]): Promise<Set<number>> => {
    const comes = (id: number): boolean => links.get(id)?.line.connected === true
    const here = new Set(gatewayIds.filter(comes))
    const others = await elsewhere(gatewayIds.filter((id) => !here.has(id)))
    // A gateway that connected here meanwhile has no link elsewhere; one that left is on its way to another process.
    return new Set(gatewayIds.filter((id) => here.has(id) || others.has(id) || comes(id)))
  }
  /**
   * Returns where a command goes. A connection that broke silently looks open here while its gateway is linked elsewhere, so the database is
   * asked first.
   */
  const find = async (gatewayId: number): Promise<LinkTarget | 'elsewhere' | null> => {
    if (here(gatewayId)) {
      const [said] = await linksOf(presence, [gatewayId])
      const own = links.get(gatewayId)
      if (said && own && own.number !== null && isNewer(said, own.number)) own.line.replaced()
    }
    const own = here(gatewayId)
    if (own) return own
    // A line that is just being opened looks for commands itself.
    return (await linkedAmong([gatewayId])).has(gatewayId) ? 'elsewhere' : null
  }

  const sweep = async (): Promise<void> => {
    const own = [...links.values()].map(({ line }) => line)
    if (own.length > 0) {
      const tokenIds = own.map(({ tokenId }) => tokenId)
      const live = await liveTokens(knex, tokenIds)
      for (const line of own) if (!live.has(line.tokenId)) line.close()
    }
    await unlinkGone(null)
    await relink()
  }
  const heartbeat = setInterval(() => run('links could not be checked', sweep()), heartbeatSeconds * 1_000)
  heartbeat.unref()
  later(graceMs, 'links could not be checked', sweep)
  const pending = setInterval(() => run('commands could not be looked for', dispatcher.dispatchPending()), pendingMs)
  pending.unref()

  const handouts = createHandouts({ knex, log, ...(handoutMs === undefined ? {} : { everyMs: handoutMs }) })
  const dispatcher = createDispatcher({ knex, commandKnex, log, find })
  let leaving: Promise<unknown> | undefined
  const leave = async (): Promise<void> => {
    stopped = true
    clearInterval(heartbeat)
    clearInterval(pending)
    for (const timer of timers) clearTimeout(timer)
    leaving ??= Promise.all([dispatcher.stop(), handouts.stop()])
    await leaving
  }
  return {
    attach(line) {
      const link: Link = { line, number: null }
      const before = links.get(line.gatewayId)
      links.set(line.gatewayId, link)
      before?.line.replaced()
      if (stopped) line.close()
      else run('link could not be opened', open(link))
    },
    detach(line) {
      const link = links.get(line.gatewayId)
      if (link?.line === line) left(link)
    },
    linked: async (gatewayId) => (await linkedAmong([gatewayId])).has(gatewayId),
    linkedAmong,
    count: () => links.size,
    dispatch: (gatewayId) => dispatcher.dispatch(gatewayId),
    dispatchPending: () => dispatcher.dispatchPending(),
    sweep,
    newer(gatewayId, number) {
      newest.set(gatewayId, Math.max(newest.get(gatewayId) ?? 0, number))
      const own = links.get(gatewayId)
      if (own && own.number !== null && own.number < number) own.line.replaced()
    },
    leave,
    async stop() {
      // What was sent must still reach its gateway, so the connections close last.
      await leave()
      for (const { line } of links.values()) line.close()
      await Promise.all([...work, dispatcher.written()])
    },
  }
}
