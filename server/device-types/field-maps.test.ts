import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { readyMaps } from '../../contract/device-types/ready-maps.ts'
import type { list as listed } from '../../contract/device-types.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { callers } from '../access/testing/callers.ts'
import { makeWorld, type World } from '../testing/world.ts'
import list from './list.ts'
import saveFieldMap from './save-field-map.ts'

let db: TestDatabase
let world: World
let call: ReturnType<typeof callers>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  call = callers(db.knex, { commands: [saveFieldMap], queries: [list] })
})
afterAll(() => db.close())

const admin = () => world.users.admin.id
const types = async () => (await call.ask(admin(), list, {})) as z.output<(typeof listed)['reply']>
const lots = async () => {
  const found = (await types()).find(({ type }) => type === 'PARKING_LOT')
  if (!found) throw new Error('no parking lots')
  return found
}
const map = (count = 1) => ({ models: readyMaps.slice(0, count).map((model) => structuredClone(model)) })

describe('field maps of device types [GW-7]', () => {
  it('are listed with how many devices are named by a DevEUI', async () => {
    const [first] = world.own.gateway.devices
    await db.knex('devices').where({ id: first?.id }).update({ hardware_id: '00:04:a3:0b:00:1c:05:30' })
    const all = await types()
    expect(all.reduce((sum, { lorawan }) => sum + lorawan, 0)).toBe(1)
    expect(all.find(({ type }) => type === 'PARKING_LOT')).toMatchObject({ fieldMap: { models: [] }, version: 0 })
    expect(all.every(({ name, names }) => name !== '' && typeof names === 'object')).toBe(true)
  })

  it('are saved, and then count for the next uplink: the registry of the gateways moves', async () => {
    const registry = async () =>
      (await db.knex('gateways').where({ id: world.own.gateway.id }).first('registry_version')) as object
    const before = await registry()
    const { id, version } = await lots()
    expect(await call.send(admin(), saveFieldMap, { deviceTypeId: id, version, fieldMap: map(2) })).toEqual({
      version: version + 1,
    })
    expect(await lots()).toMatchObject({ fieldMap: map(2), version: version + 1 })
    expect(await registry()).not.toEqual(before)
  })

  it('of two savers at once exactly one is kept, the other is told who was faster', async () => {
    const { id, version } = await lots()
    const answers = await Promise.all(
      [1, 3].map((count) => call.send(admin(), saveFieldMap, { deviceTypeId: id, version, fieldMap: map(count) })),
    )
    expect(answers).toHaveLength(2)
    expect(answers).toContainEqual({ version: version + 1 })
    expect(answers).toContain('field-map-changed')
    expect((await lots()).version).toBe(version + 1)
  })

  it.each([
    ['a factor of nothing', { target: 'temperature', path: 't', scale: 0 }],
    ['no path', { target: 'temperature', path: ' ' }],
    ['a state that there is not', { target: 'status', path: 's', values: { 1: 'taken' } }],
    ['no values', { target: 'door', path: 'd', values: {} }],
    ['an event that gateways must prove', { target: 'event', path: 'e', values: { 1: 'pin-entered' } }],
    ['code', { target: 'temperature', path: 't', script: 'process.exit()' }],
  ])('with %s are refused', async (_, rule) => {
    const { id, version } = await lots()
    const fieldMap = { models: [{ name: 'x', when: [], rules: [rule] }] }
    const answer = await call.send(admin(), saveFieldMap, { deviceTypeId: id, version, fieldMap })
    expect(answer).toBe('bad-input')
  })
})
