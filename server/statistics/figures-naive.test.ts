import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Statistics } from '../../contract/statistics.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { silentLog } from '../../telemetry/ingest-testing.ts'
import { createRollups } from '../../telemetry/rollups.ts'
import { refuser } from '../bus/refuse.ts'
import figures from './figures.ts'
import { type Asked, countsOf, minutesOf, type SmallWorld, sharesOf } from './testing/naive.ts'
import { plantWorld } from './testing/plant-world.ts'

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
/** Words of a device, at different minutes: in turns dense and silent. */
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
    // Two days before the clocks go back, and forward, in Berlin; nothing special; half an hour off.
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

it('are what a count minute by minute says, before and after they are rolled up [LIVE-5]', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.array(question, { minLength: 2, maxLength: 4 }), async (small, questions) => {
      await db.knex.raw(
        'TRUNCATE readings, device_reports, device_usage_1_hour, site_usage_1_hour, rollup_late, readings_1_hour, readings_1_day',
      )
      await db.knex('rollup_state').update({ closing_until: '-infinity', rolled_until: '-infinity' })
      const site = await plantWorld(db.knex, small)
      for (const rolled of [false, true]) {
        if (rolled) await createRollups({ knex: db.knex, log: silentLog }).run()
        for (const { from, length, now, device } of questions) {
          const sensors = device === null ? [0, 1] : [device]
          const devices = device === null ? [0, 1, 2] : [device]
          // Once rolled up, the reports until the end are known: only a question of the past is answered by them.
          const asked = {
            from,
            until: from + length,
            now: rolled ? last + 10_000 : now,
            devices,
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
          if (answer.step !== 'day') continue
          const byDay = [...grouped(minutes, ({ day }) => day).values()]
          expect(answer.series).toHaveLength(byDay.length)
          for (const [index, of] of byDay.entries()) {
            const step = answer.series[index]
            if (step) near(step, sharesOf(of, sensors.length))
          }
        }
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

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
