import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { malfunctionKinds } from '../../contract/devices.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import type { MalfunctionKind } from './kinds.ts'
import { openMalfunctions } from './malfunctions.ts'
import { refreshMalfunctions } from './refresh.ts'

let db: TestDatabase
let knex: Knex
let site: Planted
let doorId = 0
let eventId = 0
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  site = await plantSite(knex, { devices: 3 })
  const door = knex('device_types').select('id').where({ is_reservable: false }).orderBy('id').limit(1)
  doorId = await insert(knex, 'devices', {
    name: 'Door',
    hardware_id: 'door',
    gateway_id: site.gatewayId,
    site_id: site.siteId,
    device_type_id: door,
  })
  eventId = await insert(knex, 'events', { zone_id: site.zoneId, name: 'Always', starts_on: '2020-01-01' })
})
afterAll(() => db?.close())
beforeEach(wipe)

async function wipe(): Promise<void> {
  await knex('malfunctions').delete()
  await knex('reservations').whereNotNull('parent_id').delete()
  await knex('reservations').delete()
}

/** Places by index: 0 to 2 lots, 3 the door. */
const place = (at: number) => (at === 3 ? doorId : (site.deviceIds[at] ?? 0))
interface Stay {
  readonly lot: number
  /** Minutes from now. */
  readonly from: number
  readonly until: number
  readonly state: 'RESERVED' | 'STORNO'
  /** Includes the door and a second lot. */
  readonly door: boolean
  readonly second: number | null
}
let number = 1_000

/** Inserts a stay; null if another one overlaps. */
async function stay(request: Stay): Promise<number | null> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const common = {
    event_id: eventId,
    site_id: site.siteId,
    user_id: site.userId,
    starts_at: at(request.from),
    ends_at: at(request.until),
    reserved_at: new Date(),
    state: 'RESERVED',
  }
  return knex
    .transaction(async (trx) => {
      number += 10
      const id = await insert(trx, 'reservations', { ...common, number, device_id: place(request.lot) })
      if (request.door)
        await insert(trx, 'reservations', {
          ...common,
          number: number + 1,
          device_id: doorId,
          parent_id: id,
          shared: true,
        })
      if (request.second !== null)
        await insert(trx, 'reservations', {
          ...common,
          number: number + 2,
          device_id: place(request.second),
          parent_id: id,
        })
      if (request.state === 'STORNO')
        await trx('reservations').where({ id }).orWhere({ parent_id: id }).update({ state: 'STORNO' })
      return id
    })
    .catch((error: { constraint?: string }) => {
      if (error.constraint === 'reservations_no_overlap') return null
      throw error
    })
}

const stops: ReadonlySet<MalfunctionKind> = new Set([
  'unreachable',
  'not-responding',
  'error-status',
  'gateway-silent',
  'stuck-door',
  'booked-blocked',
  'overstay',
])

it('counts the affected reservations of the next two hours like a recount by hand, at once and later [LIVE-1]', async () => {
  const stays = fc.array(
    fc.record({
      lot: fc.nat(2),
      from: fc.integer({ min: -200, max: 200 }).filter((minute) => minute % 120 !== 0),
      length: fc.integer({ min: 15, max: 180 }),
      state: fc.constantFrom('RESERVED' as const, 'RESERVED' as const, 'STORNO' as const),
      door: fc.boolean(),
      second: fc.option(fc.nat(2)),
    }),
    { maxLength: 10 },
  )
  const wrong = fc.uniqueArray(fc.record({ kind: fc.constantFrom(...malfunctionKinds), at: fc.nat(3) }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ kind, at }) => `${kind} ${kind === 'gateway-silent' ? '' : at}`,
  })
  await fc.assert(
    fc.asyncProperty(stays, wrong, async (requests, list) => {
      await wipe()
      const stood: (Stay & { id: number })[] = []
      for (const { length, second, ...request } of requests) {
        const one = { ...request, until: request.from + length, second: second === request.lot ? null : second }
        const id = await stay(one)
        if (id !== null) stood.push({ ...one, id })
      }
      const overstayer = stood[0]?.id
      await knex.transaction((trx) =>
        openMalfunctions(
          trx,
          list.map(({ kind, at }) => ({
            kind,
            at: new Date(),
            ...(kind === 'gateway-silent' ? { gatewayId: site.gatewayId } : { deviceId: place(at) }),
            ...(kind === 'overstay' && overstayer !== undefined ? { reservationId: overstayer } : {}),
          })),
        ),
      )
      const byHand = list.map(({ kind, at }) => {
        const hit = stood.filter(
          (one) =>
            stops.has(kind) &&
            one.state === 'RESERVED' &&
            one.from < 120 &&
            one.until > 0 &&
            (kind === 'gateway-silent' || one.lot === at || one.second === at || (one.door && at === 3)) &&
            !(kind === 'overstay' && one.id === overstayer),
        )
        const first = Math.min(...hit.map(({ from }) => from))
        return {
          kind,
          at: kind === 'gateway-silent' ? null : place(at),
          count: hit.length,
          first: hit.length > 0 ? first : null,
        }
      })
      const seen = async () =>
        (
          await knex('malfunctions').select<
            { kind: MalfunctionKind; device_id: number | null; affected: number; affected_first: Date | null }[]
          >('kind', 'device_id', 'affected', 'affected_first')
        ).map((row) => ({
          kind: row.kind,
          at: row.device_id,
          count: row.affected,
          first: row.affected_first === null ? null : Math.round((row.affected_first.getTime() - Date.now()) / 60_000),
        }))
      const sorted = (rows: { kind: string; at: number | null }[]) =>
        rows.sort((a, b) => a.kind.localeCompare(b.kind) || (a.at ?? 0) - (b.at ?? 0))
      expect(sorted(await seen())).toEqual(sorted(byHand))
      expect(await refreshMalfunctions(knex)).toMatchObject({ changed: expect.any(Number) })
      expect(sorted(await seen())).toEqual(sorted(byHand))
    }),
    { numRuns: 25 },
  )
})

it('follows bookings and cancellations, and writes and publishes only changes [LIVE-1]', async () => {
  const [quiet, busy] = [place(0), place(1)]
  await knex.transaction((trx) =>
    openMalfunctions(
      trx,
      [quiet, busy].map((deviceId) => ({ kind: 'error-status', deviceId, at: new Date() })),
    ),
  )
  await knex('outbox').delete()
  expect(await refreshMalfunctions(knex)).toEqual({ closed: 0, changed: 0 })
  const id = await stay({ lot: 1, from: 30, until: 60, state: 'RESERVED', door: false, second: null })
  await knex('outbox').delete()
  expect(await refreshMalfunctions(knex)).toEqual({ closed: 0, changed: 1 })
  const { changes } = await knex('outbox').first()
  expect(changes).toMatchObject([
    { kind: 'malfunction', view: { device: { id: busy }, affected: { count: 1 } } },
    { kind: 'incident' },
    { kind: 'incidentEntry' },
  ])
  await knex('reservations').where({ id }).update({ state: 'STORNO' })
  expect(await refreshMalfunctions(knex)).toEqual({ closed: 0, changed: 1 })
  expect(await knex('malfunctions').where('affected', '>', 0)).toEqual([])
})

it('counts the devices behind a silent gateway, and the commands tried since [LIVE-1] [GW-4]', async () => {
  await knex.transaction((trx) =>
    openMalfunctions(trx, [
      { kind: 'gateway-silent', gatewayId: site.gatewayId, at: new Date() },
      { kind: 'error-status', deviceId: place(0), at: new Date(Date.now() - 60_000) },
    ]),
  )
  expect(await knex('malfunctions').where({ kind: 'gateway-silent' }).first()).toMatchObject({ behind: 4 })
  const deviceCommand = (state: string, secondsAgo: number, n: number) =>
    knex('device_commands').insert({
      device_id: place(0),
      gateway_id: site.gatewayId,
      site_id: site.siteId,
      action: n === 2 ? 'reboot' : 'refresh',
      state,
      allowed_by: 'operator',
      support_code: `HF-0000-000${n}`,
      issued_at: new Date(Date.now() - secondsAgo * 1_000),
      deadline: new Date(Date.now() + 60_000),
      settled_at: new Date(),
    })
  await deviceCommand('failed', 50, 1)
  await deviceCommand('unknown', 30, 2)
  await deviceCommand('refused', 10, 3)
  await deviceCommand('confirmed', 90, 4)
  await refreshMalfunctions(knex)
  expect(await knex('malfunctions').where({ kind: 'error-status' }).first()).toMatchObject({
    tried: 2,
    tried_action: 'reboot',
    tried_state: 'unknown',
  })
})
