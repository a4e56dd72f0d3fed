import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { type Embedded, startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { expectAtMost, isLong, now } from '../testing/figures.ts'
import { freePort, type RunningPortal, startPortal } from '../testing/harness.ts'
import { countStored, makeSenders, type SendingGateway } from './testing/floods.ts'
import { timesOf } from './testing/people.ts'
import { startSpeaking } from './testing/speaking.ts'

/** Seconds of speaking between kills, and kills; the long form is asked for by the environment. */
const seconds = Number(process.env['T25_SECONDS'] ?? 5)
const kills = Number(process.env['T25_KILLS'] ?? 2)
const lagMs = Number(process.env['T25_LAG_MS'] ?? 1_000)
const gateways = Number(process.env['T25_GATEWAYS'] ?? 100)
/** Each gateway has 50 devices and tells ten messages a second. */
const perSecond = 10 * gateways
/** Readings that come while a portal is away are late by its absence; so is what comes until that is made up for with nearly everybody, no longer than this. */
const catchUpMs = 15_000

let dir: string
let database: Embedded
let knex: Knex
let senders: SendingGateway[]
let silent: { never: number[]; yesterday: number[]; today: number[] }
let portal: RunningPortal
let port: number
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-telemetry-'))
  database = await startEmbedded({ dir, temporary: true })
  knex = connect(database.url, { max: 4, name: 'test' })
  await migrate(knex)
  senders = await makeSenders(knex, gateways, 50)
  silent = await makeSilent()
  port = await freePort()
  portal = await start()
})
afterAll(async () => {
  await portal?.end('SIGKILL')
  await knex?.destroy()
  await database?.stop()
  if (dir) rmSync(dir, { recursive: true, force: true })
})

const start = () => startPortal({ databaseUrl: database.url, port, env: { LOG_LEVEL: 'warn' }, readyText: 'Holdfast' })

/** In time is what comes soon, in the long form; elsewhere whatever comes. */
const inTimeMs = isLong ? lagMs : Number.POSITIVE_INFINITY

/**
 * Gateways that were silent for four hours: ten without any warning, ten with one of yesterday, ten with one of today.
 */
async function makeSilent() {
  const [site] = (await knex('sites').insert({ name: 'Silent' }).returning('id')) as { id: number }[]
  const add = async (mailedHoursAgo: number | null): Promise<number[]> => {
    const { rows } = await knex.raw<{ rows: { id: number }[] }>(
      `INSERT INTO gateways (name, hardware_id, site_id, send_mail, last_message_at, silent_mail_at)
       SELECT 'silent', 'silent-' || n || '-' || :ago::text, :site, true, now() - interval '4 hours', now() - make_interval(hours => :mailed::integer)
       FROM generate_series(1, 10) n RETURNING id`,
      { ago: String(mailedHoursAgo), site: site?.id ?? 0, mailed: mailedHoursAgo } as never,
    )
    return rows.map(({ id }) => id)
  }
  return { never: await add(null), yesterday: await add(25), today: await add(23) }
}

/** How often somebody was to be warned of each gateway. */
async function warnings(): Promise<Map<number, number>> {
  const { rows } = await knex.raw<{ rows: { id: number; times: number }[] }>(
    `SELECT (payload ->> 'gatewayId')::integer AS id, count(*) AS times FROM outbox WHERE fact = 'gateways.silent' GROUP BY 1`,
  )
  return new Map(rows.map(({ id, times }) => [id, times]))
}

async function metric(name: string, label: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name}\\{${label}\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
}

/** The same every time: a small generator of numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe(`telemetry of ${gateways} gateways`, () => {
  it(`at ${perSecond} messages a second, over links that flap, with wrong ones among them and ${kills} kills: nothing acknowledged is lost or doubled, who is silent is told of once a day [GW-1] [GW-3]`, async () => {
    const speaking = startSpeaking({
      url: portal.url,
      gateways: senders,
      perBody: perSecond / gateways,
      wrong: 0.05,
      random: generator(25),
    })
    const { said } = speaking
    const away: { from: number; until: number }[] = []
    const caughtUp: number[] = []
    const acknowledgedFor = async (bodies: number): Promise<void> => {
      const before = said.lags.length
      await expect.poll(() => said.lags.length).toBeGreaterThan(before + bodies)
    }
    /** Away from then on, and caught up by now: what 95 % of the gateways said last, since it is there again, was in time. */
    const back = async (from: number): Promise<void> => {
      const there = now()
      const inTime = () => {
        const last = new Map(said.lags.filter(({ at }) => at > there).map(({ gateway, ms }) => [gateway, ms]))
        return [...last.values()].filter((ms) => ms <= inTimeMs).length
      }
      await expect.poll(inTime, { interval: 100 }).toBeGreaterThanOrEqual(0.95 * gateways)
      away.push({ from: from - 1_000, until: now() })
      caughtUp.push(now() - there)
    }
    await back(now())
    for (let kill = 0; kill < kills; kill += 1) {
      await acknowledgedFor(seconds * gateways)
      const from = now()
      await portal.end('SIGKILL')
      portal = await start()
      await back(from)
    }
    await acknowledgedFor(seconds * gateways)
    await speaking.end()
    await expect.poll(async () => (await warnings()).size).toBe(20)

    const { total, doubled, byGateway } = await countStored(knex, senders)
    const good = Object.values(said.good).reduce((sum, each) => sum + each, 0)
    const wrong = senders.filter(({ id }) => byGateway[id] !== said.good[id])
    const calm = said.lags.filter(({ at }) => away.every(({ from, until }) => at < from || at > until))
    const lag = timesOf(calm.map(({ ms }) => ms))
    const warned = await warnings()
    const refusedBefore = await metric('holdfast_gateway_messages_total', 'outcome="refused"')
    const malformedBefore = await metric('holdfast_ingest_refused_total', 'reason="malformed"')
    await sendWrong(5)
    const counted = {
      messages: (await metric('holdfast_gateway_messages_total', 'outcome="refused"')) - refusedBefore,
      bodies: (await metric('holdfast_ingest_refused_total', 'reason="malformed"')) - malformedBefore,
    }
    await portal.end()
    const once = [...warned.values()].every((times) => times === 1)
    const well = wrong.length === 0 && doubled === 0 && lag.p95 <= inTimeMs && once && warned.size === 20
    console.log(
      JSON.stringify({
        test: 'T25',
        n: good,
        faults: kills,
        lost: good - total,
        dup: doubled,
        p50: lag.p50,
        p95: lag.p95,
        p99: lag.p99,
        caughtUpMs: Math.round(Math.max(...caughtUp)),
        flaps: said.flaps,
        spoiled: said.spoiled,
        broken: said.broken,
        warned: warned.size,
        pass: well,
      }),
    )
    expect({ wrong, lost: good - total, doubled }).toEqual({ wrong: [], lost: 0, doubled: 0 })
    expect(said.unexpected).toEqual([])
    expect(said.refusedWhole).toBe(said.broken)
    expect(said.refusedAlone).toBe(said.spoiled)
    expect(Math.min(said.spoiled, said.broken, said.flaps)).toBeGreaterThan(0)
    expect(counted).toEqual({ messages: 5, bodies: 5 })
    expect([...warned.keys()].sort((a, b) => a - b)).toEqual([...silent.never, ...silent.yesterday])
    expect(once).toBe(true)
    expect(calm.length).toBeGreaterThan(gateways)
    expectAtMost('ms until it is caught up', Math.max(...caughtUp), catchUpMs)
    expectAtMost('lateness, ms', lag.p95, lagMs)
  })
})

/** Sends this many bodies with a message of an unknown device, and as many that are no JSON. */
async function sendWrong(times: number): Promise<void> {
  const sender = senders[0]
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${sender?.token}` }
  for (let n = 0; n < times; n += 1) {
    const message = { id: `wrong-${n}`, at: new Date().toISOString(), device: 'nobody', kind: 'reading' }
    const bodies = [JSON.stringify({ messages: [message] }), '{"messages":[}']
    const sent = bodies.map((body) => fetch(`${portal.url}/gateway/v1/messages`, { method: 'POST', headers, body }))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 400])
  }
}
