import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Timeline, timeline } from '../../contract/sites/timeline.ts'
import { foldTimeline } from '../../contract/sites/timeline-entries.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../db/testing/fixtures.ts'
import { ensurePartitions } from '../../telemetry/storage/partitions.ts'
import { runQuery } from '../kernel/bus/dispatch.ts'
import { openSession, testContext } from '../testing/context.ts'
import { statementsOf } from '../testing/statements.ts'
import { makeWorld, type World } from '../testing/world.ts'
import handler, { readTimeline } from './timeline.ts'

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  await ensurePartitions(db.knex, new Date(noon))
  world = await makeWorld(db.knex)
})
afterAll(() => db?.close())

const minute = 60_000
const hour = 60 * minute
/** A day without any future in it. */
const noon = Date.parse('2026-11-10T12:00:00Z')
const time = (ms: number) => new Date(ms)
const read = async (site: Planted, from: number, until: number): Promise<Timeline> =>
  timeline.reply.parse(await db.knex.transaction((trx) => readTimeline(trx, site.siteId, from, until)))
const report = (device: number, at: number, status: string, door: string | null = null, late = 0) =>
  db.knex('device_reports').insert({
    device_id: device,
    at: time(at),
    status,
    door_state: door,
    received_at: time(at + late),
  })
const reserve = (site: Planted, device: number, at: number, more: object = {}) =>
  insert(db.knex, 'reservations', {
    site_id: site.siteId,
    device_id: device,
    user_id: site.userId,
    starts_at: time(at),
    ends_at: time(at + hour),
    state: 'RESERVED',
    reserved_at: time(at - hour),
    ...more,
  })
const moved = (reservation: number, at: number, from: number, to: number) =>
  db.knex('reservation_history').insert({
    reservation_id: reservation,
    type: 'device-changed',
    at: time(at),
    data: JSON.stringify({ from, to }),
  })
const reservedAt = (view: Timeline, at: number): number[] =>
  [...foldTimeline(view).stateAt(at).devices].filter(([, then]) => then.reservations.length > 0).map(([id]) => id)

describe('the past of a site', () => {
  it('shows reports by their own time, only where they change something, and marks late ones', async () => {
    const site = await plantSite(db.knex)
    const [device = 0] = site.deviceIds
    await report(device, noon - 2 * hour, 'free')
    await report(device, noon - hour, 'free')
    await report(device, noon + minute, 'free')
    await report(device, noon + 3 * minute, 'occupied', null, 20 * minute)
    await report(device, noon + 2 * minute, 'blocked')
    await report(device, noon + 4 * minute, 'occupied')
    const view = await read(site, noon, noon + 5 * minute)
    expect(view.standing).toEqual([
      { kind: 'report', at: noon - 2 * hour, deviceId: device, status: 'free', door: null, already: true },
      { kind: 'silence-begins', at: noon - hour + 30 * minute + 1, deviceId: device, since: noon - hour },
    ])
    expect(view.events).toEqual([
      { kind: 'silence-ends', at: noon + minute, deviceId: device },
      { kind: 'report', at: noon + 2 * minute, deviceId: device, status: 'blocked', door: null },
      { kind: 'report', at: noon + 3 * minute, deviceId: device, status: 'occupied', door: null, lateS: 1_200 },
    ])
  })

  it('counts readings as signs of life, and calls no device silent that never reported', async () => {
    const site = await plantSite(db.knex, { devices: 2 })
    const [device = 0] = site.deviceIds
    await report(device, noon - minute, 'free')
    await db.knex('readings').insert([{ device_id: device, at: time(noon + 25 * minute), temperature: 8 }])
    const view = await read(site, noon, noon + 2 * hour)
    expect(view.events).toEqual([
      { kind: 'silence-begins', at: noon + 55 * minute + 1, deviceId: device, since: noon + 25 * minute },
    ])
  })

  it('shows a moved reservation at each place for its time', async () => {
    const site = await plantSite(db.knex, { devices: 3 })
    const [a = 0, b = 0, c = 0] = site.deviceIds
    const id = await reserve(site, c, noon)
    await moved(id, noon - 30 * minute, a, b)
    await moved(id, noon + 20 * minute, b, c)
    const view = await read(site, noon - hour, noon + 2 * hour)
    expect([-1, 0, 20 * minute - 1, 20 * minute, hour - 1, hour].map((at) => reservedAt(view, noon + at))).toEqual([
      [],
      [b],
      [b],
      [c],
      [c],
      [],
    ])
    expect(view.events).toMatchObject([
      { kind: 'reservation-begins', deviceId: b, reservationId: id },
      { kind: 'reservation-begins', deviceId: c, moved: true },
      { kind: 'reservation-ends', deviceId: b, why: 'moved' },
      { kind: 'reservation-ends', deviceId: c, why: 'over' },
    ])
  })

  it('shows a cancelled reservation until its cancellation, and a late booking from then on', async () => {
    const site = await plantSite(db.knex, { devices: 3 })
    const [a = 0, b = 0, c = 0] = site.deviceIds
    await reserve(site, a, noon, { state: 'STORNO', ended_at: time(noon + 10 * minute) })
    await reserve(site, b, noon, { reserved_at: time(noon + 5 * minute) })
    await reserve(site, c, noon, { state: 'STORNO', ended_at: time(noon - 10 * minute) })
    const view = await read(site, noon - 5 * minute, noon + 2 * hour)
    expect([0, 5, 10].map((at) => reservedAt(view, noon + at * minute))).toEqual([[a], [a, b], [b]])
  })

  it('ends maintenance when it was revoked, and leaves out what was revoked before', async () => {
    const site = await plantSite(db.knex, { devices: 2 })
    const [a = 0] = site.deviceIds
    const maintain = (row: object) =>
      insert(db.knex, 'maintenance_periods', { reason: 'Paint', starts_at: time(noon), ...row })
    const revoked = (at: number) => ({ revoked_at: time(at), revoke_reason: 'Done' })
    await maintain({ scope: 'device', device_id: a, ends_at: time(noon + hour), ...revoked(noon + 10 * minute) })
    await maintain({ scope: 'zone', zone_id: site.zoneId, ends_at: time(noon + 5 * minute) })
    await maintain({ scope: 'site', site_id: site.siteId, ...revoked(noon - minute) })
    const view = await read(site, noon - hour, noon + hour)
    expect(view.events.map(({ kind, at, deviceId }) => [kind, (at - noon) / minute, deviceId])).toEqual([
      ['maintenance-begins', 0, a],
      ['maintenance-begins', 0, null],
      ['maintenance-ends', 5, null],
      ['maintenance-ends', 10, a],
    ])
  })

  it('knows the gaps of a malfunction that came back, and which belong to a gateway', async () => {
    const site = await plantSite(db.knex)
    const wrong = (row: object) =>
      insert(db.knex, 'malfunctions', { severity: 'error', gateway_id: site.gatewayId, site_id: site.siteId, ...row })
    const opened = { opened_at: time(noon) }
    const id = await wrong({ kind: 'stuck-door', device_id: site.deviceIds[0], ...opened, returned: 1 })
    await wrong({ kind: 'gateway-silent', ...opened, closed_at: time(noon + 7 * minute) })
    for (const [type, at] of [
      ['opened', 0],
      ['closed', 4],
      ['returned', 9],
    ] as const)
      await db.knex('malfunction_history').insert({ malfunction_id: id, type, at: time(noon + at * minute) })
    const view = await read(site, noon - hour, noon + hour)
    const fold = foldTimeline(view)
    const open = [3, 5, 8, 10].map((at) => {
      const { devices, site: whole } = fold.stateAt(noon + at * minute)
      return [devices.get(site.deviceIds[0] ?? 0)?.malfunctions.length, whole.malfunctions.length]
    })
    expect(open).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
      [1, 0],
    ])
    expect(view.events.filter(({ deviceId }) => deviceId === null)).toMatchObject([
      { kind: 'malfunction-opens', gateway: expect.stringContaining('Gateway') },
      { kind: 'malfunction-closes' },
    ])
  })

  it('shows commands with their outcome, and refused requests apart from commands', async () => {
    const site = await plantSite(db.knex)
    const [device = 0] = site.deviceIds
    const deviceCommand = (code: string, at: number, state: string, row: object) =>
      db.knex('device_commands').insert({
        device_id: device,
        gateway_id: site.gatewayId,
        action: 'open',
        state,
        allowed_by: 'operator',
        support_code: code,
        issued_at: time(at),
        deadline: time(at + 15_000),
        settled_at: time(at + 4_000),
        ...row,
      })
    await deviceCommand('HF-2222-0001', noon, 'confirmed', { sent_at: time(noon + 100), taken_at: time(noon + 200) })
    await deviceCommand('HF-2222-0002', noon + 1_000, 'refused', {
      reason: 'command-in-flight',
      settled_at: time(noon + 1_000),
    })
    const view = await read(site, noon - hour, noon + hour)
    const folded = foldTimeline(view)
    const commandAt = (at: number) => folded.stateAt(at).devices.get(device)?.deviceCommand
    expect(commandAt(noon - 1)).toBeNull()
    expect(commandAt(noon + 2_000)).toMatchObject({ supportCode: 'HF-2222-0001', sentAt: noon + 100, settled: null })
    expect(commandAt(noon + 4_000)?.settled).toMatchObject({ state: 'confirmed', reason: null })
    expect(view.events.map(({ kind }) => kind)).toEqual(['command', 'command-outcome', 'command-outcome'])
    expect(JSON.stringify(view.events)).not.toMatch(/visitor|user/)
  })

  it('ends now, and is refused beyond a year, for reversed times, and for a site of another zone [LIVE-4]', async () => {
    const context = testContext(db.knex, {
      commands: new Map(),
      queries: new Map([[handler.def.name, handler]]),
      watches: new Map(),
    })
    const ask = async (login: 'rm' | 'foreignRm', from: number, until: number) => {
      const session = await openSession(db.knex, world.users[login].id)
      const input = { siteId: world.own.siteId, from: time(from).toISOString(), until: time(until).toISOString() }
      const answer = await runQuery(context, session, { name: timeline.name, input })
      return answer.ok ? (answer.view as Timeline) : answer.refusal.code
    }
    const now = Date.now()
    const view = await ask('rm', now - hour, now + hour)
    expect(view).toMatchObject({ from: now - hour, cut: false, plan: { siteId: world.own.siteId } })
    expect((view as Timeline).until).toBeLessThan(now + minute)
    expect(await ask('rm', now + hour, now + 2 * hour)).toBe('span-empty')
    expect(await ask('rm', now, now - hour)).toBe('span-empty')
    expect(await ask('rm', now - 367 * 24 * hour, now)).toBe('span-too-long')
    expect(await ask('foreignRm', now - hour, now)).toBe('not-found')
  })
})

describe('a large site', () => {
  it('reads a day of 500 devices with 20,000 events in few statements, and cuts the rest without a gap', async () => {
    const site = await plantSite(db.knex, { devices: 1 })
    await db.knex.raw(
      `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id)
       SELECT 'Lot ' || n, 'large-' || n, d.gateway_id, d.site_id, d.device_type_id FROM devices d, generate_series(2, 500) n WHERE d.id = ?`,
      [site.deviceIds[0] ?? 0],
    )
    // A report every 36 minutes that changes something, and a reading every 10 minutes that does not.
    await db.knex.raw(
      `INSERT INTO device_reports (device_id, at, status, received_at)
       SELECT d.id, s.at, (ARRAY['free', 'occupied'])[1 + n % 2], s.at
       FROM devices d CROSS JOIN generate_series(0, 40) n CROSS JOIN LATERAL (SELECT ?::timestamptz + n * interval '36 minutes' + d.id * interval '1 second' AS at) s
       WHERE d.site_id = ?`,
      [time(noon - 24 * hour), site.siteId],
    )
    await db.knex.raw(
      `INSERT INTO readings (device_id, at, temperature)
       SELECT d.id, ?::timestamptz + n * interval '10 minutes', 8 FROM devices d CROSS JOIN generate_series(0, 143) n WHERE d.site_id = ?`,
      [time(noon - 24 * hour), site.siteId],
    )
    await db.knex.raw('ANALYZE device_reports')
    await db.knex.raw('ANALYZE readings')
    const statements = await statementsOf(db.knex, () =>
      db.knex.transaction((trx) => readTimeline(trx, site.siteId, noon - 24 * hour, noon + hour)),
    )
    expect(statements).toBeLessThan(30)
    const view = await read(site, noon - 24 * hour, noon + hour)
    expect(view.events.length).toBeGreaterThanOrEqual(20_000)
    expect(view).toMatchObject({ cut: true })
    const rest = await read(site, view.coveredUntil, noon + hour)
    const reports = [...view.events, ...rest.events].filter(({ kind }) => kind === 'report')
    // The first report of each device is one of the 41, and all change something.
    expect(reports.length).toBe(41 * 500)
    expect(rest.cut).toBe(false)
  })
})
