import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { startProxy } from '../testing/proxy.ts'
import { addJob } from './add-job.ts'
import { startHeartbeat, unlockDead } from './heartbeat.ts'
import { startJobs } from './jobs.ts'
import { type TaskHandlers, TryLater } from './tasks.ts'
import { laneOf, makeJobsDue, runJobs } from './testing/run-jobs.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
beforeEach(() => db.knex.raw('delete from graphile_worker._private_jobs'))
afterAll(() => db?.close())

const log = pino({ level: 'silent' })
const run = (handlers: TaskHandlers) => runJobs(db.knex, [laneOf(handlers)])
const add = () => addJob(db.knex, 'outbox.prune', {})
interface Job {
  readonly run_at: Date
  readonly attempts: number
  readonly locked: boolean
}
const jobs = () =>
  many<Job>(db.knex, 'select run_at, attempts, locked_by is not null as locked from graphile_worker.jobs order by id')
const clock = async () => (await one<{ now: Date }>(db.knex, 'select clock_timestamp() as now')).now.getTime()

/** Does what is due, and returns what is left with the seconds between which its pause lies, however long that took. */
async function pauseAfter(handlers: TaskHandlers) {
  const before = await clock()
  await run(handlers)
  const after = await clock()
  const [job] = await jobs()
  const dueAt = job?.run_at.getTime() ?? Number.NaN
  return { job, least: (dueAt - after) / 1_000, most: (dueAt - before) / 1_000 }
}

it('a job is done when the transaction that added it commits, once, however often it was added before', async () => {
  const done = vi.fn(async () => {})
  const failing = db.knex.transaction(async (trx) => {
    await addJob(trx, 'outbox.prune', {})
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await run({ 'outbox.prune': done })
  expect(done).not.toHaveBeenCalled()
  await add()
  await add()
  await Promise.all([run({ 'outbox.prune': done }), run({ 'outbox.prune': done })])
  expect(done).toHaveBeenCalledTimes(1)
  expect(await jobs()).toEqual([])
})

it('what fails is tried again after growing pauses; what is put off costs no attempt', async () => {
  await add()
  for (const attempts of [1, 2]) {
    const failed = await pauseAfter({ 'outbox.prune': () => Promise.reject(new Error('no')) })
    expect(failed.job).toMatchObject({ attempts, locked: false })
    expect(failed.least).toBeLessThanOrEqual(Math.exp(attempts))
    expect(failed.most).toBeGreaterThanOrEqual(Math.exp(attempts) - 0.01)
    await makeJobsDue(db.knex)
  }
  await add()
  const putOff = await pauseAfter({ 'outbox.prune': () => Promise.reject(new TryLater(40)) })
  expect(putOff.job).toMatchObject({ attempts: 0, locked: false })
  expect(putOff.least).toBeLessThanOrEqual(40)
  expect(putOff.most).toBeGreaterThanOrEqual(39.99)
})

it('the jobs of a process are its own while it lives, and others do them when it is dead', async () => {
  const other = randomUUID()
  let letGo = () => {}
  const busy = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const process = await startProcess(db.url, { 'outbox.prune': () => busy })
  await add()
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ locked: true }]))
  await unlockDead(db.knex, other, false)
  expect(await jobs()).toMatchObject([{ locked: true }])
  await db.knex('processes').update({ heartbeat_at: new Date(0) })
  await unlockDead(db.knex, other, false)
  expect(await jobs()).toMatchObject([{ locked: false, attempts: 1 }])
  letGo()
  await process.stop()
})

it('a process goes on after the database was away when a job of its had ended: the job is done again', async () => {
  const target = () => Number(new URL(db.url).port)
  const proxy = await startProxy(target)
  const url = new URL(db.url)
  url.port = String(proxy.port)
  let letGo = () => {}
  const busy = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const work = vi.fn(() => busy)
  const process = await startProcess(url.href, { 'outbox.prune': work })
  await add()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1))
  await proxy.close()
  letGo()
  await busy
  const back = await startProxy(target, proxy.port)
  await vi.waitFor(async () => expect(await jobs()).toEqual([]))
  expect(work).toHaveBeenCalledTimes(2)
  await process.stop()
  await back.close()
})

it('takes no job before the others know its workers, whatever goes wrong: they would do it too', async () => {
  const id = randomUUID()
  const heartbeat = await startHeartbeat(db.knex, log, { id, roles: ['jobs'], version: '0', alone: false })
  const { workers } = heartbeat
  let away = true
  const beat = async () => {
    if (workers.size === 0 || !away) return heartbeat.beat()
    away = false
    throw new Error('away')
  }
  const known: boolean[] = []
  const handlers = {
    'outbox.prune': async () => {
      const own = `select from graphile_worker.jobs j join processes p on j.locked_by = any (p.workers)`
      known.push((await many(db.knex, own)).length === 1)
    },
  }
  await add()
  const options = { url: db.url, knex: db.knex, log, processId: id, alone: false, lanes: [laneOf(handlers)], cron: [] }
  const runner = await startJobs({ ...options, heartbeat: { workers, beat, stop: async () => {} } })
  await vi.waitFor(() => expect(known).toEqual([true]))
  await runner.stop()
  await heartbeat.stop()
})

/** The part of a process that does jobs, one at a time. */
async function startProcess(url: string, handlers: TaskHandlers): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID()
  const heartbeat = await startHeartbeat(db.knex, log, { id, roles: ['jobs'], version: '0', alone: false })
  const lanes = [{ handlers, atOnce: 1 }]
  const options = { url, knex: db.knex, log, heartbeat, processId: id, alone: false, lanes, cron: [] }
  const runner = await startJobs(options)
  return {
    async stop() {
      await runner.stop()
      await heartbeat.stop()
    },
  }
}
