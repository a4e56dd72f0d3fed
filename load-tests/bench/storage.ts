import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Knex } from 'knex'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { readRows } from '../../db/seeds/data-files.ts'
import { one } from '../../db/sql.ts'
import { readHistory } from '../../telemetry/history/history.ts'
import { streamStorage } from '../../telemetry/storage/partitions.ts'
import { storageOf } from '../../telemetry/storage/storage.ts'

/** All of them report every ten minutes: a day of a hypertable is 1.44 million readings. */
const devices = 10_000
const stepSeconds = 600
/** Rows of one COPY, and how many of these are measured at each size, in turns on both sides. */
const batchRows = 10_000
const batches = 30
const dayMs = 86_400_000
const dayRows = (devices * dayMs) / (stepSeconds * 1_000)

interface Side {
  readonly name: 'plain' | 'timescale'
  readonly url: string
  readonly knex: Knex
  readonly client: pg.Client
}
interface Step {
  readonly millions: number
  readonly plain: number
  readonly timescale: number
  readonly ratio: number
}

/**
 * Native partitions against hypertables on the server at `serverUrl`, as both grow to `rows` readings: rows a second by
 * COPY text over one connection at the head (median of batches, in turns), milliseconds of a curve over thirty days,
 * and bytes of a compressed reading of real sensor data. Creates and drops two databases.
 */
export async function storageFigures(serverUrl: string, rows: number, say: (figures: object) => void): Promise<void> {
  const mark = randomBytes(4).toString('hex')
  const server = connect(serverUrl, { max: 1, name: 'bench-storage', queryTimeoutMs: 600_000 })
  const sides: Side[] = []
  try {
    for (const name of ['plain', 'timescale'] as const) sides.push(await makeSide(server, serverUrl, name, mark))
    const steps: Step[] = []
    let filled = 0
    for (const size of [0, ...[0.1, 0.5, 1].map((share) => atMidday(rows * share))]) {
      for (const { knex } of sides) await fill(knex, filled, size)
      filled = size
      const step = await measure(sides, filled)
      filled += batches * batchRows
      steps.push(step)
      say({ bench: 'storage', what: 'rows/s by COPY at the head', ...step })
    }
    const [first, last] = [steps[1], steps.at(-1)]
    say({
      bench: 'storage',
      what: 'as it grows, at the largest against the smallest size that is filled, and of TimescaleDB against plain at the largest',
      rows: filled,
      flatPlain: round((last?.plain ?? 0) / (first?.plain ?? 1)),
      flatTimescale: round((last?.timescale ?? 0) / (first?.timescale ?? 1)),
      ratio: last?.ratio,
    })
    for (const side of sides) say(await queries(side, filled))
    const timescale = sides.find(({ name }) => name === 'timescale')
    if (timescale && (await storageOf(timescale.knex)).edition === 'community') say(await compressed(timescale))
  } finally {
    for (const { knex, client, url } of sides) {
      await client.end()
      await knex.destroy()
      await server.raw(`DROP DATABASE ?? WITH (FORCE)`, [new URL(url).pathname.slice(1)])
    }
    await server.destroy()
  }
}

/**
 * At least this many readings, rounded up until the last day is half full: the price of a row depends on how full its
 * day is.
 */
function atMidday(rows: number): number {
  return (Math.max(0, Math.ceil(rows / dayRows - 0.5)) + 0.5) * dayRows
}

async function makeSide(server: Knex, serverUrl: string, name: Side['name'], mark: string): Promise<Side> {
  const database = `bench_${name}_${mark}`
  await server.raw('CREATE DATABASE ?? TEMPLATE template0', [database])
  const address = new URL(serverUrl)
  address.pathname = `/${database}`
  const url = address.href
  const knex = connect(url, { max: 2, name: 'bench-storage', queryTimeoutMs: 1_200_000 })
  if (name === 'plain') {
    // The server's edition is read from a view of this name; ours is found first.
    await knex.raw(
      'CREATE VIEW pg_available_extensions AS SELECT * FROM pg_catalog.pg_available_extensions WHERE false',
    )
    await server.raw('ALTER DATABASE ?? SET search_path = public, pg_catalog', [database])
    await knex.destroy()
    knex.initialize()
  }
  await migrate(knex)
  if ((await streamStorage(knex)) !== (name === 'plain' ? 'partitions' : 'timescale'))
    throw new Error(`${serverUrl} does not make a ${name} database`)
  await knex.raw('SELECT ensure_partitions(?, ?)', [new Date(begin), new Date(begin + 400 * dayMs)])
  await makeRecording(knex)
  const client = new pg.Client(url)
  await client.connect()
  return { name, url, knex, client }
}

/** The first reading, whole days ago. */
const begin = Math.floor(Date.now() / dayMs - 40) * dayMs

/** What a sensor sent within a year, in order. */
async function makeRecording(knex: Knex): Promise<void> {
  const samples = readRows('sensor-year.csv').map(([, , temperature, humidity, millivolts, rssi]) => ({
    temperature: Number(temperature),
    humidity: Number(humidity),
    supply_voltage: Number(millivolts) / 1_000,
    rssi: Number(rssi),
  }))
  await knex.raw(
    `CREATE TABLE bench_recording AS SELECT (n - 1)::integer AS n, (value->>'temperature')::real AS temperature, (value->>'humidity')::real AS humidity,
       (value->>'supply_voltage')::real AS supply_voltage, (value->>'rssi')::smallint AS rssi
     FROM jsonb_array_elements(?::jsonb) WITH ORDINALITY AS sample (value, n)`,
    [JSON.stringify(samples)],
  )
  await knex.raw('CREATE UNIQUE INDEX ON bench_recording (n)')
}

/** Readings number `from` until `until` of all devices, by time: each replays the recording from another place on. */
async function fill(knex: Knex, from: number, until: number): Promise<void> {
  if (from >= until) return
  await knex.raw(
    `INSERT INTO readings (device_id, at, temperature, humidity, supply_voltage, rssi, rx_timeouts, retries, dirty)
     SELECT 1 + g.i % :devices, :begin::timestamptz + make_interval(secs => (g.i / :devices) * :step + (g.i % :devices) * 0.05), r.temperature, r.humidity, r.supply_voltage, r.rssi, 0, (g.i % 13 = 0)::integer, false
     FROM generate_series(:from::bigint, :until::bigint - 1) g (i)
     JOIN bench_recording r ON r.n = ((g.i / :devices) + (g.i % :devices) * 37) % (SELECT count(*) FROM bench_recording)`,
    { devices, begin: new Date(begin), step: stepSeconds, from, until },
  )
  await knex.raw('ANALYZE readings')
}

async function measure(sides: readonly Side[], from: number): Promise<Step> {
  const rates = { plain: [] as number[], timescale: [] as number[] }
  for (const { knex } of sides) await knex.raw('CHECKPOINT')
  for (let batch = 0; batch < batches; batch += 1) {
    const text = linesOf(from + batch * batchRows)
    for (const side of batch % 2 === 0 ? sides : [...sides].reverse()) {
      const began = performance.now()
      await copy(side.client, text)
      rates[side.name].push(batchRows / ((performance.now() - began) / 1_000))
    }
  }
  const [plain, timescale] = [median(rates.plain), median(rates.timescale)]
  return {
    millions: round(from / 1e6),
    plain: Math.round(plain),
    timescale: Math.round(timescale),
    ratio: round(timescale / plain),
  }
}

function linesOf(from: number): Buffer {
  let text = ''
  for (let i = from; i < from + batchRows; i += 1) {
    const at = begin + (Math.floor(i / devices) * stepSeconds + (i % devices) * 0.05) * 1_000
    text += `${1 + (i % devices)}\t${new Date(at).toISOString()}\t${10 + (i % 170) / 10}\t${50 + (i % 40)}\t3.58\t${-90 - (i % 30)}\t0\t0\tf\n`
  }
  return Buffer.from(text)
}

async function copy(client: pg.Client, text: Buffer): Promise<void> {
  const stream = client.query(
    copyFrom(
      'COPY readings (device_id, at, temperature, humidity, supply_voltage, rssi, rx_timeouts, retries, dirty) FROM STDIN',
    ),
  )
  const finished = once(stream, 'finish')
  stream.end(text)
  await finished
}

async function queries({ name, knex }: Side, rows: number): Promise<object> {
  const until = new Date(begin + Math.floor(rows / devices) * stepSeconds * 1_000)
  const times: number[] = []
  for (let device = 1; device <= 21; device += 1) {
    const began = performance.now()
    await readHistory(knex, {
      deviceIds: [device * 400],
      from: new Date(until.getTime() - 30 * dayMs),
      until,
      metrics: ['temperature', 'humidity', 'supplyVoltage', 'rssi'],
    })
    times.push(performance.now() - began)
  }
  const { bytes } = await one<{ bytes: number }>(
    knex,
    name === 'plain'
      ? `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'readings'::regclass`
      : `SELECT hypertable_size('readings') AS bytes`,
  )
  return {
    bench: 'storage',
    what: 'ms for a curve of thirty days of one device from the readings, not rolled up; bytes of a reading with its index',
    side: name,
    p50: round(median(times)),
    max: round(Math.max(...times)),
    bytesPerReading: round(bytes / rows),
  }
}

/** All whole days except those measured by COPY, whose values were made up. */
async function compressed({ knex }: Side): Promise<object> {
  const began = performance.now()
  await knex.raw(
    `SELECT compress_chunk(format('%I.%I', chunk_schema, chunk_name)::regclass) FROM timescaledb_information.chunks
     WHERE hypertable_name = 'readings' AND NOT is_compressed ORDER BY range_start LIMIT 10`,
  )
  const seconds = (performance.now() - began) / 1_000
  const size = await one<{ before: number; after: number }>(
    knex,
    `SELECT before_compression_total_bytes AS before, after_compression_total_bytes AS after FROM hypertable_compression_stats('readings')`,
  )
  const { readings } = await one<{ readings: number }>(
    knex,
    'SELECT count(*) AS readings FROM readings WHERE at >= ? AND at < ?',
    [new Date(begin), new Date(begin + 10 * dayMs)],
  )
  return {
    bench: 'storage',
    what: 'bytes of a compressed reading of recorded sensors, with its index',
    readings,
    before: round(size.before / readings),
    after: round(size.after / readings),
    rowsPerSecond: Math.round(readings / seconds),
    pass: size.after / readings <= 24,
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const round = (value: number): number => Number(value.toFixed(2))
