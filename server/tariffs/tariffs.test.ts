import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '../../contract/rooms.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { callers } from '../access/testing/callers.ts'
import { makeWorld, type World } from '../testing/world.ts'
import add from './add.ts'
import edit from './edit.ts'
import read from './read.ts'
import remove from './remove.ts'

type Made = { tariffId: number; version: number }
let db: TestDatabase
let world: World
let call: ReturnType<typeof callers>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  call = callers(db.knex, { commands: [add, edit, remove], queries: [read] })
})
afterAll(() => db.close())

const rm = () => world.users.rm.id
const fields = {
  name: 'Day',
  description: null,
  stages: [
    { untilMinutes: 60, priceCents: 150 },
    { untilMinutes: 1_440, priceCents: 600 },
  ],
}
const made = async () => (await call.send(rm(), add, { tenantId: world.tenants.own, ...fields })) as Made
const use = (tariffId: number, zoneId: number, more: object = {}) =>
  insert(db.knex, 'events', { zone_id: zoneId, name: 'Always', starts_on: '2020-01-01', tariff_id: tariffId, ...more })

describe('tariffs [ADM-18]', () => {
  it('are added and read with their stages in order', async () => {
    const { tariffId, version } = await made()
    expect(await call.ask(rm(), read, { tariffId })).toMatchObject({
      ...fields,
      id: tariffId,
      version,
      tenant: { id: world.tenants.own },
      accessTimes: 0,
      editable: true,
      modifiedBy: 'Test rm',
    })
  })

  it('of other companies do not exist', async () => {
    const { tariffId, version } = await made()
    const stranger = world.users.foreignRm.id
    expect(await call.ask(stranger, read, { tariffId })).toBe('not-found')
    expect(await call.send(stranger, edit, { tariffId, version, ...fields })).toBe('not-found')
    expect(await call.send(stranger, remove, { tariffId, version })).toBe('not-found')
    expect(await call.send(stranger, add, { tenantId: world.tenants.own, ...fields })).toBe('bad-input')
  })

  it('with stages out of order are refused', async () => {
    const stages = [...fields.stages].reverse()
    expect(await call.send(rm(), add, { tenantId: world.tenants.own, ...fields, stages })).toBe('bad-input')
  })

  it('of two editors one wins', async () => {
    const { tariffId, version } = await made()
    const stages = [{ untilMinutes: 30, priceCents: 0 }]
    expect(await call.send(rm(), edit, { tariffId, version, ...fields, stages })).toMatchObject({ tariffId })
    expect(await call.send(rm(), edit, { tariffId, version, ...fields, name: 'Late' })).toBe('changed-meanwhile')
    expect(await call.ask(rm(), read, { tariffId })).toMatchObject({ name: 'Day', stages })
  })

  it('that other zones use are left to admins [ADM-23]', async () => {
    const { tariffId, version } = await made()
    const elsewhere = await insert(db.knex, 'zones', { tenant_id: world.tenants.own, name: 'Elsewhere' })
    await use(tariffId, elsewhere)
    expect(await call.ask(rm(), read, { tariffId })).toMatchObject({ editable: false, accessTimes: 1 })
    expect(await call.send(rm(), edit, { tariffId, version, ...fields })).toBe('used-elsewhere')
    expect(await call.send(rm(), remove, { tariffId, version })).toBe('used-elsewhere')
    expect(await call.send(world.users.admin.id, edit, { tariffId, version, ...fields })).toMatchObject({ tariffId })
  })

  it('in use stay; deleted access times let go of them', async () => {
    const { tariffId, version } = await made()
    const eventId = await use(tariffId, world.own.id)
    expect(await call.send(rm(), remove, { tariffId, version })).toBe('in-use')
    await db.knex('events').where({ id: eventId }).update({ deleted_at: new Date() })
    expect(await call.send(rm(), remove, { tariffId, version })).toEqual({ tariffId })
    expect(await call.ask(rm(), read, { tariffId })).toBe('not-found')
  })

  it('are pushed to the operators of their company, and taken away when deleted [ADM-18]', async () => {
    const pushed = async () => {
      const { changes } = (await db.knex('outbox').orderBy('id', 'desc').first('changes')) as { changes: unknown }
      return changes
    }
    const { tariffId, version } = await made()
    const zones: number[] = await db.knex('zones').where({ tenant_id: world.tenants.own }).orderBy('id').pluck('id')
    const to = [rooms.all(), ...zones.map(rooms.zone)]
    expect(await pushed()).toMatchObject([{ kind: 'tariff', id: tariffId, version, view: { name: 'Day' }, rooms: to }])
    const edited = (await call.send(rm(), edit, { tariffId, version, ...fields, name: 'Night' })) as Made
    expect(await pushed()).toMatchObject([{ id: tariffId, version: edited.version, view: { name: 'Night' } }])
    await call.send(rm(), remove, { tariffId, version: edited.version })
    expect(await pushed()).toMatchObject([{ id: tariffId, view: null, rooms: to }])
  })
})
