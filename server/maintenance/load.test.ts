import { EventEmitter, once } from 'node:events'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { preview, revoke, set } from '../../contract/maintenance.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { cancel } from '../../contract/reservations.ts'
import { connect } from '../../db/connect.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import type { TestPerson } from '../reservations/testing/booking-world.ts'
import { hour } from '../reservations/testing/life.ts'
import { lookAgain, lookAgainAround } from './look-again.ts'
import { wrongs } from './testing/check.ts'
import { type MaintainedWorld, maintainedWorld, workThroughAll } from './testing/maintained.ts'
import { workThrough } from './work-through.ts'

/** The short form; the environment selects the long one. */
const rounds = Number(process.env['T6_ROUNDS'] ?? 8)
const people = Number(process.env['T6_PEOPLE'] ?? 20)
const reservations = Number(process.env['T6_RESERVATIONS'] ?? 120)
const places = 30
const workers = 10

let db: TestDatabase
let world: MaintainedWorld
beforeAll(async () => {
  db = await createTestDatabase({ max: 24 })
  // By the usual rule half of the money is refunded: a full refund shows that maintenance was the reason.
  world = await maintainedWorld(db.knex, { places, event: { refund_until_minutes: 500 * 60 } })
})
afterAll(() => db.close())

/** Returns the same numbers for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const count = { booked: 0, refused: 0, canceled: 0, set: 0, changed: 0, revoked: 0, killed: 0 }

async function book(person: TestPerson, roll: (below: number) => number): Promise<number | null> {
  const from = 30 + roll(24)
  const request = {
    siteId: world.siteId,
    start: hour(from),
    end: hour(from + 1 + roll(5)),
    deviceId: world.deviceIds[roll(places)],
  }
  const held = await person.send(hold, request as never)
  if (!held.ok) return note('refused', null)
  const { id, priceCents } = held.reply.reservation
  const booked = await person.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
  return booked.ok ? note('booked', id) : note('refused', null)
}
const events = new EventEmitter().setMaxListeners(0)
function note<T>(what: keyof typeof count, answer: T): T {
  count[what] += 1
  events.emit('done')
  return answer
}
/** Waits until somebody has taken another step. */
const somethingDone = () => once(events, 'done')

/** Cancels for the refund at this moment, which may change after it was read. */
async function cancelOne(person: TestPerson, reservationId: number): Promise<void> {
  for (let refundCents = 99_999; ; ) {
    const answer = await person.send(cancel, { reservationId, refundCents })
    if (answer.ok) break
    if (answer.refusal.code !== 'refund-changed') throw new Error(JSON.stringify(answer.refusal))
    refundCents = Number(answer.refusal.params?.['refundCents'])
  }
  note('canceled', null)
  await lookAgain(db.knex, [reservationId])
}

/** A reservation that its person sees to be without a place. */
async function displacementOf({ userId }: TestPerson): Promise<number | null> {
  const { rows } = await db.knex.raw<{ rows: { id: number }[] }>(
    `select r.id from reservations r join reservation_maintenance_periods p on p.reservation_id = r.id
     where r.user_id = ? and r.state = 'RESERVED' and p.outcome in ('not-moved', 'lost-access') order by r.id limit 1`,
    [userId],
  )
  return rows[0]?.id ?? null
}

async function user(seed: number, booked: number[], person: TestPerson): Promise<void> {
  const roll = dice(seed)
  for (let step = 0; step < rounds; step += 1) {
    const displacement = await displacementOf(person)
    if (displacement !== null) booked.splice(booked.indexOf(displacement), 1)
    const id = displacement ?? (roll(4) === 0 ? booked.splice(roll(booked.length), 1)[0] : undefined)
    if (id !== undefined) await cancelOne(person, id)
    else {
      const made = await book(person, roll)
      if (made !== null) booked.push(made)
    }
  }
}

/**
 * Sets a period over one place after another as the screen does, sometimes over the whole site, and revokes some of
 * them.
 */
async function manager(seed: number): Promise<void> {
  const roll = dice(seed)
  const open: number[] = []
  let site = 0
  for (let round = 0; round < rounds; round += 1) {
    const [scope, targetId] = round % 8 === 2 ? ['site', world.siteId] : ['device', world.deviceIds[roll(places)] ?? 0]
    const request = {
      scope: scope as 'site' | 'device',
      targetId,
      start: hour(28 + roll(12)),
      end: hour(44 + roll(16)),
    }
    const periodId = await setOne(request)
    open.push(periodId)
    if (scope === 'site') site = periodId
    // The whole site stays closed for a while.
    if (round >= 4 && open.length > 0) {
      const back = open.splice(round % 8 === 4 ? open.indexOf(site) : roll(open.length), 1)[0]
      const answer = await world.srm.send(revoke, { periodId: back ?? 0, reason: 'done' })
      if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
      note('revoked', null)
      await lookAgainAround(db.knex, back ?? 0)
    }
  }
}

async function setOne(request: {
  scope: 'site' | 'device'
  targetId: number
  start: string
  end: string
}): Promise<number> {
  for (;;) {
    const seen = await world.srm.ask(preview, request)
    if (!seen.ok) throw new Error(JSON.stringify(seen.refusal))
    const { version, target } = seen.reply
    const given = { ...request, version, safetyWord: target.safetyWord, reason: 'Paint', description: null }
    const answer = await world.srm.send(set, given)
    if (answer.ok) return note('set', answer.reply.periodId)
    if (answer.refusal.code !== 'maintenance-changed') throw new Error(JSON.stringify(answer.refusal))
    note('changed', null)
  }
}

/** Works like one of several processes; its connections are cut in the middle of its work. */
async function worker(n: number, over: () => boolean): Promise<void> {
  const own: Knex = connect(db.url, { max: 4, name: `T6 worker ${n}` })
  try {
    while (!over()) {
      const done = await workThrough(own, { error() {} }, over).catch(() => ({ moved: 0, settled: 0 }))
      // A process checks again after it found nothing to do.
      if (done.moved + done.settled === 0 && !over()) await somethingDone()
    }
  } finally {
    await own.destroy()
  }
}
async function killer(over: () => boolean): Promise<void> {
  const roll = dice(77)
  while (!over()) {
    const { n } = await one<{ n: number }>(
      db.knex,
      `select count(pg_terminate_backend(pid))::int as n from (
         select pid from pg_stat_activity where application_name = ? and state <> 'idle' limit 1) s`,
      [`T6 worker ${roll(workers)}`],
    )
    count.killed += n
    if (!over()) await somethingDone()
  }
}

it(`moves or informs everybody once while ${people} people book and cancel, ${rounds} periods come and go, and ${workers} workers are cut off [MAINT-2] [MAINT-3] [BOOK-5]`, async () => {
  const crowd = await Promise.all(Array.from({ length: people }, () => world.person(1_000_000)))
  const booked = crowd.map(() => [] as number[])
  const first = dice(1)
  while (booked.flat().length < reservations)
    await Promise.all(
      crowd.map(async (person, n) => {
        const id = await book(person, first)
        if (id !== null) booked[n]?.push(id)
      }),
    )
  let over = false
  const working = Promise.all([...Array.from({ length: workers }, (_, n) => worker(n, () => over)), killer(() => over)])
  try {
    await Promise.all([manager(5), ...crowd.map((person, n) => user(100 + n, booked[n] ?? [], person))])
  } finally {
    over = true
    events.emit('done')
    await working
  }
  // Makes due what a failed worker postponed.
  await db.knex.raw(
    `update reservation_maintenance_periods set next_try_at = clock_timestamp() where next_try_at is not null`,
  )
  await workThroughAll(db.knex)
  const outcomes = (await db
    .knex('reservation_maintenance_periods')
    .groupBy('outcome')
    .select('outcome')
    .count('* as n')) as {
    outcome: string
    n: number
  }[]
  console.log(
    JSON.stringify({ test: 'T6', ...count, ...Object.fromEntries(outcomes.map(({ outcome, n }) => [outcome, n])) }),
  )
  expect(await wrongs(db.knex)).toEqual({})
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['rebooked', 'restored']))
  expect(count.set).toBe(rounds)
})
