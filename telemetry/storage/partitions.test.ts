import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { dropBefore, droppable, ensurePartitions, streamStorage } from './partitions.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db?.close())

it('creates partitions for every future message, and only once [GW-5]', async () => {
  const now = new Date()
  await ensurePartitions(db.knex, now)
  expect(await ensurePartitions(db.knex, now)).toBe(0)
  const later = new Date(now.getTime() + 200 * 86_400_000)
  const made = await Promise.all([1, 2, 3].map(() => ensurePartitions(db.knex, later)))
  const native = (await streamStorage(db.knex)) === 'partitions'
  expect(made.reduce((sum, count) => sum + count, 0) > 0).toBe(native)
  for (const days of [-30, 0, 61])
    await db.knex('readings').insert({ device_id: 1, at: new Date(later.getTime() + days * 86_400_000) })
})

describe('expired data', () => {
  const months = ['2021-01-15', '2021-02-15', '2021-03-15']
  const old = async () =>
    (await many<{ at: Date }>(db.knex, `SELECT at FROM readings WHERE at < '2022-01-01' ORDER BY at`)).map(({ at }) =>
      at.toISOString().slice(0, 10),
    )
  const state = (values: object) => db.knex('rollup_state').update(values)

  it('are dropped in whole partitions, except what is not rolled up, or must be rolled up again [GW-5]', async () => {
    await db.knex.raw(`SELECT ensure_partitions('2021-01-01Z', '2021-04-01Z')`)
    for (const at of months) {
      await db.knex('readings').insert({ device_id: 1, at })
      await db.knex('device_reports').insert({ device_id: 1, at, status: 'free' })
    }
    const until = new Date('2021-04-01')
    expect(await dropBefore(db.knex, until)).toEqual([])
    await state({ closing_until: '2021-03-01Z', rolled_until: '2021-03-01Z' })
    await db.knex('rollup_late').insert({ device_id: 1, hour: '2021-02-15' })
    const first = await droppable(db.knex, until)
    expect(first.map(({ stream, bytes }) => [stream, bytes > 0])).toEqual([
      ['device_reports', true],
      ['readings', true],
    ])
    expect(await dropBefore(db.knex, until)).toEqual(first)
    expect(await old()).toEqual(months.slice(1))
    await db.knex('rollup_late').delete()
    const both = await Promise.all([dropBefore(db.knex, until), dropBefore(db.knex, until)])
    expect(both.flat()).toHaveLength(2)
    expect(await old()).toEqual(months.slice(2))
    expect(await many(db.knex, 'SELECT raw_from AS kept FROM rollup_state')).toEqual([{ kept: new Date('2021-03-01') }])
  })

  it('stay while somebody reads them, and nobody waits long for them', async () => {
    await state({ closing_until: '2021-04-01Z', rolled_until: '2021-04-01Z' })
    const reader = await db.knex.transaction()
    await reader('readings').where('at', '<', '2022-01-01')
    const dropping = dropBefore(db.knex, new Date('2021-04-01'))
    const waiting = () =>
      many(db.knex, `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    await expect.poll(waiting).toHaveLength(1)
    await db.knex('readings').insert({ device_id: 1, at: new Date() })
    await reader.commit()
    expect(await dropping).toHaveLength(2)
    expect(await old()).toEqual([])
  })
})
