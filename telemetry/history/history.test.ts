import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { history, type Metric, metrics } from '../../contract/insight.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeGateways } from '../ingest/testing/gateways.ts'
import { ensurePartitions } from '../storage/partitions.ts'
import { bucketFor, maxPoints, readHistory } from './history.ts'

let db: TestDatabase
let deviceId: number
beforeAll(async () => {
  db = await createTestDatabase()
  await ensurePartitions(db.knex, new Date('2026-11-01'))
  const [gateway] = await makeGateways(db.knex, { devices: 1 })
  deviceId = gateway?.devices[0]?.id ?? 0
})
afterAll(() => db?.close())

const day = 86_400_000
const columns = {
  temperature: 'temperature',
  humidity: 'humidity',
  supplyVoltage: 'supply_voltage',
  rssi: 'rssi',
  rxTimeouts: 'rx_timeouts',
  retries: 'retries',
}

describe('bucketFor', () => {
  it.each([
    [3_600_000, '1m'],
    [maxPoints * 60_000, '1m'],
    [maxPoints * 60_000 + 1, '5m'],
    [7 * day, '15m'],
    [30 * day, '1h'],
    [120 * day, '3h'],
    [366 * day, '12h'],
    [10_000 * day, '1d'],
  ])('%d ms in buckets of %s', (span, resolution) => expect(bucketFor(span)[0]).toBe(resolution))
})

describe('readHistory', () => {
  it('returns the same as a direct computation over the readings', async () => {
    const value = fc.option(
      fc.integer({ min: -40, max: 80 }).map((whole) => whole / 2),
      { freq: 4 },
    )
    const reading = fc.record({
      at: fc.integer({ min: 0, max: 3 * 86_400 }),
      temperature: value,
      humidity: value,
      supplyVoltage: value,
      rssi: fc.option(fc.integer({ min: -120, max: 0 })),
      rxTimeouts: fc.option(fc.nat(5)),
      retries: fc.option(fc.nat(5)),
    })
    const load = fc.oneof(
      fc.array(reading, { maxLength: 30 }),
      fc
        .tuple(fc.array(reading, { minLength: 40, maxLength: 60 }), fc.integer({ min: 17, max: 40 }))
        .map(([some, times]) =>
          Array.from({ length: times }, (_, copy) =>
            some.map((each) => ({ ...each, at: (each.at + copy * 6_173) % (3 * 86_400) })),
          ).flat(),
        ),
    )
    const span = fc.tuple(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: 3_600, max: 2 * 86_400 }))
    const start = Date.UTC(2026, 10, 10)
    await fc.assert(
      fc.asyncProperty(
        load,
        span,
        fc.subarray([...metrics], { minLength: 1 }),
        async (rows, [offset, length], wanted) => {
          await db.knex('readings').delete()
          for (let first = 0; first < rows.length; first += 1_000)
            await db.knex('readings').insert(
              rows.slice(first, first + 1_000).map(({ at, ...values }) => ({
                device_id: deviceId,
                at: new Date(start + at * 1_000),
                ...Object.fromEntries(metrics.map((metric) => [columns[metric], values[metric]])),
              })),
            )
          const from = start + offset * 1_000
          const until = from + length * 1_000
          const answer = await readHistory(db.knex, {
            deviceIds: [deviceId],
            from: new Date(from),
            until: new Date(until),
            metrics: wanted,
          })
          expect(history.reply.safeParse(answer).success).toBe(true)
          const inside = rows
            .map((row) => ({ ...row, ms: start + row.at * 1_000 }))
            .filter(({ ms }) => ms >= from && ms < until)
          expect(answer.readings).toBe(inside.length)
          expect(Object.keys(answer.series).sort()).toEqual([...wanted].sort())
          const bucketMs =
            answer.resolution === 'raw' ? 1 : { '1m': 60, '5m': 300 }[answer.resolution as '1m' | '5m'] * 1_000
          expect(answer.resolution === 'raw').toBe(inside.length <= maxPoints)
          for (const metric of wanted) {
            const points = answer.series[metric] ?? []
            expect(points.length).toBeLessThanOrEqual(maxPoints + 1)
            const direct = new Map<number, number[]>()
            for (const row of inside) {
              const measured = row[metric as Metric]
              if (measured === null) continue
              const bucket = Math.floor(row.ms / bucketMs) * bucketMs
              direct.set(bucket, [...(direct.get(bucket) ?? []), measured])
            }
            if (answer.resolution === 'raw') {
              const said = points.map(({ at, avg }) => `${Date.parse(at)} ${avg}`)
              const there = [...direct].flatMap(([at, values]) => values.map((each) => `${at} ${each}`))
              expect(said.toSorted()).toEqual(there.toSorted())
              continue
            }
            const expected = [...direct]
              .sort(([a], [b]) => a - b)
              .map(([at, values]) => ({
                at,
                min: Math.min(...values),
                max: Math.max(...values),
                avg: values.reduce((sum, each) => sum + each, 0) / values.length,
              }))
            expect(points.map(({ at, min, max }) => [Date.parse(at), min, max])).toEqual(
              expected.map(({ at, min, max }) => [at, min, max]),
            )
            for (const [index, { avg }] of expected.entries()) expect(points[index]?.avg).toBeCloseTo(avg, 9)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('returns the distance from which points are not connected', async () => {
    const from = new Date(Date.UTC(2026, 10, 1))
    const read = (days: number) =>
      readHistory(db.knex, {
        deviceIds: [deviceId],
        from,
        until: new Date(from.getTime() + days * day),
        metrics: ['rssi'],
      })
    await db.knex('readings').delete()
    expect(await read(1)).toEqual({ resolution: 'raw', gapSeconds: 1_800, readings: 0, series: { rssi: [] } })
    await db.knex.raw(
      `INSERT INTO readings (device_id, at, rssi) SELECT ?, ?::timestamptz + n * interval '10 minutes', -80 FROM generate_series(0, 4000) n`,
      [deviceId, from],
    )
    expect(await read(20)).toMatchObject({ resolution: '1h', gapSeconds: 7_200, readings: 2_880 })
  })

  it('returns a year of ten-minute readings without reading those of other devices', async () => {
    await db.knex.raw(`SELECT ensure_partitions(now() - interval '13 months', now())`)
    await db.knex.raw(
      `INSERT INTO readings SELECT d, now() - n * interval '10 minutes', 20 + sin(n / 144.0) * 10, 60, 3.6, -90, 0, 1, false
       FROM generate_series(1, 52560) n CROSS JOIN generate_series(?::integer, ?::integer + 9) d`,
      [deviceId, deviceId],
    )
    await db.knex.raw('ANALYZE readings')
    const until = new Date()
    const from = new Date(until.getTime() - 365 * day)
    const asked: { sql: string; bindings: Knex.RawBinding[] }[] = []
    const ask = (query: (typeof asked)[number]): void => void asked.push(query)
    db.knex.on('query', ask)
    const answer = await readHistory(db.knex, { deviceIds: [deviceId], from, until, metrics: [...metrics] })
    db.knex.off('query', ask)
    expect(answer).toMatchObject({ resolution: '12h' })
    expect(answer.series['temperature']?.length).toBeGreaterThan(700)
    expect(z.array(z.unknown()).parse(answer.series['temperature']).length).toBeLessThanOrEqual(maxPoints)
    // In few statements, none of which reads other devices' readings.
    expect(asked.length).toBeLessThanOrEqual(3)
    const plans = await Promise.all(
      asked.map(({ sql, bindings }) => many(db.knex, `EXPLAIN ${sql.replace(/\$\d+/g, '?')}`, bindings)),
    )
    expect(JSON.stringify(plans)).toContain('Index Scan')
    expect(JSON.stringify(plans)).not.toContain('Seq Scan on readings')
  })
})
