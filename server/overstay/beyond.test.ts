import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { link } from '../control/testing/way.ts'
import { readTicket, tokenRefusal } from '../control/ticket.ts'
import { readAccess } from '../doors/access-view.ts'
import type { TestPerson } from '../reservations/testing/booking-world.ts'
import { type Boxes, boxes } from './testing/stays.ts'

let db: TestDatabase
let site: Boxes
let person: TestPerson
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  site = await boxes(db.knex, { places: 1 })
  person = await site.person()
})

const stayOf = (id: number) => db.knex('overstays').where({ reservation_id: id }).first()
/** An hour in the box that ended so many minutes ago, with the bicycle still inside. */
async function stays(minutes: number): Promise<number> {
  const id = await site.stay(person, 0, -60 - minutes, -minutes)
  await site.report(0, 'occupied', -30 - minutes)
  return id
}

describe('staying longer', () => {
  it.each(['sensor-dirty', 'sensor-doubtful'])(
    'is free of charge where the sensor is unreliable: %s [PAY-4]',
    async (kind) => {
      const id = await stays(20)
      await db.knex('malfunctions').insert({
        kind,
        severity: 'warning',
        device_id: site.box(0),
        site_id: site.siteId,
        opened_at: db.knex.raw(`clock_timestamp() - interval '1 day'`),
      })
      await site.run()
      const [{ owner } = {}] = await readAccess(db.knex, [id])
      expect(owner?.overstay?.prices.map(({ cents }) => cents)).toEqual([0])
      await site.pass(15)
      await site.run()
      expect(await stayOf(id)).toMatchObject({ price_cents: 0, charged_cents: 0, settled_at: expect.any(Date) })
      expect(await db.knex('messages').where({ reservation_id: id, kind: 'overstay-charged' })).toEqual([])
      expect(await db.knex('transactions').where({ reservation_id: id, kind: 'extension' })).toEqual([])
    },
  )

  it('is not charged once the company may not take money any more [ADM-25] [PAY-4]', async () => {
    const id = await stays(20)
    await site.run()
    const payment = db.knex('products').select('id').where({ prefix: 'PAYMENT' })
    await db.knex('product_tenants').where({ tenant_id: site.tenantId, product_id: payment }).delete()
    await site.pass(15)
    await site.run()
    expect(await stayOf(id)).toMatchObject({ charged_cents: 0, settled_at: expect.any(Date) })
    expect(await db.knex('transactions').where({ reservation_id: id, kind: 'extension' })).toEqual([])
  })

  it('is not charged while an extension is being paid, and not at all once it is paid [PAY-4]', async () => {
    site = await boxes(db.knex, { places: 1, event: { grace_minutes: 8 } })
    person = await site.person()
    const id = await stays(7)
    await site.run()
    await site.pass(2)
    await db.knex.raw(
      `insert into reservations (site_id, user_id, device_id, event_id, starts_at, ends_at, state, hold_kind, held_until, follows_id, rules)
       select site_id, user_id, device_id, event_id, ends_at, ends_at + interval '1 hour', 'CREATED', 'payment', clock_timestamp() + interval '1 minute', id, rules
       from reservations where id = ?`,
      [id],
    )
    await site.run()
    expect(await stayOf(id)).toMatchObject({ settled_at: null, charged_cents: 0 })
    await db
      .knex('reservations')
      .where({ follows_id: id })
      .update({ state: 'RESERVED', reserved_at: new Date(), hold_kind: null, held_until: null })
    await site.run()
    expect(await stayOf(id)).toMatchObject({ settled_at: expect.any(Date), ended_at: expect.any(Date), price_cents: 0 })
  })

  it('is free of charge for the time in which the place was silent [PAY-4]', async () => {
    const id = await stays(2)
    await site.run()
    await site.pass(10)
    await site.report(0, 'occupied')
    await db
      .knex('device_states')
      .where({ device_id: site.box(0) })
      .update({ reachable: false })
    await site.pass(20)
    await site.run()
    expect(await stayOf(id)).toMatchObject({ price_cents: 50, charged_cents: 50, ended_at: null })
  })
})

describe('a guest of an extended stay', () => {
  it('may use the whole way until the end of the grace period, recorded or not, but not afterwards [TICK-1] [CTRL-2]', async () => {
    const first = await site.stay(person, 0, -120.1, -60.1)
    const id = await stays(0.1)
    await db.knex('reservations').where({ id }).update({ follows_id: first })
    const { ends_at } = await db.knex('reservations').where({ id }).first<{ ends_at: Date }>()
    const token = await link(db.knex, first, { expires_at: ends_at })
    const opens = async () => {
      const ticket = await readTicket(db.knex, token)
      const { id: tokenId } = await db.knex('tokens').where({ reservation_id: first }).first<{ id: number }>('id')
      return [ticket.ok ? null : ticket.code, await db.knex.transaction((trx) => tokenRefusal(trx, tokenId))]
    }
    expect(await opens()).toEqual([null, null])
    await site.run()
    expect(await opens()).toEqual([null, null])
    await site.pass(30)
    await db.knex.raw(`update tokens set expires_at = expires_at - interval '30 minutes' where reservation_id = ?`, [
      first,
    ])
    expect(await opens()).toEqual(['eticket-expired', 'eticket-expired'])
  })
})
