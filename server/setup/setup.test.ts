import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import type { SetupStep } from '../../machines/setup-steps.ts'
import { callers } from '../access/testing/callers.ts'
import checklist from './checklist.ts'
import putAway from './put-away.ts'

let db: TestDatabase
let adminId: number
let call: ReturnType<typeof callers>
beforeAll(async () => {
  db = await createTestDatabase()
  adminId = await plantUser(db.knex, 'first', 'Admin')
  call = callers(db.knex, { commands: [putAway], queries: [checklist] })
})
afterAll(() => db.close())

interface Checklist {
  done: SetupStep[]
  putAway: boolean
  last: Record<string, number | null>
}
const ask = (userId = adminId) => call.ask(userId, checklist, {}) as Promise<Checklist>
/** What was pushed of the steps: each step with whether it is done. */
const pushed = async () => {
  const rows = await db
    .knex('outbox')
    .orderBy('id')
    .pluck<{ kind: string; id: string; view: { done: boolean } }[][]>('changes')
  return rows.flat().flatMap(({ kind, id, view }) => (kind === 'setup' ? [`${id} ${view.done}`] : []))
}

describe('the checklist of an installation', () => {
  it('follows what is in the database, step by step, and is pushed as steps are done', async () => {
    const nothing = { tenantId: null, zoneId: null, locationId: null, siteId: null, gatewayId: null }
    expect(await ask()).toEqual({ done: [], putAway: false, last: nothing })
    const { knex } = db
    const tenantId = await insert(knex, 'tenants', { name: 'Harbour', prefix: 'h' })
    const zoneId = await insert(knex, 'zones', { name: 'Pier', tenant_id: tenantId })
    const locationId = await insert(knex, 'locations', { name: 'Port' })
    const siteId = await insert(knex, 'sites', { name: 'Pier 1', location_id: locationId })
    const gatewayId = await insert(knex, 'gateways', { name: 'Box', hardware_id: 'GW-1', site_id: siteId })
    const typeId = knex('device_types').select('id').where({ type: 'BIKE_BOX' })
    const device = { name: 'Box 1', gateway_id: gatewayId, site_id: siteId, device_type_id: typeId }
    const [deviceId] = await knex('devices')
      .insert([
        { ...device, hardware_id: 'B-1' },
        { ...device, hardware_id: 'B-2' },
      ])
      .returning<{ id: number }[]>('id')
    expect((await ask()).done).toEqual(['company', 'zone', 'site', 'gateway', 'devices'])
    const tariffId = await insert(knex, 'tariffs', { name: 'Day', tenant_id: tenantId })
    const eventId = await insert(knex, 'events', { zone_id: zoneId, name: 'Always', starts_on: '2026-01-01' })
    const booking = {
      site_id: siteId,
      device_id: deviceId?.id,
      event_id: eventId,
      starts_at: new Date('2026-06-01T08:00:00Z'),
      ends_at: new Date('2026-06-01T09:00:00Z'),
      state: 'CREATED',
      held_until: new Date('2026-06-01T08:00:00Z'),
      hold_kind: 'choosing',
    }
    const reservationId = await insert(knex, 'reservations', booking)
    expect((await ask()).done).not.toContain('booking')
    await knex('reservations').where({ id: reservationId }).update({ state: 'RESERVED', reserved_at: new Date() })
    expect(await ask()).toEqual({
      done: ['company', 'zone', 'site', 'gateway', 'devices', 'price', 'accessTime', 'booking'],
      putAway: false,
      last: { tenantId, zoneId, locationId, siteId, gatewayId },
    })
    await insert(knex, 'tariffs', { name: 'Night', tenant_id: tenantId })
    await knex('tariffs').where({ id: tariffId }).delete()
    const steps = ['company', 'zone', 'site', 'gateway', 'devices', 'price', 'accessTime', 'booking']
    expect(await pushed()).toEqual(steps.map((step) => `${step} true`))
    await knex('tariffs').delete()
    expect((await ask()).done).not.toContain('price')
    expect((await pushed()).at(-1)).toBe('price false')
  })

  it('leaves out retired devices and deleted access times, also in what is pushed', async () => {
    const { knex } = db
    await knex('devices').update({ retired_at: new Date() })
    await knex('events').update({ deleted_at: new Date() })
    const { done } = await ask()
    expect([done.includes('devices'), done.includes('accessTime')]).toEqual([false, false])
    expect((await pushed()).slice(-2)).toEqual(['devices false', 'accessTime false'])
    await knex.raw(
      `insert into devices (name, hardware_id, gateway_id, site_id, device_type_id)
       select name, hardware_id || '-new', gateway_id, site_id, device_type_id from devices`,
    )
    await knex.raw("insert into events (zone_id, name, starts_on) select zone_id, 'Again', starts_on from events")
    expect((await pushed()).slice(-2)).toEqual(['devices true', 'accessTime true'])
  })

  it('is put away by each admin for themselves, and found again', async () => {
    const otherId = await plantUser(db.knex, 'second', 'Admin')
    await call.send(adminId, putAway, { away: true })
    await call.send(adminId, putAway, { away: true })
    expect((await ask()).putAway).toBe(true)
    expect((await ask(otherId)).putAway).toBe(false)
    await call.send(adminId, putAway, { away: false })
    expect((await ask()).putAway).toBe(false)
  })
})
