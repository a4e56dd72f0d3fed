import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, edit, location, newSite, operated, read, remove } from '../../contract/sites/admin.ts'
import { edit as editZone, read as readZone } from '../../contract/zones.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { readAccessTimes } from '../claims/read-access-times.ts'
import { busCalls, inShort, type Login } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
})
afterAll(() => db.close())

const site = (more: object = {}) => ({ ...newSite, name: 'Pier', zoneIds: [world.own.id], ...more })
const added = async (more: object = {}, login: Login = 'admin') => {
  const { siteId } = await calls.done(login, add, site(more))
  return { siteId, version: (await calls.ask(login, read, { siteId })).version }
}

describe('a site', () => {
  it('is added with all its fields, translations, location and zones [ADM-3] [TRANS-1]', async () => {
    const locationId = await insert(db.knex, 'locations', { name: 'Old port', city: 'Bremen' })
    const fields = {
      name: 'North pier',
      fullName: 'North pier beside the lighthouse',
      description: 'By the water',
      directions: 'Behind the lighthouse',
      locationId,
      zoneIds: [world.own.id],
      timeZone: 'Europe/Rome',
      type: 'car park',
      monitoring: false,
      visualizationEnabled: true,
      licencePlateMandatory: true,
      scsPlId: 'PL-7',
      capacity: 12,
      geofenceM: 250,
    }
    const translations = { texts: { de: { description: 'Am Wasser' }, it: { directions: 'Dietro il faro' } } }
    const { siteId } = await calls.done('admin', add, { ...fields, translations })
    expect(await calls.ask('rm', read, { siteId })).toMatchObject({
      id: siteId,
      ...fields,
      translations: { ...translations, outdated: [] },
      location: { id: locationId, name: 'Old port' },
      zones: [{ id: world.own.id }],
      gateways: 0,
      devices: 0,
      barriers: 0,
    })
    const { rows } = await calls.ask('rm', operated, { search: 'bremen' })
    expect(rows).toMatchObject([{ id: siteId, name: 'North pier beside the lighthouse', city: 'Bremen', capacity: 12 }])
  })

  it('refuses what its fields cannot hold, on each field [ADM-20]', async () => {
    const wrong = site({
      name: ' ',
      zoneIds: [],
      timeZone: 'Mars/Base',
      capacity: -1,
      geofenceM: 10,
      type: 'x'.repeat(46),
    })
    expect(inShort(await calls.refused('admin', add, wrong))).toEqual([
      'bad-input',
      'name field-not-empty',
      'zoneIds field-too-few',
      'timeZone field-not-offered',
      'type field-too-long',
      'capacity field-at-least',
      'geofenceM field-at-least',
    ])
    const unknown = site({ zoneIds: [999_999], locationId: 999_999 })
    expect(inShort(await calls.refused('admin', add, unknown))).toEqual([
      'bad-input',
      'zoneIds field-not-found',
      'locationId field-not-found',
    ])
  })

  it('of a manager belongs to their own zones, at a location of their sites [ADM-23]', async () => {
    const elsewhere = await insert(db.knex, 'locations', { name: 'Elsewhere' })
    const foreign = site({ zoneIds: [world.foreign.id], locationId: elsewhere })
    expect(inShort(await calls.refused('rm', add, foreign))).toEqual([
      'bad-input',
      'zoneIds field-not-found',
      'locationId field-not-found',
    ])
    await expect(calls.ask('rm', location, { locationId: elsewhere })).rejects.toThrow('not-found')
    await added({ locationId: elsewhere })
    expect(await calls.ask('rm', location, { locationId: elsewhere })).toMatchObject({
      name: 'Elsewhere',
      latitude: null,
    })
    await added({ locationId: elsewhere }, 'rm')
  })

  it('without a zone is read and mended by admins alone [ADM-23]', async () => {
    const siteId = await insert(db.knex, 'sites', { name: 'Stray' })
    const { version, zoneIds } = await calls.ask('admin', read, { siteId })
    expect(zoneIds).toEqual([])
    await expect(calls.ask('rm', read, { siteId })).rejects.toThrow('not-found')
    await calls.done('admin', edit, { siteId, version, ...site() })
    expect(await calls.ask('rm', read, { siteId })).toMatchObject({ zoneIds: [world.own.id] })
  })

  it('of other zones does not exist [ADM-23]', async () => {
    const { siteId, version } = await added()
    expect((await calls.refused('foreignRm', edit, { siteId, version, ...site() })).code).toBe('not-found')
    expect((await calls.refused('foreignRm', remove, { siteId, version })).code).toBe('not-found')
  })
})

describe('an edit of a site', () => {
  it('changes every field, and the zones', async () => {
    const { siteId, version } = await added()
    const next = site({ name: 'Quay', zoneIds: [world.foreign.id], capacity: 3, directions: 'Left' })
    const saved = await calls.done('admin', edit, { siteId, version, ...next })
    expect(saved.version).toBeGreaterThan(version)
    expect(await calls.ask('admin', read, { siteId })).toMatchObject({ ...next, translations: { texts: {} } })
  })

  it('makes the licence plate mandatory for whoever books there next', async () => {
    const { siteId, version } = await added()
    const eventId = await insert(db.knex, 'events', {
      name: 'Days',
      zone_id: world.own.id,
      mode: 'public',
      starts_on: '2026-01-01',
    })
    const mandatory = async () => {
      const times = await readAccessTimes(db.knex, { siteIds: [siteId], zoneIds: [world.own.id] }, null)
      return times.find(({ id }) => id === eventId)?.rules.licencePlateMandatory
    }
    expect(await mandatory()).toBe(false)
    await calls.done('rm', edit, { siteId, version, ...site({ licencePlateMandatory: true }) })
    expect(await mandatory()).toBe(true)
  })

  it('by a manager leaves the zones of others, and one of their own', async () => {
    const { siteId, version } = await added({ zoneIds: [world.own.id, world.foreign.id] })
    const refusal = async (zoneIds: number[]) =>
      inShort(await calls.refused('rm', edit, { siteId, version, ...site({ zoneIds }) }))
    expect(await refusal([world.own.id])).toEqual(['bad-input', 'zoneIds field-admins-only'])
    expect(await refusal([world.foreign.id])).toEqual(['bad-input', 'zoneIds field-too-few'])
    await calls.done('rm', edit, {
      siteId,
      version,
      ...site({ name: 'Ours', zoneIds: [world.own.id, world.foreign.id] }),
    })
  })

  it('does not change the zones while one of them is under maintenance', async () => {
    const zoneId = await insert(db.knex, 'zones', { name: 'Works', tenant_id: world.tenants.own })
    const { siteId, version } = await added()
    const period = { scope: 'zone', zone_id: zoneId, reason: 'Works', starts_at: new Date(Date.now() + 3_600_000) }
    await insert(db.knex, 'maintenance_periods', period)
    const moved = { siteId, version, ...site({ zoneIds: [world.own.id, zoneId] }) }
    expect(inShort(await calls.refused('admin', edit, moved))).toEqual(['bad-input', 'zoneIds zone-in-maintenance'])
  })

  it('draws a new version of the zones that it joins, and theirs one of the site', async () => {
    const zoneId = await insert(db.knex, 'zones', { name: 'Joined', tenant_id: world.tenants.own })
    const { siteId, version } = await added()
    const zone = () => calls.ask('admin', readZone, { zoneId })
    const before = await zone()
    await calls.done('admin', edit, { siteId, version, ...site({ zoneIds: [world.own.id, zoneId] }) })
    const { id: _id, tenant, sites: _sites, managers: _managers, ...own } = await zone()
    expect(own.version).toBeGreaterThan(before.version)
    const saved = await calls.ask('admin', read, { siteId })
    const emptied = { ...own, zoneId, tenantId: tenant.id, siteIds: [], managerIds: [], translations: { texts: {} } }
    await calls.done('admin', editZone, emptied)
    const outdated = { siteId, version: saved.version, ...site({ zoneIds: [world.own.id, zoneId] }) }
    expect((await calls.refused('admin', edit, outdated)).code).toBe('changed-meanwhile')
  })
})

describe('a removal of a site', () => {
  it('names gateways, devices, barriers, reservations and maintenance [ADM-3]', async () => {
    const { siteId, gateway } = world.own
    await insert(db.knex, 'barriers', { site_id: siteId, description: 'North gate', path_number: 1, type: 'entrance' })
    await insert(db.knex, 'maintenance_periods', {
      scope: 'site',
      site_id: siteId,
      reason: 'Paint',
      starts_at: new Date(),
    })
    const { version } = await calls.ask('admin', read, { siteId })
    const { code, dependants = [] } = await calls.refused('admin', remove, { siteId, version })
    expect(code).toBe('in-use')
    expect(dependants.map(({ kind }) => kind)).toEqual(['gateway', 'device', 'barrier', 'maintenance-period'])
    expect(dependants[0]?.first).toMatchObject([{ id: gateway.id }])
    expect(dependants[2]?.first).toMatchObject([{ name: 'North gate' }])
  })

  it('removes a site where nothing is', async () => {
    const { siteId, version } = await added({}, 'rm')
    expect(await calls.done('rm', remove, { siteId, version })).toEqual({ siteId })
    const again = await calls.refused('rm', remove, { siteId, version })
    expect(again.code).toBe('not-found')
  })
})
