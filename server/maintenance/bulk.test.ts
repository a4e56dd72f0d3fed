import { afterAll, beforeAll, expect, it } from 'vitest'
import { preview, set } from '../../contract/maintenance.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { done } from '../reservations/testing/booking-world.ts'
import { hour, plantDevice } from '../reservations/testing/life.ts'
import { expectAtMost, stopwatch } from '../testing/figures.ts'
import { statementsOf } from '../testing/statements.ts'
import { wrongs } from './testing/check.ts'
import { type MaintainedWorld, maintainedWorld, takeBack, workThroughAll } from './testing/maintained.ts'

/** Number of reservations at one site; 10,000 in the long form. */
const all = Number(process.env['T6_BULK'] ?? 120)
const places = 40

let db: TestDatabase
let world: MaintainedWorld
let door: number
beforeAll(async () => {
  db = await createTestDatabase({ max: 16 })
  world = await maintainedWorld(db.knex, { places })
  // Half of the places are behind a door, the others are not.
  await db
    .knex('devices')
    .whereIn('id', world.deviceIds.slice(0, places / 2))
    .update({ path_number: 1 })
  await db
    .knex('devices')
    .whereIn('id', world.deviceIds.slice(places / 2))
    .update({ path_number: 2 })
  door = await plantDevice(db.knex, world, 'BARRIER', { path_number: 1, is_mandatory: true })
  const people = await Promise.all(Array.from({ length: 10 }, () => world.person()))
  for (let first = 0; first < all; first += 1_000)
    await db.knex.raw(
      `with made as (
         insert into reservations (site_id, device_id, user_id, event_id, starts_at, ends_at, state, reserved_at)
         select :siteId, (:places::int[])[1 + n % :half::int], (:people::int[])[1 + n % 10], :eventId, :start::timestamptz + (n / :half::int) * interval '1 hour',
           :start::timestamptz + (n / :half::int + 1) * interval '1 hour', 'RESERVED', now()
         from generate_series(:first::int, least(:first::int + 1000, :all::int) - 1) n returning id, site_id, user_id, starts_at, ends_at, reserved_at)
       insert into reservations (parent_id, site_id, device_id, user_id, starts_at, ends_at, state, reserved_at, shared)
       select id, site_id, :door, user_id, starts_at, ends_at, 'RESERVED', reserved_at, true from made`,
      {
        siteId: world.siteId,
        places: world.deviceIds,
        half: places / 2,
        people: people.map(({ userId }) => userId),
        eventId: world.eventId,
        start: hour(24),
        first,
        all,
        door,
      },
    )
  await db.knex.raw('analyze')
})
afterAll(() => db.close())

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const passed = stopwatch()
  const answer = await work()
  return { answer, ms: passed() }
}
const outcomes = async (periodId: number) =>
  Object.fromEntries(
    (
      (await db
        .knex('reservation_maintenance_periods')
        .where({ maintenance_period_id: periodId })
        .groupBy('outcome')
        .select('outcome')
        .count('* as n')) as { outcome: string; n: number }[]
    ).map(({ outcome, n }) => [outcome, n]),
  )

async function setOver(target: { scope: 'device' | 'site'; targetId: number }) {
  const request = { ...target, start: hour(1), end: null }
  const seen = await timed(async () => done(await world.srm.ask(preview, request)))
  const { version, target: about, counts } = seen.answer
  const given = { ...request, version, safetyWord: about.safetyWord, reason: 'Paint', description: null }
  let periodId = 0
  let setMs = 0
  const statements = await statementsOf(db.knex, async () => {
    const made = await timed(async () => done(await world.srm.send(set, given)))
    periodId = made.answer.periodId
    setMs = made.ms
  })
  return { periodId, counts, statements, previewMs: seen.ms, setMs }
}

it(`blocks, moves and informs ${all} reservations: the site is locked shortly, the rest is done row by row [MAINT-2] [MAINT-4]`, async () => {
  const closed = await setOver({ scope: 'site', targetId: world.siteId })
  expect(closed.counts).toEqual({ moves: 0, cannotMove: all, losesAccess: 0 })
  const told = await timed(() => workThroughAll(db.knex))
  expect(await outcomes(closed.periodId)).toEqual({ 'not-moved': all })
  await takeBack(world.srm, closed.periodId)
  const back = await timed(() => workThroughAll(db.knex))
  expect(await outcomes(closed.periodId)).toEqual({ restored: all })
  const opened = await setOver({ scope: 'device', targetId: door })
  expect(opened.counts).toEqual({ moves: all, cannotMove: 0, losesAccess: 0 })
  const moved = await timed(() => workThroughAll(db.knex))
  expect(await outcomes(opened.periodId)).toEqual({ rebooked: all })
  const { n } = await one<{ n: number }>(
    db.knex,
    `select count(*)::int as n from messages where dedupe_key like 'maintenance:%'`,
  )
  expect(n).toBe(3 * all)
  expect(await wrongs(db.knex)).toEqual({})
  const { previewMs, setMs } = closed
  const times = {
    previewMs,
    setMs,
    notifyMs: told.ms,
    giveBackMs: back.ms,
    planMovesMs: opened.previewMs,
    setMovesMs: opened.setMs,
    moveMs: moved.ms,
  }
  console.log(JSON.stringify({ test: 'T6 bulk', all, ...times }))
  // Bookings at the site wait for it: people get a reply within 5 s.
  expectAtMost('ms under the lock of the site', Math.max(setMs, opened.setMs), 4_000)
  // The rows are written in a few statements, however many there are.
  expect(Math.max(closed.statements, opened.statements)).toBeLessThan(60)
})
