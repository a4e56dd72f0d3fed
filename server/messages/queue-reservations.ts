import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { type Message, type MessageKind, queueMessages } from './queue.ts'

interface Happened {
  readonly id: number
  readonly type: keyof typeof kinds
  readonly reservationId: number
  readonly userId: number
  readonly fromDevice: string | null
  readonly toDevice: string | null
  readonly refundCents: number | null
  readonly by: string | null
}

/** History entries of a reservation that its person is informed about. */
const kinds = {
  reserved: 'reservation-confirmed',
  extended: 'reservation-extended',
  'device-changed': 'reservation-changed',
  canceled: 'reservation-canceled',
} as const satisfies Record<string, MessageKind>

const most = 500

/**
 * Queues a message for each new history entry of these reservations; null = all of the last hour, which catches missed ones. Moves
 * by maintenance and overstay send their own messages. Returns how many were new.
 */
export async function queueReservationMessages(knex: Knex, reservationIds: readonly number[] | null): Promise<number> {
  const happened = await prepared<Happened>(
    knex,
    `select h.id, h.type, r.id as "reservationId", r.user_id as "userId", f.name as "fromDevice", t.name as "toDevice",
       (h.data ->> 'refundCents')::int as "refundCents", case when h.user_id <> r.user_id then 'operator' end as by
     from reservation_history h join reservations r on r.id = h.reservation_id
     left join devices f on f.id = (h.data ->> 'from')::int
     left join devices t on t.id = (h.data ->> 'to')::int
     where ${reservationIds ? 'h.reservation_id = any (?)' : `h.at > now() - interval '1 hour'`}
       and h.at > now() - interval '1 day' and h.at >= (select (value #>> '{}')::timestamptz from settings where key = 'messages-since')
       and h.type in ('reserved', 'extended', 'device-changed', 'canceled') and h.data ->> 'why' is null
       and r.parent_id is null and r.user_id is not null
       and not exists (select from messages n where n.dedupe_key = 'reservation:' || h.id)
     order by h.id limit ${most}`,
    reservationIds ? [[...reservationIds]] : [],
  )
  if (happened.length === 0) return 0
  return knex.transaction((trx) => queueMessages(trx, happened.map(messageOf)))
}

function messageOf({ id, type, reservationId, userId, fromDevice, toDevice, refundCents, by }: Happened): Message {
  const dedupeKey = `reservation:${id}`
  return { kind: kinds[type], userId, dedupeKey, reservationId, data: { fromDevice, toDevice, refundCents, by } }
}
