import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { readyMaps } from '../../contract/device-types/ready-maps.ts'
import { add, edit, list, read, remove } from '../../contract/device-types.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

type Input = z.input<typeof add.input>

let db: TestDatabase
let world: World
let bus: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  bus = busCalls(db.knex, world)
})
afterAll(() => db.close())

let names = 0
const type = (more: Partial<Input> = {}): Input => ({
  type: `TYPE_${(names += 1)}`,
  displayName: 'Lift',
  pluralName: 'Lifts',
  description: null,
  icon: null,
  hasStatus: true,
  isReservable: false,
  occupiedBlocksControl: false,
  reportIntervalS: 600,
  lowVoltage: null,
  controls: ['open'],
  onPowerLoss: 'secure',
  fieldMap: { models: [] },
  translations: { texts: {} },
  ...more,
})
async function added(more: Partial<Input> = {}) {
  const { deviceTypeId } = await bus.done('admin', add, type(more))
  return { deviceTypeId, version: (await bus.ask('admin', read, { deviceTypeId })).version }
}
const map = (count = 1) => ({ models: readyMaps.slice(0, count).map((model) => structuredClone(model)) })
/** The type of the world's parking lots as its form has it. */
async function lots() {
  const found = (await bus.ask('admin', list, {})).rows.find((row) => row.type === 'PARKING_LOT')
  const {
    id: deviceTypeId,
    fieldMap,
    translations,
    ...kept
  } = await bus.ask('admin', read, {
    deviceTypeId: found?.id ?? 0,
  })
  return { fieldMap, input: { ...kept, deviceTypeId, translations: { texts: translations.texts } } }
}

describe('a device type', () => {
  it('is added with all its fields, translations and field map [ADM-8] [GW-7] [TRANS-1]', async () => {
    const given = type({
      type: 'LIFT',
      description: 'Between the levels',
      icon: 'door',
      hasStatus: false,
      isReservable: true,
      occupiedBlocksControl: true,
      reportIntervalS: 60,
      lowVoltage: 3.25,
      controls: ['open', 'refresh'],
      onPowerLoss: 'safe',
      fieldMap: map(2),
      translations: { texts: { de: { displayName: 'Aufzug', pluralName: 'Aufzüge' } } },
    })
    const { deviceTypeId } = await bus.done('admin', add, given)
    expect(await bus.ask('admin', read, { deviceTypeId })).toEqual({
      ...given,
      id: deviceTypeId,
      version: expect.any(Number) as unknown,
      translations: { ...given.translations, outdated: [] },
    })
    const { rows } = await bus.ask('admin', list, { search: 'between' })
    const models = map(2).models.map(({ name }) => name)
    expect(rows).toMatchObject([{ id: deviceTypeId, names: { de: 'Aufzug' }, devices: 0, models }])
  })

  it('refuses what its fields cannot hold [ADM-8] [ADM-20]', async () => {
    const wrong = type({
      type: 'Lift 1',
      displayName: ' Lift',
      pluralName: 'x'.repeat(46),
      reportIntervalS: 0,
      lowVoltage: 0,
      controls: ['fly' as never],
      onPowerLoss: 'burns' as never,
    })
    expect(inShort(await bus.refused('admin', add, wrong))).toEqual([
      'bad-input',
      'type field-capitals',
      'displayName field-whitespace',
      'pluralName field-too-long',
      'reportIntervalS field-at-least',
      'lowVoltage field-greater',
      'controls.0 field-not-offered',
      'onPowerLoss field-not-offered',
    ])
  })

  it('has each command once [ADM-8]', async () => {
    const twice = type({ controls: ['open', 'open'] })
    expect(inShort(await bus.refused('admin', add, twice))).toEqual(['bad-input', 'controls.1 field-twice'])
  })

  it('has an internal name of its own, also when two take it at once [ADM-8]', async () => {
    const twice = await Promise.all([1, 2].map(() => bus.send('admin', add, type({ type: 'TWICE' }))))
    const refusals = twice.flatMap((answer) => (answer.ok ? [] : [inShort(answer.refusal)]))
    expect(refusals).toEqual([['name-taken', 'type name-taken']])
    const { deviceTypeId, version } = await added()
    const renamed = { deviceTypeId, version, ...type({ type: 'TWICE' }) }
    expect(inShort(await bus.refused('admin', edit, renamed))).toEqual(['name-taken', 'type name-taken'])
  })

  it('of which devices are is followed by open screens, unless they show nothing of what has changed [ADM-8]', async () => {
    const told: unknown[] = []
    const client = new pg.Client({ connectionString: db.url })
    await client.connect()
    client.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')))
    await client.query('listen rights')
    const { input } = await lots()
    const { version } = await bus.done('admin', edit, { ...input, icon: 'barrier' })
    await bus.done('admin', edit, { ...input, version, icon: 'barrier', lowVoltage: 3, fieldMap: map() })
    const { deviceTypeId, version: unused } = await added()
    await bus.done('admin', edit, { deviceTypeId, version: unused, ...type({ icon: 'door' }) })
    await db.knex.raw(`select pg_notify('rights', '"end"')`)
    await expect.poll(() => told.at(-1)).toBe('end')
    await client.end()
    expect(told).toEqual([{ all: true, again: true }, 'end'])
  })
})

describe('an edit', () => {
  it('of what changed meanwhile changes nothing and shows what the type holds now [ADM-8]', async () => {
    const { deviceTypeId, version } = await added()
    const theirs = type({ displayName: 'Theirs', fieldMap: map() })
    const saved = await bus.done('admin', edit, { deviceTypeId, version, ...theirs })
    const refusal = await bus.refused('admin', edit, { deviceTypeId, version, ...type({ displayName: 'Mine' }) })
    expect(refusal).toMatchObject({ code: 'changed-meanwhile', params: { by: 'Test admin' } })
    expect(refusal.current).toEqual({
      version: saved.version,
      values: { ...theirs, translations: { texts: {}, confirmed: [] } },
    })
    expect((await bus.refused('admin', remove, { deviceTypeId, version })).code).toBe('changed-meanwhile')
  })
})

describe('field maps of device types [GW-7]', () => {
  it('are listed with how many devices are named by a DevEUI', async () => {
    const [first] = world.own.gateway.devices
    await db.knex('devices').where({ id: first?.id }).update({ hardware_id: '00:04:a3:0b:00:1c:05:30' })
    const { rows } = await bus.ask('admin', list, { pageSize: 100 })
    expect(rows.reduce((sum, { lorawan }) => sum + lorawan, 0)).toBe(1)
    expect(rows.find((row) => row.type === 'LOCKER')).toMatchObject({ models: [] })
  })

  it('are saved, and then apply to the next uplink: the registry of the gateways moves', async () => {
    const registry = async () =>
      (await db.knex('gateways').where({ id: world.own.gateway.id }).first('registry_version')) as object
    const before = await registry()
    const { input } = await lots()
    const { version } = await bus.done('admin', edit, { ...input, fieldMap: map(2) })
    expect(version).toBeGreaterThan(input.version)
    expect((await lots()).fieldMap).toEqual(map(2))
    expect(await registry()).not.toEqual(before)
  })

  it('of two savers at once exactly one is kept, the other is told who was faster', async () => {
    const { input } = await lots()
    const answers = await Promise.all(
      [1, 3].map((count) => bus.send('admin', edit, { ...input, fieldMap: map(count) })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      refusal: { code: 'changed-meanwhile', params: { by: 'Test admin' } },
    })
  })

  it('that this release cannot read stay when the type is saved without another', async () => {
    const { deviceTypeId } = await added()
    await db.knex('device_types').where({ id: deviceTypeId }).update({ field_map: '{"later": true}' })
    const { version, fieldMap } = await bus.ask('admin', read, { deviceTypeId })
    expect(fieldMap).toBeNull()
    const { fieldMap: _, ...rest } = type()
    await bus.done('admin', edit, { deviceTypeId, version, ...rest })
    expect(await db.knex('device_types').where({ id: deviceTypeId }).first('field_map')).toEqual({
      field_map: { later: true },
    })
  })

  it.each([
    ['a factor of nothing', { target: 'temperature', path: 't', scale: 0 }],
    ['no path', { target: 'temperature', path: ' ' }],
    ['a state that there is not', { target: 'status', path: 's', values: { 1: 'taken' } }],
    ['no values', { target: 'door', path: 'd', values: {} }],
    ['an event that gateways must prove', { target: 'event', path: 'e', values: { 1: 'pin-entered' } }],
    ['code', { target: 'temperature', path: 't', script: 'process.exit()' }],
  ])('with %s are refused', async (_, rule) => {
    const { input } = await lots()
    const fieldMap = { models: [{ name: 'x', when: [], rules: [rule as never] }] }
    expect((await bus.refused('admin', edit, { ...input, fieldMap })).code).toBe('bad-input')
  })
})

describe('a removal', () => {
  it('is refused while devices are of the type, also retired ones, or access times for it; both are named [ADM-8]', async () => {
    const { deviceTypeId, version } = await added()
    const { id } = world.own.gateway.devices[1] ?? { id: 0 }
    const before = (await db.knex('devices').where({ id }).first('device_type_id')) as object
    await db.knex('devices').where({ id }).update({ device_type_id: deviceTypeId, retired_at: new Date() })
    const event = { zone_id: world.own.id, starts_on: '2026-01-01' }
    const weekdays = await insert(db.knex, 'events', { ...event, name: 'Weekdays' })
    const old = await insert(db.knex, 'events', { ...event, name: 'Old', deleted_at: new Date() })
    await db
      .knex('event_device_types')
      .insert([weekdays, old].map((event_id) => ({ event_id, device_type_id: deviceTypeId })))
    expect((await bus.refused('admin', remove, { deviceTypeId, version })).dependants).toEqual([
      { kind: 'device', count: 1, first: [{ id, name: 'GW-own 002' }] },
      { kind: 'event', count: 1, first: [{ id: weekdays, name: 'Weekdays' }] },
    ])
    await db.knex('devices').where({ id }).update(before)
    await db.knex('event_device_types').where({ event_id: weekdays }).delete()
    expect(await bus.done('admin', remove, { deviceTypeId, version })).toEqual({ deviceTypeId })
    expect(await many(db.knex, 'select 1 from device_types where id = ?', [deviceTypeId])).toEqual([])
  })
})
