import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoomChange } from '../../contract/changes.ts'
import type { CommandAnswer } from '../../contract/envelope.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { closeMalfunctions, openMalfunction } from '../../telemetry/malfunctions/malfunctions.ts'
import { runCommand } from '../kernel/bus/dispatch.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import acknowledge from './acknowledge.ts'

let db: TestDatabase
let world: World
let malfunctionId: number
const deviceId = () => world.own.gateway.devices[0]?.id ?? 0
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.knex('malfunctions').delete()
  const opening = { kind: 'error-status' as const, deviceId: deviceId(), at: new Date() }
  malfunctionId = (await db.knex.transaction((trx) => openMalfunction(trx, opening))) ?? 0
})

async function send(login: keyof World['users']): Promise<CommandAnswer> {
  const handlers = { commands: new Map([[acknowledge.def.name, acknowledge]]), queries: new Map(), watches: new Map() }
  const hash = await openSession(db.knex, world.users[login].id)
  const envelope = { id: randomUUID(), name: acknowledge.def.name, input: { malfunctionId } }
  return runCommand(testContext(db.knex, handlers), hash, envelope)
}

describe('acknowledging a malfunction', () => {
  it('shows person and time to everybody who watches, and leaves it open [LIVE-2]', async () => {
    const read = () =>
      db.knex('malfunctions').first<{ version: number; acknowledged_at: Date | null; closed_at: Date | null }>()
    const before = await read()
    const answer = await send('rm')
    const row = await read()
    expect(answer).toEqual({ ok: true, reply: { acknowledgedAt: row.acknowledged_at?.toISOString() } })
    expect(row.closed_at).toBeNull()
    expect(row.version).toBeGreaterThan(before.version)
    const { changes } = await db.knex('outbox').orderBy('id', 'desc').first<{ changes: RoomChange[] }>()
    expect(changes).toMatchObject([
      { kind: 'malfunction', id: malfunctionId, version: row.version, view: { acknowledgedBy: 'Test rm' } },
      { kind: 'incident', id: malfunctionId, version: row.version, rooms: [`incident:${malfunctionId}`] },
      { kind: 'incidentEntry', view: { type: 'opened' } },
      { kind: 'incidentEntry', view: { type: 'acknowledged', by: 'Test rm' }, rooms: [`incident:${malfunctionId}`] },
    ])
    expect(changes[0]?.rooms).toEqual([
      `zone:${world.own.id}`,
      `site:${world.own.siteId}`,
      'all',
      `device:${deviceId()}`,
    ])
    expect(await db.knex('malfunction_history').where({ type: 'acknowledged' })).toHaveLength(1)
  })

  it('counts the first one, even of many at once [LIVE-2]', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('rm')))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]))).toEqual(
      Array.from({ length: 4 }, () => 'already-acknowledged'),
    )
  })

  it('is refused after the end, and in foreign zones', async () => {
    expect(await send('foreignRm')).toMatchObject({ refusal: { code: 'not-found' } })
    await db.knex.transaction((trx) =>
      closeMalfunctions(trx, [{ kind: 'error-status', deviceId: deviceId(), at: new Date() }]),
    )
    expect(await send('rm')).toMatchObject({ refusal: { code: 'malfunction-closed' } })
  })
})
