import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { command, devices } from '../../contract/control.ts'
import { malfunctions } from '../../contract/insight.ts'
import { connect } from '../../db/connect.ts'
import { type Embedded, startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import { type Cluster, startCluster } from '../testing/cluster.ts'
import { expectAtMost, now, stopwatch } from '../testing/figures.ts'
import { connectPerson, postMessages, signIn } from '../testing/person.ts'
import { type Proxy, startProxy } from '../testing/proxy.ts'
import { startRedis, type TestRedis } from '../testing/redis.ts'
import { allLive, openScreens, type Screen, wrongOn } from '../testing/screens.ts'
import { simulated } from '../testing/simulated.ts'
import { addGateway, haveReported, makeWorld, type World, type WorldGateway } from '../testing/world.ts'

/** Rounds of the rolling restart (T35). */
const rounds = Number(process.env['T35_ROUNDS'] ?? 1)
/** More than may have a command on its way at once, while a gateway comes back. */
const places = 400
const watching = [devices, malfunctions]

let database: Embedded
let knex: Knex
let world: World
let reporting: WorldGateway
let redis: TestRedis
/** Between the second process of people and the database. */
let cable: Proxy
let cluster: Cluster
let simulator: Simulator
let screens: Screen[]
let cookie: string

beforeAll(async () => {
  const dir = mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-processes-'))
  database = await startEmbedded({ dir, temporary: true, supervised: true })
  knex = connect(database.url, { max: 4, name: 'test' })
  await migrate(knex)
  world = await makeWorld(knex, { devices: places })
  await haveReported(knex, world.own.gateway)
  reporting = await addGateway(knex, world.own.siteId, 'reporting', 10)
  redis = await startRedis()
  const direct = new URL(database.url)
  cable = await startProxy(() => Number(direct.port))
  const through = new URL(database.url)
  through.hostname = '127.0.0.1'
  through.port = String(cable.port)
  const members = [
    { name: 'one', roles: 'web', databaseUrl: database.url },
    { name: 'two', roles: 'web', databaseUrl: through.href },
    { name: 'ingest', roles: 'ingest', databaseUrl: database.url },
    { name: 'work', roles: 'relay,jobs', databaseUrl: database.url },
    { name: 'spare', roles: 'relay,jobs', databaseUrl: database.url },
  ]
  cluster = await startCluster({ members, env: { REDIS_URL: redis.url } })
  const { url } = cluster.balancer
  const gateway = simulated(world.own.gateway, { typeOf: () => 'BIKE_BOX', moveMs: 100 })
  simulator = startSimulator({ url, gateways: [gateway] })
  await simulator.connected()
  cookie = await signIn(url, 'rm', world.password)
  screens = openScreens(url, cookie, { count: 8, watching })
  await vi.waitFor(() => expect(allLive(screens)).toBe(true))
})
afterAll(async () => {
  for (const { link } of screens ?? []) link.close()
  await simulator?.stop()
  await cluster?.stop()
  await redis?.kill()
  await cable?.close()
  await knex?.destroy()
  await database?.stop()
})

const running = (name: string) => cluster.members[name]?.running()
const leads = (name: string) => running(name)?.output().includes('relay leads') ?? false
/** Reports of the reporting gateway that are stored. */
const stored = async (): Promise<number> => {
  const ids = reporting.devices.map(({ id }) => id)
  return Number((await knex('device_reports').whereIn('device_id', ids).count('* as n'))[0]?.n)
}
let place = 0
/** A command for the next device, by a connection of its own and as often as it takes to get an answer; the command's id, or the refusal's code. */
async function give(): Promise<{ id: string } | { code: string }> {
  const device = world.own.gateway.devices[place++ % places]
  const id = randomUUID()
  for (;;) {
    const person = await connectPerson(cluster.balancer.url, cookie).catch(() => null)
    try {
      const answer = await person?.command(command, { deviceId: device?.id ?? 0, action: 'refresh' }, id)
      if (answer?.ok) return { id: answer.reply.deviceCommandId }
      if (answer && !['database-unavailable', 'server-busy'].includes(answer.refusal.code))
        return { code: answer.refusal.code }
    } catch {
      // Its connection was cut: once more.
    } finally {
      person?.close()
    }
  }
}
const stateOf = async (id: string): Promise<string> =>
  (await knex('device_commands').where({ id }).first('state')).state
/** How long it takes until a command is given, carried out and confirmed, ms. */
async function works(): Promise<number> {
  const passed = stopwatch()
  await vi.waitFor(
    async () => {
      const given = await give()
      if ('code' in given) throw new Error(given.code)
      await expect.poll(async () => ['queued', 'sent', 'taken'].includes(await stateOf(given.id))).toBe(false)
      expect(await stateOf(given.id)).toBe('confirmed')
    },
    { interval: 50 },
  )
  return passed()
}
/** Time until every screen is live and up to date, ms. Checked no more often than one person may call. */
async function right(): Promise<number> {
  const passed = stopwatch()
  const seen = new Set<string>()
  const look = async (): Promise<string[]> => {
    if (!allLive(screens)) return ['not every screen is live']
    const fresh = await connectPerson(cluster.balancer.url, cookie)
    try {
      return await wrongOn(screens, fresh, watching)
    } finally {
      fresh.close()
    }
  }
  await vi.waitFor(
    async () => {
      const wrong = await look().catch((error: unknown) => [String(error)])
      for (const each of wrong) seen.add(each)
      if (wrong.length > 0) throw new Error(`now: ${wrong.join('; ')}, seen: ${[...seen].slice(0, 20).join('; ')}`)
    },
    { interval: 500 },
  )
  return passed()
}
const say = (test: string, figures: object) => console.log(JSON.stringify({ test, ...figures, pass: true }))

/** What went wrong when somebody asked for his zones, null = nothing. */
const askZones = (agent: Agent | false): Promise<string | null> =>
  new Promise((resolve) => {
    const failed = (error: Error): void => resolve(error.message)
    const call = get(`${cluster.balancer.url}/zones`, { agent, headers: { cookie } }, (response) => {
      const { statusCode = 0 } = response
      response.on('error', failed)
      response.on('end', () => resolve(statusCode < 500 ? null : `${statusCode}`)).resume()
    })
    call.on('error', failed)
  })

/** Messages of another gateway, each sent until it is acknowledged, while something happens. */
function report(name: string, url: () => string) {
  let acknowledged = 0
  let stopped = false
  const sending = (async () => {
    for (let n = 0; !stopped; ) {
      const device = reporting.devices[n % reporting.devices.length]?.hardwareId
      const message = {
        id: `${name}-${n}`,
        at: new Date().toISOString(),
        device,
        kind: 'status',
        status: n % 2 ? 'free' : 'okay',
      }
      const ok = await postMessages(url(), reporting.token, [message]).then(
        (response) => response.status === 200,
        () => false,
      )
      if (ok) acknowledged = n += 1
      else await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  return {
    /** How many were acknowledged, after the last. */
    async stop(): Promise<number> {
      stopped = true
      await sending
      return acknowledged
    },
  }
}

describe('several processes', () => {
  it('share the work: a command reaches the gateway wherever its link is, and every screen sees it [OPS-3]', async () => {
    expect([leads('work'), leads('spare')].filter(Boolean)).toHaveLength(1)
    for (let n = 0; n < 6; n += 1) await works()
    await right()
    const { url } = running('ingest') ?? { url: '' }
    const answer = await postMessages(url, reporting.token, [
      {
        id: 'first',
        at: new Date().toISOString(),
        device: reporting.devices[0]?.hardwareId,
        kind: 'status',
        status: 'free',
      },
    ])
    expect(await answer.json()).toMatchObject({ stored: 1 })
    expect((await fetch(`${url}/devices`)).status).toBe(404)
    await right()
  })

  it('are restarted one after another: no command is lost, no screen left behind [OPS-3] [LIVE-6]', async () => {
    const away: number[] = []
    for (const { link } of screens) {
      let since = 0
      link.on((moment) => {
        if (moment === 'LOST') since = now()
        if (moment === 'CONNECTED' && since > 0) away.push(now() - since)
      })
    }
    const calls = { asked: 0, failed: [] as string[], again: [] as string[] }
    const kept = new Agent({ keepAlive: true })
    const given: string[] = []
    const refused: string[] = []
    const before = await stored()
    const sent = report('rolling', () => running('ingest')?.url ?? '')
    let stopped = false
    const asking = (async () => {
      while (!stopped) {
        calls.asked += 1
        // Once more, as any client does whose connection was cut, and by a new one: others that it kept are cut as well.
        const first = await askZones(kept)
        const again = first === null ? null : await askZones(false)
        if (again !== null) calls.failed.push(`${first}, ${again}`)
        else if (first !== null) calls.again.push(first)
      }
    })()
    const commanding = (async () => {
      while (!stopped) {
        const one = await give()
        if ('id' in one) given.push(one.id)
        else refused.push(one.code)
      }
    })()
    const ends: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['one', 'two', 'ingest', 'work', 'spare']) {
        const ended = stopwatch()
        await cluster.members[name]?.end()
        ends.push(ended())
        await cluster.members[name]?.start()
      }
    }
    stopped = true
    await Promise.all([asking, commanding])
    kept.destroy()
    const acknowledged = await sent.stop()
    await vi.waitFor(async () =>
      expect(await knex('device_commands').whereIn('id', given).whereIn('state', ['queued', 'sent', 'taken'])).toEqual(
        [],
      ),
    )
    const settled = await right()
    const states = await knex('device_commands')
      .whereIn('id', given)
      .groupBy('state', 'reason')
      .select('state', 'reason')
      .count('* as n')
    expect(calls.failed).toEqual([])
    expect(states).toEqual([{ state: 'confirmed', reason: null, n: given.length }])
    // In the long form one person gives more commands than one may within a minute, too.
    expect(refused.filter((code) => code !== 'too-fast' && code !== 'too-many-requests')).toEqual([])
    expect(await stored()).toBe(before + acknowledged)
    expectAtMost('ms until a process has ended', Math.max(...ends), 10_000)
    expectAtMost('ms until a screen is back', Math.max(...away), 3_000)
    say('T35', {
      n: calls.asked,
      faults: rounds * 5,
      failed: calls.failed.length,
      again: calls.again,
      deviceCommands: given.length,
      states: Object.fromEntries(states.map(({ state, reason, n }) => [`${state} ${reason ?? ''}`.trim(), n])),
      refused: [...new Set(refused)],
      acknowledged,
      endMs: Math.round(Math.max(...ends)),
      backMs: Math.round(Math.max(...away)),
      settledMs: settled,
    })
  })
})

describe('one of several processes', () => {
  it('that serves people is killed: the other one takes over [OPS-3] [LIVE-6]', async () => {
    await cluster.members['one']?.end('SIGKILL')
    const [commandsMs, screensMs] = [await works(), await right()]
    await cluster.members['one']?.start()
    expect(running('two')?.child.exitCode).toBeNull()
    say('web killed', { commandsMs, screensMs })
  })

  it('that leads the relay is killed: another one takes over, once [OPS-3]', async () => {
    const [leader, other] = leads('work') ? ['work', 'spare'] : ['spare', 'work']
    const before = running(other)?.output().split('relay leads').length ?? 0
    await cluster.members[leader]?.end('SIGKILL')
    const passed = stopwatch()
    await vi.waitFor(() => expect(running(other)?.output().split('relay leads').length).toBe(before + 1), {
      interval: 20,
    })
    const leadMs = passed()
    const commandsMs = await works()
    await cluster.members[leader]?.start()
    expectAtMost('ms until another one leads', leadMs, 5_000)
    say('leader killed', { leadMs, commandsMs })
  })

  it('that takes telemetry in is killed: what was acknowledged is stored once [OPS-3] [GW-1]', async () => {
    const { url } = running('ingest') ?? { url: '' }
    const before = await stored()
    await postMessages(url, reporting.token, [
      {
        id: 'killed',
        at: new Date().toISOString(),
        device: reporting.devices[1]?.hardwareId,
        kind: 'status',
        status: 'error',
      },
    ])
    await cluster.members['ingest']?.restart('SIGKILL')
    const again = await postMessages(url, reporting.token, [
      {
        id: 'killed',
        at: new Date().toISOString(),
        device: reporting.devices[1]?.hardwareId,
        kind: 'status',
        status: 'error',
      },
    ])
    expect(await again.json()).toMatchObject({ stored: 0, duplicate: 1 })
    expect(await stored()).toBe(before + 1)
    await right()
  })

  it('is cut off from the database: it refuses, is not ready, and is right again by itself [OPS-3] [OPS-4]', async () => {
    const { url } = running('two') ?? { url: '' }
    cable.blackHole()
    const passed = stopwatch()
    const answer = await fetch(`${url}/zones`, { headers: { cookie } })
    const refusedMs = passed()
    expect(answer.status).toBe(503)
    const ready = await vi.waitFor(async () => {
      const said = await fetch(`${url}/health/ready`)
      expect(said.status).toBe(503)
      return said
    })
    expect(await ready.json()).toMatchObject({ status: 'not ready' })
    expect((await fetch(`${running('one')?.url}/health/ready`)).status).toBe(200)
    cable.heal()
    const healed = stopwatch()
    await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200))
    const readyMs = healed()
    const [commandsMs, screensMs] = [await works(), await right()]
    expectAtMost('ms until it refuses', refusedMs, 5_500)
    say('cut from database', { refusedMs, readyMs, commandsMs, screensMs })
  })
})

describe('what lies under all processes', () => {
  it('Redis away and back: nobody notices [OPS-3]', async () => {
    await redis.kill()
    const withoutMs = await works()
    await right()
    await redis.start()
    await vi.waitFor(() => expect(running('one')?.output()).toContain('Redis is back'))
    const withMs = await works()
    say('Redis restarted', { withoutMs, withMs, screensMs: await right() })
    for (const name of Object.keys(cluster.members)) expect(running(name)?.child.exitCode).toBeNull()
  })

  it('PostgreSQL killed and started again: everything goes on by itself [OPS-3] [LIVE-6]', async () => {
    const before = await stored()
    const sent = report('restart', () => running('ingest')?.url ?? '')
    const pid = database.pid()
    if (pid) process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect((await knex.raw('select 1 as up')).rows).toEqual([{ up: 1 }]))
    const upMs = await works()
    const acknowledged = await sent.stop()
    expect(await stored()).toBe(before + acknowledged)
    say('PostgreSQL restarted', { upMs, screensMs: await right(), acknowledged })
    for (const name of Object.keys(cluster.members)) expect(running(name)?.child.exitCode).toBeNull()
  })
})
