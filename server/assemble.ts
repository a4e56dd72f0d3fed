import { randomUUID } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import { connect } from '../db/connect.ts'
import { createIngest } from '../telemetry/ingest/ingest.ts'
import { createThreads } from '../telemetry/ingest/ingest-threads.ts'
import { minShare } from '../telemetry/ingest/throttle.ts'
import { linkedElsewhere } from '../telemetry/links/link-presence.ts'
import { serveGateways } from '../telemetry/links/link-sockets.ts'
import { startMqtt } from '../telemetry/mqtt/start.ts'
import { createSimulations } from '../telemetry/simulator/simulations.ts'
import { connectStorage, connectUpkeep } from '../telemetry/storage/storage.ts'
import { createApp } from './app.ts'
import { createRuns } from './control/advance-runs.ts'
import { createEvaluation } from './control/events/evaluation.ts'
import { factHandlers } from './fact-handlers.ts'
import { checkingMs, limitConnections, limitTimes } from './http/connections.ts'
import { parseInThread } from './imports/parse/parse-in-thread.ts'
import { importWork } from './imports/work.ts'
import { renewWatched } from './insight/watched.ts'
import { startHeartbeat } from './jobs/heartbeat.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { startJobs } from './jobs/jobs.ts'
import { startTicks } from './jobs/ticks.ts'
import type { Kernel } from './kernel/bus/handlers.ts'
import type { Config, Role } from './kernel/config.ts'
import type { Addresses, Context } from './kernel/context.ts'
import { createLimits } from './kernel/limits.ts'
import { createMetrics } from './kernel/metrics.ts'
import { startBallast } from './kernel/overload/ballast.ts'
import { createGovernor, waitingChannel } from './kernel/overload/governor.ts'
import { hear } from './kernel/relay/call-fact-handlers.ts'
import { createElection } from './kernel/relay/leader-election.ts'
import { listen } from './kernel/relay/listen.ts'
import { createRelay } from './kernel/relay/relay.ts'
import { maintenanceWork } from './maintenance/work.ts'
import { messageWork } from './messages/work.ts'
import { chooseProvider } from './payments/provider.ts'
import { paymentWork } from './payments/work.ts'
import { createRedis } from './redis.ts'
import { registry } from './registry.ts'
import { passwordResetJobs } from './session/request-password-reset.ts'
import { acceptFirst } from './socket/accept-queue.ts'
import { countScreens } from './socket/count-screens.ts'
import { ownOrigin } from './socket/own-origin.ts'
import { rightsChanged, sweepSessions } from './socket/rights.ts'
import { type PortalServer, refuseHandshake, serveSockets } from './socket/serve.ts'
import { dropSlow } from './socket/slow.ts'
import { stopInOrder } from './stop.ts'
import { housekeepingTicks } from './ticks.ts'

/** Maximum length of the accept queue: after a restart thousands come back at once, and a client that finds no place retries after 1, 3, 7 … s. */
const backlog = 4_096
/** The holder of this advisory lock runs the ticks. */
const tickLock = 727_002
/** What this process does not do. */
const idle = { stop: async (): Promise<void> => {} }

export interface Portal {
  readonly context: Kernel
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
  const knex = connect(databaseUrl, { max: config.databasePool, name: 'holdfast', queryTimeoutMs: 3_500 })
  const deviceKnex = connect(databaseUrl, { max: 12, name: 'holdfast telemetry' })
  /** Somebody stands before a door: commands on their way out wait for no work that all other doors make. */
  const commandKnex = connect(databaseUrl, { max: 3, name: 'holdfast commands', queryTimeoutMs: 3_500 })
  const storage = connectStorage(databaseUrl)
  const upkeep = connectUpkeep(databaseUrl)
  /** Who is linked is asked in the middle of transactions: those must not wait for more of their own connections. */
  const presence = connect(databaseUrl, { max: 2, name: 'holdfast links', queryTimeoutMs: 3_000 })
  const probe = connect(databaseUrl, { max: 1, name: 'holdfast health', queryTimeoutMs: 2_000 })
  const pools = [knex, deviceKnex, commandKnex, storage, upkeep, presence, probe]
  const metrics = createMetrics()
  const has = (role: Role): boolean => config.roles.has(role)
  const heartbeat = await startHeartbeat(knex, log, {
    id: processId,
    roles: [...config.roles],
    version: config.version,
    alone: config.demo,
  })
  const redis = config.redisUrl ? createRedis(config.redisUrl, log) : null
  let app: ReturnType<typeof createApp> | null = null
  // Given here and not by http.on('request') later: Socket.IO answers its own path first and leaves the rest to the handler it finds.
  const http = createServer({ connectionsCheckingInterval: checkingMs }, (request, response) => {
    if (isCall(request.url)) governor.seen()
    if (app) app(request, response)
    else response.writeHead(503, { 'retry-after': '1' }).end()
  })
  limitTimes(http)
  // Behind a proxy every connection is the proxy's: it has limits of its own.
  if (config.trustProxy === 0) limitConnections(http, log)
  const io: PortalServer = new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 1_200_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    allowRequest: (request, done) => done(null, ownOrigin(request.headers, context.addresses)),
    ...(redis ? { adapter: redis.adapter } : {}),
  })
  const arrivals = acceptFirst(http)
  const threads = has('web') || has('ingest') ? config.ingestThreads : 0
  const ballast = config.databaseBallast ? await startBallast({ path: config.databaseBallast, log, metrics }) : null
  // The rest of the disk is reserved for people.
  const share = () => (ballast?.low() ? Math.min(minShare, governor.share()) : governor.share())
  const ingest = createIngest(createThreads({ databaseUrl, log, metrics, share, threads }), { metrics })
  const notifyWaiting = (what: string) => knex.raw('SELECT pg_notify(?, ?)', [waitingChannel, what])
  const governor = createGovernor({
    people: knex,
    here: () => io.sockets.sockets.size > 0,
    ingest,
    log,
    metrics,
    ...(has('ingest') ? { notifyWorking: () => notifyWaiting('working') } : { tell: () => notifyWaiting(processId) }),
  })
  const gateways =
    has('web') || has('ingest')
      ? serveGateways({ io, knex: deviceKnex, commandKnex, presence, ingest, log, processId, heartbeatSeconds: 25 })
      : null
  const link = gateways ?? noLinks(presence)
  const mqtt = gateways
    ? await startMqtt({
        http,
        knex: deviceKnex,
        databaseUrl,
        ingest,
        links: gateways,
        log,
        metrics,
        config,
        heartbeatSeconds: 25,
      })
    : null
  let stopping = false
  const port = await open(http, config, log)
  const addresses = addressesOf(config, port)

  const chosen = chooseProvider(config, { knex: deviceKnex, log, port, addresses })
  const ofPayments = paymentWork(chosen, { knex: deviceKnex, log, portalUrl: addresses.portal }, startedAt)

  const messages = messageWork({ knex: deviceKnex, log, metrics, config, portalUrl: addresses.portal })
  const maintenance = maintenanceWork({ knex: deviceKnex, log })
  const runs = createRuns({ knex: deviceKnex, link, log })
  const evaluate = createEvaluation()
  const relay = createRelay({
    knex,
    log,
    push({ room, cursor, changes }) {
      // Most rooms are empty: no frame is built for them.
      if (io.sockets.adapter.rooms.has(room)) io.local.to(room).emit('push', { room, cursor, changes })
    },
    cursor: (cursor) => io.local.emit('cursor', cursor),
    heard: hear(gateways ? { 'control.commandIssued': [({ gatewayId }) => gateways.dispatch(gatewayId)] } : {}),
    facts: hear(
      factHandlers({
        runs,
        evaluate: () => evaluate(context),
        messages: messages.facts,
        maintenance: maintenance.facts,
      }),
    ),
    // Clients that reconnect get a new snapshot.
    onGap: () => io.local.disconnectSockets(true),
    onLag: (seconds) => metrics.outboxLagSeconds.set(seconds),
  })
  const context: Kernel = {
    config,
    log,
    knex,
    deviceKnex,
    probe,
    metrics,
    limits: createLimits(redis?.quick),
    handlers: registry(),
    link,
    addresses,
    payments: chosen.provider,
    setup: { tokenHash: setupTokenHash },
    stopping: () => stopping,
    unready: () => [...(stopping ? ['stopping'] : []), ...(relay.alive(5_000) ? [] : ['relay'])],
  }
  const tickElection = createElection({ lock: tickLock, name: 'ticks', log })
  const listener = listen({
    url: databaseUrl,
    channels: ['outbox', 'rights', waitingChannel],
    log,
    onNotify: (channel, payload) => {
      if (channel === 'outbox') relay.wake()
      else if (channel === waitingChannel) {
        if (payload === 'working') governor.working()
        else if (payload !== processId) governor.told()
      } else void rightsChanged(context, io, payload)
    },
    onConnect: (client) => {
      if (has('relay')) relay.lead(client)
      if (has('jobs')) tickElection.follow(client)
      void rightsChanged(context, io, '{"all":true}')
    },
  })
  if (has('web')) serveSockets(context, io, arrivals)
  else io.use((_socket, next) => next(refuseHandshake('server-stopping')))
  const screens = countScreens(context, io)
  app = createApp(context, { ingest })

  const { handlers, cron } = housekeeping(deviceKnex, config)
  const jobs = has('jobs')
    ? await startJobs({
        url: databaseUrl,
        knex,
        log,
        heartbeat,
        processId,
        alone: config.demo,
        lanes: [
          { handlers: { ...handlers, ...passwordResetJobs(deviceKnex) }, atOnce: 2 },
          { handlers: ofPayments.handlers, atOnce: 3 },
          { handlers: importWork({ context, parse: parseInThread }), atOnce: 1 },
          ...messages.lanes,
        ],
        cron,
      })
    : idle
  const simulations = createSimulations({
    knex: deviceKnex,
    // A process that no gateway reaches plays them through the portal's address.
    url: gateways ? `http://${config.host ?? '127.0.0.1'}:${port}` : addresses.portal,
    log,
  })
  const ticks = has('jobs')
    ? startTicks(
        [
          ...housekeepingTicks({ context, storage, upkeep, startedAt, runs, judge: evaluate, rest: governor.rest }),
          ...ofPayments.ticks,
          ...messages.ticks,
          ...maintenance.ticks,
          { name: 'simulations', everyMs: 1_000, run: simulations.follow },
        ],
        { leading: tickElection.leading, log, metrics },
      )
    : idle
  const own = setInterval(() => {
    dropSlow(context, io)
    metrics.links.set(gateways?.count() ?? 0)
    metrics.leading.set(relay.leading() ? 1 : 0)
  }, 1_000)
  const minutely = setInterval(() => {
    sweepSessions(context, io, knex).catch((error: unknown) => log.warn({ err: error }, 'sessions not checked'))
    screens.renew()
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
      screens.stop()
      governor.stop()
      const closed = new Promise((resolve) => http.close(resolve))
      await stopInOrder(
        [
          [
            'jobs and ticks',
            () =>
              Promise.all([jobs.stop().then(messages.stop), ticks.stop().then(tickElection.stop), maintenance.stop()]),
          ],
          ['simulations', simulations.stop],
          ['commands', () => Promise.all([gateways?.leave(), runs.stop()])],
          ['mqtt', async () => mqtt?.stop()],
          ['links', async () => gateways?.stop()],
          ['ingest', () => Promise.all([ingest.stop(), ballast?.stop()])],
          ['relay', () => relay.stop()],
          ['sockets', () => sayGoodbye(io)],
          ['http', () => closeHttp(http, closed)],
          ['listener', () => listener.stop()],
          ['heartbeat', () => heartbeat.stop()],
          ['redis', async () => redis?.stop()],
          ['database', () => Promise.all(pools.map((pool) => pool.destroy()))],
        ],
        log,
      )
    },
  }
}

/** For a process that no gateway reaches: what the others hold. */
function noLinks(knex: Knex): Context['link'] {
  return {
    linked: async (id) => (await linkedElsewhere(knex, [id])).has(id),
    linkedAmong: (ids) => linkedElsewhere(knex, ids),
  }
}

/** Calls of people; gateways, probes and scrapers do not count as waiting. */
function isCall(url: string | undefined): boolean {
  return !/^\/(gateway|health|metrics|socket\.io)\b/.test(url ?? '')
}

/** Not waiting for Socket.IO itself: it waits for the last HTTP connection, which only the next step cuts. */
async function sayGoodbye(io: PortalServer): Promise<void> {
  io.local.emit('bye', { reason: 'server-stopping' })
  io.local.disconnectSockets(true)
  void io.close()
}

/** Requests under way get a second, then their connections are cut. */
async function closeHttp(http: HttpServer, closed: Promise<unknown>): Promise<void> {
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
    http.listen({ port: config.port, backlog, ...(config.host ? { host: config.host } : {}) }, () =>
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

/** Devices at which somebody looks through this process: their raw readings are pushed. */
function watchedDevices(io: PortalServer): number[] {
  return [...io.sockets.adapter.rooms.keys()].flatMap((room) => {
    const id = /^device:(\d+)$/.exec(room)?.[1]
    return id ? [Number(id)] : []
  })
}
