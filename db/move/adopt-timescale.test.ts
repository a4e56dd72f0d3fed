import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHistory } from '../../telemetry/history/history.ts'
import { createRollups } from '../../telemetry/history/rollups.ts'
import { silentLog } from '../../telemetry/ingest/testing/gateways.ts'
import { storageOf } from '../../telemetry/storage/storage.ts'
import { migrate } from '../migrate.ts'
import { one } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { plantSite } from '../testing/fixtures.ts'
import { adoptTimescale } from './timescale.ts'

let db: TestDatabase
let ids: number[]
const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
const quiet = () => undefined

beforeAll(async () => {
  db = await createTestDatabase({ empty: true })
})
afterAll(() => db?.close())

const history = () =>
  readHistory(db.knex, {
    deviceIds: ids,
    from: new Date(today - 9 * dayMs),
    until: new Date(today),
    metrics: ['temperature', 'rssi'],
  })
const counts = () =>
  one(
    db.knex,
    `SELECT (SELECT count(*) FROM readings) AS readings, (SELECT count(*) FROM device_reports) AS reports, (SELECT sum(temperature_sum) FROM readings_1_hour) AS hours,
       (SELECT count(*) FROM readings_6_hours) AS six, (SELECT count(*) FROM readings_1_day) AS days`,
  )

describe('a grown database of a server that gets TimescaleDB', () => {
  it('is converted by one command, with the same rows and replies, and continues [GW-5]', async () => {
    const { knex } = db
    // As on a server without it: the offer is read from a view of this name, and ours shadows it.
    await knex.raw(
      'CREATE VIEW pg_available_extensions AS SELECT * FROM pg_catalog.pg_available_extensions WHERE false',
    )
    await knex.raw(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
    )
    await knex.destroy()
    knex.initialize()
    await migrate(knex)
    expect((await storageOf(knex)).edition).toBe('none')
    ids = (await plantSite(knex, { devices: 2 })).deviceIds
    await knex.raw(`SELECT ensure_partitions(now() - interval '90 days', now())`)
    await knex.raw(
      `INSERT INTO readings SELECT d, date_trunc('hour', now()) - n * interval '10 minutes', 20 + n % 9, 60, 3.6, -90 - n % 30, 0, n, n % 2 = 0
         FROM generate_series(1, 1440) n, unnest(?::integer[]) d`,
      [ids],
    )
    await knex.raw(
      `INSERT INTO device_reports SELECT d, now() - interval '1 day', 'occupied', NULL, now() FROM unnest(?::integer[]) d`,
      [ids],
    )
    await createRollups({ knex, log: silentLog }).run()
    await knex.raw('DROP VIEW pg_available_extensions')
    await knex.raw(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET search_path', current_database()); END $$`)
    await knex.destroy()
    knex.initialize()
    const before = [await counts(), await history()]
    const changed = await adoptTimescale(db.url, quiet)
    expect(changed.slice(0, 2)).toEqual(['readings is a hypertable', 'device_reports is a hypertable'])
    const storage = await storageOf(knex)
    expect(storage).toMatchObject({ aggregates: storage.edition === 'community' })
    expect(storage.hypertables.map(({ name }) => name)).toEqual(['device_reports', 'readings'])
    expect([await counts(), await history()]).toEqual(before)
    expect(await adoptTimescale(db.url, quiet)).toEqual([])
    // A reading for an hour that has been rolled up already.
    const late = new Date(today - 5 * dayMs)
    await knex('readings').insert({ device_id: ids[0], at: late, temperature: -10 })
    await knex('rollup_late').insert({ device_id: ids[0], hour: late })
    const told = await history()
    expect(await createRollups({ knex, log: silentLog }).run()).toMatchObject({ late: 1 })
    expect(await history()).toEqual(told)
    expect(await one(knex, 'SELECT min(temperature_min) AS min FROM readings_1_day')).toEqual({ min: -10 })
  })
})
