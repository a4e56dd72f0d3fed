import { afterAll, beforeAll, expect, it } from 'vitest'
import { abandon, amend, claims, finalize, hold } from '../../contract/reservations/book.ts'
import type { ClaimView, ReservationView } from '../../contract/reservations/view.ts'
import { booking, cancel, changeDevice, edit, extend, mine, reservation, share } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import { giveCredit } from '../reservations/testing/booking-world.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, type Watched } from '../testing/person.ts'
import { cookieFor } from '../testing/sessions.ts'

let database: TestDatabase
let portal: RunningPortal
let site: Planted
let visitor: Person
let other: Person
let manager: Person

beforeAll(async () => {
  database = await createTestDatabase()
  const { knex } = database
  site = await plantSite(knex, { devices: 3 })
  await knex('device_states').update({ status: 'free', status_at: new Date() })
  const tariffId = await insert(knex, 'tariffs', { name: 'T', tenant_id: site.tenantId })
  await knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 150 })
  await insert(knex, 'events', { zone_id: site.zoneId, name: 'Always', starts_on: '2020-01-01', tariff_id: tariffId })
  portal = await startPortal({ databaseUrl: database.url })
  visitor = await person('visitor')
  other = await person('other')
  manager = await person('manager', 'Reservation Manager')
})
afterAll(async () => {
  for (const each of [visitor, other, manager]) each?.close()
  await portal?.end()
  await database?.close()
})

async function person(name: string, role = 'Visitor'): Promise<Person> {
  const { knex } = database
  const userId = await plantUser(knex, name, role)
  await knex('users').where({ id: userId }).update({ tos_accepted_at: new Date() })
  await knex('user_tenants').insert({ user_id: userId, tenant_id: site.tenantId })
  if (role !== 'Visitor') await knex('user_zones').insert({ user_id: userId, zone_id: site.zoneId })
  await giveCredit(knex, userId, 10_000)
  return connectPerson(portal.url, await cookieFor(knex, userId))
}

const base = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 72 * 3_600_000
const span = (from: number, until: number) => ({
  start: new Date(base + from * 3_600_000).toISOString(),
  end: new Date(base + until * 3_600_000).toISOString(),
})
const all = span(-24, 48)
const place = (n: number) => site.deviceIds[n] ?? 0
const reply = <R>(answer: { ok: true; reply: R } | { ok: false; refusal: { code: string } }): R => {
  if (!answer.ok) throw new Error(`refused: ${answer.refusal.code}`)
  return answer.reply
}
const views = <V>(watched: Watched, kind: string) =>
  [...watched.rows.values()].filter((row) => row.kind === kind && row.view !== null).map((row) => row.view as V)
const claimOf = (watched: Watched, deviceId: number) =>
  views<ClaimView>(watched, 'claim').filter((claim) => claim.deviceId === deviceId && claim.state !== 'free')

it('shows a place as held, then taken, then free, to whoever looks at it [BOOK-1] [HOLD-3]', async () => {
  const watched = await other.watch(claims, { siteId: site.siteId, ...all })
  const held = reply(
    await visitor.command(hold, { siteId: site.siteId, deviceId: place(0), ...span(0, 1) }),
  ).reservation
  await expect.poll(() => claimOf(watched, place(0))).toMatchObject([{ state: 'held', heldUntil: held.hold?.until }])
  const pay = { reservationId: held.id, paymentMethod: 'credit', priceCents: 150 } as const
  reply(await visitor.command(finalize, pay))
  await expect.poll(() => claimOf(watched, place(0))).toMatchObject([{ state: 'taken' }])
  reply(await visitor.command(cancel, { reservationId: held.id, refundCents: 150 }))
  await expect.poll(() => claimOf(watched, place(0))).toEqual([])
  const again = reply(
    await visitor.command(hold, { siteId: site.siteId, deviceId: place(0), ...span(0, 1) }),
  ).reservation
  await expect.poll(() => claimOf(watched, place(0))).toHaveLength(1)
  reply(await visitor.command(abandon, { reservationId: again.id }))
  await expect.poll(() => claimOf(watched, place(0))).toEqual([])
})

it('tells everybody of a hold that ran out within three seconds [HOLD-1] [HOLD-2]', async () => {
  const [theirs, own] = [await other.watch(claims, { siteId: site.siteId, ...all }), await visitor.watch(mine, {})]
  const { id } = reply(
    await visitor.command(hold, { siteId: site.siteId, deviceId: place(1), ...span(2, 3) }),
  ).reservation
  await expect.poll(() => claimOf(theirs, place(1))).toHaveLength(1)
  await database.knex('reservations').where({ id }).update({ held_until: new Date() })
  await expect.poll(() => claimOf(theirs, place(1))).toEqual([])
  const ended = views<ReservationView>(own, 'reservation').find((each) => each.id === id)
  expect(ended).toMatchObject({ state: 'CANCELED', timedOut: true })
})

it('old snapshot and pushed changes are the fresh snapshot, for every watched view of bookings', async () => {
  const first = reply(
    await visitor.command(hold, { siteId: site.siteId, deviceId: place(2), ...span(5, 6) }),
  ).reservation
  const watches = {
    mine: () => visitor.watch(mine, {}),
    one: () => visitor.watch(reservation, { reservationId: first.id }),
    claims: () => other.watch(claims, { siteId: site.siteId, ...all }),
    booking: () => manager.watch(booking, { reservationId: first.id }),
  }
  const watched = Object.fromEntries(
    await Promise.all(Object.entries(watches).map(async ([name, begin]) => [name, await begin()] as const)),
  )
  reply(await visitor.command(amend, { reservationId: first.id, note: 'red bike', licencePlate: 'FR-A 1' }))
  reply(await visitor.command(finalize, { reservationId: first.id, paymentMethod: 'credit', priceCents: 150 }))
  reply(await manager.command(edit, { reservationId: first.id, rfidToken: '04AA' }))
  reply(await visitor.command(changeDevice, { reservationId: first.id, deviceId: place(1) }))
  reply(await visitor.command(share, { reservationId: first.id }))
  const longer = reply(
    await visitor.command(extend, {
      reservationId: first.id,
      end: span(0, 7).end,
      paymentMethod: 'credit',
      priceCents: 150,
    }),
  ).reservation
  const second = reply(
    await other.command(hold, { siteId: site.siteId, deviceId: place(2), ...span(5, 6) }),
  ).reservation
  reply(await visitor.command(cancel, { reservationId: longer.id, refundCents: 150 }))
  reply(await other.command(abandon, { reservationId: second.id }))

  const live = (row: { kind: string; view: unknown }) => {
    const view = row.view as { state: string; end: string } | null
    return view !== null && view.state !== 'free' && ['CREATED', 'RESERVED', 'held', 'taken'].includes(view.state)
  }
  const rowsOf = (each: Watched | undefined, wanted: ReadonlySet<string>) =>
    [...(each?.rows.values() ?? [])]
      .filter((row) => wanted.has(`${row.kind}:${row.id}`) || live(row))
      .map(({ kind, id, version, view }) => ({ kind, id, version, view }))
      .sort((a, b) => Number(a.id) - Number(b.id))
  for (const [name, begin] of Object.entries(watches)) {
    const fresh = await begin()
    const wanted = new Set(fresh.rows.keys())
    await expect
      .poll(() => {
        const seen = rowsOf(watched[name], wanted)
        // The room of a person carries all of their reservations: the view of one shows only that one.
        return name === 'one' ? seen.filter((row) => row.id === first.id) : seen
      })
      .toEqual(rowsOf(fresh, wanted))
  }
})

it('tells no stranger of a reservation [RES-2] [RES-8]', async () => {
  const own = reply(
    await visitor.command(hold, { siteId: site.siteId, deviceId: place(0), ...span(10, 11) }),
  ).reservation
  for (const [who, def] of [
    [other, reservation],
    [other, booking],
    [visitor, booking],
  ] as const) {
    const answer = (await who.watch(def, { reservationId: own.id })).answer()
    expect(answer.ok).toBe(false)
  }
  expect(
    other.pushes.flatMap((push) => push.changes).some((change) => change.kind !== 'claim' && change.id === own.id),
  ).toBe(false)
  reply(await visitor.command(abandon, { reservationId: own.id }))
})
