import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { list, read } from '../../contract/logs.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createLog } from '../kernel/log.ts'
import { busCalls } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { createLogRecorder, type LogRecorder } from './recorder.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.knex('database_logs').delete()
  await db.knex('outbox').delete()
})

let now = new Date('2026-11-27T10:00:00Z')
const after = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
function recorded(): { recorder: LogRecorder; log: ReturnType<typeof createLog> } {
  const recorder = createLogRecorder(() => now)
  return { recorder, log: createLog({ logLevel: 'fatal', logPretty: false }, recorder.take) }
}
const take = (recorder: LogRecorder, text: string, fields: Record<string, unknown> = {}) =>
  recorder.take({ level: 'warn', text, fields })
const rows = async (input = {}) => (await calls.ask('admin', list, input)).rows

describe('the log in the database [ADM-21]', () => {
  it('keeps warnings and errors with person, support code and subject, and says so to open screens', async () => {
    const recorder = createLogRecorder(() => now)
    const log = createLog({ logLevel: 'info', logPretty: false }, recorder.take)
    log.info('ready')
    log.error({ err: new Error('boom'), command: 'zones.edit', supportCode: 'HF-AAAA-BBBB' }, 'command failed')
    log.warn({ userId: world.users.rm.id, address: '203.0.113.9' }, 'login blocked')
    log.warn({ err: new Error('late'), reservationId: 7 }, 'a reservation could not be moved')
    recorder.follow(db.knex)
    await recorder.stop()
    const found = await rows()
    expect(found.map(({ kind, area, level }) => [kind, area, level])).toEqual([
      ['maintenance-failed', 'maintenance', 'warn'],
      ['login-blocked', 'sessions', 'warn'],
      ['request-failed', 'requests', 'error'],
    ])
    expect(found[0]?.subject).toEqual({ kind: 'reservation', id: 7 })
    expect(found[1]).toMatchObject({ person: { id: world.users.rm.id, name: 'Test rm' }, facts: {} })
    expect(found[2]).toMatchObject({
      supportCode: 'HF-AAAA-BBBB',
      facts: { command: 'zones.edit', error: 'boom' },
      at: now.toISOString(),
    })
    const pushed = await db.knex('outbox').pluck<{ kind: string; view: { newest: number } }[][]>('changes')
    expect(pushed.flat()).toMatchObject([{ kind: 'log', view: { newest: found[0]?.id } }])
    expect(await calls.ask('admin', read, { lineId: found[0]?.id ?? 0 })).toEqual(found[0])
  })

  it('counts a line that repeats, instead of writing it each time', async () => {
    const { recorder } = recorded()
    recorder.follow(db.knex)
    for (let time = 0; time < 50; time += 1) take(recorder, 'database unavailable')
    after(61_000)
    take(recorder, 'database unavailable')
    await recorder.stop()
    expect((await rows()).map(({ times }) => times).sort((a, b) => a - b)).toEqual([1, 1, 49])
  })

  it('keeps what it cannot write, at most the newest 500 lines', async () => {
    const { recorder } = recorded()
    for (let line = 0; line < 600; line += 1) take(recorder, 'message not sent', { message: line })
    recorder.follow(db.knex)
    await recorder.stop()
    const all = await calls.ask('admin', list, { pageSize: 1 })
    expect(all.recordCount).toBe(500)
    expect(all.rows[0]?.subject).toEqual({ kind: 'message', id: 599 })
  })

  it('is filtered by level, area, time, support code and text', async () => {
    const { recorder } = recorded()
    recorder.follow(db.knex)
    take(recorder, 'login blocked')
    after(3_600_000)
    recorder.take({ level: 'error', text: 'call failed', fields: { supportCode: 'HF-CCCC-DDDD' } })
    await recorder.stop()
    const kinds = async (input: object) => (await rows(input)).map(({ kind }) => kind)
    expect(await kinds({ filters: { level: 'error' } })).toEqual(['request-failed'])
    expect(await kinds({ filters: { area: 'sessions' } })).toEqual(['login-blocked'])
    expect(await kinds({ filters: { from: now.toISOString() } })).toEqual(['request-failed'])
    expect(await kinds({ filters: { until: new Date(now.getTime() - 1).toISOString() } })).toEqual(['login-blocked'])
    expect(await kinds({ filters: { supportCode: 'hf-cccc-dddd' } })).toEqual(['request-failed'])
    expect(await kinds({ search: 'HF-CCCC' })).toEqual(['request-failed'])
    const [, first] = await rows()
    expect(await kinds({ filters: { after: first?.id } })).toEqual(['request-failed'])
  })

  it('is for administrators only', async () => {
    await expect(calls.ask('rm', list, {})).rejects.toThrow('not-authorized')
  })
})
