import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../db/testing/fixtures.ts'
import { cookieFor } from '../testing/sessions.ts'
import { useApp } from './testing/use-app.ts'

const { db, world, app } = await useApp()
let admin: string
beforeAll(async () => {
  admin = await cookieFor(db.knex, world.users.admin.id, 'admin')
  const line = { scope: 'jobs', data: { kind: 'job-failed' } }
  await insert(db.knex, 'database_logs', { ...line, level: 'error', message: 'first', support_code: 'HF-AAAA-BBBB' })
  await insert(db.knex, 'database_logs', { ...line, level: 'warn', message: 'second' })
})
const get = (query = '', cookie = admin) => app.ask('GET', `/databaseLogs/index${query}`, { cookie })

describe('GET /databaseLogs/index [ADM-21] [API-1]', () => {
  it('returns the log, newest first, by page and filter', async () => {
    const all = await get()
    expect(all.status, all.text).toBe(200)
    const { databaseLogs, meta } = all.body as { databaseLogs: { message: string }[]; meta: object }
    expect(databaseLogs.map(({ message }) => message)).toEqual(['second', 'first'])
    expect(meta).toEqual({ record_count: 2 })
    const messages = async (query: string) =>
      ((await get(query)).body as { databaseLogs: { message: string }[] }).databaseLogs.map(({ message }) => message)
    expect(await messages('?limit=1&page=2')).toEqual(['first'])
    expect(await messages('?filter[level]=error')).toEqual(['first'])
    expect(await messages('?filter[supportCode]=HF-AAAA-BBBB')).toEqual(['first'])
    expect(await messages('?query=sec')).toEqual(['second'])
  })

  it('refuses unknown filters with the field, and others than administrators', async () => {
    expect((await get('?filter[level]=loud')).status).toBe(400)
    const rm = await cookieFor(db.knex, world.users.rm.id, 'portal')
    expect((await app.ask('GET', '/databaseLogs/index', { cookie: rm })).status).toBe(403)
  })
})
