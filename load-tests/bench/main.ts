import { mkdtempSync, realpathSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../db/connect.ts'
import { startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { freePort, startPortal } from '../../server/testing/harness.ts'
import { makeWorld } from '../../server/testing/world.ts'
import { bookingsAgainstPgbench } from './bookings.ts'
import { commandLatency } from './commands.ts'
import { dashboardLatency } from './dashboard.ts'
import { fanout } from './fanout.ts'
import { pushAtHalfLoad } from './half-load.ts'
import { historyTimes } from './history.ts'
import { ingestAgainstCopy } from './ingest.ts'
import { listTimes } from './lists.ts'
import { runProgram } from './program.ts'
import { memoryPerSocket, pushLatency } from './push.ts'
import { remoteFrames } from './remote.ts'
import { searchTimes } from './search.ts'
import { storageFigures } from './storage.ts'

/**
 * Benchmarks to run; all without arguments: npm run bench -- canvas push half-load commands fanout memory bookings ingest
 * remote dashboard history lists search, and storage
 */
const wanted = new Set(process.argv.slice(2))
const runs = (name: string): boolean => wanted.size === 0 || wanted.has(name)
const say = (figures: object): void => console.log(JSON.stringify(figures))
const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

if (runs('canvas')) await runProgram('client/site-canvas/testing/bench.ts')
if (wanted.size === 1 && wanted.has('canvas')) process.exit()
/**
 * Only on request: it takes minutes and a server of its own. TIMESCALE_URL=… STORAGE_ROWS=50000000 npm run bench --
 * storage
 */
if (wanted.has('storage')) {
  const server = process.env['TIMESCALE_URL']
  if (server === undefined) throw new Error('storage needs the address of a server with TimescaleDB in TIMESCALE_URL')
  await storageFigures(server, Number(process.env['STORAGE_ROWS'] ?? 50_000_000), say)
  process.exit()
}

/** A throw-away database that waits for the disk; server, database and load share this machine. */
const database = await startEmbedded({
  dir: mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-bench-')),
  temporary: true,
})
const knex = connect(database.socketUrl, { max: 4, name: 'bench', queryTimeoutMs: 60_000 })
try {
  await migrate(knex)
  const world = await makeWorld(knex, { devices: 40 })
  const inspectPort = await freePort()
  const portal = await startPortal({
    databaseUrl: database.socketUrl,
    env: { LOG_LEVEL: 'warn', NODE_OPTIONS: `--inspect-port=${inspectPort}` },
    readyText: 'is ready',
  })
  try {
    if (runs('push')) {
      const idle = await pushLatency(portal, knex, world, 400)
      say({
        bench: 'push',
        what: 'ms from POST to a watching socket, idle',
        p50: round(idle.p50),
        p99: round(idle.p99),
        n: idle.rounds,
      })
    }
    if (runs('half-load')) {
      const { p50, p99, rounds: n, full, load } = await pushAtHalfLoad(portal, knex, world, 300)
      say({
        bench: 'half-load',
        what: 'ms from POST to a watching socket while half of the telemetry that can be stored comes in',
        p50: round(p50),
        p99: round(p99),
        n,
        full: Math.round(full),
        load: Math.round(load),
      })
    }
    if (runs('commands')) {
      for (const readingsPerSecond of [0, 2_000]) {
        const { toGateway, toScreen, load, rounds } = await commandLatency(portal, knex, world, {
          rounds: 200,
          readingsPerSecond,
        })
        say({
          bench: 'commands',
          what: `ms from click to gateway and from the gateway's status to a watching socket, ${readingsPerSecond === 0 ? 'idle' : 'under telemetry'}`,
          toGateway: { p50: round(toGateway.p50), p99: round(toGateway.p99) },
          toScreen: { p50: round(toScreen.p50), p99: round(toScreen.p99) },
          readings: Math.round(load),
          n: rounds,
        })
      }
    }
    if (runs('fanout')) {
      const { portal: through, bare, ratio, ...rest } = await fanout(portal, knex, world)
      say({
        bench: 'fanout',
        what: 'changes times sockets a second from the outbox to watching sockets, against a bare Socket.IO broadcast of the same frames',
        portal: Math.round(through),
        bare: Math.round(bare),
        ratio: round(ratio, 2),
        ...rest,
      })
    }
    if (runs('memory')) {
      const memory = await memoryPerSocket(portal, knex, world, { warm: 1_000, counted: 2_000, inspectPort })
      say({
        bench: 'memory',
        what: 'kB of memory per idle watching socket after all garbage was collected: what the process takes, and what of it lives',
        resident: round(memory.resident),
        live: round(memory.live),
        sockets: memory.sockets,
      })
    }
    if (runs('bookings')) {
      const bookings = await bookingsAgainstPgbench(portal, knex, database.socketUrl)
      say({
        bench: 'bookings',
        what: 'confirmed bookings a second on one site through the server against the same statements in pgbench',
        bookings: round(bookings.perSecond),
        pgbench: bookings.pgbench === null ? null : round(bookings.pgbench),
        ratio: bookings.ratio === null ? null : round(bookings.ratio, 2),
        p50: round(bookings.p50),
        p99: round(bookings.p99),
        n: bookings.n,
      })
    }
    if (runs('ingest')) {
      const measured = { url: portal.url, pid: portal.child.pid, databasePid: database.pid() }
      for (const ids of ['counted', 'random'] as const) {
        const ingest = await ingestAgainstCopy(measured, knex, database.socketUrl, {
          ids,
          // Two transactions hold 16 bodies; more connections leave some to read meanwhile.
          connections: 24,
          rounds: ids === 'counted' ? 7 : 3,
        })
        const { cpu, wal } = ingest
        say({
          bench: 'ingest',
          what: `durable readings a second through the gateway API, ids ${ids}, against raw COPY over one connection; microseconds of processor time and bytes of write-ahead log for each`,
          gateways: Math.round(ingest.gateways),
          copy: Math.round(ingest.copy),
          ratio: round(ingest.ratio, 2),
          p50: round(ingest.p50),
          p99: round(ingest.p99),
          cpu: cpu && { server: round(cpu.server), database: round(cpu.database), copy: round(cpu.copy) },
          wal: { gateways: Math.round(wal.gateways), copy: Math.round(wal.copy) },
          load: round(loadavg()[0] ?? Number.NaN),
        })
      }
    }
    if (runs('remote')) await remoteFrames(portal, knex, world)
    // It creates 20,000 devices.
    if (runs('dashboard')) await dashboardLatency(portal, knex, database.socketUrl, world)
    if (runs('history')) {
      const { before, after, rollUpSeconds, zone } = await historyTimes(database, world, 20)
      const figures = ({ p50, p95 }: { p50: number; p95: number }) => ({ p50: round(p50), p95: round(p95) })
      say({
        bench: 'history',
        what: 'ms of the server for a year of curves of one device and of 50, without and with rollups, and of figures of a zone with 2,000 places',
        readings: { device: figures(before.device), site: figures(before.site) },
        rolledUp: { device: figures(after.device), site: figures(after.site) },
        rollUpSeconds: round(rollUpSeconds),
        zone: {
          reservations: figures(zone.before),
          rolledUp: figures(zone.after),
          rollUpSeconds: round(zone.rollUpSeconds),
        },
      })
    }
    if (runs('lists')) {
      for await (const { ms, others, ...time } of listTimes(database.socketUrl, world))
        say({ bench: 'lists', what: 'ms of the server for a page', ...time, ms: round(ms), others: round(others) })
    }
    // Last, because it creates a million reservations.
    if (runs('search')) {
      const { full, facts, rounds, ...some } = await searchTimes(database.socketUrl, 300)
      say({
        bench: 'search',
        what: 'ms of the server for a search over 500 places and 1,000,000 reservations; full = nothing free, with the nearest fixes',
        p50: round(some.p50),
        p95: round(some.p95),
        p99: round(some.p99),
        full: { p50: round(full.p50), p95: round(full.p95), p99: round(full.p99) },
        facts: { p50: round(facts.p50), p95: round(facts.p95) },
        ratio: round(some.p50 / facts.p50, 2),
        n: rounds,
      })
    }
  } finally {
    await portal.end()
  }
} finally {
  await knex.destroy()
  await database.stop()
}
