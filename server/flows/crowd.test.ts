import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { freeze } from '../testing/freeze.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'

/** More than 511, which is what Node itself would let wait; not more than this system allows. */
const crowd = Math.min(700, Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')))

let db: TestDatabase
let portal: RunningPortal
const sockets: Socket[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  portal = await startPortal({ databaseUrl: db.url })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await portal?.end()
  await db?.close()
})

it('all who come at once are let in, also while nobody has time for them: they need not knock again [LIVE-6] [OPS-3]', async () => {
  const thaw = await freeze(portal.child.pid ?? 0)
  const refused = vi.fn()
  try {
    for (let n = 0; n < crowd; n += 1)
      sockets.push(connect({ port: portal.port, host: '127.0.0.1' }).on('error', refused))
    await vi.waitFor(() => expect(sockets.filter(({ pending }) => !pending).length).toBe(crowd))
  } finally {
    thaw()
  }
  const [last] = sockets.slice(-1)
  last?.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(String((await once(last as Socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  expect(refused).not.toHaveBeenCalled()
})
