import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createRuns } from './advance-runs.ts'
import { carryOut } from './testing/gateway.ts'
import { makeWay, request, reserve, runOf, type Way } from './testing/way.ts'

let db: TestDatabase
let knex: Knex
/** The pool that telemetry shares with runs: gateways authenticate over it. */
let shared: Knex
beforeAll(async () => {
  db = await createTestDatabase({ max: 24 })
  knex = db.knex
  shared = connect(db.url, { max: 12, name: 'shared' })
})
afterAll(async () => {
  await shared.destroy()
  await db.close()
})

async function begin() {
  const way = await makeWay(knex)
  const id = await reserve(knex, way)
  return { way, id, runId: runOf(await request(way, id)) }
}
async function beginMany(count: number) {
  const begun: Awaited<ReturnType<typeof begin>>[] = []
  while (begun.length < count) begun.push(await begin())
  return begun
}
const runsOf = ({ context: { link, log } }: Way) => createRuns({ knex: shared, link, log })
const stateOf = (runId: string): Promise<string[]> => knex('control_runs').where({ id: runId }).pluck('state')
/** Keeps reservations locked until the returned function is called. */
async function lock(ids: readonly number[]): Promise<() => Promise<void>> {
  const held = await knex.transaction()
  await held('reservations').whereIn('id', ids).forUpdate()
  return async () => void (await held.commit())
}
/** Number of connections of the shared pool that wait for locks. */
async function waiting(): Promise<number> {
  const { rows } = await knex.raw<{ rows: { n: number }[] }>(
    `select count(*) as n from pg_stat_activity where application_name = 'shared' and wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.n ?? 0
}

it('leaves a connection for gateways however many runs advance at once: runs wait for their reports [CTRL-3] [OPS-4]', async () => {
  const begun = await beginMany(15)
  const [first] = begun
  if (!first) throw new Error('no run')
  const runs = runsOf(first.way)
  const unlock = await lock(begun.map(({ id }) => id))
  const moved = runs.moved(begun.map(({ runId }) => runId))
  await expect.poll(waiting).toBeGreaterThan(0)
  // Without a free connection this would wait for locks that are released only afterwards.
  await shared.raw('select 1')
  await unlock()
  await moved
  await runs.stop()
})

it('advances a run once when it is woken several times while queued [CTRL-3]', async () => {
  const ahead = await beginMany(12)
  const last = await begin()
  const runs = runsOf(last.way)
  const unlock = await lock(ahead.map(({ id }) => id))
  const moved = [runs.moved(ahead.map(({ runId }) => runId))]
  await expect.poll(waiting).toBeGreaterThan(0)
  const { count: before } = (await toldOf(last.id)) as { count: number }
  for (let times = 0; times < 5; times += 1) moved.push(runs.moved([last.runId]))
  await unlock()
  await Promise.all(moved)
  expect(await toldOf(last.id)).toEqual({ count: before + 1 })
  // Afterwards it can be advanced again.
  await carryOut(knex, last.way.barrier)
  await runs.moved([last.runId])
  expect(await toldOf(last.id)).toEqual({ count: before + 2 })
  await runs.stop()
})

it('advances a run once more when it is woken while advancing, without taking another run’s slot [CTRL-3]', async () => {
  const one = await begin()
  const others = await beginMany(5)
  const runs = runsOf(one.way)
  const unlock = await lock([one.id])
  const { count: before } = (await toldOf(one.id)) as { count: number }
  const moved = [runs.moved([one.runId])]
  await expect.poll(waiting).toBe(1)
  for (let times = 0; times < 20; times += 1) moved.push(runs.moved([one.runId]))
  await runs.moved(others.map(({ runId }) => runId))
  expect(await waiting()).toBe(1)
  await unlock()
  await Promise.all(moved)
  expect(await toldOf(one.id)).toEqual({ count: before + 2 })
  await runs.stop()
})

it('finishes what has started on shutdown and leaves queued runs to other processes [CTRL-3] [OPS-3]', async () => {
  const begun = await beginMany(12)
  const last = await begin()
  await carryOut(knex, last.way.barrier)
  const runs = runsOf(last.way)
  const unlock = await lock(begun.map(({ id }) => id))
  const moved = runs.moved([...begun.map(({ runId }) => runId), last.runId])
  await expect.poll(waiting).toBeGreaterThan(0)
  const { count } = (await toldOf(last.id)) as { count: number }
  const stopped = runs.stop()
  await unlock()
  await Promise.all([moved, stopped])
  expect(await toldOf(last.id)).toEqual({ count })
  const other = runsOf(last.way)
  expect(await other.sweep()).toBeGreaterThan(0)
  expect(await toldOf(last.id)).toEqual({ count: count + 1 })
  expect(await stateOf(last.runId)).toEqual(['running'])
  await other.stop()
})

/** Number of times that a reservation's access was published. */
const toldOf = (reservationId: number) =>
  knex('outbox')
    .whereRaw(
      `exists (select from jsonb_array_elements(changes) c where c->>'kind' = 'access' and (c->>'id')::int = ?)`,
      [reservationId],
    )
    .count({ count: '*' })
    .first()
