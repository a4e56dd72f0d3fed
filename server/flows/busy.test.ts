import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { signIn } from '../testing/person.ts'
import { makeWorld, type World } from '../testing/world.ts'

const connections = 2
let database: TestDatabase
let world: World
let portal: RunningPortal
beforeAll(async () => {
  database = await createTestDatabase()
  world = await makeWorld(database.knex)
  portal = await startPortal({ databaseUrl: database.url, env: { DATABASE_POOL: String(connections) } })
})
afterAll(async () => {
  await portal?.end()
  await database?.close()
})

it('is ready while calls wait for all of their connections: too much to do is no reason to send nobody any more [OPS-4]', async () => {
  const cookie = await signIn(portal.url, 'visitor', world.password)
  const holder = await database.knex.transaction()
  try {
    await holder.raw('lock table sessions in access exclusive mode')
    const calls = Array.from({ length: 10 }, () => fetch(`${portal.url}/sites`, { headers: { cookie } }))
    const waiting = async () => {
      const { rows } = await database.knex.raw<{ rows: object[] }>(
        `select from pg_stat_activity where datname = current_database() and application_name = 'holdfast' and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    await expect.poll(waiting).toBe(connections)
    const [answer, config] = await Promise.all(
      ['/health/ready', '/app-config.json'].map((path) => fetch(portal.url + path)),
    )
    expect([answer?.status, await answer?.json()]).toEqual([200, { status: 'ready' }])
    // What every page begins with answers without the database too.
    expect([config?.status, await config?.json()]).toMatchObject([200, { app: 'portal' }])
    await holder.rollback()
    for (const call of calls) expect([200, 503]).toContain((await call).status)
  } finally {
    if (!holder.isCompleted()) await holder.rollback()
  }
})
