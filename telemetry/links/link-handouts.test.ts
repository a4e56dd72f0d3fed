import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReservationsFrame } from '../../contract/gateway.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { connectGateway, startPortal, type TestPortal } from '../commands/testing/portal.ts'
import { makeSite, type TestSite } from '../commands/testing/site.ts'
import { reservationsFrame, tidyHandouts } from './link-reservations.ts'

/** Other tests run beside this one: a second is not always enough. */
const soon = <T>(claim: () => T | Promise<T>) => vi.waitFor(claim)
let database: TestDatabase
let portal: TestPortal
beforeAll(async () => {
  database = await createTestDatabase()
  portal = await startPortal(database.knex)
})
afterAll(async () => {
  await portal.stop()
  await database.close()
})

const hour = 3_600_000
const minute = 60_000
const at = (ms: number): Date => new Date(Math.floor(Date.now() / minute) * minute + ms)
/** A reservation of a device of a site, in hours from now. */
const reserve = (site: TestSite, from: number, until: number, more: object = {}, place = 0) =>
  insert(database.knex, 'reservations', {
    site_id: site.siteId,
    device_id: site.deviceIds[place],
    starts_at: at(from * hour),
    ends_at: at(until * hour),
    state: 'RESERVED',
    reserved_at: new Date(),
    pin: '123455',
    rfid_token: '04A2',
    licence_plate: 'DD-HF 1',
    ...more,
  })
/** A site whose gateway keeps reservations; its devices have readers for PINs and cards. */
async function cachingSite(devices = 2): Promise<TestSite> {
  const site = await makeSite(database.knex, { caches: true, devices })
  const methods = await database.knex('device_access_methods').whereIn('name', ['pin', 'rfid']).pluck<number[]>('id')
  const links = site.deviceIds.flatMap((id) => methods.map((method) => ({ device_id: id, access_method_id: method })))
  await database.knex('device_method_links').insert(links)
  await database.knex('reservation_handouts').where({ gateway_id: site.gatewayId }).delete()
  return site
}
async function frameOf(site: TestSite): Promise<ReservationsFrame> {
  const { id } = await database.knex('gateway_tokens').where({ gateway_id: site.gatewayId }).first<{ id: number }>('id')
  return reservationsFrame(database.knex, site.gatewayId, id)
}
/** Each entry as reservation, device, and its window, in minutes from now. */
const minutes = (time: string): number => Math.round((Date.parse(time) - at(0).getTime()) / minute)
const spans = ({ reservations }: ReservationsFrame) =>
  reservations.map(({ id, device, from, until }) => [id, device, minutes(from), minutes(until)])
const early = { rules: { prebookMinMinutes: 15 } }

describe('the reservations handed to a gateway [GW-2]', () => {
  it('are those of the next 24 hours, with PINs only as hashes', async () => {
    const site = await cachingSite()
    const first = await reserve(site, 1, 2)
    await reserve(site, 3, 4, { state: 'STORNO' })
    await reserve(site, 25, 26)
    await reserve(site, -3, -2)
    const long = await reserve(site, -30, 60, {}, 1)
    const frame = await frameOf(site)
    expect(Date.parse(frame.until) - Date.parse(frame.from)).toBe(24 * hour)
    expect(frame.reservations.map(({ id }) => id)).toEqual([long, first])
    expect(frame.reservations[1]).toEqual({
      id: first,
      device: 'A0-1',
      from: at(hour).toISOString(),
      until: at(2 * hour).toISOString(),
      pinHash: createHmac('sha256', site.orderKey).update(`${first}:123455`).digest('hex'),
      rfid: '04A2',
      plate: null,
    })
    expect(JSON.stringify(frame)).not.toContain('123455')
  })

  it("begin a quarter of an hour early if that time can no longer be booked, and never within somebody else's span", async () => {
    const site = await cachingSite()
    const booked = await reserve(site, 1, 2, early)
    const behind = await reserve(site, 2.1, 3, early)
    const follows = await reserve(site, 3, 4, { ...early, follows_id: behind })
    const late = await reserve(site, 5, 6, { rules: { prebookMinMinutes: 14 } })
    expect(spans(await frameOf(site))).toEqual([
      [booked, 'A0-1', 45, 120],
      [behind, 'A0-1', 120, 180],
      [follows, 'A0-1', 165, 240],
      [late, 'A0-1', 300, 360],
    ])
  })

  it('also open the doors of their way, by the methods that open their own device', async () => {
    const site = await cachingSite(2)
    const type = await database.knex('device_types').where({ type: 'DOOR' }).first<{ id: number }>('id')
    await database.knex('devices').where({ id: site.deviceIds[1] }).update({ device_type_id: type.id })
    const head = await reserve(site, 1, 2, early)
    const door = { ...early, parent_id: head, shared: true, pin: null, rfid_token: null, licence_plate: null }
    const child = await reserve(site, 1, 2, door, 1)
    const { reservations } = await frameOf(site)
    expect(reservations).toMatchObject([
      { id: head, device: 'A0-1', from: at(45 * minute).toISOString() },
      {
        id: child,
        device: 'A0-2',
        from: at(45 * minute).toISOString(),
        pinHash: createHmac('sha256', site.orderKey).update(`${child}:123455`).digest('hex'),
        rfid: '04A2',
      },
    ])
  })

  it('include the plate only where cameras were bought, and only what the device can read', async () => {
    const site = await makeSite(database.knex, { caches: true })
    const { tenant_id: tenantId } = await database
      .knex('zones')
      .where({ id: site.zoneId })
      .first<{ tenant_id: number }>()
    const rules = { lprEnabled: true, tenantId }
    await reserve(site, 1, 2, { rules })
    const entry = async () => (await frameOf(site)).reservations[0]
    expect(await entry()).toMatchObject({ pinHash: null, rfid: null, plate: null })
    await database.knex.raw(
      `INSERT INTO product_tenants (product_id, tenant_id) SELECT id, ? FROM products WHERE prefix = 'LPR'`,
      [tenantId],
    )
    expect(await entry()).toMatchObject({ pinHash: null, rfid: null, plate: 'DD-HF 1' })
    await database
      .knex('reservations')
      .where({ site_id: site.siteId })
      .update({ rules: { ...rules, lprEnabled: false } })
    expect(await entry()).toMatchObject({ plate: null })
  })

  it('leave out maintenance and blocked people', async () => {
    const site = await cachingSite()
    const user = await insert(database.knex, 'users', {
      username: 'guest',
      email: 'guest@example.org',
      role_id: database.knex('roles').select('id').where({ name: 'Visitor' }),
      state: 'ACTIVE',
      language: 'en',
    })
    const id = await reserve(site, 1, 5, { user_id: user })
    await insert(database.knex, 'maintenance_periods', {
      scope: 'device',
      device_id: site.deviceIds[0],
      starts_at: at(2 * hour),
      ends_at: at(3 * hour),
      reason: 'Cleaning',
    })
    expect(spans(await frameOf(site))).toEqual([
      [id, 'A0-1', 60, 120],
      [id, 'A0-1', 180, 300],
    ])
    await database
      .knex('blocked_users')
      .insert({ user_id: user, zone_id: site.zoneId, state: 'blocked', block_reason: 'Left litter' })
    expect(spans(await frameOf(site))).toEqual([])
  })
})

describe('handing reservations over [GW-2]', () => {
  it('happens on connecting and on every change, and the acknowledged version is stored', async () => {
    const { knex } = database
    const site = await cachingSite()
    const gateway = await connectGateway(portal.url, site.token)
    const last = () => gateway.reservations.at(-1)
    await soon(() => expect(gateway.reservations).toHaveLength(1))
    expect(spans(last() as ReservationsFrame)).toEqual([])
    const acknowledged = async () =>
      (await knex('gateways').where({ id: site.gatewayId }).first('reservations_acknowledged_version as version'))
        ?.version
    const id = await reserve(site, 1, 2)
    await soon(() => expect(last()?.reservations).toMatchObject([{ id, rfid: '04A2' }]))
    await soon(async () => expect(await acknowledged()).toBe(last()?.version))
    await knex('reservations').where({ id }).update({ rfid_token: '05B3' })
    await soon(() => expect(last()?.reservations).toMatchObject([{ id, rfid: '05B3' }]))
    await knex('reservations').where({ id }).update({ state: 'STORNO' })
    await soon(() => expect(last()?.reservations).toEqual([]))
    expect(gateway.reservations.map(({ version }) => version)).toEqual(
      gateway.reservations.map((_, n) => (gateway.reservations[0]?.version ?? 0) + n),
    )
    gateway.socket.close()
    const again = await connectGateway(portal.url, site.token)
    await soon(() => expect(again.reservations).toHaveLength(1))
    again.socket.close()
  })

  it('includes the gateway of a door when the PIN of its reservation changes at another gateway', async () => {
    const site = await cachingSite()
    const other = await makeSite(database.knex, { caches: true })
    const type = await database.knex('device_types').where({ type: 'DOOR' }).first<{ id: number }>('id')
    const deviceId = other.deviceIds[0]
    await database.knex('devices').where({ id: deviceId }).update({ device_type_id: type.id, site_id: site.siteId })
    const head = await reserve(site, 1, 2)
    await reserve(site, 1, 2, { parent_id: head, shared: true, device_id: deviceId })
    await database.knex('reservation_handouts').delete()
    await database.knex('reservations').where({ id: head }).update({ pin: '000018' })
    const told = await database.knex('reservation_handouts').orderBy('gateway_id').pluck<number[]>('gateway_id')
    expect(told).toEqual([site.gatewayId, other.gatewayId])
  })

  it('follows maintenance, blocks and the readers of a device', async () => {
    const { knex } = database
    const site = await cachingSite()
    const user_id = await insert(knex, 'users', {
      username: 'blocked',
      email: 'blocked@example.org',
      role_id: knex('roles').select('id').where({ name: 'Visitor' }),
      state: 'ACTIVE',
      language: 'en',
    })
    await reserve(site, 1, 2, { user_id })
    const told = async () => {
      const ids = await knex('reservation_handouts').pluck<number[]>('gateway_id')
      await knex('reservation_handouts').delete()
      return ids
    }
    await told()
    const block = { user_id, zone_id: site.zoneId, state: 'blocked', block_reason: 'Left litter' }
    await knex('blocked_users').insert(block)
    expect(await told()).toEqual([site.gatewayId])
    const [deviceId] = site.deviceIds
    const period = { reason: 'Cleaning', starts_at: at(hour), ends_at: at(2 * hour) }
    await knex('maintenance_periods').insert({ ...period, scope: 'device', device_id: deviceId })
    expect(await told()).toEqual([site.gatewayId])
    await knex('maintenance_periods').insert({ ...period, scope: 'zone', zone_id: site.zoneId })
    expect(await told()).toEqual([site.gatewayId])
    await knex('maintenance_periods')
      .update({ revoked_at: new Date(), revoke_reason: 'Clean' })
      .where({ zone_id: site.zoneId })
    expect(await told()).toEqual([site.gatewayId])
    await knex('device_method_links').delete().where({ device_id: deviceId })
    expect(await told()).toEqual([site.gatewayId])
  })

  it('needs few frames for many changes at once, one in flight at a time', async () => {
    const site = await cachingSite(20)
    const gateway = await connectGateway(portal.url, site.token)
    await soon(() => expect(gateway.reservations).toHaveLength(1))
    await Promise.all(site.deviceIds.map((_, place) => reserve(site, 1, 2, {}, place)))
    await soon(() => expect(gateway.reservations.at(-1)?.reservations).toHaveLength(20))
    expect(gateway.reservations.length).toBeLessThan(10)
    gateway.acknowledges = false
    const before = gateway.reservations.length
    await reserve(site, 3, 4)
    await soon(() => expect(gateway.reservations).toHaveLength(before + 1))
    await reserve(site, 5, 6)
    await soon(async () =>
      expect(await database.knex('reservation_handouts').where({ gateway_id: site.gatewayId })).toEqual([]),
    )
    expect(gateway.reservations).toHaveLength(before + 1)
    gateway.socket.close()
  })

  it('skips gateways that do not cache reservations', async () => {
    const site = await makeSite(database.knex)
    const gateway = await connectGateway(portal.url, site.token)
    await reserve(site, 1, 2)
    expect(await database.knex('reservation_handouts').where({ gateway_id: site.gatewayId })).toEqual([])
    expect(gateway.reservations).toEqual([])
    gateway.socket.close()
  })

  it('forgets changes for a disconnected gateway', async () => {
    const site = await cachingSite()
    await reserve(site, 1, 2)
    const left = () => database.knex('reservation_handouts').where({ gateway_id: site.gatewayId }).pluck('id')
    await tidyHandouts(database.knex)
    expect(await left()).toHaveLength(1)
    await database.knex('reservation_handouts').update({ at: at(-2 * minute) })
    await tidyHandouts(database.knex)
    expect(await left()).toEqual([])
  })

  it('makes no booking wait for another, nor for a frame', async () => {
    const { knex } = database
    const site = await cachingSite()
    const rows = [0, 1].map((place) => ({
      site_id: site.siteId,
      device_id: site.deviceIds[place],
      starts_at: at(hour),
      ends_at: at(2 * hour),
      state: 'RESERVED',
      reserved_at: new Date(),
    }))
    const open = await knex.transaction()
    await open('reservations').insert(rows[0])
    await knex.transaction(async (trx) => {
      await trx.raw(`SET LOCAL lock_timeout = '1s'`)
      await trx('reservations').insert(rows[1])
    })
    expect((await frameOf(site)).reservations).toHaveLength(1)
    await open.commit()
    expect((await frameOf(site)).reservations).toHaveLength(2)
  })
})
