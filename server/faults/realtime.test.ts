import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { devices } from '../../contract/control.ts'
import { malfunctions } from '../../contract/insight.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { freePort, type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, postMessages, signIn } from '../testing/person.ts'
import { type Proxy, startProxy } from '../testing/proxy.ts'
import { allLive, openScreens, type Screen, wrongOn } from '../testing/screens.ts'
import { makeWorld, type World } from '../testing/world.ts'

const clients = Number(process.env['T16_CLIENTS'] ?? 30)
const rounds = Number(process.env['T16_ROUNDS'] ?? 4)

let db: TestDatabase
let world: World
let portal: RunningPortal
let proxy: Proxy
let port: number
let screens: Screen[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 30 })
  port = await freePort()
  portal = await startPortal({ databaseUrl: db.url, port })
  proxy = await startProxy(() => port)
})
afterAll(async () => {
  for (const { link } of screens) link.close()
  await proxy?.close()
  await portal?.end('SIGKILL')
  await db?.close()
})

const watching = [devices, malfunctions]

it('nothing is missed: resets, black holes and restarts of the server, and every screen is right again by itself [LIVE-6]', async () => {
  const cookie = await signIn(portal.url, 'rm', world.password)
  screens = openScreens(`http://localhost:${proxy.port}`, cookie, { count: clients, watching })
  await vi.waitFor(() => expect(allLive(screens)).toBe(true))

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
    await vi.waitFor(() => expect(number).toBeGreaterThan(from + count))
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
  const began = Date.now()
  await vi.waitFor(
    async () => {
      expect(allLive(screens)).toBe(true)
      expect(await wrongOn(screens, fresh, watching)).toEqual([])
    },
    { interval: 250 },
  )
  fresh.close()
  console.log(
    JSON.stringify({
      test: 'T16',
      n: number,
      clients,
      faults: rounds * 3,
      missing: 0,
      settledMs: Date.now() - began,
    }),
  )
})
