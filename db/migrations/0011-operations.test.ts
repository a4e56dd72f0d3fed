import { afterAll, beforeAll, expect, it } from 'vitest'
import { row, rows } from '../rows.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('rolls readings up by five minutes, hour and day, and again when more came', async () => {
  const { knex } = database
  await knex.raw("SELECT ensure_partitions('2025-06-01Z', '2025-07-01Z')")
  const reading = (at: string, temperature: number | null, more: object = {}) => ({
    device_id: 1,
    at: `2025-06-10T${at}Z`,
    temperature,
    ...more,
  })
  await knex('readings').insert([
    reading('10:00:00', 10, { retries: 1, rssi: -90 }),
    reading('10:04:59.999', 20, { retries: 2, rssi: -100, dirty: true }),
    reading('10:05:00', 40),
    reading('23:59:59', null, { humidity: 50 }),
  ])
  const rollUp = async (size: string) =>
    (await row<{ made: number }>(knex, "SELECT roll_up_readings(?, '2025-06-10Z', '2025-06-11Z') AS made", [size])).made
  expect([await rollUp('5_minutes'), await rollUp('1_hour'), await rollUp('1_day')]).toEqual([3, 2, 1])
  const first = await rows(
    knex,
    'SELECT bucket, samples, temperature, temperature_min, temperature_max, rssi, retries, dirty FROM readings_5_minutes ORDER BY bucket LIMIT 1',
  )
  const bucket = new Date('2025-06-10T10:00:00Z')
  expect(first).toEqual([
    {
      bucket,
      samples: 2,
      temperature: 15,
      temperature_min: 10,
      temperature_max: 20,
      rssi: -95,
      retries: 3,
      dirty: true,
    },
  ])
  await knex('readings').insert(reading('10:01:00', 60))
  expect(await rollUp('5_minutes')).toBe(3)
  expect(await row(knex, 'SELECT samples, temperature FROM readings_5_minutes ORDER BY bucket LIMIT 1')).toEqual({
    samples: 3,
    temperature: 30,
  })
  expect(await row(knex, 'SELECT samples, humidity, temperature_max FROM readings_1_day')).toEqual({
    samples: 4,
    humidity: 50,
    temperature_max: 40,
  })
})
