import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph'
import { abandon, amend, finalize, hold } from '../../contract/reservations/book.ts'
import { cancel, changeDevice, edit, extend, repairRefund, share } from '../../contract/reservations.ts'
import { one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { nextReservation, reservationMachine, reservationPhase } from '../../machines/reservation.ts'
import { type ReservationEvent, type ReservationPhase, reservationPhases } from '../../machines/reservation-events.ts'
import { openingRules, paymentGraceMs, paymentHoldMs, reservationStates } from '../../machines/reservation-rules.ts'
import { expired } from '../claims/facts.ts'
import { type LockedReservation, lockAnyReservation } from '../claims/own.ts'
import { heldFacts, readHeld } from '../doors/holder.ts'
import type { PaymentRow } from '../money/rows.ts'
import { bookPaid } from '../payments/book-paid.ts'
import { giveHoldBack } from '../payments/give-hold-back.ts'
import abandonHandler from './abandon.ts'
import amendHandler from './amend.ts'
import { expireHolds } from './expire.ts'
import { rebook } from './rebook.ts'
import {
  type Answer,
  type BookingWorld,
  bookingWorld,
  done,
  quarterAfter,
  type TestPerson,
} from './testing/booking-world.ts'
import { hour, lifeHandlers, operator } from './testing/life.ts'

let db: TestDatabase
let world: BookingWorld
let operates: TestPerson
let places: number[]
beforeAll(async () => {
  db = await createTestDatabase()
})
/** Each reservation has its own place, counted from the last; moves go to the first ones. */
beforeEach(async () => {
  const event = { prebook_min_minutes: 15, guest_ticket_allowed: true }
  const handlers = [...lifeHandlers, abandonHandler, amendHandler]
  world = await bookingWorld(db.knex, { places: 20, stages: [], event, handlers })
  places = [...world.deviceIds]
  operates = await operator(db.knex, world, { role: 'Admin' })
})
afterAll(() => db.close())

/** A free reservation on a generated path, with the time that has passed for it. */
interface Walker {
  readonly id: number
  readonly person: TestPerson
  now: Date
}

const read = (id: number): Promise<LockedReservation & { graceUntil: Date | null }> =>
  db.knex.transaction(async (trx) => {
    const own = await lockAnyReservation(trx, id)
    if (!own) throw new Error(`reservation ${id} is gone`)
    const stay = await trx('overstays').where({ reservation_id: id }).first<{ until_at: Date } | undefined>('until_at')
    return { ...own, graceUntil: stay?.until_at ?? null }
  })
async function held(): Promise<Walker> {
  const person = await world.person(0)
  const { reservation } = done(
    await person.send(hold, { siteId: world.siteId, deviceId: places.pop() ?? 0, start: hour(24), end: hour(26) }),
  )
  return { id: reservation.id, person, now: (await read(reservation.id)).now }
}

/** Lets time pass for one reservation: everything it waits for comes nearer. */
async function wait(walker: Walker, now: Date): Promise<void> {
  const seconds = (now.getTime() - walker.now.getTime()) / 1_000
  await db.knex.raw(
    `update reservations set starts_at = starts_at - make_interval(secs => :seconds), ends_at = ends_at - make_interval(secs => :seconds),
       held_until = held_until - make_interval(secs => :seconds) where id = :id`,
    { id: walker.id, seconds },
  )
  walker.now = now
}

const codeOf = (answer: Answer<unknown>) => (answer.ok ? null : answer.refusal.code)
const free = { paymentMethod: 'free', priceCents: 0 } as const
const payment = (id: number) => ({ reservationId: id, amountCents: 0 }) as PaymentRow

/** The verbs of the server. Each returns its refusal, or null; one that tells nothing is judged by its effect alone. */
const verbs: Record<string, (walker: Walker) => Promise<string | null>> = {
  AMEND: async ({ id, person }) => codeOf(await person.send(amend, { reservationId: id, note: 'A' })),
  FINALIZE: async ({ id, person }) => codeOf(await person.send(finalize, { reservationId: id, ...free })),
  ABANDON: async ({ id, person }) => {
    const answer = await person.send(abandon, { reservationId: id })
    return answer.ok && !answer.reply.abandoned ? 'hold-expired' : codeOf(answer)
  },
  EXPIRE: async () => {
    await expireHolds(db.knex)
    return 'silent'
  },
  PAID: async ({ id }) => {
    // An abandoned stay is booked again, which is another verb.
    const own = await read(id)
    if (own.state === 'CANCELED') return 'hold-expired'
    return (await db.knex.transaction((trx) => bookPaid(trx, payment(id), own.now))) ? null : 'reservation-state'
  },
  BOOK_AGAIN: async ({ id }) => {
    const own = await read(id)
    if (own.state === 'CREATED') return 'reservation-state'
    const booked = await db.knex.transaction((trx) => bookPaid(trx, payment(id), own.now))
    if (booked) expect(booked.reservationId).not.toBe(id)
    return booked ? null : own.state === 'CANCELED' ? 'hold-expired' : 'reservation-state'
  },
  UNPAID: async ({ id }) => {
    const { now } = await read(id)
    await db.knex.transaction((trx) => giveHoldBack(trx, payment(id), now))
    return 'silent'
  },
  CANCEL: async ({ id, person }) => codeOf(await person.send(cancel, { reservationId: id, refundCents: 0 })),
  CHANGE_DEVICE: async ({ id, person }) =>
    codeOf(await person.send(changeDevice, { reservationId: id, deviceId: places[0] ?? 0 })),
  REBOOK: async ({ id }) => {
    const moved = await db.knex.transaction(async (trx) => {
      const own = await lockAnyReservation(trx, id)
      return own && rebook(trx, own, { why: 'maintenance' })
    })
    return moved ? null : 'silent'
  },
  EXTEND: async ({ id, person }) => {
    const end = quarterAfter((await read(id)).end.getTime() + 3_600_000)
    return codeOf(await person.send(extend, { reservationId: id, end, ...free }))
  },
  SHARE: async ({ id, person }) => codeOf(await person.send(share, { reservationId: id, kind: 'eticket' })),
  SHARE_SUMMARY: async ({ id, person }) => codeOf(await person.send(share, { reservationId: id, kind: 'summary' })),
  OPEN: ({ id }) =>
    db.knex.transaction(async (trx) => {
      const reservation = await readHeld(trx, id)
      if (!reservation) return 'reservation-not-reserved'
      const facts = await heldFacts(trx, reservation, reservation.devices[0]?.id ?? 0, null)
      return Object.entries(openingRules).find(([, rule]) => !rule(facts, reservation.at))?.[0] ?? null
    }),
  REPAIR_REFUND: async ({ id }) => {
    const answer = await operates.send(repairRefund, { reservationId: id })
    // Repairs apply only where something is owed, and here nothing is.
    return answer.ok ? null : (await read(id)).state === 'STORNO' ? null : answer.refusal.code
  },
  EDIT: async ({ id, person }) => codeOf(await person.send(edit, { reservationId: id, note: 'B' })),
}
const eventOf = (type: string): ReservationEvent =>
  type === 'UNPAID' ? { type, tries: 0, holdsOther: false } : ({ type } as ReservationEvent)

/**
 * Carries out a step of a generated path on the server. Card payments and overstays are only written: the place is free
 * of charge here, and nobody stands on it.
 */
async function carryOut(walker: Walker, event: ReservationEvent): Promise<void> {
  if (event.type === 'CLOCK') return wait(walker, event.now)
  if (event.type === 'PAY')
    await db.knex.raw("update reservations set hold_kind = 'payment', held_until = ? where id = ?", [
      new Date((await read(walker.id)).now.getTime() + paymentHoldMs),
      walker.id,
    ])
  else if (event.type === 'OVERSTAY')
    await db.knex.raw(
      `insert into overstays (reservation_id, device_id, began_at, until_at, version)
       select id, device_id, ends_at, ends_at + interval '30 minutes', nextval('change_version') from reservations where id = ?`,
      [walker.id],
    )
  else expect(await verbs[event.type]?.(walker)).toBeOneOf([null, 'silent'])
}

const base = Date.UTC(2030, 0, 1)
const at = (minutes: number) => new Date(base + minutes * 60_000)
const life = {
  input: {
    state: 'CREATED',
    holdKind: 'choosing',
    heldUntil: at(2),
    start: at(60),
    end: at(180),
    prebookMinMinutes: 15,
    now: at(0),
  } as const,
  events: [
    ...Object.keys(verbs).map(eventOf),
    { type: 'PAY' as const },
    { type: 'OVERSTAY' as const, until: at(210) },
    ...[2, 10, 45, 60, 180].map((minute) => ({ type: 'CLOCK' as const, now: at(minute) })),
  ],
}
const phaseAt = ({ context: { now, ...facts } }: { context: Parameters<typeof reservationPhase>[0] & { now: Date } }) =>
  reservationPhase(facts, now)
const paths = new Map<ReservationPhase, ReservationEvent[]>()
for (const { state, steps } of getShortestPaths(reservationMachine, life)) {
  const known = paths.get(phaseAt(state))
  const events = steps.map(({ event }) => event).filter(({ type }) => (type as string) !== 'xstate.init')
  if (!known || events.length < known.length) paths.set(phaseAt(state), events)
}

/** Converts the times of the generated life to those of a walker. */
async function walk(events: readonly ReservationEvent[]): Promise<Walker> {
  const walker = await held()
  const { start } = await read(walker.id)
  const begins = walker.now
  for (const event of events) {
    if (event.type !== 'CLOCK') await carryOut(walker, event)
    else {
      const minutes = (event.now.getTime() - base) / 60_000
      // Within the hold, minutes count from now; later ones count from the start of the stay, which lies an hour ahead
      // in the generated life.
      const from = minutes >= 45 ? start.getTime() - 60 * 60_000 : begins.getTime()
      await carryOut(walker, { type: 'CLOCK', now: new Date(from + minutes * 60_000) })
    }
  }
  return walker
}

describe('the server follows the reservation machine', () => {
  it.each([...paths])(
    'in phase %s, after a generated path: each verb [RES-1] [RES-3] [HOLD-1]',
    async (phase, events) => {
      let walker: Walker | null = null
      for (const [type, verb] of Object.entries(verbs)) {
        walker ??= await walk(events)
        const before = await read(walker.id)
        expect(reservationPhase(before, before.now)).toBe(phase)
        const expected = nextReservation(eventOf(type), before, before.now)
        const told = await verb(walker)
        if (told !== 'silent') expect(told, type).toBe(expected.refusal)
        const after = await read(walker.id)
        expect(reservationPhase(after, after.now), type).toBe(expected.phase)
        // A verb may have changed the state that the next one meets.
        if (expected.refusal === null) walker = null
      }
    },
  )

  it('covers every phase', () => {
    expect(new Set(paths.keys())).toEqual(new Set(reservationPhases))
  })
})

describe('the database allows the same transitions', () => {
  const moves = new Set<string>()
  for (const { state, transitions } of Object.values(getAdjacencyMap(reservationMachine, life)))
    for (const { state: next } of Object.values(transitions as Record<string, { state: typeof state }>))
      moves.add(`${state.context.state} ${next.context.state}`)

  it.each(reservationStates.flatMap((from) => reservationStates.map((to) => [from, to] as const)))(
    'from %s to %s [RES-1]',
    async (from, to) => {
      const held = "hold_kind = 'choosing', held_until = now() + interval '1 minute'"
      const none = 'hold_kind = null, held_until = null'
      const set = (state: string) =>
        `state = '${state}', ${state === 'CREATED' ? held : none}, reserved_at = coalesce(reserved_at, now()), ended_at = ${state === 'CANCELED' || state === 'STORNO' ? 'now()' : 'null'}`
      const { id } = await reservationIn(from)
      const moving = db.knex.raw(`update reservations set ${set(to)} where id = ?`, [id])
      if (from === to || moves.has(`${from} ${to}`)) await moving
      else await expect(moving).rejects.toMatchObject({ constraint: 'reservations_state_transition' })
    },
  )

  /** Creates a reservation in a state, by the verbs. */
  async function reservationIn(state: (typeof reservationStates)[number]): Promise<Walker> {
    const phase = { CREATED: 'choosing', RESERVED: 'future', CANCELED: 'abandoned', STORNO: 'cancelled' } as const
    return walk(paths.get(phase[state]) ?? [])
  }

  it.each(['choosing', 'payment'] as const)('and when a %s hold expires [HOLD-1]', async (holdKind) => {
    const heldUntil = at(0)
    for (const ms of [-1, 0, 1, paymentGraceMs - 1, paymentGraceMs]) {
      const now = new Date(heldUntil.getTime() + ms)
      const { over } = await one<{ over: boolean }>(
        db.knex,
        `select ${expired('r', '?')} as over from (values ('CREATED', ?::timestamptz, ?)) as r (state, held_until, hold_kind)`,
        [now, heldUntil, holdKind],
      )
      const facts = {
        state: 'CREATED',
        start: at(60),
        end: at(180),
        prebookMinMinutes: 0,
        holdKind,
        heldUntil,
      } as const
      expect(nextReservation({ type: 'EXPIRE' }, facts, now).refusal === null, `${ms}`).toBe(over)
    }
  })
})
