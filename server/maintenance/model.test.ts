import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { cancel } from '../../contract/reservations.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { done, type TestPerson } from '../reservations/testing/booking-world.ts'
import { balanceOf, hour } from '../reservations/testing/life.ts'
import { wrongs } from './testing/check.ts'
import { type MaintainedWorld, maintainedWorld, plan, takeBack, workThroughAll } from './testing/maintained.ts'
import { MaintenanceModel, type ModelReservation } from './testing/model.ts'

/** Number of sequences; the environment selects the long form. */
const runs = Number(process.env['T6_RUNS'] ?? 4)
const steps = Number(process.env['T6_STEPS'] ?? 14)
const places = 4
const credit = 1_000_000
/** The span of the model, in hours from the base. */
const base = 5

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ max: 16 })
})
afterAll(() => db.close())

interface Real {
  world: MaintainedWorld
  people: TestPerson[]
  model: MaintenanceModel
  seen: Record<string, number>
}
interface Step {
  name: string
  run: (real: Real) => Promise<void>
}
const printable = (each: Step): Step => ({ ...each, [fc.toStringMethod]: () => each.name }) as Step
const note = (real: Real, what: string) => {
  real.seen[what] = (real.seen[what] ?? 0) + 1
}
const at = (from: number) => hour(base + from)

const someone = fc.nat(2)
const span = fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 4 }))
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(someone, fc.nat(places - 1), span).map(([n, place, [from, length]]) => ({
      name: `book ${n} ${place} ${from}+${length}`,
      run: books(n, place, from, length),
    })),
  },
  { weight: 2, arbitrary: fc.nat(20).map((k) => ({ name: `cancel ${k}`, run: cancels(k) })) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(places - 1), span, fc.boolean()).map(([place, [from, length], open]) => ({
      name: `set ${place} ${from}+${open ? '∞' : length}`,
      run: sets(place, from, open ? null : from + length),
    })),
  },
  {
    weight: 1,
    arbitrary: span.map(([from, length]) => ({
      name: `close ${from}+${length}`,
      run: sets(null, from, from + length),
    })),
  },
  { weight: 3, arbitrary: fc.nat(20).map((k) => ({ name: `revoke ${k}`, run: revokes(k) })) },
)

function books(n: number, place: number, from: number, length: number): Step['run'] {
  return async (real) => {
    const deviceId = real.world.deviceIds[place] ?? 0
    const expected = real.model.free(deviceId, { from, until: from + length })
    const person = real.people[n] as TestPerson
    const request = { siteId: real.world.siteId, deviceId, start: at(from), end: at(from + length) }
    const held = await person.send(hold, request)
    note(real, `book ${expected}`)
    expect(held.ok ? 'ok' : held.refusal.code).toBe(expected)
    if (!held.ok) return
    const { id, priceCents } = held.reply.reservation
    done(await person.send(finalize, { reservationId: id, paymentMethod: 'credit', priceCents }))
    real.model.booked(id, n, deviceId, from, from + length)
  }
}

/** By the usual rule half is refunded; without a place everything is. */
function cancels(k: number): Step['run'] {
  return async (real) => {
    const live = real.model.reservations.filter(({ canceled }) => !canceled)
    const own = live[k % Math.max(1, live.length)]
    if (!own) return
    const person = real.people[own.owner] as TestPerson
    const price = (await priceOf(own)) ?? 0
    const refundCents = real.model.isHit(own) ? price : Math.ceil(price / 2)
    const before = await balanceOf(db.knex, person.userId)
    note(real, real.model.isHit(own) ? 'cancel hit' : 'cancel')
    done(await person.send(cancel, { reservationId: own.id, refundCents }))
    expect(await balanceOf(db.knex, person.userId)).toBe(before + refundCents)
    real.model.cancel(own)
  }
}
const priceOf = async ({ id }: ModelReservation) =>
  ((await db.knex('reservations').where({ id }).first('price_cents')) as { price_cents: number } | undefined)
    ?.price_cents

function sets(place: number | null, from: number, until: number | null): Step['run'] {
  return async (real) => {
    const deviceId = place === null ? null : (real.world.deviceIds[place] ?? 0)
    const { periodId, seen } = await plan(real.world.srm, {
      scope: deviceId === null ? 'site' : 'device',
      targetId: deviceId ?? real.world.siteId,
      start: at(from),
      end: until === null ? null : at(until),
    })
    real.model.set({ id: periodId, device: deviceId, from, until: until ?? 1e9, revoked: false })
    const rowsOfIt = real.model.rows.filter(({ period }) => period.id === periodId)
    // What was previewed is what happens, place by place.
    expect(seen.items.map(({ reservationId, outcome, to }) => [reservationId, outcome, to?.id ?? null])).toEqual(
      rowsOfIt.map(({ reservation, outcome }) => [
        reservation.id,
        outcome === 'rebooked' ? 'move' : 'cannot-move',
        outcome === 'rebooked' ? reservation.device : null,
      ]),
    )
    note(real, seen.counts.moves > 0 ? 'set moves' : 'set')
    await workThroughAll(db.knex)
  }
}

function revokes(k: number): Step['run'] {
  return async (real) => {
    const open = real.model.periods.filter(({ revoked }) => !revoked)
    const period = open[k % Math.max(1, open.length)]
    if (!period) return
    await takeBack(real.world.srm, period.id)
    real.model.revoke(period)
    note(real, 'revoke')
  }
}

/** Simulates that ten minutes have passed: every waiting reservation is due. */
async function retries(real: Real): Promise<void> {
  await db.knex.raw(
    `update reservation_maintenance_periods set next_try_at = clock_timestamp() where next_try_at is not null
       and reservation_id in (select id from reservations where site_id = ?)`,
    [real.world.siteId],
  )
  await Promise.all([1, 2, 3].map(() => workThroughAll(db.knex)))
  real.model.retry()
}

async function agree(real: Real): Promise<void> {
  const site = [real.world.siteId]
  const booked = await many<object>(
    db.knex,
    `select id, device_id as device, state = 'STORNO' as canceled from reservations where site_id = ? and state <> 'CANCELED' order by id`,
    site,
  )
  expect(booked).toEqual(real.model.reservations.map(({ id, device, canceled }) => ({ id, device, canceled })))
  const outcomes = await many<object>(
    db.knex,
    `select p.reservation_id as reservation, p.maintenance_period_id as period, p.outcome from reservation_maintenance_periods p
     join reservations r on r.id = p.reservation_id where r.site_id = ? order by 1, 2`,
    site,
  )
  const expected = real.model.rows.map((each) => ({
    reservation: each.reservation.id,
    period: each.period.id,
    outcome: each.outcome,
  }))
  expect(outcomes).toEqual(expected.sort((a, b) => a.reservation - b.reservation || a.period - b.period))
  const told = await many<{ id: number; kinds: string[] }>(
    db.knex,
    `select reservation_id as id, array_agg(kind order by kind) as kinds from messages n join reservations r on r.id = n.reservation_id
     where r.site_id = ? and n.channel = 'mail' and n.dedupe_key like 'maintenance:%' group by 1 order by 1`,
    site,
  )
  expect(told).toEqual(
    [...real.model.told].map(([id, kinds]) => ({ id, kinds: [...kinds].sort() })).sort((a, b) => a.id - b.id),
  )
}

it(`agrees with a simple model and its own preview over ${runs} sequences of actions by people and managers [MAINT-1] [MAINT-2] [MAINT-3] [MAINT-4]`, async () => {
  const seen: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(
      fc.array(step.map(printable), { minLength: Math.min(10, steps), maxLength: steps, size: 'max' }),
      async (sequence: Step[]) => {
        const world = await maintainedWorld(db.knex, {
          places,
          // Half of the money by the usual rule; searched until the start.
          event: { refund_until_minutes: 100 * 60, last_rebooking_minutes: 0 },
        })
        const people = await Promise.all([0, 1, 2].map(() => world.person(credit)))
        const real: Real = { world, people, model: new MaintenanceModel(world.deviceIds), seen }
        for (const { run } of sequence) {
          await run(real)
          await retries(real)
        }
        await agree(real)
      },
    ),
    { numRuns: runs, endOnFailure: runs > 100 },
  )
  console.log(JSON.stringify({ test: 'T6 model', runs, ...seen }))
  expect(await wrongs(db.knex)).toEqual({})
})
