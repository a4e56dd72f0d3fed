import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../db/outbox.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { saidFact } from '../../db/testing/outbox.ts'
import { readHistory } from '../history/history.ts'
import { createRollups } from '../history/rollups.ts'
import { makeGateways, silentLog } from '../ingest/testing/gateways.ts'
import { connectStorage, sayStorage, storageOf, whereKept } from './storage.ts'
import { createStorageUpkeep } from './storage-upkeep.ts'

let db: TestDatabase
let id: number
beforeAll(async () => {
  db = await createTestDatabase()
  const [gateway] = await makeGateways(db.knex, { devices: 1 })
  id = gateway?.devices[0]?.id ?? 0
})
afterAll(() => db?.close())

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
const daysAgo = (days: number) => new Date(today - days * dayMs)
const write = (from: Date, count: number) =>
  db.knex.raw(
    `INSERT INTO readings (device_id, at, temperature) SELECT ?, ?::timestamptz + n * interval '10 minutes', n % 40 FROM generate_series(0, ?) n`,
    [id, from, count - 1],
  )
const history = () =>
  readHistory(db.knex, { deviceIds: [id], from: daysAgo(20), until: daysAgo(0), metrics: ['temperature'] })

describe('the storage of readings', () => {
  it('is known, with its contents, and logged in one line [GW-5]', async () => {
    const said: object[] = []
    const log = { ...silentLog, info: (...line: object[]) => said.push(...line) } as never
    const storage = await sayStorage(db.knex, log)
    expect(said).toHaveLength(2)
    expect(said[0]).toMatchObject({ edition: storage.edition, version: storage.version })
    const native = storage.edition === 'none'
    expect(storage.hypertables.map(({ name }) => name)).toEqual(native ? [] : ['device_reports', 'readings'])
    expect(storage.version === null).toBe(native)
    expect(storage.aggregates).toBe(storage.edition === 'community')
    expect(await many(db.knex, 'SELECT ensure_storage() AS changed')).toEqual([{ changed: [] }])
  })

  it('is logged correctly even if TimescaleDB was added to a database with partitions', () => {
    const storage = {
      edition: 'apache',
      version: '2.19.3',
      available: '2.19.3',
      hypertables: [],
      aggregates: false,
    } as const
    expect(whereKept({ ...storage, hypertables: [] })).toBe('monthly partitions of PostgreSQL')
    const readings = { name: 'readings', chunks: 1, compressedChunks: 0, bytes: 1, bytesBefore: null, bytesAfter: null }
    expect(whereKept({ ...storage, hypertables: [readings] })).toBe('hypertables of TimescaleDB 2.19.3 (apache)')
  })

  it('returns the same when old days are compressed, and when late data arrive for them [GW-5] [LIVE-5]', async () => {
    const storage = connectStorage(db.url)
    try {
      const upkeep = createStorageUpkeep({ storage, log: silentLog })
      const rollups = createRollups({ knex: db.knex, storage, log: silentLog })
      const { edition } = await storageOf(db.knex)
      const compresses = edition === 'community'
      await db.knex.raw('SELECT ensure_partitions(?, now())', [daysAgo(21)])
      await write(daysAgo(20), 20 * 144)
      expect(await upkeep.run()).toBe(0)
      const before = await history()
      await rollups.run()
      expect(await upkeep.run()).toBe(compresses ? 13 : 0)
      expect(await history()).toEqual(before)
      const readings = (await storageOf(db.knex)).hypertables.find(({ name }) => name === 'readings')
      if (compresses) {
        expect(readings?.compressedChunks).toBe(13)
        expect(readings?.bytesAfter).toBeLessThan(readings?.bytesBefore ?? 0)
      }
      // As ingest does: a reading for a rolled-up hour of a compressed day, and the note of its hour.
      await db.knex('readings').insert({ device_id: id, at: new Date(daysAgo(15).getTime() + 60_000), temperature: 99 })
      await db.knex('rollup_late').insert({ device_id: id, hour: daysAgo(15) })
      const late = await history()
      expect(late.readings).toBe(before.readings + 1)
      expect(await rollups.run()).toEqual({ hours: 0, late: 1 })
      expect(await history()).toEqual(late)
      expect(await upkeep.run()).toBe(compresses ? 1 : 0)
      expect(await upkeep.run()).toBe(0)
      expect(await history()).toEqual(late)
      expect(await one(db.knex, 'SELECT max(temperature_max) AS max FROM readings_1_day')).toEqual({ max: 99 })
    } finally {
      await storage.destroy()
    }
  })

  it('delays no screen while it is maintained', async () => {
    const storage = connectStorage(db.url)
    try {
      const upkeep = await storage.transaction()
      await upkeep('settings').insert({ key: 'storage-test', value: '1' })
      const { xid } = await one<{ xid: string }>(upkeep, 'SELECT pg_current_xact_id()::text AS xid')
      const passed = (since: string) => one(db.knex, 'SELECT outbox_horizon() > ?::xid8 AS passed', [since])
      await expect.poll(() => passed(xid)).toEqual({ passed: true })
      const other = await db.knex.transaction()
      const held = await one<{ xid: string }>(other, 'SELECT pg_current_xact_id()::text AS xid')
      expect(await passed(held.xid)).toEqual({ passed: false })
      await other.rollback()
      await expect(publish(upkeep, [], saidFact('unheard'))).rejects.toMatchObject({ constraint: 'outbox_not_quiet' })
      await upkeep.rollback()
    } finally {
      await storage.destroy()
    }
  })
})
