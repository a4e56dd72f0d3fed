import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteNow,
  processes,
  retentionKinds,
  retentionPreview,
  retentionRuns,
  setRetention,
  storage,
} from '../../contract/operation.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { bookingWorld, done, refusedWith, type TestPerson } from '../reservations/testing/booking-world.ts'
import { operator } from '../reservations/testing/life.ts'
import deleteNowHandler from './delete-now.ts'
import processesHandler from './processes.ts'
import preview from './retention-preview.ts'
import runs from './retention-runs.ts'
import { createRetention } from './run.ts'
import { sampleSizes } from './sample.ts'
import set from './set-retention.ts'
import storageHandler from './storage.ts'

const log = pino({ level: 'silent' })
let db: TestDatabase
let knex: Knex
let admin: TestPerson
let manager: TestPerson
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  const world = await bookingWorld(knex, {
    handlers: [deleteNowHandler, preview, processesHandler, runs, set, storageHandler],
  })
  admin = await operator(knex, world, { role: 'Admin', inZone: false })
  manager = await operator(knex, world)
  await knex.raw(
    `insert into database_logs (at, level, scope, message) select now() - make_interval(days => n), 'info', 'test', repeat('x', 200) from generate_series(1, 80) n`,
  )
  await knex.raw('analyze database_logs')
})
afterAll(() => db?.close())

describe('spans', () => {
  it('are set by admins within their bounds, a shorter one only after confirmation, and audited [GW-5]', async () => {
    expect(refusedWith(await manager.send(setRetention, { key: 'logs', days: 30 }))).toBe('not-authorized')
    for (const days of [6, 401])
      expect(refusedWith(await admin.send(setRetention, { key: 'logs', days }))).toBe('bad-input')
    expect(refusedWith(await admin.send(setRetention, { key: 'receipts', days: 30 }))).toBe('bad-input')
    expect(refusedWith(await admin.send(setRetention, { key: 'logs', days: 30 }))).toBe('retention-deletes-more')
    const looked = done(await admin.ask(retentionPreview, { key: 'logs', days: 30 }))
    expect(looked).toMatchObject({ more: false, partitions: 0 })
    const { rows: gone } = await (async () => {
      done(await admin.send(setRetention, { key: 'logs', days: 30, deletesMore: true }))
      return createRetention({ knex, log, budgetMs: 60_000 }).run()
    })()
    expect(gone).toBe(looked.rows)
    expect((await knex('database_logs')).length).toBe(80 - gone)
    const trail = await many<{ input: object }>(
      knex,
      `select input from commands where name = 'operation.setRetention' and outcome = 'done' and user_id = ?`,
      [admin.userId],
    )
    expect(trail).toEqual([{ input: { key: 'logs', days: 30, deletesMore: true } }])
  })

  it('never fall below what other rules need, whoever writes them', async () => {
    for (const [key, days] of [
      ['readings', 34],
      ['rollups', 760],
      ['receipts', 30],
      ['commands', 30],
    ] as const)
      await expect(knex('retention').insert({ key, days })).rejects.toMatchObject({ code: '23514' })
    for (const [key, { days, least, most }] of Object.entries(retentionKinds)) {
      expect(least, key).toBeLessThanOrEqual(days)
      expect(most, key).toBeGreaterThanOrEqual(days)
      for (const bound of [least, most])
        await knex('retention').insert({ key, days: bound }).onConflict('key').merge(['days'])
      await knex('retention').where({ key }).update({ days: null })
    }
    await knex('retention').where({ key: 'logs' }).update({ days: 30 })
    // Whole months stay while one of their days is kept; rollups outlive them all the same.
    expect(retentionKinds.rollups.least).toBeGreaterThan(retentionKinds.readings.most + 31)
  })
})

describe('storage', () => {
  it('is summed, with kinds, spans and the last deletion, and each deletion is listed [GW-5]', async () => {
    expect(await sampleSizes(knex)).toBe(true)
    expect(await sampleSizes(knex)).toBe(false)
    await knex.raw(
      `insert into table_sizes (table_name, day, bytes) values ('commands', (now() at time zone 'UTC')::date - 10, 1)`,
    )
    const { kinds, database } = done(await admin.ask(storage, {}))
    const of = (kind: string) => kinds.find((each) => each.kind === kind)
    const sum = kinds.reduce((bytes, kind) => bytes + kind.bytes, 0)
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThan(database.bytes)
    for (const { bytes, tableBytes, indexBytes, toastBytes } of kinds.flatMap(({ tables }) => tables))
      expect(tableBytes + indexBytes + toastBytes).toBe(bytes)
    const names = kinds.flatMap(({ tables }) => tables.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
    expect(
      of('readings')
        ?.tables.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['device_reports', 'readings'])
    expect(of('law')?.retention).toBeNull()
    expect(of('logs')?.retention).toMatchObject({ days: 30, running: null, last: { key: 'logs', progress: 1 } })
    const growth = of('commands')?.growthPerDay ?? 0
    expect(growth).toBe(Math.round(((of('commands')?.bytes ?? 0) - 1) / 10))
    expect(of('commands')?.in30Days).toBe((of('commands')?.bytes ?? 0) + 30 * growth)
    const { items, recordCount } = done(await admin.ask(retentionRuns, { key: 'logs' }))
    expect({ recordCount, requestedBy: items[0]?.requestedBy }).toEqual({ recordCount: 1, requestedBy: null })
    expect(refusedWith(await manager.ask(storage, {}))).toBe('not-authorized')
  })

  it('can be cleaned at once, under the requester’s name, but not twice while a deletion runs', async () => {
    await knex.raw(
      `insert into database_logs (at, level, scope, message) select now() - interval '200 days', 'info', 'test', 'x' from generate_series(1, 3000)`,
    )
    done(await admin.send(deleteNow, { key: 'logs' }))
    let steps = 0
    await createRetention({ knex, log, firstRows: 500, stopping: () => ++steps > 2 }).run()
    expect(refusedWith(await admin.send(deleteNow, { key: 'logs' }))).toBe('retention-running')
    await createRetention({ knex, log, budgetMs: 60_000 }).run()
    const [run] = done(await admin.ask(retentionRuns, { key: 'logs' })).items
    expect(run).toMatchObject({ rows: 3_000, progress: 1 })
    expect(run?.requestedBy).not.toBeNull()
  })
})

it('shows processes as alive, late or dead by their heartbeats [OPS-3]', async () => {
  const process = (pid: number, seconds: number, host = 'other') => ({
    id: randomUUID(),
    started_at: new Date(Date.now() - seconds * 1_000 - 60_000),
    name: 'holdfast',
    roles: ['web'],
    host,
    pid,
    heartbeat_at: new Date(Date.now() - seconds * 1_000),
  })
  await knex('processes').insert([
    process(1, 0),
    process(2, 15),
    process(3, 60),
    process(globalThis.process.pid, 1, hostname()),
    process(globalThis.process.pid, 20, hostname()),
  ])
  const { items } = done(await admin.ask(processes, {}))
  expect(items.map(({ pid, state, self }) => [pid, state, self])).toEqual([
    [3, 'dead', false],
    // Of the same container before its restart.
    [globalThis.process.pid, 'late', false],
    [2, 'late', false],
    [globalThis.process.pid, 'alive', true],
    [1, 'alive', false],
  ])
})
