import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allProblemKinds, check, mend, type ProblemKind, problemKinds, users } from '../../contract/problems.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
let bookedHours = 0
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 3 })
  calls = busCalls(db.knex, world)
  for (const side of ['own', 'foreign'] as const)
    await insert(db.knex, 'events', { zone_id: world[side].id, name: 'Always', starts_on: '2026-01-01' })
  const place = { location_id: await insert(db.knex, 'locations', { name: 'Harbour' }) }
  await db.knex('sites').update(place)
})
afterAll(() => db.close())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const found = async (kind: ProblemKind) => (await calls.ask('admin', check, { kind })).found
const idsOf = async (kind: ProblemKind) => (await found(kind)).map(({ id }) => id)
const site = (more: object = {}) =>
  insert(db.knex, 'sites', { name: 'Pier', location_id: db.knex('locations').min('id'), ...more })
const device = async (more: object = {}) => {
  bookedHours += 1
  const { id: gateway_id } = world.own.gateway
  const kind = { device_type_id: world.own.gateway.devices[0]?.typeId }
  const row = { name: `Box ${bookedHours}`, hardware_id: `P-${bookedHours}`, gateway_id, site_id: world.own.siteId }
  return insert(db.knex, 'devices', { ...row, ...kind, ...more })
}
const reservation = async (more: object = {}) =>
  insert(db.knex, 'reservations', {
    site_id: world.own.siteId,
    device_id: await device(),
    user_id: world.users.visitor.id,
    starts_at: hours(1),
    ends_at: hours(2),
    state: 'RESERVED',
    reserved_at: new Date(),
    ...more,
  })
/** Writes what triggers forbid. */
async function damage(table: string, id: number, change: object): Promise<void> {
  await db.knex.raw('alter table ?? disable trigger user', [table])
  await db.knex(table).where({ id }).update(change)
  await db.knex.raw('alter table ?? enable trigger user', [table])
}
const update = (table: string, id: number, change: object) => () => db.knex(table).where({ id }).update(change)

interface Case {
  /** Makes the problem; returns what it is found at, and the mend where no command does it. */
  readonly make: () => Promise<{ id: number; repair?: () => PromiseLike<unknown> }>
}

const cases: Readonly<Partial<Record<ProblemKind, Case['make']>>> = {
  'manager-without-company': async () => {
    const id = await plantUser(db.knex, 'lonely', 'Reservation Manager')
    await db.knex('user_zones').insert({ user_id: id, zone_id: world.own.id })
    return { id }
  },
  'manager-without-zone': async () => {
    const id = await plantUser(db.knex, 'idle', 'Reservation Manager')
    return { id, repair: () => db.knex('user_zones').insert({ user_id: id, zone_id: world.own.id }) }
  },
  'blocked-with-reservation': async () => {
    const id = await plantUser(db.knex, 'blocked')
    await reservation({ user_id: id })
    const row = { user_id: id, zone_id: world.own.id, block_reason: 'Damage' }
    const block = await insert(db.knex, 'blocked_users', row)
    return { id, repair: update('blocked_users', block, { state: 'unblocked', unblocked_at: new Date() }) }
  },
  'deactivated-with-reservation': async () => {
    const id = await plantUser(db.knex, 'gone')
    const booked = await reservation({ user_id: id })
    await damage('users', id, { state: 'DEACTIVATED' })
    return { id, repair: update('reservations', booked, { state: 'STORNO', ended_at: new Date() }) }
  },
  'licence-over': async () => {
    const id = world.tenants.foreign
    await db.knex('tenants').where({ id }).update({ license_end: '2020-12-31' })
    return { id, repair: update('tenants', id, { license_end: null }) }
  },
  'refund-stuck': async () => {
    const id = await reservation()
    const asked = { user_id: world.users.visitor.id, reservation_id: id, expires_at: hours(-2), created_at: hours(-50) }
    const payment_id = await insert(db.knex, 'payments', {
      ...asked,
      provider: 'test',
      purpose: 'reservation',
      amount_cents: 150,
      state: 'succeeded',
      settled_at: new Date(),
    })
    const row = { payment_id, request_key: 'stuck', amount_cents: 150, created_at: hours(-30) }
    const refund = await insert(db.knex, 'payment_refunds', row)
    return { id, repair: update('payment_refunds', refund, { state: 'succeeded' }) }
  },
  'without-person': async () => {
    const id = await reservation({ user_id: null })
    return { id, repair: update('reservations', id, { managed_by: world.users.rm.id }) }
  },
  'device-moved': async () => {
    const moved = await device()
    const id = await reservation({ device_id: moved })
    await damage('devices', moved, { site_id: world.foreign.siteId })
    return { id, repair: () => damage('devices', moved, { site_id: world.own.siteId }) }
  },
  'running-in-maintenance': async () => {
    const at = await device()
    const id = await reservation({ device_id: at, starts_at: hours(-1) })
    const row = { scope: 'device', device_id: at, reason: 'Repair', starts_at: hours(-0.5), ends_at: hours(3) }
    const period = await insert(db.knex, 'maintenance_periods', row)
    return { id, repair: update('maintenance_periods', period, { ends_at: hours(-0.1) }) }
  },
  'hardware-id-twice': async () => {
    const id = await device({ hardware_id: 'TWICE' })
    const other = await device({ hardware_id: 'TWICE', gateway_id: world.foreign.gateway.id })
    return { id, repair: update('devices', other, { retired_at: new Date() }) }
  },
  'location-differs': async () => ({
    id: await device({ location_id: await insert(db.knex, 'locations', { name: 'Elsewhere' }) }),
  }),
  'never-seen': async () => {
    const id = await device({ created_at: hours(-200) })
    return {
      id,
      repair: () => db.knex('device_states').where({ device_id: id }).update({ last_message_at: new Date() }),
    }
  },
  'gateway-without-site': async () => {
    const id = await insert(db.knex, 'gateways', { name: 'Spare', hardware_id: 'GW-spare' })
    return { id, repair: update('gateways', id, { site_id: world.own.siteId }) }
  },
  'site-without-access-time': async () => {
    const id = await site()
    const zone_id = await insert(db.knex, 'zones', { tenant_id: world.tenants.own, name: 'Closed' })
    await db.knex('site_zones').insert({ site_id: id, zone_id })
    await device({ site_id: id })
    return { id, repair: () => db.knex('events').insert({ zone_id, name: 'Open', starts_on: '2026-01-01' }) }
  },
  'site-without-location': async () => {
    const id = await site({ location_id: null })
    await device({ site_id: id })
    return { id, repair: update('sites', id, { location_id: db.knex('locations').min('id') }) }
  },
  'retired-reserved': async () => {
    const id = await device()
    const booked = await reservation({ device_id: id })
    await db.knex('devices').where({ id }).update({ retired_at: new Date() })
    return { id, repair: update('reservations', booked, { state: 'STORNO', ended_at: new Date() }) }
  },
  'gateway-elsewhere': async () => {
    const id = await device({ gateway_id: world.foreign.gateway.id })
    return { id, repair: update('devices', id, { gateway_id: world.own.gateway.id }) }
  },
  'site-without-zone': async () => {
    const site_id = await site()
    const id = await device({ site_id })
    return { id, repair: () => db.knex('site_zones').insert({ site_id, zone_id: world.own.id }) }
  },
  'barrier-elsewhere': async () => {
    const id = await device()
    const row = { description: 'Gate', path_number: 901, type: 'exit', site_id: world.foreign.siteId, device_id: id }
    const barrier = await insert(db.knex, 'barriers', row)
    return { id, repair: update('barriers', barrier, { site_id: world.own.siteId }) }
  },
}
/** Shown in server/reservations/problems.test.ts and server/http/device-admin.test.ts, where their data are made. */
const elsewhere = ['overlap', 'stale-hold', 'missing-refund', 'stray-child', 'unsettled-payment', 'command-without-end']

describe('each kind of problem [ADM-21]', () => {
  it('has a test that makes and mends one', () => {
    expect([...Object.keys(cases), ...elsewhere].sort()).toEqual([...allProblemKinds].sort())
  })

  it.each(Object.entries(cases))('%s is found, and gone when it is mended', async (name, make) => {
    const kind = name as ProblemKind
    const { id, repair } = await make()
    expect(await idsOf(kind)).toContain(id)
    if (repair) await repair()
    else await calls.done('admin', mend, { kind: kind as 'location-differs', id })
    expect(await idsOf(kind)).not.toContain(id)
    expect('mended' in problemKinds[kind]).toBe(repair === undefined)
  })

  it('mends nothing that is not wrong, and only for administrators', async () => {
    const id = await device()
    expect(inShort(await calls.refused('admin', mend, { kind: 'location-differs', id }))).toEqual(['not-found'])
    expect(inShort(await calls.refused('rm', mend, { kind: 'location-differs', id }))).toEqual(['not-authorized'])
    await expect(calls.ask('rm', check, { kind: 'overlap' })).rejects.toThrow('not-authorized')
  })

  it('is listed with its area', async () => {
    const id = await plantUser(db.knex, 'nobody', 'Reservation Manager')
    const all = await calls.ask('admin', users, {})
    expect(all).toContainEqual({
      kind: 'manager-without-zone',
      userId: id,
      tenantId: null,
      name: 'nobody',
      detail: {},
    })
  })
})
