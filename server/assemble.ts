import { randomUUID } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import { connect } from '../db/connect.ts'
import { createIngest } from '../telemetry/ingest.ts'
import { createGatewayLink } from '../telemetry/link.ts'
import { refreshMalfunctions } from '../telemetry/malfunctions/refresh.ts'
import { expireOrders } from '../telemetry/orders/expire.ts'
import { ensurePartitions } from '../telemetry/partitions.ts'
import { createRollups } from '../telemetry/rollups.ts'
import { sweepSilence } from '../telemetry/silence.ts'
import { createLimits } from './bus/limits.ts'
import type { Config } from './config.ts'
import type { Addresses, Context } from './context.ts'
import { accessEdges } from './control/access-edges.ts'
import { createRuns } from './control/advance-runs.ts'
import { closeDue } from './control/auto-close.ts'
import { endSeenEmergencies } from './control/emergency-malfunctions.ts'
import { createJudging, tidyEvents } from './control/events/judging.ts'
import { endSelections } from './control/order-many-end.ts'
import { bookForSimulated } from './demo.ts'
import { createApp } from './http/app.ts'
import { againstSensor } from './insight/against-sensor.ts'
import { renewWatched } from './insight/watched.ts'
import { startHeartbeat } from './jobs/heartbeat.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { startJobs } from './jobs/jobs.ts'
import { startTicks } from './jobs/ticks.ts'
import { maintenanceEdges } from './maintenance/edges.ts'
import { maintenanceWork } from './maintenance/work.ts'
import { createMetrics } from './metrics.ts'
import { noticeWork } from './notices/work.ts'
import { createOverstays } from './overstay/work.ts'
import { chooseProvider } from './payments/provider.ts'
import { paymentWork } from './payments/work.ts'
import { registry } from './registry.ts'
import { hear } from './relay/hear.ts'
import { listen } from './relay/listen.ts'
import { createRelay } from './relay/relay.ts'
import { lapseHolds } from './reservations/lapse.ts'
import { rightsNotice, sweepSessions } from './socket/rights.ts'
import { type PortalServer, serveSockets } from './socket/serve.ts'
import { dropSlow } from './socket/slow.ts'
import { createBookingRollups } from './statistics/roll-bookings.ts'
import { stopInOrder } from './stop.ts'

export interface Portal {
  readonly context: Context
  readonly port: number
  readonly addresses: Addresses
  /** Stops taking, drains, closes; resolves when everything of this process is closed. */
  stop(): Promise<void>
}

/** Builds the portal on a migrated database and opens its port. The only place that puts the parts together. */
export async function assemble(
  config: Config,
  databaseUrl: string,
  log: Logger,
  setupTokenHash: Buffer | null,
): Promise<Portal> {
  const startedAt = new Date()
  const processId = randomUUID()
  /** People get an answer within 5 s, whatever the database does; telemetry and tidying have connections of their own and more patience. */
  const knex = connect(databaseUrl, { max: config.databasePool, name: 'holdfast', queryTimeoutMs: 4_000 })
  const deviceKnex = connect(databaseUrl, { max: 12, name: 'holdfast telemetry' })
  const tickLocks = connect(databaseUrl, { max: 1, name: 'holdfast ticks' })
  const metrics = createMetrics()
  let app: ReturnType<typeof createApp> | null = null
  // Given here and not by http.on('request') later: Socket.IO answers its own path first and leaves the rest to the handler it finds.
  const http = createServer((request, response) => {
    if (app) app(request, response)
    else response.writeHead(503, { 'retry-after': '1' }).end()
  })
  http.keepAliveTimeout = 65_000
  const io: PortalServer = new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 1_200_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    allowRequest: (request, done) =>
      done(null, sameOrigin(request.headers.origin, request.headers.host, context.addresses)),
  })
  const ingest = createIngest({ knex: deviceKnex, log, metrics })
  const link = createGatewayLink({ io, knex: deviceKnex, ingest, log, heartbeatSeconds: 25 })
  let stopping = false
  const port = await open(http, config, log)
  const addresses = addressesOf(config, port)

  const chosen = chooseProvider(config, { knex: deviceKnex, log, port, addresses })
  const ofPayments = paymentWork(chosen, { knex: deviceKnex, log, portalUrl: addresses.portal }, startedAt)

  const notices = noticeWork({ knex: deviceKnex, log, metrics, config, portalUrl: addresses.portal })
  const maintenance = maintenanceWork({ knex: deviceKnex, log })
  const runs = createRuns({ knex: deviceKnex, link, log })
  const judge = createJudging()
  const relay = createRelay({
    knex,
    log,
    push: ({ room, cursor, changes }) => io.to(room).emit('push', { room, cursor, changes }),
    cursor: (cursor) => io.emit('cursor', cursor),
    facts: hear([
      ['control.orderIssued', (payload) => link.dispatch(String(payload['orderId']))],
      ['control.orderMoved', (payload) => runs.moved(payload['runIds'] as string[])],
      ['control.accessEvent', () => judge(context)],
      ...ofPayments.facts,
      ...notices.facts,
      ...maintenance.facts,
    ]),
    onLag: (seconds) => metrics.outboxLagSeconds.set(seconds),
  })
  const context: Context = {
    config,
    log,
    knex,
    deviceKnex,
    metrics,
    limits: createLimits(),
    handlers: registry(),
    link,
    addresses,
    payments: chosen.provider,
    setup: { tokenHash: setupTokenHash },
    stopping: () => stopping,
    unready: () =>
      unready(
        knex,
        () => relay.alive(5_000),
        () => stopping,
      ),
  }
  const listener = listen({
    url: databaseUrl,
    channels: ['outbox', 'rights'],
    log,
    onNotify: (channel, payload) => {
      if (channel === 'outbox') relay.wake()
      else void rightsNotice(context, io, payload)
    },
    onConnect: (client) => {
      relay.lead(client)
      void rightsNotice(context, io, '{"all":true}')
    },
  })
  serveSockets(context, io)
  app = createApp(context, { ingest })

  const heartbeat = await startHeartbeat(knex, log, {
    id: processId,
    roles: ['web', 'relay', 'jobs', 'ingest'],
    version: config.version,
  })
  const housework = housekeeping(deviceKnex, config)
  const jobs = await startJobs({ url: databaseUrl, knex, log, heartbeat, processId, alone: config.demo, ...housework })
  const tellEdges = maintenanceEdges(deviceKnex, { resumeMinutes: config.outboxKeepMinutes + 2 })
  const tellAccessEdges = accessEdges(deviceKnex, { resumeMinutes: config.outboxKeepMinutes + 2 })
  const rollups = createRollups({ knex: deviceKnex, log, stopping: () => stopping })
  const bookingRollups = createBookingRollups({ knex: deviceKnex, log, stopping: () => stopping })
  const overstays = createOverstays(deviceKnex)
  const ticks = startTicks(
    [
      { name: 'maintenance.edges', everyMs: 5_000, lock: 5, run: tellEdges },
      { name: 'orders.expire', everyMs: 1_000, lock: 1, run: () => expireOrders(deviceKnex) },
      { name: 'orders.dispatch', everyMs: 2_000, lock: 2, run: () => link.dispatchPending() },
      { name: 'silence', everyMs: 15_000, lock: 3, run: () => sweepSilence(deviceKnex, new Date(), startedAt) },
      { name: 'malfunctions.refresh', everyMs: 5_000, lock: 24, run: () => refreshMalfunctions(deviceKnex) },
      { name: 'holds.lapse', everyMs: 1_000, lock: 6, run: () => lapseHolds(deviceKnex) },
      { name: 'control.events', everyMs: 1_000, lock: 9, run: () => tidyEvents(context, judge) },
      { name: 'control.runs', everyMs: 500, lock: 7, run: () => runs.sweep() },
      {
        name: 'control.access',
        everyMs: 1_000,
        lock: 10,
        // Whoever is still there is found first: he is not told that everything is over.
        run: async () => {
          try {
            await overstays.begin()
          } finally {
            await tellAccessEdges()
          }
        },
      },
      { name: 'control.autoClose', everyMs: 500, lock: 8, run: () => closeDue(context) },
      { name: 'control.selections', everyMs: 2_000, lock: 12, run: () => endSelections(deviceKnex) },
      { name: 'control.emergencies', everyMs: 60_000, lock: 13, run: () => endSeenEmergencies(deviceKnex) },
      { name: 'insight.againstSensor', everyMs: 15_000, lock: 28, run: againstSensor(deviceKnex, startedAt) },
      { name: 'overstays', everyMs: 5_000, lock: 29, run: overstays.work },
      { name: 'rollups', everyMs: 30_000, lock: 26, run: () => rollups.run() },
      { name: 'rollups.bookings', everyMs: 30_000, lock: 27, run: () => bookingRollups.run() },
      { name: 'partitions', everyMs: 3_600_000, lock: 4, run: () => ensurePartitions(deviceKnex, new Date(), log) },
      { name: 'demo.stays', everyMs: 900_000, lock: 40, run: () => bookForSimulated(config, deviceKnex) },
      ...ofPayments.ticks,
      ...notices.ticks,
      ...maintenance.ticks,
    ],
    { locks: tickLocks, log, metrics },
  )
  const own = setInterval(() => dropSlow(context, io), 1_000)
  const minutely = setInterval(() => {
    sweepSessions(context, io, knex).catch((error: unknown) => log.warn({ err: error }, 'sessions not checked'))
    renewWatched(knex, watchedDevices(io), new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'leases not renewed'),
    )
  }, 60_000)

  return {
    context,
    port,
    addresses,
    async stop() {
      stopping = true
      clearInterval(own)
      clearInterval(minutely)
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      await stopInOrder(
        [
          ['jobs and ticks', () => Promise.all([jobs.stop(), ticks.stop(), notices.stop(), maintenance.stop()])],
          ['links', () => Promise.all([link.stop(), runs.stop()])],
          ['ingest', () => ingest.stop()],
          ['relay', () => relay.stop()],
          ['sockets', () => sayGoodbye(io)],
          ['http', () => closeHttp(http, closed)],
          ['listener', () => listener.stop()],
          ['heartbeat', () => heartbeat.stop()],
          ['database', () => Promise.all([knex.destroy(), deviceKnex.destroy(), tickLocks.destroy()])],
        ],
        log,
      )
    },
  }
}

/** Not waiting for Socket.IO itself: it waits for the last HTTP connection, which only the next step cuts. */
async function sayGoodbye(io: PortalServer): Promise<void> {
  io.emit('bye', { reason: 'server-stopping' })
  io.disconnectSockets(true)
  void io.close()
}

/** Requests under way get a second, then their connections are cut. */
async function closeHttp(http: HttpServer, closed: Promise<void>): Promise<void> {
  http.closeIdleConnections()
  const hard = setTimeout(() => http.closeAllConnections(), 1_000)
  await closed
  clearTimeout(hard)
}

/** Opens the port; the usual mistake gets a text of its own. */
function open(http: HttpServer, config: Config, log: Logger): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${config.port} is taken. Choose another one: PORT=8081 npm start`)
          : error,
      )
    })
    http.on('error', (error) => log.error({ err: error }, 'the open port has trouble'))
    http.listen({ port: config.port, ...(config.host ? { host: config.host } : {}) }, () =>
      resolve((http.address() as AddressInfo).port),
    )
  })
}

function addressesOf(config: Config, port: number): Addresses {
  const portal = config.portalUrl ?? `http://localhost:${port}`
  const url = new URL(portal)
  const admin = config.adminUrl ?? `${url.protocol}//admin.${url.host}`
  return { portal: portal.replace(/\/$/, ''), admin: admin.replace(/\/$/, '') }
}

/** Browsers name their origin: it must be the host that they ask, or one of our two addresses. Other programs name none. */
function sameOrigin(origin: string | undefined, host: string | undefined, addresses: Addresses): boolean {
  if (!origin) return true
  if (origin === addresses.portal || origin === addresses.admin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** Devices at which somebody looks through this process: their raw readings are pushed. */
function watchedDevices(io: PortalServer): number[] {
  return [...io.sockets.adapter.rooms.keys()].flatMap((room) => {
    const id = /^device:(\d+)$/.exec(room)?.[1]
    return id ? [Number(id)] : []
  })
}

async function unready(knex: Knex, relayAlive: () => boolean, stopping: () => boolean): Promise<string[]> {
  const missing: string[] = []
  if (stopping()) missing.push('stopping')
  try {
    await knex.raw('select 1').timeout(2_000)
  } catch {
    missing.push('database')
  }
  if (!relayAlive()) missing.push('relay')
  return missing
}
