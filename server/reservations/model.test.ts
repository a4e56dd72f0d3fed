import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abandon, finalize, hold } from '../../contract/reservations/book.ts'
import { cancel, changeDevice, extend } from '../../contract/reservations.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import abandonHandler from './abandon.ts'
import cancelHandler from './cancel.ts'
import changeDeviceHandler from './change-device.ts'
import { expireHolds } from './expire.ts'
import extendHandler from './extend.ts'
import finalizeHandler from './finalize.ts'
import holdHandler from './hold.ts'
import { type Answer, type BookingWorld, bookingWorld, giveCredit, type TestPerson } from './testing/booking-world.ts'
import { BookingModel, type ModelOptions } from './testing/model.ts'

/** Number of sequences; the environment selects the long form. */
const runs = Number(process.env['T3_RUNS'] ?? 12)
const steps = Number(process.env['T3_STEPS'] ?? 25)
const credit = 2_000
const stages = [
  { untilMinutes: 60, priceCents: 151 },
  { untilMinutes: 180, priceCents: 400 },
]
const handlers = [holdHandler, abandonHandler, finalizeHandler, cancelHandler, changeDeviceHandler, extendHandler]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ max: 12 })
})
afterAll(() => database.close())

/** Each sequence has its own site. */
const newWorld = () =>
  bookingWorld(database.knex, {
    places: 3,
    handlers,
    stages: stages.map(({ untilMinutes, priceCents }) => [untilMinutes, priceCents] as const),
    event: { refund_until_minutes: 48 * 60 },
  })

interface Real {
  world: BookingWorld
  people: TestPerson[]
  model: BookingModel
  seen: Record<string, number>
}
type Step = (real: Real) => Promise<void>

const codeOf = (answer: Answer<unknown>) => (answer.ok ? 'ok' : answer.refusal.code)
const place = (real: Real, n: number) => real.world.deviceIds[n] ?? 0
const person = (real: Real, n: number) => real.people[n] as TestPerson
/** The n-th booked reservation of a person, counted cyclically. */
const booked = (real: Real, n: number, k: number) => {
  const own = real.model.reservations.filter(
    (each) => each.owner === n && each.state !== 'CREATED' && each.state !== 'CANCELED',
  )
  return own.length === 0 ? undefined : own[k % own.length]
}
const spanOf = (model: BookingModel, from: number, until: number) => ({
  start: model.hour(from).toISOString(),
  end: model.hour(until).toISOString(),
})

interface NamedStep {
  name: string
  run: Step
}
/** Prints a failing sequence by the names of its steps. */
const printable = (each: NamedStep): NamedStep => ({ ...each, [fc.toStringMethod]: () => each.name }) as NamedStep

const someone = fc.nat(2)
const hours = fc.tuple(fc.constantFrom(0, 1, 2, 60, 61), fc.integer({ min: 1, max: 3 }))

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(someone, fc.nat(2), hours).map(([n, device, [from, length]]) => ({
      name: `hold ${n} ${device} ${from}+${length}`,
      run: holds(n, device, from, from + length),
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(someone, fc.boolean())
      .map(([n, doubled]) => ({ name: `finalize ${n}`, run: finalizes(n, doubled) })),
  },
  { weight: 1, arbitrary: someone.map((n) => ({ name: `abandon ${n}`, run: abandons(n) })) },
  {
    weight: 2,
    arbitrary: fc.tuple(someone, fc.nat(5)).map(([n, k]) => ({ name: `cancel ${n} ${k}`, run: cancels(n, k) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(someone, fc.nat(5), fc.nat(2))
      .map(([n, k, device]) => ({ name: `change ${n} ${k} ${device}`, run: changes(n, k, device) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(someone, fc.nat(5), fc.integer({ min: 1, max: 3 }))
      .map(([n, k, more]) => ({ name: `extend ${n} ${k} +${more}`, run: extendsBy(n, k, more) })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(40, 119, 121).map((seconds) => ({ name: `wait ${seconds} s`, run: waits(seconds) })),
  },
  { weight: 1, arbitrary: fc.constant({ name: 'sweep', run: sweeps }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(2), hours)
      .map(([device, [from, length]]) => ({ name: `race ${device} ${from}`, run: races(device, from, from + length) })),
  },
)

function holds(n: number, device: number, from: number, until: number): Step {
  return async (real) => {
    const expected = real.model.hold(n, place(real, device), from, until)
    const answer = await person(real, n).send(hold, {
      siteId: real.world.siteId,
      deviceId: place(real, device),
      ...spanOf(real.model, from, until),
    })
    note(real, 'hold', expected)
    expect(answer.ok && answer.reply.found ? 'found' : codeOf(answer)).toBe(expected)
    if (expected === 'ok' && answer.ok)
      real.model.held(answer.reply.reservation.id, n, place(real, device), from, until)
  }
}

/** All of them request the same place at once; the model learns who won. */
function races(device: number, from: number, until: number): Step {
  return async (real) => {
    const request = { siteId: real.world.siteId, deviceId: place(real, device), ...spanOf(real.model, from, until) }
    const free = [0, 1, 2].every(
      (n) => real.model.blocked(place(real, device), { from, until }, ownHold(real, n)) === null,
    )
    const answers = await Promise.all(real.people.map((each) => each.send(hold, request)))
    const winners = answers.flatMap((answer, n) => (answer.ok ? [n] : []))
    expect(winners.length).toBeLessThanOrEqual(1 + Number(answers.some((answer) => answer.ok && answer.reply.found)))
    if (free) expect(winners.length).toBeGreaterThanOrEqual(1)
    for (const [n, answer] of answers.entries()) {
      if (!answer.ok) expect(['place-held', 'place-taken']).toContain(answer.refusal.code)
      else if (!answer.reply.found) {
        expect(real.model.hold(n, place(real, device), from, until)).toBe('ok')
        real.model.held(answer.reply.reservation.id, n, place(real, device), from, until)
      }
    }
    note(real, 'race', winners.length > 0 ? 'won' : 'lost')
  }
}
const ownHold = (real: Real, n: number) => {
  const own = real.model.holdOf(n)
  return own ? [own.id] : []
}

function finalizes(n: number, doubled: boolean): Step {
  return async (real) => {
    const own = real.model.holdOf(n)
    if (!own) return
    const input = {
      reservationId: own.id,
      paymentMethod: 'credit',
      priceCents: real.model.price(own.from, own.until),
    } as const
    const expected = real.model.finalize(n)
    const id = randomUUID()
    const sends = doubled ? [1, 2, 3] : [1]
    const answers = await Promise.all(sends.map(() => person(real, n).send(finalize, input, id)))
    note(real, 'finalize', expected)
    for (const answer of answers) expect(codeOf(answer)).toBe(expected)
  }
}

function abandons(n: number): Step {
  return async (real) => {
    const own = real.model.holdOf(n)
    if (!own) return
    real.model.abandon(n)
    expect(codeOf(await person(real, n).send(abandon, { reservationId: own.id }))).toBe('ok')
    note(real, 'abandon', 'ok')
  }
}

function cancels(n: number, k: number): Step {
  return async (real) => {
    const own = booked(real, n, k)
    if (!own) return
    const refund = real.model.refund(own, new Date())
    const expected = real.model.cancel(own.id, new Date())
    const answer = await person(real, n).send(cancel, { reservationId: own.id, refundCents: refund })
    note(real, 'cancel', expected)
    expect(codeOf(answer)).toBe(expected)
  }
}

function changes(n: number, k: number, device: number): Step {
  return async (real) => {
    const own = booked(real, n, k)
    if (!own || own.device === place(real, device)) return
    const expected = real.model.changeDevice(own.id, place(real, device))
    const answer = await person(real, n).send(changeDevice, { reservationId: own.id, deviceId: place(real, device) })
    note(real, 'change', expected)
    expect(codeOf(answer)).toBe(expected)
  }
}

function extendsBy(n: number, k: number, more: number): Step {
  return async (real) => {
    const own = booked(real, n, k)
    if (!own) return
    const until = own.until + more
    const priceCents = real.model.extensionPrice(own.id, until)
    const expected = real.model.extend(own.id, until)
    const paymentMethod = priceCents === 0 ? 'free' : 'credit'
    const answer = await person(real, n).send(extend, {
      reservationId: own.id,
      end: real.model.hour(until).toISOString(),
      paymentMethod,
      priceCents,
    })
    note(real, 'extend', expected)
    expect(codeOf(answer)).toBe(expected)
    if (answer.ok) real.model.extended(answer.reply.reservation.id, own.id, until)
  }
}

function waits(seconds: number): Step {
  return async (real) => {
    real.model.age(seconds * 1_000)
    await database.knex.raw(
      "update reservations set held_until = held_until - make_interval(secs => ?) where state = 'CREATED'",
      [seconds],
    )
  }
}

async function sweeps(real: Real): Promise<void> {
  real.model.sweep()
  await expireHolds(database.knex)
}

function note(real: Real, verb: string, outcome: string): void {
  const key = `${verb} ${outcome}`
  real.seen[key] = (real.seen[key] ?? 0) + 1
}

/** The database agrees with the model, nothing overlaps, and money is neither created nor lost. */
async function agree(real: Real): Promise<void> {
  const users = real.people.map(({ userId }) => userId)
  const found = await many<{
    id: number
    device_id: number
    state: string
    timed_out: boolean
    starts_at: Date
    ends_at: Date
  }>(
    database.knex,
    'select id, device_id, state, timed_out, starts_at, ends_at from reservations where user_id = any (?) and parent_id is null order by id',
    [users],
  )
  const wanted = real.model.reservations
    .map((each) => ({
      id: each.id,
      device_id: each.device,
      state: each.state,
      timed_out: each.timedOut,
      starts_at: real.model.hour(each.from),
      ends_at: real.model.hour(each.until),
    }))
    .sort((a, b) => a.id - b.id)
  expect(found).toEqual(wanted)
  const balances = await many<{ balance: number; ledger: number }>(
    database.knex,
    'select a.balance_cents as balance, b.balance_cents as ledger from accounts a join account_balances b on b.account_id = a.id where a.user_id = any (?) order by array_position(?::int[], a.user_id)',
    [users, users],
  )
  const expected = real.people.map((_, n) => real.model.balances.get(n))
  expect(balances.map(({ balance }) => balance)).toEqual(expected)
  expect(balances.map(({ ledger }) => ledger)).toEqual(expected)
  const { overlaps, sum } = await one<{ overlaps: number; sum: number }>(
    database.knex,
    `select (select count(*) from reservations a join reservations b on a.device_id = b.device_id and a.id < b.id and a.span && b.span
             where a.state in ('CREATED', 'RESERVED') and b.state in ('CREATED', 'RESERVED') and not a.shared and not b.shared) as overlaps,
       (select sum(balance_cents) from account_balances) as sum`,
  )
  expect({ overlaps, sum }).toEqual({ overlaps: 0, sum: 0 })
}

it(`agrees with a simple model over ${runs} sequences of people’s actions [BOOK-5] [BOOK-7] [HOLD-1] [RES-1] [RES-4] [RES-5] [RES-6] [PAY-1]`, async () => {
  const seen: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(
      fc.array(step.map(printable), { minLength: Math.min(15, steps), maxLength: steps, size: 'max' }),
      async (sequence: NamedStep[]) => {
        const options: ModelOptions = {
          stages,
          refundUntilMinutes: 48 * 60,
          // Hours 0 to 5 lie within the refund deadline, hours from 60 before it.
          base: new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 12 * 3_600_000),
          timeZone: 'Europe/Berlin',
        }
        const world = await newWorld()
        const people = await Promise.all([0, 1, 2].map(() => world.person(0)))
        for (const each of people) await giveCredit(database.knex, each.userId, credit)
        const real: Real = { world, people, model: new BookingModel([0, 1, 2], credit, options), seen }
        for (const { run } of sequence) await run(real)
        await agree(real)
      },
    ),
    { numRuns: runs, endOnFailure: runs > 100 },
  )
  console.log(JSON.stringify({ test: 'T3', runs, ...seen }))
})
