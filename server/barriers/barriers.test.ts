import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '../../contract/rooms.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { told } from '../../telemetry/commands/testing/site.ts'
import { callers } from '../access/testing/callers.ts'
import { makeWorld, type World } from '../testing/world.ts'
import add from './add.ts'
import deviceOptions from './device-options.ts'
import edit from './edit.ts'
import list from './list.ts'
import read from './read.ts'
import remove from './remove.ts'

let db: TestDatabase
let world: World
let call: ReturnType<typeof callers>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  call = callers(db.knex, { commands: [add, edit, remove], queries: [deviceOptions, list, read] })
})
afterAll(() => db.close())

const rm = () => world.users.rm.id
const stranger = () => world.users.foreignRm.id
let numbers = 0
const barrier = (more: object = {}) => ({
  description: 'North gate',
  pathNumber: (numbers += 1),
  type: 'entrance',
  siteId: world.own.siteId,
  gatewayId: null,
  deviceId: null,
  ...more,
})
async function made(more: object = {}) {
  const fields = barrier(more)
  const { barrierId } = (await call.send(rm(), add, fields)) as { barrierId: number }
  const { version } = (await call.ask(rm(), read, { barrierId })) as { version: number }
  return { barrierId, version, fields }
}

describe('barriers [ADM-7]', () => {
  it('are added and read by managers of their site, with what they refer to', async () => {
    const { gateway } = world.own
    const deviceId = gateway.devices[0]?.id
    const { barrierId, fields } = await made({ gatewayId: gateway.id, deviceId })
    expect(await call.ask(rm(), read, { barrierId })).toMatchObject({
      id: barrierId,
      ...fields,
      status: 'undefined',
      site: { id: world.own.siteId, name: 'Site own' },
      gateway: { id: gateway.id },
      device: { id: deviceId },
    })
  })

  it('of other zones do not exist, and nothing of theirs can be chosen [ADM-23]', async () => {
    const { barrierId, version, fields } = await made()
    expect(await call.ask(stranger(), read, { barrierId })).toBe('not-found')
    expect(await call.send(stranger(), edit, { barrierId, version, ...fields })).toBe('not-found')
    expect(await call.send(stranger(), remove, { barrierId, version })).toBe('not-found')
    const { siteId, gateway } = world.foreign
    for (const foreign of [{ siteId }, { gatewayId: gateway.id }, { deviceId: gateway.devices[0]?.id }])
      expect(await call.send(rm(), add, barrier(foreign)), JSON.stringify(foreign)).toBe('bad-input')
    expect(await call.ask(rm(), deviceOptions, { siteId })).toEqual([])
    expect(await call.ask(rm(), deviceOptions, { siteId: world.own.siteId })).toHaveLength(3)
  })

  it('have a number of their own, also when two take it at once', async () => {
    const pathNumber = (numbers += 1)
    const ends = await Promise.all([1, 2].map(() => call.send(rm(), add, barrier({ pathNumber }))))
    expect(ends.filter((end) => end === 'path-number-taken')).toHaveLength(1)
    const { barrierId, version, fields } = await made()
    expect(await call.send(rm(), edit, { barrierId, version, ...fields, pathNumber })).toBe('path-number-taken')
  })

  it('are edited as they were seen', async () => {
    const { barrierId, version, fields } = await made()
    const next = await call.send(rm(), edit, { barrierId, version, ...fields, type: 'exit' })
    expect(next).toMatchObject({ barrierId })
    expect(await call.send(rm(), edit, { barrierId, version, ...fields })).toBe('changed-meanwhile')
    expect(await call.send(rm(), remove, { barrierId, version })).toBe('changed-meanwhile')
    expect(await call.ask(rm(), read, { barrierId })).toMatchObject({ type: 'exit' })
  })

  it('are shown at once to whoever opens their device, and keep it while it is reserved', async () => {
    const deviceId = world.own.gateway.devices[1]?.id
    const reservationId = await insert(db.knex, 'reservations', {
      site_id: world.own.siteId,
      device_id: deviceId,
      user_id: world.users.visitor.id,
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 3_600_000),
      state: 'RESERVED',
      reserved_at: new Date(),
    })
    const ways = async () =>
      (await told(db.knex))
        .flatMap(({ changes }) => changes)
        .filter(({ kind, id }) => kind === 'access' && id === reservationId)
        .map(({ view }) => view as { devices: { barrier: string | null }[] })
        .map(({ devices }) => devices[0]?.barrier)
    const { barrierId, version, fields } = await made({ deviceId })
    expect((await ways()).at(-1)).toBe('entrance')
    const next = (await call.send(rm(), edit, { barrierId, version, ...fields, type: 'exit' })) as { version: number }
    expect((await ways()).at(-1)).toBe('exit')
    expect(await call.send(rm(), edit, { barrierId, ...next, ...fields, deviceId: null })).toBe('barrier-in-use')
    expect(await call.send(rm(), remove, { barrierId, ...next })).toBe('in-use')
  })

  it('are pushed to the operators of their site, and taken away when they move or are deleted', async () => {
    const pushed = async () =>
      (await told(db.knex)).flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'barrier')).slice(-2)
    const { barrierId, version, fields } = await made({ description: 'East gate' })
    const own = [rooms.zone(world.own.id), rooms.site(world.own.siteId)]
    expect((await pushed()).at(-1)).toMatchObject({ id: barrierId, version, view: { description: 'East gate' } })
    expect((await pushed()).at(-1)?.rooms).toEqual(expect.arrayContaining([...own, rooms.all()]))
    const move = { barrierId, version, ...fields, siteId: world.foreign.siteId }
    await call.send(world.users.admin.id, edit, move)
    expect((await pushed()).map(({ view, rooms: to }) => [view === null, to])).toEqual([
      [false, expect.arrayContaining([rooms.zone(world.foreign.id), rooms.all()])],
      [true, own],
    ])
    const other = await made()
    await call.send(rm(), remove, { barrierId: other.barrierId, version: other.version })
    expect((await pushed()).at(-1)).toMatchObject({ id: other.barrierId, view: null })
  })

  it('are listed by site, gateway and type', async () => {
    const own = await made({ gatewayId: world.own.gateway.id, type: 'exit' })
    const ids = async (filters: object) => {
      const { rows } = (await call.ask(rm(), list, { filters, pageSize: 100 })) as { rows: { id: number }[] }
      return rows.map(({ id }) => id)
    }
    expect(await ids({ siteId: world.own.siteId, gatewayId: world.own.gateway.id, type: 'exit' })).toEqual([
      own.barrierId,
    ])
    expect(await ids({ siteId: world.foreign.siteId })).toEqual([])
  })
})
