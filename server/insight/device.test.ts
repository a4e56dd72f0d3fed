import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { runQuery } from '../kernel/bus/dispatch.ts'
import { roomsOf } from '../socket/subscription.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import device from './device.ts'
import history from './history.ts'
import { renewWatched } from './watched.ts'

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
})
afterAll(() => db.close())

const deviceId = (): number => world.own.gateway.devices[0]?.id ?? 0
const context = () =>
  testContext(db.knex, { commands: new Map(), queries: new Map([[history.def.name, history]]), watches: new Map() })
const leases = () => db.knex('watched_devices').orderBy('device_id').select<{ device_id: number; until: Date }[]>()

describe('watching a device', () => {
  it('pushes its readings for three minutes, and longer while somebody watches', async () => {
    const session = await openSession(db.knex, world.users.rm.id)
    const look = () => roomsOf(context(), device, { deviceId: deviceId() }, { sessionHash: session })
    await Promise.all([look(), look(), look()])
    const [first] = await leases()
    expect(first?.device_id).toBe(deviceId())
    expect((Number(first?.until) - Date.now()) / 1_000).toBeGreaterThan(170)
    await look()
    expect(await leases()).toEqual([first])
    const later = new Date(Date.now() + 60_000)
    await renewWatched(db.knex, [deviceId(), 2_000_000_000], later)
    expect(await leases()).toEqual([{ device_id: deviceId(), until: new Date(later.getTime() + 180_000) }])
  })

  it('pushes nothing of a foreign zone', async () => {
    await db.knex('watched_devices').delete()
    const session = await openSession(db.knex, world.users.foreignRm.id)
    await expect(roomsOf(context(), device, { deviceId: deviceId() }, { sessionHash: session })).rejects.toThrow(
      'not-found',
    )
    expect(await leases()).toEqual([])
  })
})

it('does not make many who start at once wait for each other', async () => {
  await db.knex('watched_devices').delete()
  const small = connect(db.url, { max: 2 })
  try {
    const session = await openSession(db.knex, world.users.rm.id)
    const crowd = { ...context(), knex: small, deviceKnex: db.knex }
    const look = (id: number) => roomsOf(crowd, device, { deviceId: id }, { sessionHash: session })
    await Promise.all(world.own.gateway.devices.map(({ id }) => look(id)))
    expect(await leases()).toHaveLength(world.own.gateway.devices.length)
  } finally {
    await small.destroy()
  }
})

describe('sensor curves', () => {
  const ask = async (login: keyof World['users'], from: string, until: string, id = deviceId()): Promise<unknown> => {
    const input = { deviceId: id, from, until, metrics: ['temperature'] }
    const session = await openSession(db.knex, world.users[login].id)
    const answer = await runQuery(context(), session, { name: history.def.name, input })
    return answer.ok ? 'ok' : answer.refusal.code
  }

  it('cover the operator’s zones, up to 366 days, with the end after the start [LIVE-5]', async () => {
    expect(await ask('rm', '2026-11-21T00:00:00Z', '2026-11-21T01:00:00Z')).toBe('ok')
    expect(await ask('rm', '2025-11-20T00:00:00Z', '2026-11-21T00:00:00Z')).toBe('ok')
    expect(await ask('rm', '2025-11-19T23:59:59Z', '2026-11-21T00:00:00Z')).toBe('span-too-long')
    expect(await ask('rm', '2026-11-21T01:00:00Z', '2026-11-21T01:00:00Z')).toBe('span-empty')
    expect(await ask('rm', '2026-11-21', '2026-11-22')).toBe('bad-input')
  })

  it('are refused in foreign zones', async () => {
    expect(await ask('foreignRm', '2026-11-21T00:00:00Z', '2026-11-21T01:00:00Z')).toBe('not-found')
    expect(await ask('admin', '2026-11-21T00:00:00Z', '2026-11-21T01:00:00Z', 2_000_000_000)).toBe('not-found')
  })
})
