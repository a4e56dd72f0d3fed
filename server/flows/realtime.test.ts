import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLink, type Link } from '../../client/link/socket.ts'
import { createWatches, type Watched, type Watches } from '../../client/link/watch.ts'
import { devices } from '../../contract/control.ts'
import { malfunctions } from '../../contract/insight.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { freePort, type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, postMessages, signIn } from '../testing/person.ts'
import { type Proxy, startProxy } from '../testing/proxy.ts'
import { makeWorld, type World } from '../testing/world.ts'

const clients = Number(process.env['T16_CLIENTS'] ?? 30)
const rounds = Number(process.env['T16_ROUNDS'] ?? 4)

let db: TestDatabase
let world: World
let portal: RunningPortal
let proxy: Proxy
let port: number
const links: { link: Link; watches: Watches; watched: Watched[]; leave: (() => void)[] }[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 30 })
  port = await freePort()
  portal = await startPortal({ databaseUrl: db.url, port })
  proxy = await startProxy(() => port)
}, 60_000)
afterAll(async () => {
  for (const { link } of links) link.close()
  await proxy?.close()
  await portal?.end('SIGKILL')
  await db?.close()
})

/** What is pushed seldom and does not change what a person does: ages and measured values follow within half a minute. */
const quiet = new Set(['lastMessageAt', 'statusAt', 'supplyVoltage', 'temperature', 'humidity', 'rssi'])
const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (quiet.has(key)) return undefined
    if (!inner || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
  })

/** Rows that exist, as text to compare. */
function rowsOf(watched: Watched): Record<string, string> {
  const rows: Record<string, string> = {}
  for (const [kind, table] of watched.view.rows())
    for (const [id, row] of table) if (row.view) rows[`${kind}:${id}`] = textOf(row.view)
  return rows
}

function differences(found: Record<string, string>[], wanted: Record<string, string>[]): string[] {
  return wanted
    .flatMap((rows, index) =>
      [...new Set([...Object.keys(rows), ...Object.keys(found[index] ?? {})])]
        .filter((key) => rows[key] !== found[index]?.[key])
        .map((key) => `${key} is ${found[index]?.[key] ?? 'missing'}, not ${rows[key] ?? 'there'}`),
    )
    .slice(0, 2)
}

it('nothing is missed: resets, black holes and restarts of the server, and every screen is right again by itself [LIVE-6]', async () => {
  const cookie = await signIn(portal.url, 'rm', world.password)
  for (let index = 0; index < clients; index += 1) {
    const link = createLink({
      url: `http://127.0.0.1:${proxy.port}`,
      headers: { cookie },
      retryMs: 50,
      retryMaxMs: 500,
    })
    const watches = createWatches(link)
    const watched = [watches.of(devices, {}), watches.of(malfunctions, {})]
    links.push({ link, watches, watched, leave: watched.map((item) => item.hold()) })
    link.open()
  }
  const allLive = () => links.every(({ watched }) => watched.every((item) => item.view.status().state === 'live'))
  await vi.waitFor(() => expect(allLive()).toBe(true), 20_000)

  const { gateway } = world.own
  let number = 0
  let stopped = false
  /** Changes without a pause, each sent until it is acknowledged. */
  const sender = (async () => {
    while (!stopped) {
      const device = gateway.devices[number % gateway.devices.length]
      const status = ['free', 'error', 'okay', 'occupied'][Math.floor(number / gateway.devices.length) % 4]
      const message = {
        id: `n-${number}`,
        at: new Date().toISOString(),
        device: device?.hardwareId,
        kind: 'status',
        status,
      }
      const sent = await postMessages(`http://127.0.0.1:${port}`, gateway.token, [message]).then(
        (response) => response.status === 200,
        () => false,
      )
      if (sent) number += 1
      else await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const passes = async (count: number) => {
    const from = number
    await vi.waitFor(() => expect(number).toBeGreaterThan(from + count), 30_000)
  }
  for (let round = 0; round < rounds; round += 1) {
    await passes(40)
    proxy.reset()
    await passes(40)
    proxy.blackHole()
    await passes(60)
    proxy.heal()
    await passes(20)
    await portal.end(round % 2 ? 'SIGTERM' : 'SIGKILL')
    portal = await startPortal({ databaseUrl: db.url, port })
  }
  await passes(20)
  stopped = true
  await sender

  const fresh = await connectPerson(portal.url, await signIn(portal.url, 'rm', world.password))
  const snapshot = async (def: typeof devices | typeof malfunctions): Promise<Record<string, string>> => {
    const { rows } = await fresh.watch(def, {})
    return Object.fromEntries(
      [...rows].filter(([, change]) => change.view).map(([key, change]) => [key, textOf(change.view)]),
    )
  }
  const began = Date.now()
  await vi.waitFor(
    async () => {
      expect(allLive()).toBe(true)
      const truth = [await snapshot(devices), await snapshot(malfunctions)]
      const wrong = links.flatMap(({ watched }, client) =>
        differences(watched.map(rowsOf), truth).map((text) => `client ${client}: ${text}`),
      )
      expect(wrong).toEqual([])
    },
    { timeout: 15_000, interval: 250 },
  )
  fresh.close()
  console.log(
    JSON.stringify({ test: 'T16', n: number, clients, faults: rounds * 3, missing: 0, settledMs: Date.now() - began }),
  )
}, 180_000)
