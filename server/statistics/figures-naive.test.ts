import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Statistics } from '../../contract/statistics.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createRollups } from '../../telemetry/history/rollups.ts'
import { silentLog } from '../../telemetry/ingest/testing/gateways.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import figures from './figures.ts'
import { createBookingRollups } from './roll-bookings.ts'
import { type Asked, countsOf, minutesOf, type SmallWorld, sharesOf } from './testing/naive.ts'
import { type PlantedWorld, pay, plantWorld } from './testing/plant-world.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  await db.knex.raw(`SELECT ensure_partitions('2025-10-01Z', '2026-12-01Z')`)
})
afterAll(() => db?.close())

const days = 4
const last = days * 1_440
const minute = fc.integer({ min: 0, max: last })
const maybe = fc.option(minute)
const place = fc.nat(1)

/** Reservations of a place, one after the other. */
const stays = (device: number) =>
  fc
    .array(
      fc.record({
        gap: fc.nat(900),
        length: fc.integer({ min: 1, max: 1_500 }),
        givenUp: fc.option(fc.integer({ min: -60, max: 1_600 })),
      }),
      { maxLength: 4 },
    )
    .map((all) => {
      let at = 0
      return all.map(({ gap, length, givenUp }) => {
        const from = at + gap
        at = from + length
        return { device, from, until: at, givenUpAt: givenUp === null ? null : from + givenUp }
      })
    })
/** Reports of a device at different minutes, alternately dense and sparse. */
const words = (device: number) =>
  fc
    .uniqueArray(
      fc.record({
        from: fc.nat(last),
        gap: fc.integer({ min: 4, max: 45 }),
        statuses: fc.array(fc.constantFrom('free', 'occupied', 'occupied', 'error', null, null), {
          minLength: 1,
          maxLength: 25,
        }),
      }),
      { maxLength: 3, selector: ({ from }) => from },
    )
    .map((series) => {
      const said = new Map<number, string | null>()
      for (const { from, gap, statuses } of series)
        for (const [n, status] of statuses.entries()) said.set(from + n * gap, status)
      return [...said].map(([at, status]) => ({ device, at, status }))
    })
const malfunction = (device: number, kind: 'unreachable' | 'low-voltage') =>
  fc
    .option(fc.tuple(fc.nat(last), fc.nat(last), fc.boolean()))
    .map((drawn) =>
      drawn === null
        ? []
        : [{ device, kind, from: Math.min(drawn[0], drawn[1]), until: drawn[2] ? Math.max(drawn[0], drawn[1]) : null }],
    )

const world: fc.Arbitrary<SmallWorld> = fc
  .record({
    // Two days before each clock change in Berlin; an ordinary day; a half-hour offset.
    night: fc.constantFrom(
      { beginsAt: Date.UTC(2026, 9, 23, 22), timeZone: 'Europe/Berlin' },
      { beginsAt: Date.UTC(2026, 2, 27, 23), timeZone: 'Europe/Berlin' },
      { beginsAt: Date.UTC(2026, 5, 3), timeZone: 'UTC' },
    ),
    stays: fc.tuple(stays(0), stays(1)).map((all) => all.flat()),
    said: fc.tuple(words(0), words(1), words(2)).map((all) => all.flat()),
    money: fc.array(
      fc.record({ reservation: fc.nat(7), at: minute, cents: fc.integer({ min: 1, max: 900 }), refundAt: maybe }),
      { maxLength: 4 },
    ),
    malfunctions: fc
      .tuple(malfunction(0, 'unreachable'), malfunction(1, 'unreachable'), malfunction(1, 'low-voltage'))
      .map((all) => all.flat()),
  })
  .map(({ night, stays: reservations, money, ...rest }) => ({
    ...night,
    ...rest,
    reservations,
    money: money.filter(({ reservation }) => reservation < reservations.length),
  }))
const question = fc.record({
  from: fc.oneof(fc.constant(0), fc.nat(last - 60)),
  length: fc.integer({ min: 60, max: last }),
  now: fc.integer({ min: 60, max: last + 600 }),
  device: fc.option(place),
})

interface Question {
  readonly from: number
  readonly length: number
  readonly now: number
  readonly device: number | null
}

/**
 * Changes after the hours are closed: a reservation is cancelled or moves to the other place, or a past payment
 * arrives.
 */
const change = fc.oneof(
  fc.record({ kind: fc.constant('give-up' as const), which: fc.nat(7), at: minute }),
  fc.record({ kind: fc.constant('swap' as const), which: fc.nat(7), at: minute }),
  fc.record({
    kind: fc.constant('pay' as const),
    which: fc.nat(7),
    at: minute,
    cents: fc.integer({ min: 1, max: 900 }),
  }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

/** Writes the changes and returns the changed world. A reservation moves only if the other place is free. */
async function happen(small: SmallWorld, site: PlantedWorld, changes: readonly Change[]): Promise<SmallWorld> {
  const reservations = [...small.reservations]
  const money = [...small.money]
  const at = (ms: number) => new Date(small.beginsAt + ms * 60_000)
  for (const each of changes) {
    const index = each.which % Math.max(1, reservations.length)
    const [before, id] = [reservations[index], site.reservationIds[index]]
    if (!before || id === undefined) continue
    if (each.kind === 'pay') {
      money.push({ reservation: index, at: each.at, cents: each.cents, refundAt: null })
      await pay(db.knex, site, { reservationId: id, cents: each.cents, at: at(each.at) })
    } else if (before.givenUpAt !== null) continue
    else if (each.kind === 'give-up') {
      reservations[index] = { ...before, givenUpAt: each.at }
      await db
        .knex('reservations')
        .where({ id })
        .update({ state: 'STORNO', ended_at: at(each.at) })
    } else {
      const device = 1 - before.device
      const inTheWay = reservations.some(
        (other) =>
          other.device === device &&
          other.from < before.until &&
          before.from < Math.min(other.until, other.givenUpAt ?? other.until),
      )
      if (inTheWay) continue
      reservations[index] = { ...before, device }
      await db.knex('reservations').where({ id }).update({ device_id: site.deviceIds[device] })
    }
  }
  return { ...small, reservations, money }
}

async function ask(
  world: SmallWorld,
  site: { siteId: number; deviceIds: readonly number[] },
  device: number | null,
  asked: Asked,
): Promise<Statistics> {
  const at = (ms: number) => new Date(world.beginsAt + ms * 60_000)
  const call = {
    input: {
      ...(device === null
        ? { scope: 'site', targetId: site.siteId }
        : { scope: 'device', targetId: site.deviceIds[device] }),
      from: at(asked.from).toISOString(),
      until: at(asked.until).toISOString(),
    },
    actor: { seesAll: true, zoneIds: [] },
    now: at(asked.now),
    refuse: refuser(),
  }
  return db.knex.transaction(async (trx) => (await figures.run({ ...call, trx } as never)) as Statistics)
}

const rollUp = async (): Promise<void> => {
  await createRollups({ knex: db.knex, log: silentLog }).run()
  await createBookingRollups({ knex: db.knex, log: silentLog }).run()
}

/** For many devices at most 48 hours can be queried before they are rolled up. */
const unrolled = (question: Question): Question =>
  question.device === null ? { ...question, length: Math.min(question.length, 48 * 60) } : question

/**
 * Queries and compares. `everything`: the reports until the end are known, so that only a span in the past is answered
 * from them.
 */
async function compare(
  small: SmallWorld,
  site: PlantedWorld,
  { from, length, now, device }: Question,
  everything: boolean,
): Promise<void> {
  const sensors = device === null ? [0, 1] : [device]
  const asked = {
    from,
    until: from + length,
    now: everything ? last + 10_000 : now,
    devices: device === null ? [0, 1, 2] : [device],
    places: sensors,
    sensors,
  }
  const answer = await ask(small, site, device, asked)
  const minutes = minutesOf(small, asked)
  const { turnover: _, bookedShare, occupiedShare, downMinutes, meanMinutes, ...counted } = answer.totals
  const { downMinutes: down, meanMinutes: mean, ...counts } = countsOf(small, asked)
  expect(counted).toEqual(counts)
  expect(downMinutes).toBeCloseTo(down, 6)
  expect(meanMinutes).toBeCloseTo(mean, 6)
  near({ bookedShare, occupiedShare }, sharesOf(minutes, sensors.length))
  const names = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const cells = grouped(minutes, ({ cell }) => cell)
  expect(answer.heat.map(({ weekday, hour }) => `${names[weekday]} ${hour}`).toSorted()).toEqual(
    [...cells.keys()].toSorted(),
  )
  for (const { weekday, hour, ...shares } of answer.heat)
    near(shares, sharesOf(cells.get(`${names[weekday]} ${hour}`) ?? [], sensors.length))
  if (answer.step !== 'day') return
  const byDay = [...grouped(minutes, ({ day }) => day).values()]
  expect(answer.series).toHaveLength(byDay.length)
  for (const [index, of] of byDay.entries()) {
    const step = answer.series[index]
    if (step) near(step, sharesOf(of, sensors.length))
  }
}

it('agree with a count minute by minute, before and after the rollup, and after later changes [LIVE-5]', async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      fc.array(question, { minLength: 2, maxLength: 3 }),
      fc.array(change, { maxLength: 3 }),
      async (small, questions, changes) => {
        await forget()
        const site = await plantWorld(db.knex, small)
        for (const each of questions) await compare(small, site, unrolled(each), false)
        await rollUp()
        for (const each of questions) await compare(small, site, each, true)
        const changed = await happen(small, site, changes)
        for (const each of questions) await compare(changed, site, each, true)
        await rollUp()
        expect(await many(db.knex, 'SELECT FROM rollup_bookings_late')).toEqual([])
        for (const each of questions) await compare(changed, site, each, true)
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})

async function forget(): Promise<void> {
  await db.knex.raw(
    'TRUNCATE readings, device_reports, device_usage_1_hour, site_usage_1_hour, rollup_late, readings_1_hour, readings_6_hours, readings_1_day, rollup_bookings, rollup_bookings_late',
  )
  for (const table of ['rollup_state', 'rollup_bookings_state'])
    await db.knex(table).update({ closing_until: '-infinity', rolled_until: '-infinity' })
}

type Shares = { bookedShare: number; occupiedShare: number | null }
function near(answer: Shares, direct: Shares): void {
  expect(answer.bookedShare).toBeCloseTo(direct.bookedShare, 9)
  if (direct.occupiedShare === null) expect(answer.occupiedShare).toBeNull()
  else expect(answer.occupiedShare).toBeCloseTo(direct.occupiedShare, 9)
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}
