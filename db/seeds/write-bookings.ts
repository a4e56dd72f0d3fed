import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { EventIds } from './write-events.ts'
import type { People } from './write-people.ts'
import type { SiteIds } from './write-sites.ts'
import type { Tenancy } from './write-tenancy.ts'

const hour = 3_600_000
const day = 24 * hour

/** The guest's ticket: the token is known only here, the database keeps its hash. */
export interface GuestTicket {
  readonly reservationId: number
  readonly token: string
}

interface Booking {
  user: number
  box: string
  from: Date
  until: Date
  event: number
  cents: number
  state?: 'RESERVED' | 'STORNO'
  note?: string
  plate?: string
}

/** Credit, reservations of yesterday, today and next week, and a guest ticket for the one that runs now. */
export async function writeBookings(
  trx: Knex.Transaction,
  ids: { sites: SiteIds; people: People; events: EventIds; tenancy: Tenancy },
  now: Date,
): Promise<GuestTicket> {
  const { people, events, tenancy } = ids
  const { rows: accounts }: { rows: { kind: string; user_id: number | null; tenant_id: number | null; id: number }[] } =
    await trx.raw('select id, kind, user_id, tenant_id from accounts')
  const account = (where: (row: (typeof accounts)[number]) => boolean) => accounts.find(where)?.id ?? 0
  const outside = account((row) => row.kind === 'provider')
  const income = account((row) => row.tenant_id === tenancy.radhafen)
  const accountOf = (user: number) => account((row) => row.user_id === user)
  const move = (row: object) =>
    trx('transactions')
      .insert(row)
      .returning('id')
      .then(([made]) => (made as { id: number }).id)
  for (const user of [people.visitor, ...people.guests]) {
    await move({
      kind: 'top-up',
      from_account_id: outside,
      to_account_id: accountOf(user),
      amount_cents: 5_000,
      payment_method: 'card',
      reference: `demo-top-up-${user}`,
      created_at: new Date(now.getTime() - 40 * day),
    })
  }
  const book = async (booking: Booking): Promise<number> => {
    const { user, box, from, until, event, cents, state = 'RESERVED', note, plate } = booking
    const device = ids.sites.devices.get(box)
    const reservedAt = new Date(Math.min(from.getTime() - hour, now.getTime() - hour))
    const [made]: { id: number }[] = await trx('reservations')
      .insert({
        user_id: user,
        managed_by: people.manager,
        site_id: trx('devices').select('site_id').where({ id: device }),
        device_id: device,
        event_id: event,
        starts_at: from,
        ends_at: until,
        state,
        note: note ?? null,
        licence_plate: plate ?? null,
        price_cents: cents,
        payment_method: cents > 0 ? 'credit' : 'free',
        rules: JSON.stringify({ refundUntilMinutes: 1_440, entryLimit: 5, exitLimit: 5, graceMinutes: 30 }),
        reserved_at: reservedAt,
        created_at: reservedAt,
        ...(state === 'STORNO' ? { ended_at: reservedAt, end_reason: 'canceled-by-user' } : {}),
      })
      .returning('id')
    const id = made?.id ?? 0
    await trx('reservation_history').insert({ reservation_id: id, type: 'reserved', at: reservedAt, user_id: user })
    if (cents > 0) {
      const paid = {
        from_account_id: accountOf(user),
        to_account_id: income,
        amount_cents: cents,
        payment_method: 'credit',
      }
      const paidId = await move({
        ...paid,
        kind: 'booking',
        reservation_id: id,
        reference: `demo-booking-${id}`,
        created_at: reservedAt,
      })
      if (state === 'STORNO') {
        await move({
          kind: 'refund',
          from_account_id: income,
          to_account_id: accountOf(user),
          amount_cents: cents,
          payment_method: 'credit',
          reservation_id: id,
          refund_of: paidId,
          reference: `demo-refund-${id}`,
          created_at: reservedAt,
        })
        await trx('reservation_history').insert({ reservation_id: id, type: 'canceled', at: reservedAt, user_id: user })
      }
    }
    return id
  }
  const slot = 15 * 60_000
  const start = new Date(Math.floor(now.getTime() / slot) * slot)
  const at = (ms: number) => new Date(start.getTime() + ms)
  const [anna = 0, jonas = 0, mira = 0, luc = 0] = people.guests
  const boxes = { event: events.freiburgBoxes, cents: 150 }
  const current = await book({
    ...boxes,
    user: people.visitor,
    box: 'FRW-02',
    from: at(-hour),
    until: at(22 * hour),
    note: 'Rotes Lastenrad',
  })
  await book({ ...boxes, user: people.visitor, box: 'FRM-01', from: at(2 * day), until: at(2 * day + 8 * hour) })
  await book({
    user: people.visitor,
    box: 'box19445',
    from: at(5 * day),
    until: at(12 * day),
    event: events.esslingenLater,
    cents: 600,
  })
  for (const [i, ago] of [3, 9, 16, 23].entries()) {
    await book({
      ...boxes,
      user: people.visitor,
      box: `FRW-0${i + 5}`,
      from: at(-ago * day),
      until: at(-ago * day + 9 * hour),
    })
  }
  await book({
    ...boxes,
    user: people.visitor,
    box: 'FRW-10',
    from: at(3 * day),
    until: at(3 * day + 6 * hour),
    state: 'STORNO',
  })
  await book({ ...boxes, user: anna, box: 'FRW-11', from: at(-3 * hour), until: at(5 * hour) })
  await book({
    user: jonas,
    box: 'box19420',
    from: at(-hour),
    until: at(3 * day),
    event: events.esslingenBoxes,
    cents: 600,
  })
  await book({
    user: mira,
    box: 'FRP1-03',
    from: at(day),
    until: at(day + 4 * hour),
    event: events.freiburgParking,
    cents: 700,
    plate: 'FR-MS 77',
  })
  await book({
    user: luc,
    box: 'FRH-02',
    from: at(-2 * day),
    until: at(4 * day),
    event: events.freiburgBoxes,
    cents: 600,
  })

  const token = randomBytes(32).toString('base64url')
  await trx('tokens').insert({
    purpose: 'eticket',
    token_hash: createHash('sha256').update(token).digest(),
    reservation_id: current,
    created_by: people.visitor,
    created_at: now,
    expires_at: at(22 * hour),
  })
  return { reservationId: current, token }
}
