import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Statistics, statistics } from '../../contract/statistics.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import { bookingWorld, done, refusedWith } from '../reservations/testing/booking-world.ts'
import figures from './figures.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  await db.knex.raw(`SELECT ensure_partitions('2026-10-01Z', '2026-11-01Z')`)
})
afterAll(() => db.close())

describe('statistics.figures', () => {
  it('returns the 25-hour day of a site in its own calendar [LIVE-5]', async () => {
    const world = await bookingWorld(db.knex, { places: 2, handlers: [figures] })
    const [first = 0, second = 0] = world.deviceIds
    const rm = await plantUser(db.knex, `rm-${world.siteId}`, 'Reservation Manager')
    await db.knex('users').where({ id: rm }).update({ tos_accepted_at: new Date() })
    await db.knex('user_tenants').insert({ user_id: rm, tenant_id: world.tenantId })
    await db.knex('user_zones').insert({ user_id: rm, zone_id: world.zoneId })
    const at = (time: string) => new Date(`2026-10-${time}Z`)
    const reserve = (device_id: number, from: string, until: string, rest: object = {}) =>
      insert(db.knex, 'reservations', {
        site_id: world.siteId,
        device_id,
        starts_at: at(from),
        ends_at: at(until),
        state: 'RESERVED',
        reserved_at: at('01T00:00:00'),
        ...rest,
      })
    // Over the repeated hour; three hours of one place.
    const paid = await reserve(first, '24T23:30:00', '25T02:30:00')
    // Cancelled after an hour, and before the start.
    await reserve(second, '25T10:00:00', '25T14:00:00', { state: 'STORNO', ended_at: at('25T11:00:00') })
    await reserve(second, '25T15:00:00', '25T16:00:00', { state: 'STORNO', ended_at: at('25T14:00:00') })
    await db.knex.raw(
      `WITH paid AS (INSERT INTO transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id, created_at)
         SELECT 'booking', o.id, t.id, 600, :paid, :at FROM accounts o, accounts t WHERE o.provider = 'outside' AND t.tenant_id = :tenant RETURNING *)
       SELECT FROM paid`,
      { paid, at: at('25T05:00:00'), tenant: world.tenantId },
    )
    await db.knex.raw(
      `INSERT INTO transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id, refund_of, created_at)
       SELECT 'refund', to_account_id, from_account_id, 250, reservation_id, id, ? FROM transactions WHERE reservation_id = ?`,
      [at('25T12:00:00'), paid],
    )
    const report = (device_id: number, time: string, status: string) => ({
      device_id,
      at: at(time),
      status,
      received_at: at(time),
    })
    // The interval is ten minutes: after thirty minutes without a report the state is unknown.
    await db
      .knex('device_reports')
      .insert([
        report(first, '25T00:50:00', 'occupied'),
        report(first, '25T01:00:00', 'occupied'),
        report(first, '25T01:10:00', 'free'),
        report(second, '25T01:00:00', 'error'),
      ])
    await db.knex('readings').insert({ device_id: first, at: at('25T01:30:00'), temperature: 8 })
    await db.knex('malfunctions').insert([
      {
        kind: 'unreachable',
        severity: 'error',
        device_id: first,
        gateway_id: world.gatewayId,
        site_id: world.siteId,
        opened_at: at('25T03:00:00'),
        closed_at: at('25T05:00:00'),
      },
      {
        kind: 'not-responding',
        severity: 'error',
        device_id: first,
        gateway_id: world.gatewayId,
        site_id: world.siteId,
        opened_at: at('25T04:00:00'),
        closed_at: at('25T06:00:00'),
      },
      {
        kind: 'low-voltage',
        severity: 'warning',
        device_id: second,
        gateway_id: world.gatewayId,
        site_id: world.siteId,
        opened_at: at('20T00:00:00'),
      },
    ])
    const person = await world.as(rm)
    const ask = async (scope: 'device' | 'site' | 'zone', targetId: number): Promise<Statistics> =>
      done(
        await person.ask(statistics, { scope, targetId, from: '2026-10-24T22:00:00Z', until: '2026-10-25T23:00:00Z' }),
      )
    const site = await ask('site', world.siteId)
    expect(site).toMatchObject({ timeZone: 'Europe/Berlin', step: 'hour', places: 2 })
    expect(site.series).toHaveLength(25)
    expect(site.totals).toEqual({
      reservations: 3,
      canceled: 1,
      bookedShare: 4 / 50,
      occupiedShare: 20 / 70,
      revenueCents: 350,
      refundCents: 250,
      malfunctions: 2,
      turnover: 2 / 2 / (25 / 24),
      meanMinutes: 120,
      downMinutes: 180,
    })
    expect(site.kinds).toEqual([
      { kind: 'unreachable', count: 1, minutes: 120 },
      { kind: 'not-responding', count: 1, minutes: 120 },
      { kind: 'low-voltage', count: 0, minutes: 1_500 },
    ])
    // Two o'clock occurred twice: 00:00Z and 01:00Z, each complete for two places.
    expect(site.heat.find(({ weekday, hour }) => weekday === 7 && hour === 2)).toEqual({
      weekday: 7,
      hour: 2,
      bookedShare: 2 / 4,
      occupiedShare: 20 / 70,
    })
    expect(site.heat).toHaveLength(24)
    expect(await ask('zone', world.zoneId)).toEqual(site)
    expect((await ask('device', second)).totals).toMatchObject({
      reservations: 2,
      canceled: 1,
      bookedShare: 1 / 25,
      occupiedShare: null,
      revenueCents: 0,
      malfunctions: 0,
    })

    const refused = async (targetId: number, from: string, until: string) =>
      refusedWith(await person.ask(statistics, { scope: 'site', targetId, from, until }))
    expect(await refused(999_999, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('not-found')
    expect(await refused(world.siteId, '2026-10-25T22:00:00Z', '2026-10-25T22:00:00Z')).toBe('span-empty')
    expect(await refused(world.siteId, '2025-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('span-too-long')
  })
})
