import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestAction } from '../../contract/control/own.ts'
import { hold } from '../../contract/reservations/book.ts'
import { cancel } from '../../contract/reservations.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { reservationsFrame } from '../../telemetry/links/link-reservations.ts'
import { link } from '../control/testing/way.ts'
import { readAccess } from '../doors/access-view.ts'
import { readSummary } from '../reservations/summary.ts'
import { done, quarterAfter, refusedWith, type TestPerson } from '../reservations/testing/booking-world.ts'
import { balanceOf } from '../reservations/testing/life.ts'
import { readReservations } from '../reservations/view.ts'
import { type Boxes, boxes } from './testing/stays.ts'

let db: TestDatabase
let site: Boxes
let person: TestPerson
let next: TestPerson

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  // Ends what earlier tests left.
  await db.knex('reservations').where({ state: 'RESERVED' }).update({ state: 'STORNO', ended_at: new Date() })
  await db.knex('overstays').delete()
  site = await boxes(db.knex)
  person = await site.person()
  next = await site.person()
})
afterEach(() => void vi.useRealTimers())

const view = async (id: number) => (await readReservations(db.knex, [id]))[0]?.view
const access = async (id: number) => (await readAccess(db.knex, [id]))[0]
const stayOf = (id: number) => db.knex('overstays').where({ reservation_id: id }).first()
const displacementOf = (id: number) => db.knex('overstay_displacements').where({ reservation_id: id }).first()
const malfunctions = () =>
  db.knex('malfunctions').where({ kind: 'overstay' }).whereIn('device_id', site.deviceIds).select()
const told = async (userId: number) =>
  (
    await many<{ kind: string }>(
      db.knex,
      `select kind from messages where user_id = ? and channel = 'mail' and kind ~ 'overstay|rebooked' order by id`,
      [userId],
    )
  ).map(({ kind }) => kind)
const ledger = (id: number) =>
  db.knex('transactions').where({ reservation_id: id, kind: 'extension' }).select('amount_cents', 'description')
const sum = async () =>
  (await one<{ cents: number }>(db.knex, 'select sum(balance_cents)::int as cents from account_balances')).cents
const open = (who: TestPerson, reservationId: number) =>
  who.send(requestAction, {
    reservationId,
    deviceId: null,
    action: 'open',
    validUntil: new Date(Date.now() + 9_000).toISOString(),
  })
/** An hour in the first box that ended so many minutes ago, with the bicycle still inside. */
async function stays(minutes: number): Promise<number> {
  const id = await site.stay(person, 0, -60 - minutes, -minutes)
  await site.report(0, 'occupied', -30 - minutes)
  return id
}

describe('a box that is still occupied at the end', () => {
  it('stays open for its person until the end of the grace period, and everybody is informed, once [CTRL-2] [NOTE-1]', async () => {
    const id = await stays(1)
    expect(await site.run()).toMatchObject({ begun: 1, ended: 0 })
    expect(await site.run()).toEqual({ begun: 0, ended: 0, next: 0, freed: 0 })
    const shown = (await view(id))?.overstay
    expect(shown).toMatchObject({ endedAt: null, priceCents: 0, chargedCents: 0 })
    expect(Date.parse(shown?.until ?? '') - Date.parse(shown?.beganAt ?? '')).toBe(30 * 60_000)
    expect(await malfunctions()).toMatchObject([{ reservation_id: id, severity: 'warning', closed_at: null }])
    expect(await told(person.userId)).toEqual(['overstay-begun'])
    const { owner, guest } = (await access(id)) ?? {}
    expect(owner?.overstay?.until).toBe(shown?.until)
    expect(owner?.overstay?.prices.map(({ cents }) => cents)).toEqual([0, 50, 450])
    expect(guest?.overstay).toEqual({ until: shown?.until, prices: [] })
    done(await open(person, id))
  })

  it('opens before the overstay is recorded, once more than the person’s openings [CTRL-2] [CTRL-4]', async () => {
    const id = await stays(0.1)
    await db.knex('reservations').where({ id }).update({ entries_used: 5 })
    expect((await access(id))?.owner.openings).toMatchObject({ entriesUsed: 5, entryLimit: 6 })
    expect(done(await open(person, id))).toMatchObject({ openingsLeft: 0, lastOpening: true })
    await db
      .knex('device_commands')
      .where({ reservation_id: id })
      .update({ state: 'confirmed', settled_at: new Date(), sent_at: null })
    await db.knex('control_runs').where({ reservation_id: id }).update({ state: 'done', ended_at: new Date() })
    expect(refusedWith(await open(person, id))).toBe('operations-exceeded')
  })

  it('is shown to a guest whose link lasts until the end, recorded or not; a link with an earlier end has expired [TICK-1]', async () => {
    const id = await stays(0.1)
    await db
      .knex('reservations')
      .where({ id })
      .update({ rules: JSON.stringify({ guestTicketAllowed: true }) })
    const { ends_at } = await db.knex('reservations').where({ id }).first<{ ends_at: Date }>()
    const end = ends_at.getTime()
    const [long, short] = [
      await link(db.knex, id, { expires_at: ends_at }),
      await link(db.knex, id, { expires_at: new Date(end - 1_000) }),
    ]
    const both = () => Promise.all([long, short].map(async (token) => (await readSummary(db.knex, token, 'en')).ok))
    expect(await both()).toEqual([true, false])
    await site.run()
    expect(await both()).toEqual([true, false])
    await site.report(0, 'free')
    await site.run()
    expect(await both()).toEqual([false, false])
  })

  it.each([
    ['was left before the end', 'free', 0],
    ['has no grace', 'occupied', -1],
  ])('opens nothing when it %s [EVT-1]', async (_what, status, grace) => {
    site = await boxes(db.knex, { event: { grace_minutes: grace } })
    person = await site.person()
    const id = await stays(1)
    await site.report(0, status, -2)
    expect((await site.run()).begun).toBe(status === 'free' ? 0 : 1)
    expect(refusedWith(await open(person, id))).toBe('reservation-over')
    await site.run()
    expect(await ledger(id)).toEqual([])
  })

  it.each([
    ['within five minutes for nothing', 4, 0],
    ['for the stage that was reached', 12, 50],
    ['for the whole day', 20, 450],
  ])('is left %s, charged once, and the sum of all accounts stays 0 [PAY-4]', async (_what, minutes, cents) => {
    const id = await stays(minutes + 2)
    await site.run()
    await site.report(0, 'free', -2)
    const before = await balanceOf(db.knex, person.userId)
    expect(await site.run()).toMatchObject({ ended: 1 })
    expect(await site.run()).toMatchObject({ ended: 0, begun: 0 })
    expect(await balanceOf(db.knex, person.userId)).toBe(before - cents)
    expect(await ledger(id)).toEqual(
      cents === 0 ? [] : [{ amount_cents: cents, description: 'Stayed longer than reserved' }],
    )
    expect((await view(id))?.overstay).toMatchObject({
      priceCents: cents,
      chargedCents: cents,
      endedAt: expect.any(String),
    })
    expect((await malfunctions()).every(({ closed_at }) => closed_at !== null)).toBe(true)
    expect(await told(person.userId)).toEqual(cents === 0 ? ['overstay-begun'] : ['overstay-begun', 'overstay-charged'])
    expect(refusedWith(await open(person, id))).toBe('reservation-over')
    expect(await sum()).toBe(0)
  })

  it('is never charged beyond the person’s limit; the rest stays owed and is shown [PAY-4]', async () => {
    person = await site.person(180)
    const id = await stays(31)
    await site.run()
    await site.run()
    expect(await balanceOf(db.knex, person.userId)).toBe(0)
    expect(await stayOf(id)).toMatchObject({ price_cents: 450, charged_cents: 30, ended_at: null })
    expect(await malfunctions()).toMatchObject([{ closed_at: null, detail: { owedCents: 420 } }])
    expect(refusedWith(await open(person, id))).toBe('reservation-over')
    await site.report(0, 'free')
    await site.run()
    expect(await stayOf(id)).toMatchObject({ price_cents: 450, charged_cents: 30, ended_at: expect.any(Date) })
    expect((await malfunctions())[0]?.closed_at).not.toBeNull()
    expect(await ledger(id)).toHaveLength(1)
    expect(await sum()).toBe(0)
  })

  it('is free of charge for people without an account', async () => {
    const id = await stays(12)
    await db.knex('reservations').where({ id }).update({ user_id: null })
    await site.run()
    await site.report(0, 'free')
    await site.run()
    expect(await stayOf(id)).toMatchObject({ price_cents: 0, ended_at: expect.any(Date) })
  })

  it('is no overstay if the same person has the next hour there, and ends when that begins', async () => {
    await stays(1)
    await site.stay(person, 0, -1, 59)
    expect((await site.run()).begun).toBe(0)
    const other = await site.stay(next, 1, -62, -2)
    await site.report(1, 'occupied', -10)
    const later = await site.stay(next, 1, 5, 65)
    expect(await site.run()).toMatchObject({ begun: 1, next: 0 })
    await site.pass(6)
    expect(await site.run()).toMatchObject({ ended: 1, begun: 0 })
    expect((await stayOf(other))?.ended_at).toEqual(
      (await db.knex('reservations').where({ id: later }).first()).starts_at,
    )
  })
})

describe('the next guest', () => {
  it('is moved to an equivalent place as soon as the overstay is known, and informed once [RES-6] [NOTE-1]', async () => {
    const id = await site.stay(next, 0, 10, 70)
    await stays(1)
    expect(await site.run()).toMatchObject({ begun: 1, next: 1 })
    expect(await site.run()).toMatchObject({ next: 0 })
    expect((await view(id))?.device.id).toBe(site.box(1))
    expect(await displacementOf(id)).toMatchObject({
      outcome: 'rebooked',
      from_device_id: site.box(0),
      to_device_id: site.box(1),
    })
    expect(await told(next.userId)).toEqual(['reservation-rebooked'])
    expect((await view(id))?.displacements).toEqual([])
  })

  it('is moved even after a back-to-back stay has begun', async () => {
    const id = await site.stay(next, 0, -1, 59)
    await stays(1)
    await site.run()
    expect((await view(id))?.device.id).toBe(site.box(1))
  })

  it('is informed before the start that there is no place, and refunded in full [RES-5] [NOTE-1]', async () => {
    site = await boxes(db.knex, { places: 1 })
    ;[person, next] = [await site.person(), await site.person()]
    const id = await site.stay(next, 0, 10, 70)
    await stays(1)
    await site.run()
    await site.run()
    expect(await told(next.userId)).toEqual(['overstay-next-not-moved'])
    expect((await view(id))?.displacements).toMatchObject([{ by: 'overstay', state: 'not-moved', until: null }])
    const before = await balanceOf(db.knex, next.userId)
    expect(done(await next.send(cancel, { reservationId: id, refundCents: 150 }))).toMatchObject({ refundCents: 150 })
    expect(await balanceOf(db.knex, next.userId)).toBe(before + 150)
    await site.run()
    expect(await displacementOf(id)).toMatchObject({ outcome: 'canceled', next_try_at: null })
    expect(await sum()).toBe(0)
  })

  it('is tried again each minute, and informed when the place is left [NOTE-1]', async () => {
    const id = await site.stay(next, 0, 10, 70)
    await stays(1)
    for (const place of [1, 2]) await site.report(place, 'occupied', -60)
    await site.run()
    expect(await displacementOf(id)).toMatchObject({ outcome: 'not-moved' })
    expect(await site.run()).toMatchObject({ next: 0 })
    await site.pass(1)
    expect(await site.run()).toMatchObject({ next: 1 })
    await site.report(0, 'free')
    expect(await site.run()).toMatchObject({ ended: 1, freed: 1 })
    expect(await site.run()).toEqual({ begun: 0, ended: 0, next: 0, freed: 0 })
    expect(await told(next.userId)).toEqual(['overstay-next-not-moved', 'overstay-next-freed'])
    expect(await view(id)).toMatchObject({ displacements: [], device: { id: site.box(0) } })
  })

  it('gets another place that is left meanwhile', async () => {
    const id = await site.stay(next, 0, 10, 70)
    await stays(1)
    for (const place of [1, 2]) await site.report(place, 'occupied', -60)
    await site.run()
    await site.report(2, 'free')
    await site.pass(1)
    await site.run()
    expect(await view(id)).toMatchObject({ displacements: [], device: { id: site.box(2) } })
    expect(await told(next.userId)).toEqual(['overstay-next-not-moved', 'reservation-rebooked'])
  })

  it('cannot open a box until it is empty; nobody books it meanwhile [CTRL-2] [BOOK-1]', async () => {
    site = await boxes(db.knex, { places: 1 })
    ;[person, next] = [await site.person(), await site.person()]
    const id = await site.stay(next, 0, -1, 59)
    const first = await stays(1)
    await site.run()
    expect(refusedWith(await open(next, id))).toBe('device-occupied')
    done(await open(person, first))
    await db
      .knex('device_commands')
      .where({ reservation_id: first })
      .update({ state: 'confirmed', settled_at: new Date(), sent_at: null })
    await site.report(0, 'free')
    await site.run()
    done(await open(next, id))
  })

  it('cannot open a box that is not empty, even before the overstay is recorded [CTRL-2]', async () => {
    const id = await site.stay(next, 0, -0.1, 60)
    await stays(0.1)
    expect(refusedWith(await open(next, id))).toBe('device-occupied')
    await site.report(0, 'free')
    done(await open(next, id))
  })

  it('cannot book a place for a time before the end of its grace period [BOOK-1]', async () => {
    await stays(1)
    await site.run()
    const [person2, at] = [
      await site.person(),
      (minutes: number) => new Date(Math.ceil(Date.now() / 60_000 + minutes) * 60_000).toISOString(),
    ]
    const request = { siteId: site.siteId, deviceId: site.box(0), end: quarterAfter(at(100)) }
    expect(refusedWith(await person2.send(hold, { ...request, start: at(25) }))).toBe('place-occupied')
    done(await person2.send(hold, { ...request, start: at(40) }))
  })
})

describe('concurrent work', () => {
  it('begins, moves, informs, charges and frees once with ten workers [CTRL-8] [NOTE-1] [PAY-4]', async () => {
    site = await boxes(db.knex, { places: 2 })
    ;[person, next] = [await site.person(), await site.person()]
    const third = await site.person()
    const [first, moved] = [await stays(12), await site.stay(next, 0, -12, 48)]
    await site.stay(third, 1, -72, -12)
    await site.report(1, 'occupied', -60)
    const stuck = await site.stay(await site.person(), 1, 5, 65)
    const all = () => Promise.all(Array.from({ length: 10 }, () => site.run()))
    const total = async () => {
      const done = await all()
      return (['ended', 'begun', 'next', 'freed'] as const).map((what) => done.reduce((n, one) => n + one[what], 0))
    }
    expect(await total()).toEqual([0, 2, 2, 0])
    expect([(await displacementOf(moved))?.outcome, (await displacementOf(stuck))?.outcome]).toEqual([
      'not-moved',
      'not-moved',
    ])
    for (const place of [0, 1]) await site.report(place, 'free', -1)
    expect(await total()).toEqual([2, 0, 0, 2])
    expect(await ledger(first)).toEqual([{ amount_cents: 50, description: 'Stayed longer than reserved' }])
    expect(await told(person.userId)).toEqual(['overstay-begun', 'overstay-charged'])
    expect(await told(next.userId)).toEqual(['overstay-next-not-moved', 'overstay-next-freed'])
    expect(await sum()).toBe(0)
  })

  it.each([-3_600_000, 3_600_000])('decides the same in a process whose clock is %i ms off [T26]', async (off) => {
    const soon = await site.stay(next, 0, 10, 70)
    const [before, after] = [await stays(1), await site.stay(person, 1, -1, 59)]
    await site.report(1, 'occupied', -1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    expect(await site.run()).toMatchObject({ begun: 1, next: 1 })
    expect(await stayOf(after)).toBeUndefined()
    expect((await access(before))?.owner.overstay).not.toBeNull()
    await site.report(0, 'free', -1 / 60)
    expect(await site.run()).toMatchObject({ ended: 1 })
    expect((await view(soon))?.device.id).toBe(site.box(2))
    expect(await ledger(before)).toEqual([])
  })

  it('keeps the PIN at caching gateways until the end of the grace period, and the next guest’s out until the place is left [GW-2]', async () => {
    site = await boxes(db.knex, { places: 1 })
    ;[person, next] = [await site.person(), await site.person()]
    await db.knex('gateways').where({ id: site.gatewayId }).update({ allow_offline_caching: true })
    const [token] = await db
      .knex('gateway_tokens')
      .insert({
        gateway_id: site.gatewayId,
        token_hash: Buffer.alloc(32, site.gatewayId % 251),
        order_key: Buffer.alloc(32, 1),
      })
      .returning<{ id: number }[]>('id')
    const frame = async () =>
      (await reservationsFrame(db.knex, site.gatewayId, token?.id ?? 0)).reservations.map(({ id, until }) => [
        id,
        until,
      ])
    const later = await site.stay(next, 0, 5, 65)
    const id = await stays(1)
    expect((await frame()).map(([each]) => each)).toEqual([later])
    await db.knex('reservation_handouts').delete()
    await site.run()
    expect(await db.knex('reservation_handouts').where({ gateway_id: site.gatewayId }).first()).toBeDefined()
    expect(await frame()).toEqual([[id, (await view(id))?.overstay?.until]])
    await site.report(0, 'free')
    await db.knex('reservation_handouts').delete()
    await site.run()
    expect(await db.knex('reservation_handouts').where({ gateway_id: site.gatewayId }).first()).toBeDefined()
    expect((await frame()).map(([each]) => each)).toEqual([later])
  })
})
