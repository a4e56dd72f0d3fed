import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Metric, metrics } from '../../contract/insight.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeGateways, silentLog, type TestGateway } from '../ingest/testing/gateways.ts'
import { readHistory } from './history.ts'
import { bucketRows } from './history-buckets.ts'
import { createRollups, readRollupState } from './rollups.ts'
import { columnOf } from './rollups-readings.ts'

let db: TestDatabase
let gateway: TestGateway
let ids: number[]
beforeAll(async () => {
  db = await createTestDatabase()
  const [made] = await makeGateways(db.knex, { devices: 2 })
  if (!made) throw new Error('no gateway')
  gateway = made
  ids = gateway.devices.map(({ id }) => id)
  await db.knex.raw(`SELECT ensure_partitions('2026-06-01Z', '2026-09-01Z')`)
})
afterAll(() => db?.close())

const hour = 3_600_000
const start = Date.UTC(2026, 6, 1)
const rollUp = (until?: number) =>
  createRollups({ knex: db.knex, log: silentLog }).run(until === undefined ? undefined : new Date(until))

async function forget(): Promise<void> {
  await db.knex.raw(
    'TRUNCATE readings, device_reports, readings_1_hour, readings_6_hours, readings_1_day, device_usage_1_hour, site_usage_1_hour, rollup_late',
  )
  await db.knex('rollup_state').update({
    closing_until: '-infinity',
    rolled_until: '-infinity',
    raw_from: '-infinity',
  })
}

interface Reading {
  readonly device: number
  readonly at: number
  readonly temperature: number | null
  readonly rssi: number | null
}

/** As ingest does: data of closed hours are noted as late. */
async function write(readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return
  const { closingUntil } = await readRollupState(db.knex)
  await db.knex('readings').insert(
    readings.map(({ device, at, temperature, rssi }) => ({
      device_id: ids[device],
      at: new Date(start + at * 1_000),
      temperature,
      rssi,
    })),
  )
  const late = readings.filter(({ at }) => closingUntil !== null && start + at * 1_000 < closingUntil.getTime())
  if (late.length > 0)
    await db.knex('rollup_late').insert(
      late.map(({ device, at }) => ({
        device_id: ids[device],
        hour: new Date(Math.floor((start + at * 1_000) / hour) * hour),
      })),
    )
}

const days = 9
const second = fc.oneof(
  fc.integer({ min: 0, max: days * 86_400 - 1 }),
  fc.integer({ min: 0, max: days * 24 - 1 }).map((whole) => whole * 3_600),
)
const reading: fc.Arbitrary<Reading> = fc.record({
  device: fc.nat(1),
  at: second,
  temperature: fc.option(fc.integer({ min: -400, max: 800 }).map((tenth) => tenth / 10)),
  rssi: fc.option(fc.integer({ min: -120, max: 0 })),
})
const some = fc.array(reading, { maxLength: 40 })
const until = fc.option(fc.integer({ min: 0, max: days * 24 }).map((hours) => start + hours * hour))

describe('rolled-up readings', () => {
  it('return the same as the readings, whatever was late and however far they are rolled up [LIVE-5] [GW-1]', async () => {
    const asked = fc.record({
      from: second,
      length: fc.integer({ min: 1, max: days * 86_400 }),
      seconds: fc.constantFrom(60, 3_600, 10_800, 21_600, 43_200, 86_400),
      devices: fc.constantFrom<number[]>([0], [0, 1]),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(some, until), { minLength: 1, maxLength: 3 }),
        some,
        fc.array(asked, { minLength: 3, maxLength: 6 }),
        async (turns, last, questions) => {
          await forget()
          const all: Reading[] = []
          for (const [readings, rolled] of turns) {
            await write(readings)
            all.push(...readings)
            if (rolled !== null) await rollUp(rolled)
          }
          await write(last)
          all.push(...last)
          for (const { from, length, seconds, devices } of questions) {
            const found = await bucketRows(
              db.knex,
              {
                deviceIds: devices.map((device) => ids[device] ?? 0),
                from: new Date(start + from * 1_000),
                until: new Date(start + (from + length) * 1_000),
                metrics: ['temperature', 'rssi'],
              },
              seconds,
              await readRollupState(db.knex),
            )
            const inside = all.filter(({ device, at }) => devices.includes(device) && at >= from && at < from + length)
            const direct = new Map<number, Reading[]>()
            for (const each of inside) {
              const bucket = Math.floor(each.at / seconds) * seconds
              direct.set(bucket, [...(direct.get(bucket) ?? []), each])
            }
            expect(found.map(({ bucket, samples }) => [(bucket.getTime() - start) / 1_000, samples])).toEqual(
              [...direct].sort(([a], [b]) => a - b).map(([bucket, of]) => [bucket, of.length]),
            )
            for (const each of found)
              for (const metric of ['temperature', 'rssi'] as const) {
                const values = (direct.get((each.bucket.getTime() - start) / 1_000) ?? []).flatMap(
                  (one) => one[metric] ?? [],
                )
                const name = columnOf[metric]
                expect(each[`${name}_n`]).toBe(values.length)
                if (values.length === 0) continue
                expect(each[`${name}_min`]).toBeCloseTo(Math.min(...values), 4)
                expect(each[`${name}_max`]).toBeCloseTo(Math.max(...values), 4)
                expect(each[`${name}_sum`]).toBeCloseTo(
                  values.reduce((sum, value) => sum + Math.fround(value), 0),
                  4,
                )
              }
          }
        },
      ),
      { numRuns: 20 },
    )
  })

  it('continue where a run ended, once however many processes run, and leave nothing to do', async () => {
    await forget()
    await db.knex.raw(
      `INSERT INTO readings SELECT d, ?::timestamptz + n * interval '10 minutes', n, 60, 3.6, -90, 0, 1, false
       FROM generate_series(0, 2879) n CROSS JOIN unnest(?::integer[]) d`,
      [new Date(start), ids],
    )
    const runs = await Promise.all(
      [0, 1, 2, 3].map(() => createRollups({ knex: db.knex, log: silentLog, budgetMs: 600_000 }).run()),
    )
    const { hours } = await one<{ hours: number }>(
      db.knex,
      `SELECT (extract(epoch FROM rolled_until - ?) / 3600)::integer AS hours FROM rollup_state`,
      [new Date(start)],
    )
    expect(runs.reduce((sum, run) => sum + run.hours, 0)).toBe(hours)
    expect(hours).toBeGreaterThan(24 * 20)
    expect(
      await one(db.knex, 'SELECT count(*)::integer AS rows, sum(samples) AS samples FROM readings_1_hour'),
    ).toEqual({
      rows: 2 * 480,
      samples: 2 * 2_880,
    })
    expect(
      await one(db.knex, 'SELECT count(*)::integer AS rows, sum(temperature_sum) AS sum FROM readings_1_day'),
    ).toEqual({
      rows: 2 * 20,
      sum: 2_880 * 2_879,
    })
    expect(
      await one(db.knex, 'SELECT count(*)::integer AS rows, sum(samples) AS samples FROM readings_6_hours'),
    ).toEqual({
      rows: 2 * 80,
      samples: 2 * 2_880,
    })
    expect(await rollUp()).toEqual({ hours: 0, late: 0 })
  })

  it('outlive the readings: dropped ones are not rolled up to nothing', async () => {
    const { knex } = db
    await forget()
    await write([
      { device: 0, at: 600, temperature: 10, rssi: null },
      { device: 0, at: 40 * 86_400, temperature: 30, rssi: null },
    ])
    await rollUp()
    expect(
      (await one<{ dropped: number }>(knex, `SELECT drop_partitions('2026-08-05Z') AS dropped`)).dropped,
    ).toBeGreaterThan(0)
    // Whole months are dropped of native partitions, whole days of a hypertable.
    const rawFrom = (await readRollupState(knex)).rawFrom?.toISOString()
    expect(['2026-08-01T00:00:00.000Z', '2026-08-05T00:00:00.000Z']).toContain(rawFrom)
    await knex.raw(`SELECT ensure_partitions('2026-06-01Z', '2026-09-01Z')`)
    await write([{ device: 0, at: 900, temperature: 50, rssi: null }])
    await rollUp()
    expect(await many(knex, 'SELECT FROM rollup_late')).toEqual([])
    const span = { deviceIds: ids.slice(0, 1), from: new Date(start), until: new Date(start + 60 * 24 * hour) }
    const answer = await readHistory(knex, { ...span, metrics: ['temperature'] as Metric[] })
    expect(answer).toMatchObject({ resolution: '3h', readings: 2 })
    expect(answer.series['temperature']?.map(({ avg }) => avg)).toEqual([10, 30])
    expect(
      await readHistory(knex, { ...span, until: new Date(start + 0.5 * hour), metrics: [...metrics] }),
    ).toMatchObject({
      resolution: '1h',
      readings: 1,
    })
  })
})
