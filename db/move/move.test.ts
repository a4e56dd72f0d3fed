import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readHistory } from '../../telemetry/history/history.ts'
import { createRollups, readRollupState } from '../../telemetry/history/rollups.ts'
import { silentLog } from '../../telemetry/ingest/testing/gateways.ts'
import { connect } from '../connect.ts'
import { startEmbedded } from '../embedded/start.ts'
import { migrate } from '../migrate.ts'
import { publish, replayAfter } from '../outbox.ts'
import { many, one } from '../sql.ts'
import { createTestDatabase } from '../testing/database.ts'
import { describeSchema } from '../testing/describe.ts'
import { fillTables } from '../testing/fill-tables.ts'
import { plantSite, refusalOf } from '../testing/fixtures.ts'
import { saidFact, toldAfter } from '../testing/outbox.ts'
import { move } from './move.ts'

interface Source {
  readonly url: string
  readonly knex: Knex
  readonly close: () => Promise<void>
}
let source: Source
const closing: (() => Promise<void>)[] = []
const dayMs = 86_400_000
const quiet = () => undefined

/** Tables that cannot be filled by guessing; all others have rows. */
const emptyAtMost = 25

beforeAll(async () => {
  source = await plainDatabase()
  const { knex } = source
  await plantSite(knex, { devices: 3 })
  await plantReadings(knex)
  await knex.raw('ANALYZE')
  await createRollups({ knex, log: silentLog }).run()
  await knex.raw(`SELECT graphile_worker.add_job('not-lost', '{"a": "tab\\t and line\\n"}')`)
  await knex.raw('UPDATE relay_state SET xid = pg_snapshot_xmin(pg_current_snapshot())')
  await knex.transaction((trx) => publish(trx, [], saidFact('not handled')))
  expect((await fillTables(knex)).length).toBeLessThan(emptyAtMost)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** On a server with TimescaleDB the source is one without. */
async function plainDatabase(): Promise<Source> {
  if (process.env['TIMESCALE_URL'] !== inject('testPostgres')) {
    const made = await createTestDatabase()
    closing.push(made.close)
    return made
  }
  const server = await startEmbedded({
    dir: mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-move-')),
    temporary: true,
    fsync: false,
  })
  const knex = connect(server.url, { max: 3, name: 'test' })
  await migrate(knex)
  const close = async () => {
    await knex.destroy()
    await server.stop()
  }
  closing.push(close)
  return { url: server.url, knex, close }
}

async function emptyDatabase() {
  const made = await createTestDatabase({ empty: true })
  closing.push(made.close)
  return made
}

async function migrated() {
  const made = await createTestDatabase()
  closing.push(made.close)
  return made
}

/** Ten days of two devices, every ten minutes, with values that are easily copied wrong. */
async function plantReadings(knex: Knex): Promise<void> {
  await knex.raw(`SELECT ensure_partitions(now() - interval '90 days', now())`)
  await knex.raw(
    `INSERT INTO readings SELECT d.id, date_trunc('hour', now()) - n * interval '10 minutes', CASE WHEN n % 7 > 0 THEN 20.1 + n % 9 END,
       'NaN', 3.6, -90 - n % 30, 0, n, n % 2 = 0 FROM generate_series(1, 1440) n, (SELECT id FROM devices ORDER BY id LIMIT 2) d`,
  )
  await knex.raw(`INSERT INTO device_reports SELECT id, now() - interval '1 day', 'occupied', NULL, now() FROM devices`)
}

const history = async (knex: Knex) =>
  readHistory(knex, {
    deviceIds: (await many<{ id: number }>(knex, 'SELECT id FROM devices ORDER BY id LIMIT 2')).map(({ id }) => id),
    from: new Date(today - 9 * dayMs),
    until: new Date(today),
    metrics: ['temperature', 'rssi', 'retries'],
  })
const today = Math.floor(Date.now() / dayMs) * dayMs

describe('a database that is moved', () => {
  it('is complete, with the same rows, jobs, numbers and replies, or absent if it was interrupted [GW-5]', async () => {
    const target = await emptyDatabase()
    const broken = move(source.url, target.url, (line) => {
      if (line.startsWith('Everything')) throw new Error('pulled out')
    })
    await expect(broken).rejects.toThrow('pulled out')
    expect(await many(target.knex, 'SELECT FROM devices')).toEqual([])
    const said: string[] = []
    const moved = await move(source.url, target.url, (line) => said.push(line))
    expect(moved.rows).toBeGreaterThan(2 * 1_440)
    expect(said.at(-1)).toMatch(/^Counts and checksums of \d+ tables are the same\.$/)
    expect(await history(target.knex)).toEqual(await history(source.knex))
    expect(await readRollupState(target.knex)).toEqual(await readRollupState(source.knex))
    expect(await many(target.knex, 'SELECT task_identifier AS task FROM graphile_worker.jobs')).toEqual([
      { task: 'not-lost' },
    ])
    // Pending facts, and only those, will be handled; watchers start with a new snapshot.
    const { xid } = await one<{ xid: string }>(target.knex, 'SELECT xid::text AS xid FROM relay_state')
    expect((await toldAfter(target.knex, { xid, id: 0 })).map(({ fact, payload }) => ({ fact, payload }))).toEqual([
      { fact: 'gateways.silent', payload: { gatewayId: 1, lastMessageAt: 'not handled' } },
    ])
    const replayed = await target.knex.transaction((trx) => replayAfter(trx, { xid: '5', id: 1 }, ['x'], 10))
    expect(replayed).toBe('too-old')
    // New rows get new numbers, rules apply again, and rollups continue.
    await plantSite(target.knex)
    expect(await refusalOf(target.knex('devices').where({ id: 1 }).update({ gateway_id: -1 }))).toMatchObject({
      code: '23503',
    })
    expect(await describeSchema(target.knex)).toEqual(await describeSchema((await migrated()).knex))
    expect(await createRollups({ knex: target.knex, log: silentLog }).run()).toEqual({ hours: 0, late: 0 })
  })

  it('must be idle and of this release, and its target empty', async () => {
    const target = await emptyDatabase()
    await expect(move(target.url, target.url, quiet)).rejects.toThrow('the same database')
    await expect(move(target.url, source.url, quiet)).rejects.toThrow('not a Holdfast database')
    const other = await migrated()
    await expect(move(source.url, other.url, quiet)).rejects.toThrow('not empty')
    const process = { id: '00000000-0000-4000-8000-000000000001', name: 'holdfast', host: 'here', pid: 7 }
    await source.knex('processes').insert(process)
    await expect(move(source.url, target.url, quiet)).rejects.toThrow('running on the source (here, process 7)')
    await source.knex('processes').delete()
    await other.knex('migrations').where({ name: '0018-booking-rollups' }).delete()
    await expect(move(other.url, target.url, quiet)).rejects.toThrow('by an older release')
    await other.knex('migrations').insert({ name: '9999-later', batch: 9, migration_time: new Date() })
    await expect(move(other.url, target.url, quiet)).rejects.toThrow('to another release')
  })
})
