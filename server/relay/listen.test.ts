import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type Proxy, startProxy } from '../testing/proxy.ts'
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

it('notices a connection on which nothing comes any more, and listens on a new one', async () => {
  await vi.waitFor(() => expect(connected).toBeGreaterThanOrEqual(1))
  proxy.blackHole()
  await vi.waitFor(() => expect(listener.client()).toBeNull())
  const before = connected
  proxy.heal()
  await vi.waitFor(() => expect(connected).toBeGreaterThan(before))
  await db.knex.raw(`select pg_notify('rights', 'again')`)
  await vi.waitFor(() => expect(heard).toEqual(['again']))
})

it('stops although nobody answers', async () => {
  proxy.blackHole()
  await expect(listener.stop()).resolves.toBeUndefined()
})
