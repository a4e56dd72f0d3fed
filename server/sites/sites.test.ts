import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '../../contract/changes.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { openMalfunction } from '../../telemetry/malfunctions/malfunctions.ts'
import controlDevices from '../control/devices.ts'
import insightDevice from '../insight/device.ts'
import insightMalfunctions from '../insight/malfunctions.ts'
import { runQuery } from '../kernel/bus/dispatch.ts'
import type { QueryHandler, WatchHandler } from '../kernel/bus/handle.ts'
import { Refused } from '../kernel/bus/refuse.ts'
import { parseWatch, readWatch, roomsOf } from '../socket/subscription.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World, type WorldZone } from '../testing/world.ts'
import get from './get.ts'
import list from './list.ts'
import zones from './zones.ts'

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  for (const zone of [world.own, world.foreign]) {
    await db.knex.transaction((trx) =>
      openMalfunction(trx, { kind: 'error-status', deviceId: deviceOf(zone), at: new Date() }),
    )
    await db.knex.transaction((trx) =>
      openMalfunction(trx, { kind: 'gateway-silent', gatewayId: zone.gateway.id, at: new Date() }),
    )
  }
})
afterAll(() => db.close())

type Login = keyof World['users']
const deviceOf = (zone: WorldZone): number => zone.gateway.devices[0]?.id ?? 0
const context = () =>
  testContext(db.knex, {
    commands: new Map(),
    queries: new Map([list, get, zones].map((each) => [each.def.name, each])),
    watches: new Map(),
  })
async function ask(login: Login, handler: QueryHandler, input: object): Promise<unknown> {
  const answer = await runQuery(context(), await openSession(db.knex, world.users[login].id), {
    name: handler.def.name,
    input,
  })
  return answer.ok ? answer.view : answer.refusal.code
}
/** Rooms and rows of a watch, or the refusal. */
async function watch(
  login: Login,
  handler: WatchHandler,
  input: object,
): Promise<{ rooms: string[]; changes: Change[] } | string> {
  const hash = await openSession(db.knex, world.users[login].id)
  try {
    const parsed = parseWatch(handler, input)
    const rooms = await roomsOf(context(), handler, parsed, { sessionHash: hash })
    const view = await readWatch(context(), { handler, input: parsed, rooms }, { sessionHash: hash }, undefined)
    if (view === 'moved') throw new Error('rooms moved')
    return { rooms, changes: view.changes }
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code
    throw error
  }
}
const keys = (answer: { changes: Change[] } | string): string[] | string =>
  typeof answer === 'string' ? answer : answer.changes.map(({ kind, id }) => `${kind}:${id}`)

describe('sites and zones', () => {
  it('shows operators those of their zones, admins all, support none', async () => {
    const names = async (login: Login) =>
      ((await ask(login, list, {})) as { items: { name: string }[] }).items.map(({ name }) => name)
    expect(await names('rm')).toEqual(['Site own'])
    expect(await names('foreignRm')).toEqual(['Site foreign'])
    expect(await names('admin')).toEqual(['Site foreign', 'Site own'])
    expect(await names('support')).toEqual([])
    const zoneNames = async (login: Login) =>
      ((await ask(login, zones, {})) as { name: string }[]).map(({ name }) => name)
    expect(await zoneNames('rm')).toEqual(['Zone own'])
    expect(await zoneNames('admin')).toEqual(['Zone foreign', 'Zone own'])
  })

  it('counts devices and open malfunctions, and pages', async () => {
    expect(await ask('admin', list, { limit: 1, page: 2 })).toMatchObject({
      recordCount: 2,
      items: [{ name: 'Site own', devices: 3, malfunctions: 2, zones: [{ id: world.own.id, name: 'Zone own' }] }],
    })
    expect(await ask('rm', zones, {})).toMatchObject([
      { sites: 1, devices: 3, malfunctions: 2, tenant: { name: 'Own' } },
    ])
  })

  it('searches for words with any characters', async () => {
    const found = async (query: string) =>
      ((await ask('admin', list, { query })) as { recordCount: number }).recordCount
    expect(await found('OWN')).toBe(1)
    expect(await found('%')).toBe(0)
    expect(await found('_')).toBe(0)
    expect(await found('\\')).toBe(0)
  })

  it('does not find a foreign site', async () => {
    expect(await ask('rm', get, { siteId: world.foreign.siteId })).toBe('not-found')
    expect(await ask('rm', get, { siteId: world.own.siteId })).toMatchObject({ name: 'Site own', description: null })
  })
})

describe('watched by zone', () => {
  it('shows devices of the own zones or of one site, never of a foreign one [LIVE-6]', async () => {
    const own = world.own.gateway.devices.map(({ id }) => `device:${id}`)
    const mine = await watch('rm', controlDevices, {})
    expect(mine).toMatchObject({ rooms: [`zone:${world.own.id}`] })
    expect(keys(mine)).toEqual(own)
    expect(keys(await watch('remote', controlDevices, { siteId: world.own.siteId }))).toEqual(own)
    expect(await watch('rm', controlDevices, { siteId: world.foreign.siteId })).toBe('not-found')
    expect(keys(await watch('admin', controlDevices, {}))).toHaveLength(6)
    expect(await watch('admin', controlDevices, {})).toMatchObject({ rooms: ['all'] })
    expect(keys(await watch('admin', controlDevices, { siteId: world.foreign.siteId }))).toHaveLength(3)
    expect(await watch('support', controlDevices, {})).toBe('not-authorized')
    expect(await watch('visitor', controlDevices, {})).toBe('not-authorized')
  })

  it('shows malfunctions of devices and gateways in the own zones [LIVE-1]', async () => {
    const mine = await watch('rm', insightMalfunctions, {})
    if (typeof mine === 'string') throw new Error(mine)
    expect(mine.changes.map(({ view }) => view)).toMatchObject([
      { kind: 'error-status', severity: 'error', device: { id: deviceOf(world.own) }, zones: [{ id: world.own.id }] },
      { kind: 'gateway-silent', device: null, gateway: { id: world.own.gateway.id }, site: { id: world.own.siteId } },
    ])
    expect(keys(await watch('admin', insightMalfunctions, {}))).toHaveLength(4)
    expect(await watch('support', insightMalfunctions, {})).toBe('not-authorized')
  })

  it('shows one device with its malfunctions; a foreign or unknown one is not found [LIVE-1]', async () => {
    const mine = await watch('rm', insightDevice, { deviceId: deviceOf(world.own) })
    expect(mine).toMatchObject({ rooms: [`device:${deviceOf(world.own)}`] })
    expect(keys(mine)).toEqual([`device:${deviceOf(world.own)}`, expect.stringMatching(/^malfunction:/)])
    expect(await watch('rm', insightDevice, { deviceId: deviceOf(world.foreign) })).toBe('not-found')
    expect(await watch('rm', insightDevice, { deviceId: 2_000_000_000 })).toBe('not-found')
  })

  it('shows nothing to an operator without zones', async () => {
    await db.knex('user_zones').where({ user_id: world.users.srm.id }).delete()
    expect(await watch('srm', controlDevices, {})).toEqual({ rooms: [], changes: [] })
    expect(await watch('srm', insightMalfunctions, {})).toEqual({ rooms: [], changes: [] })
  })
})
