import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Timeline, timeline } from '../../../contract/sites/timeline.ts'
import { type DeviceThen, foldTimeline } from '../../../contract/sites/timeline-entries.ts'
import { many } from '../../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts'
import { insert, type Planted, plantSite } from '../../../db/testing/fixtures.ts'
import { deviceStatuses, doorStates } from '../../../machines/device.ts'
import { ensurePartitions } from '../../../telemetry/storage/partitions.ts'
import { readTimeline } from '../timeline.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  await ensurePartitions(db.knex, new Date(noon))
})
afterAll(() => db?.close())

const minute = 60_000
const hour = 60 * minute
const noon = Date.parse('2026-11-10T12:00:00Z')
const time = (ms: number) => new Date(ms)
const read = async (site: Planted, from: number, until: number): Promise<Timeline> =>
  timeline.reply.parse(await db.knex.transaction((trx) => readTimeline(trx, site.siteId, from, until)))

const half = 6 * hour
const within = fc.oneof(
  fc.integer({ min: -half, max: half }),
  fc.integer({ min: -12, max: 12 }).map((by) => by * 10 * minute),
)
const history = fc.record({
  reports: fc.array(
    fc.record({
      device: fc.nat(2),
      at: within,
      status: fc.constantFrom(...deviceStatuses),
      door: fc.option(fc.constantFrom(...doorStates)),
    }),
    { maxLength: 30 },
  ),
  readings: fc.array(fc.record({ device: fc.nat(2), at: within }), { maxLength: 20 }),
  reservations: fc.array(
    fc.record({
      at: fc.nat(4),
      booked: within,
      canceled: fc.option(fc.integer({ min: 0, max: hour })),
      moves: fc.array(fc.record({ at: within, from: fc.nat(2) }), { maxLength: 3 }),
    }),
    { maxLength: 5 },
  ),
  spans: fc.array(
    fc.record({
      of: fc.constantFrom('malfunction', 'device', 'site', 'zone'),
      device: fc.nat(2),
      at: within,
      length: fc.option(fc.integer({ min: 1, max: 4 * hour })),
      revoked: fc.option(within),
    }),
    { maxLength: 6 },
  ),
  deviceCommands: fc.uniqueArray(
    fc.record({ device: fc.nat(2), at: within, takes: fc.integer({ min: 1, max: 20_000 }), refused: fc.boolean() }),
    {
      maxLength: 6,
      selector: ({ at }) => at,
    },
  ),
})
type History = typeof history extends fc.Arbitrary<infer H> ? H : never

/** Writes a random history around noon. Returns the site and every moment at which something may have changed. */
async function plant(given: History): Promise<{ site: Planted; moments: number[] }> {
  const site = await plantSite(db.knex, { devices: 3 })
  const { knex } = db
  const device = (place: number) => site.deviceIds[place] ?? 0
  const moments = new Set<number>()
  const at = (by: number) => {
    moments.add(noon + by)
    return time(noon + by)
  }
  await knex('device_states')
    .whereIn('device_id', site.deviceIds)
    .update({ door_state: 'open', door_at: time(noon) })
  for (const { device: place, at: by, status, door } of given.reports)
    await knex('device_reports').insert({
      device_id: device(place),
      at: at(by),
      status,
      door_state: door,
      received_at: at(by),
    })
  for (const { device: place, at: by } of given.readings) {
    await knex('readings').insert({ device_id: device(place), at: at(by), temperature: 1 })
    at(by + 30 * minute)
  }
  const taken = new Set<number>()
  for (const { at: slot, booked, canceled, moves } of given.reservations) {
    if (taken.has(slot)) continue
    taken.add(slot)
    const starts = (slot - 2) * hour
    // Nobody moves to the same device, or twice at once.
    const path = moves
      .sort((a, b) => a.at - b.at)
      .filter((move, place, all) => move.at !== all[place - 1]?.at)
      .filter((move, place, all) => move.from !== (all[place + 1]?.from ?? 0))
    const id = await insert(knex, 'reservations', {
      site_id: site.siteId,
      device_id: device(0),
      user_id: site.userId,
      starts_at: at(starts),
      ends_at: at(starts + hour),
      reserved_at: at(Math.min(booked, starts + hour - 1)),
      state: canceled === null ? 'RESERVED' : 'STORNO',
      ended_at: canceled === null ? null : at(starts + canceled),
    })
    for (const [place, move] of path.entries())
      await knex('reservation_history').insert({
        reservation_id: id,
        type: 'device-changed',
        at: at(move.at),
        data: JSON.stringify({ from: device(move.from), to: device(path[place + 1]?.from ?? 0) }),
      })
  }
  let kinds = 0
  for (const { of, device: place, at: by, length, revoked } of given.spans) {
    const ends = length === null ? null : at(by + length)
    if (of === 'malfunction') {
      const kind = ['unreachable', 'stuck-door', 'low-voltage', 'error-status', 'sensor-dirty', 'not-responding'][
        kinds++
      ]
      await insert(knex, 'malfunctions', {
        kind,
        severity: 'error',
        device_id: device(place),
        gateway_id: site.gatewayId,
        site_id: site.siteId,
        opened_at: at(by),
        closed_at: ends,
      })
    } else
      await insert(knex, 'maintenance_periods', {
        scope: of,
        [`${of}_id`]: of === 'device' ? device(place) : of === 'site' ? site.siteId : site.zoneId,
        reason: 'Paint',
        starts_at: at(by),
        ends_at: ends,
        revoked_at: revoked === null ? null : at(revoked),
        revoke_reason: revoked === null ? null : 'Done',
      })
  }
  for (const [place, deviceCommand] of given.deviceCommands.entries())
    await knex('device_commands').insert({
      device_id: device(deviceCommand.device),
      gateway_id: site.gatewayId,
      action: 'open',
      state: deviceCommand.refused ? 'refused' : 'confirmed',
      allowed_by: 'operator',
      support_code: `HF-${site.siteId}-${place}`,
      issued_at: at(deviceCommand.at),
      deadline: time(noon + deviceCommand.at + 30_000),
      settled_at: at(deviceCommand.at + (deviceCommand.refused ? 0 : deviceCommand.takes)),
    })
  return { site, moments: [...moments] }
}

interface Direct {
  id: number
  at: number
  status: string | null
  door: string | null
  reachable: boolean
  reservations: number[]
  malfunctions: number[]
  maintenance: number[]
  deviceCommand: string | null
  settled: boolean | null
}

/** What held at given moments, read from the tables with one condition per fact, independent of timelines. */
function direct(knex: Knex, site: Planted, moments: readonly number[], from: number): Promise<Direct[]> {
  return many<Direct>(
    knex,
    `SELECT d.id, (extract(epoch from t.at) * 1000)::float8 AS at,
       (SELECT status FROM device_reports r WHERE r.device_id = d.id AND r.at <= t.at
        ORDER BY r.at DESC, array_position(cast(? AS text[]), status) DESC LIMIT 1) AS status,
       (SELECT door_state FROM device_reports r WHERE r.device_id = d.id AND r.at <= t.at AND door_state IS NOT NULL
        ORDER BY r.at DESC, door_state DESC LIMIT 1) AS door,
       coalesce(t.at - (SELECT max(at) FROM (SELECT at FROM device_reports r WHERE r.device_id = d.id UNION ALL
         SELECT at FROM readings r WHERE r.device_id = d.id) heard WHERE heard.at <= t.at) <= interval '30 minutes', true) AS reachable,
       array(SELECT r.id FROM reservations r WHERE r.site_id = d.site_id AND r.starts_at <= t.at AND r.ends_at > t.at AND r.reserved_at <= t.at
         AND (r.state = 'RESERVED' OR r.ended_at > t.at)
         AND d.id = coalesce(
           (SELECT (data ->> 'to')::int FROM reservation_history h WHERE h.reservation_id = r.id AND h.at <= t.at ORDER BY h.at DESC LIMIT 1),
           (SELECT (data ->> 'from')::int FROM reservation_history h WHERE h.reservation_id = r.id ORDER BY h.at LIMIT 1), r.device_id)
         ORDER BY r.id) AS reservations,
       array(SELECT m.id FROM malfunctions m WHERE m.device_id = d.id AND m.opened_at <= t.at AND coalesce(m.closed_at > t.at, true)
         ORDER BY m.id) AS malfunctions,
       array(SELECT p.id FROM maintenance_periods p WHERE (p.device_id = d.id OR p.site_id = d.site_id OR p.zone_id = ?)
         AND p.span @> t.at AND coalesce(p.revoked_at > t.at, true) ORDER BY p.id) AS maintenance,
       o.id AS "deviceCommand", o.settled_at <= t.at AS settled
     FROM devices d CROSS JOIN unnest(cast(? AS timestamptz[])) AS t (at)
     LEFT JOIN LATERAL (SELECT id, settled_at FROM device_commands WHERE device_id = d.id AND state <> 'refused' AND issued_at <= t.at
       AND issued_at >= ? ORDER BY issued_at DESC, id DESC LIMIT 1) o ON true
     WHERE d.site_id = ?`,
    [[...deviceStatuses], site.zoneId, moments.map(time), time(from - hour), site.siteId] as never,
  )
}

function folded(then: DeviceThen | undefined, site: readonly { id: number }[]): Omit<Direct, 'id' | 'at'> {
  const ids = (list: readonly { id: number }[] = []) => list.map(({ id }) => id).sort((a, b) => a - b)
  return {
    status: then?.report?.status ?? null,
    door: then?.report?.door ?? null,
    reachable: then?.silentSince === null,
    reservations: ids(then?.reservations),
    malfunctions: ids(then?.malfunctions),
    maintenance: ids([...(then?.maintenance ?? []), ...site]),
    deviceCommand: then?.deviceCommand?.deviceCommandId ?? null,
    settled: then?.deviceCommand ? then.deviceCommand.settled !== null : null,
  }
}

describe('stateAt', () => {
  it('returns for any moment what the tables hold, even where the reply was cut', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 40 }), async (given, cutAfter) => {
        const { site, moments } = await plant(given)
        const [from, until] = [noon - 2 * hour, noon + 3 * hour]
        const first = await read(site, from, until)
        // The same in two parts: the second begins where the first ends.
        const at = first.events[Math.min(cutAfter, first.events.length) - 1]?.at ?? noon
        const second = await read(site, at, until)
        const wholes = [
          first,
          { ...first, events: [...first.events.filter((event) => event.at <= at), ...second.events] },
        ]
        const asked = [...moments, from, until]
          .flatMap((moment) => [moment - 1, moment, moment + 1])
          .filter((moment) => moment >= from && moment <= until)
        const truth = await direct(db.knex, site, asked, from)
        for (const whole of wholes) {
          const fold = foldTimeline(whole)
          for (const { id, at: moment, ...facts } of truth) {
            const state = fold.stateAt(moment)
            expect(folded(state.devices.get(id), state.site.maintenance), `${moment - noon} ms after noon`).toEqual(
              facts,
            )
          }
        }
        const later = foldTimeline(second)
        for (const { id, at: moment, ...facts } of truth.filter((row) => row.at >= at)) {
          const state = later.stateAt(moment)
          const { deviceCommand: _, settled: __, ...told } = folded(state.devices.get(id), state.site.maintenance)
          expect(facts).toMatchObject(told)
        }
      }),
      { numRuns: 12 },
    )
  })
})
