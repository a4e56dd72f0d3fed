import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { type Proxy, startProxy } from '../../testing/proxy.ts'
import { type Listener, listen } from './listen.ts'

let db: TestDatabase
let proxy: Proxy
let listener: Listener
let connected = 0
const heard: string[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  const direct = new URL(db.url)
  proxy = await startProxy(() => Number(direct.port))
  const through = new URL(db.url)
  through.port = String(proxy.port)
  through.hostname = '127.0.0.1'
  listener = listen({
    url: through.href,
    channels: ['rights'],
    log: pino({ level: 'silent' }),
    onNotify: (_, payload) => heard.push(payload),
    onConnect: () => {
      connected += 1
    },
    pingMs: 100,
    answerMs: 400,
  })
})
afterAll(async () => {
  await listener.stop()
  await proxy.close()
  await db.close()
})

it('notices a silent connection, and listens on a new one', async () => {
  await vi.waitFor(() => expect(connected).toBeGreaterThanOrEqual(1))
  proxy.blackHole()
  await vi.waitFor(() => expect(listener.client()).toBeNull())
  const before = connected
  proxy.heal()
  await vi.waitFor(() => expect(connected).toBeGreaterThan(before))
  await db.knex.raw(`select pg_notify('rights', 'again')`)
  await vi.waitFor(() => expect(heard).toEqual(['again']))
})

it('loses its session and locks when it hangs, so that another process may lead', async () => {
  const still = await startProxy(() => Number(new URL(db.url).port))
  const through = new URL(db.url)
  through.port = String(still.port)
  through.hostname = '127.0.0.1'
  let locked = false
  // While it is suspended it neither pings nor notices missing replies.
  const frozen = listen({
    url: through.href,
    channels: [],
    log: pino({ level: 'silent' }),
    onNotify: () => {},
    onConnect: (client) => {
      void client.query('select pg_advisory_lock(4712)').then(() => {
        locked = true
      })
    },
    pingMs: 3_600_000,
    answerMs: 3_600_000,
    silentMs: 500,
  })
  await vi.waitFor(() => expect(locked).toBe(true))
  still.blackHole()
  const held = () => db.knex('pg_locks').where({ locktype: 'advisory', objid: 4_712 })
  await vi.waitFor(async () => expect(await held()).toEqual([]))
  await still.close()
  await frozen.stop()
})

it('stops even if the server does not respond', async () => {
  proxy.blackHole()
  await expect(listener.stop()).resolves.toBeUndefined()
})
