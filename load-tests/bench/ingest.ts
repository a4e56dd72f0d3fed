import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { cpuSeconds } from './cpu.ts'

export interface IngestFigures {
  /** Readings a second, acknowledged after their commit, through POST /gateway/v1/messages; median of the rounds. */
  readonly gateways: number
  /** Rows a second by COPY text over one connection into the same table; median of the rounds. */
  readonly copy: number
  /** Median of the ratios of the rounds. */
  readonly ratio: number
  readonly rounds: { readonly gateways: number; readonly copy: number }[]
  /** Milliseconds from POST to reply. */
  readonly p50: number
  readonly p99: number
  /**
   * Processor time per reading in microseconds: of the server, of the database meanwhile, and of the database for a row
   * of COPY.
   */
  readonly cpu: { readonly server: number; readonly database: number; readonly copy: number } | null
  /** Bytes of write-ahead log per reading, and per row of COPY. */
  readonly wal: { readonly gateways: number; readonly copy: number }
}
export interface IngestLoad {
  readonly gateways?: number
  readonly devicesEach?: number
  readonly connections?: number
  readonly rounds?: number
  /** Bodies of 1,000 readings in each round. */
  readonly posts?: number
  /** Message ids: a counter, as in the protocol's examples, or random UUIDs. */
  readonly ids?: 'counted' | 'random'
}

/** Address of the portal; with the process ids of server and database their processor time is measured too. */
export interface MeasuredPortal {
  readonly url: string
  readonly pid?: number | undefined
  readonly databasePid?: number | undefined
}

export interface Sender {
  readonly id: number
  readonly token: string
  readonly deviceIds: number[]
}

/**
 * Durable readings a second through the gateway API against raw COPY, in turns, with the same number of rows. Payloads
 * are built before the clock starts, on both sides. Throws unless every message was stored exactly once.
 */
export async function ingestAgainstCopy(
  portal: MeasuredPortal,
  knex: Knex,
  databaseUrl: string,
  load: IngestLoad = {},
): Promise<IngestFigures> {
  const { gateways = 200, devicesEach = 50, connections = 16, rounds = 5, posts = 300, ids = 'counted' } = load
  const senders = await makeSenders(knex, gateways, devicesEach)
  const copier = new pg.Client(databaseUrl)
  await copier.connect()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const measured: { gateways: number; copy: number }[] = []
  const spent = { server: 0, database: 0, copy: 0, gatewaysWal: 0, copyWal: 0 }
  const warm = bodies(senders, -1, gateways, ids)
  await post(portal.url, agent, warm, connections, [])
  for (let round = 0; round < rounds; round += 1) {
    const sent = bodies(senders, round, posts, ids)
    const before = await countReadings(knex, senders)
    const start = await usage(knex, portal)
    const seconds = await post(portal.url, agent, sent, connections, times)
    const end = await usage(knex, portal)
    spent.server += end.server - start.server
    spent.database += end.database - start.database
    spent.gatewaysWal += end.wal - start.wal
    const stored = (await countReadings(knex, senders)) - before
    if (stored !== posts * perPost) throw new Error(`${posts * perPost} readings acknowledged, ${stored} stored`)
    const quiet = await usage(knex, portal)
    const copySeconds = await copyRows(copier, senders, rounds + round, posts)
    const copied = await usage(knex, portal)
    spent.copy += copied.database - quiet.database
    spent.copyWal += copied.wal - quiet.wal
    measured.push({ gateways: (posts * perPost) / seconds, copy: (posts * perPost) / copySeconds })
  }
  agent.destroy()
  await copier.end()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  const each = (sum: number) => sum / (rounds * posts * perPost)
  const micros = (seconds: number) => each(seconds) * 1e6
  return {
    gateways: median(measured.map((each) => each.gateways)),
    copy: median(measured.map((each) => each.copy)),
    ratio: median(measured.map((each) => each.gateways / each.copy)),
    rounds: measured,
    p50: at(0.5),
    p99: at(0.99),
    cpu: Number.isNaN(spent.server + spent.database)
      ? null
      : { server: micros(spent.server), database: micros(spent.database), copy: micros(spent.copy) },
    wal: { gateways: each(spent.gatewaysWal), copy: each(spent.copyWal) },
  }
}

/** Processor time (s, NaN if unknown) and write-ahead log (bytes) used so far. */
async function usage(knex: Knex, { pid, databasePid }: MeasuredPortal) {
  const { rows } = await knex.raw<{ rows: { wal: number }[] }>("SELECT pg_current_wal_insert_lsn() - '0/0' AS wal")
  return {
    server: cpuSeconds(pid) ?? Number.NaN,
    database: cpuSeconds(databasePid) ?? Number.NaN,
    wal: rows[0]?.wal ?? 0,
  }
}

export const perPost = 1_000

export async function makeSenders(knex: Knex, gateways: number, devicesEach: number): Promise<Sender[]> {
  return knex.transaction(async (trx) => {
    const mark = randomBytes(4).toString('hex')
    const { rows: sites } = await trx.raw<{ rows: { id: number }[] }>(
      'INSERT INTO sites (name) VALUES (?) RETURNING id',
      [`Bench ${mark}`],
    )
    const siteId = sites[0]?.id ?? 0
    const { rows: made } = await trx.raw<{ rows: { id: number }[] }>(
      `INSERT INTO gateways (name, hardware_id, site_id) SELECT 'bench-' || n, ? || n, ? FROM generate_series(1, ?) n RETURNING id`,
      [`bench-${mark}-`, siteId, gateways],
    )
    const ids = made.map(({ id }) => id)
    const tokens = ids.map(() => randomBytes(32).toString('base64url'))
    await trx('gateway_tokens').insert(
      ids.map((id, index) => ({
        gateway_id: id,
        token_hash: createHash('sha256')
          .update(tokens[index] ?? '')
          .digest(),
        order_key: randomBytes(32),
      })),
    )
    const { rows: devices } = await trx.raw<{ rows: { id: number; gateway_id: number }[] }>(
      `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id)
       SELECT 'D-' || n, 'D-' || n, g, ?, (SELECT id FROM device_types WHERE type = 'PARKING_LOT')
       FROM unnest(?::integer[]) g CROSS JOIN generate_series(1, ?) n ORDER BY g, n RETURNING id, gateway_id`,
      [siteId, ids, devicesEach],
    )
    return ids.map((id, index) => ({
      id,
      token: tokens[index] ?? '',
      deviceIds: devices.flatMap((device) => (device.gateway_id === id ? [device.id] : [])),
    }))
  })
}

export interface Body {
  readonly token: string
  readonly json: Buffer
}

/** Payloads of gateways: per post 1,000 readings of their devices in turn, a second apart, within the last days. */
export function bodies(senders: readonly Sender[], round: number, posts: number, ids: 'counted' | 'random'): Body[] {
  return Array.from({ length: posts }, (_, index) => {
    const sender = pick(senders, index)
    const turn = Math.floor(index / senders.length)
    const messages = Array.from({ length: perPost }, (__, n) => ({
      id: ids === 'random' ? randomUUID() : countedId(round, turn * perPost + n),
      at: measuredAt(round, turn, n),
      device: `D-${1 + (n % sender.deviceIds.length)}`,
      kind: 'reading',
      ...values(n),
    }))
    return { token: sender.token, json: Buffer.from(JSON.stringify({ messages })) }
  })
}

/** As in the protocol's examples: a prefix, then a counter. */
function countedId(round: number, n: number): string {
  return `9f2${(round + 1).toString(16)}-${String(n).padStart(6, '0')}`
}

const began = Date.now() - 6 * 86_400_000

function measuredAt(round: number, turn: number, n: number): string {
  return new Date(began + (round + 1) * 40_000_000 + turn * 1_000_000 + n * 1_000).toISOString()
}

function values(n: number) {
  return {
    temperature: 4.5 + (n % 40) / 10,
    humidity: 60 + (n % 30),
    supplyVoltage: 3.58,
    rssi: -97 + (n % 20),
    rxTimeouts: 0,
    retries: n % 3,
    dirty: false,
  }
}

/** Posts everything over `connections` connections; returns the seconds until the last reply. */
export async function post(
  url: string,
  agent: Agent,
  all: readonly Body[],
  connections: number,
  times: number[],
): Promise<number> {
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let body = all[next++]; body; body = all[next++]) {
        const sentAt = performance.now()
        let answer = await send(url, agent, body)
        // Sent again on request, like a gateway: a refusal costs time, and that counts.
        for (; answer.retryAfter > 0; answer = await send(url, agent, body)) await wait(answer.retryAfter * 1_000)
        if (answer.reply !== `{"stored":${perPost},"duplicate":0,"refused":[]}`)
          throw new Error(`unexpected reply: ${answer.reply}`)
        times.push(performance.now() - sentAt)
      }
    }),
  )
  return (performance.now() - start) / 1_000
}

/** Returns the reply, and how many seconds to wait before sending the body again; 0 = done. */
export function send(url: string, agent: Agent, { token, json }: Body): Promise<{ reply: string; retryAfter: number }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': json.length,
    }
    const call = request(`${url}/gateway/v1/messages`, { agent, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ reply: text, retryAfter: Number(response.headers['retry-after'] ?? 0) }))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(json)
  })
}

async function copyRows(client: pg.Client, senders: readonly Sender[], round: number, posts: number): Promise<number> {
  const chunks = Array.from({ length: posts }, (_, index) => {
    const sender = pick(senders, index)
    const turn = Math.floor(index / senders.length)
    let text = ''
    for (let n = 0; n < perPost; n += 1) {
      const { temperature, humidity, supplyVoltage, rssi, rxTimeouts, retries, dirty } = values(n)
      const device = pick(sender.deviceIds, n)
      text += `${device}\t${measuredAt(round, turn, n)}\t${temperature}\t${humidity}\t${supplyVoltage}\t${rssi}\t${rxTimeouts}\t${retries}\t${dirty}\n`
    }
    return Buffer.from(text)
  })
  const start = performance.now()
  const stream = client.query(
    copyFrom(
      'COPY readings (device_id, at, temperature, humidity, supply_voltage, rssi, rx_timeouts, retries, dirty) FROM STDIN',
    ),
  )
  const finished = once(stream, 'finish')
  for (const chunk of chunks) if (!stream.write(chunk)) await once(stream, 'drain')
  stream.end()
  await finished
  return (performance.now() - start) / 1_000
}

async function countReadings(knex: Knex, senders: readonly Sender[]): Promise<number> {
  const ids = senders.flatMap(({ deviceIds }) => deviceIds)
  const { rows } = await knex.raw<{ rows: { count: number }[] }>(
    'SELECT count(*) AS count FROM readings WHERE device_id BETWEEN ? AND ?',
    [Math.min(...ids), Math.max(...ids)],
  )
  return rows[0]?.count ?? 0
}

function pick<V>(list: readonly V[], index: number): V {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
