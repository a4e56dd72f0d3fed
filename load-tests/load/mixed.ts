import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'
import { simulated } from '../../server/testing/simulated.ts'
import { startSimulator } from '../../telemetry/simulator/start.ts'
import { breakThings, checksOf } from './break.ts'
import { checkBookings } from './check-bookings.ts'
import { plantPeople, plantTenant, plantZones } from './plant.ts'
import { figuresOf, mean, slopeOf } from './sampler.ts'
import { atMost, check, exactly, type Outcome, type Scenario, type Stage, sizeOf, valueOf } from './scenario.ts'

const devicesOfSite = 50
/** Enough people that nobody reaches a call limit. */
const people = { visitors: 400, operators: 60, admins: 20 }
const openState = ['queued', 'sent', 'taken']

/** A bit of everything at a steady rate. */
export const mixed: Scenario = {
  name: 'mixed',
  test: 'T34',
  proves:
    'Of the calls 60 % searches, 25 % lists, 5 % for bookings, 5 % commands, 5 % administration: answered in time, memory and open files stay level, every booking is paid once; in the long form even while server and database are killed and frozen, and in time again as soon as that is over.',
  sizes: {
    short: { sites: 5, rate: 25, seconds: 15, breakEvery: 0 },
    usual: { sites: 20, rate: 200, seconds: 600, breakEvery: 0 },
    long: { sites: 20, rate: 100, seconds: 3_600, breakEvery: 120 },
  },
  breaks: (sizes) => sizeOf(sizes, 'breakEvery') > 0,
  run,
}

async function run(stage: Stage): Promise<Outcome> {
  const { knex, sizes, sampler, slack } = stage
  const [seconds, everyS] = [sizeOf(sizes, 'seconds'), sizeOf(sizes, 'breakEvery')]
  const planted = await plant(knex, sizeOf(sizes, 'sites'))
  const simulator = startSimulator({
    url: stage.portal.url,
    gateways: planted.gateways.map((gateway) => simulated(gateway, { typeOf: () => 'BIKE_BOX', moveMs: 300 })),
  })
  try {
    await simulator.connected()
    await simulator.drained()
    const first = sampler.samples.length
    const base = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString()
    const day = stage.k6('mixed', {
      data: planted.given,
      env: { RATE: sizeOf(sizes, 'rate'), SECONDS: seconds, BASE: base, BREAK_EVERY: everyS },
    }).ended
    const over = new AbortController()
    const breaking = everyS > 0 ? breakThings(stage, { everyS, seconds, signal: over.signal }) : Promise.resolve([])
    void day.catch(() => undefined).then(() => over.abort())
    // Awaited also if k6 breaks off, so that no fault hits what comes next.
    const broken = await breaking
    const summary = await day
    const during = sampler.samples.slice(first)
    // Only of the server that ran until the end.
    const { pid } = stage.portal.child
    const lasting = during.filter((sample) => sample.pid === pid)
    const linked = await Promise.race([simulator.connected().then(() => true), wait(20_000, false, { ref: false })])
    const unsettled = await settled(knex)
    const bookings = await checkBookings(knex)
    const counted = (name: string) => valueOf(summary, name, 'count')
    const [told, deviceCommands] = [counted('booked'), counted('issued')]
    const written = await countCommands(knex)
    const unconfirmed = written.all - written.confirmed
    const metric = everyS > 0 ? 'http_req_duration{calm:yes}' : 'http_req_duration'
    const time = (value: string) => valueOf(summary, metric, value)
    const third = Math.max(1, Math.floor(lasting.length / 3))
    const files = (part: typeof during) => mean(part.map((sample) => sample.files))
    return {
      n: counted('http_reqs'),
      faults: broken.length,
      lost: Math.max(0, told - bookings.booked) + bookings.unpaid + Math.max(0, deviceCommands - written.all),
      dup: bookings.overlaps + bookings.paidTwice + Math.max(0, written.all - deviceCommands),
      p50: time('med'),
      p95: time('p(95)'),
      p99: time('p(99)'),
      figures: {
        'calls a second': valueOf(summary, 'http_reqs', 'rate'),
        bookings: told,
        'commands sent': deviceCommands,
        'others were first': counted('places_taken'),
        'calls with all their repeats, p95 (ms)': valueOf(summary, 'call_ms', 'p(95)'),
        'calls with all their repeats, longest (ms)': valueOf(summary, 'call_ms', 'max'),
        'commands that were not confirmed': unconfirmed,
        'calls sent again after 503, or when they were cut off': counted('calls_repeated'),
        ...figuresOf(lasting),
      },
      checks: [
        exactly('bookings that were acknowledged', bookings.booked, told),
        exactly('places that were held', await countHeld(knex), counted('held')),
        ...bookings.checks,
        exactly('commands that were acknowledged', written.all, deviceCommands),
        exactly('commands that did not come to an end', unsettled, 0),
        exactly('bookings and commands never answered', counted('unheard'), 0),
        check('every gateway is linked at the end', linked ? 'yes' : 'no', linked, 'yes'),
        ...(everyS > 0
          ? [
              ...checksOf(broken, slack),
              atMost('commands whose gateway was away', counted('gateways_away'), 0.02 * deviceCommands),
              atMost('commands that were not confirmed', unconfirmed, 0.05 * deviceCommands),
              atMost(
                'visits for which k6 had nobody',
                counted('dropped_iterations'),
                0.05 * sizeOf(sizes, 'rate') * seconds,
              ),
            ]
          : []),
        ...(seconds >= 300
          ? [
              atMost('server memory, slope', slopeOf(lasting), 1, ' MB a minute'),
              atMost('open files, growth', files(lasting.slice(-third)) - files(lasting.slice(third, 2 * third)), 10),
            ]
          : []),
      ],
    }
  } finally {
    await simulator.stop()
  }
}

/** Zones with a bookable site of boxes each, and people of every kind. */
async function plant(knex: Knex, sites: number) {
  const tenantId = await plantTenant(knex, 'Mixed')
  const zones = await plantZones(knex, tenantId, { zones: sites, devices: devicesOfSite })
  const [tariff] = (await knex('tariffs').insert({ name: 'Mixed', tenant_id: tenantId }).returning('id')) as {
    id: number
  }[]
  await knex('tariff_stages').insert({ tariff_id: tariff?.id, until_minutes: 60, price_cents: 150 })
  await knex('events').insert(
    zones.map(({ id }) => ({ zone_id: id, name: 'Always', starts_on: '2020-01-01', tariff_id: tariff?.id })),
  )
  await knex.raw(`UPDATE devices SET device_type_id = (SELECT id FROM device_types WHERE type = 'BIKE_BOX')`)
  const cookies = async (role: 'Visitor' | 'Reservation Manager' | 'Admin', count: number) => {
    const operates = role === 'Reservation Manager'
    const made = await plantPeople(knex, tenantId, {
      role,
      count,
      ...(operates ? { zoneOf: (place) => zones[place % zones.length]?.id ?? null } : {}),
      ...(role === 'Visitor' ? { creditCents: 10_000_000 } : {}),
    })
    return made.map(({ userId, cookie }) => ({ userId, cookie }))
  }
  const operators = await cookies('Reservation Manager', people.operators)
  // Operators control any device here: each has all zones.
  await knex.raw(
    'INSERT INTO user_zones (user_id, zone_id) SELECT u, z FROM unnest(?::integer[]) u, unnest(?::integer[]) z ON CONFLICT DO NOTHING',
    [operators.map(({ userId }) => userId), zones.map(({ id }) => id)],
  )
  const only = (list: readonly { cookie: string }[]) => list.map(({ cookie }) => cookie)
  const given = {
    siteIds: zones.map(({ siteId }) => siteId),
    deviceIds: zones.flatMap(({ gateway }) => gateway.devices.map(({ id }) => id)),
    visitors: only(await cookies('Visitor', people.visitors)),
    operators: only(operators),
    admins: only(await cookies('Admin', people.admins)),
  }
  await knex.raw('ANALYZE')
  return { gateways: zones.map(({ gateway }) => gateway), given }
}

function countCommands(knex: Knex): Promise<{ all: number; confirmed: number }> {
  return one(
    knex,
    `SELECT count(*) AS all, count(*) FILTER (WHERE state = 'confirmed') AS confirmed FROM device_commands
     WHERE action = 'refresh' AND state <> 'refused'`,
  )
}

/** Including those that were never paid. */
async function countHeld(knex: Knex): Promise<number> {
  return (await one<{ count: number }>(knex, 'SELECT count(*) AS count FROM reservations')).count
}

/** Number of commands still in flight after all deadlines. */
async function settled(knex: Knex): Promise<number> {
  const end = performance.now() + 25_000
  for (;;) {
    const rows = (await knex('device_commands').whereIn('state', openState).select('id')) as object[]
    if (rows.length === 0 || performance.now() > end) return rows.length
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
