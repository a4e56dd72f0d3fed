import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { many } from '../../db/sql.ts'
import { takesPlaceOf } from '../../machines/overstay.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { type LockedReservation, lockAnyReservation } from '../claims/own.ts'
import { sameStay } from '../doors/stay-sql.ts'
import { queueMessages } from '../messages/queue.ts'
import { paidFor } from '../money/ledger.ts'
import { rebook } from '../reservations/rebook.ts'
import { publishStay } from './publish-stay.ts'

/** A guest whose place was not left in time. */
export interface NextGuest {
  readonly reservationId: number
  readonly overstayId: number
}
interface Row extends NextGuest {
  deviceId: number
  start: Date
  end: Date
  until: Date
  /** The message that was already sent about this overstay. */
  told: boolean
  now: Date
}

/** Due guests: never tried, or a minute ago. A guest who was moved and meets another overstay is tried again. */
const waiting = `select n.id as "reservationId", o.reservation_id as "overstayId", o.device_id as "deviceId", n.starts_at as start, n.ends_at as end,
    o.until_at as until, h.outcome is not null and h.overstay_id = o.reservation_id as told, clock_timestamp() as now
  from overstays o join reservations r on r.id = o.reservation_id
  join reservations c on c.device_id = o.device_id and c.state = 'RESERVED' and not c.shared and c.id <> r.id and c.starts_at >= o.began_at
    and c.ends_at > clock_timestamp() and c.starts_at < greatest(o.until_at, clock_timestamp() + interval '1 hour')
  join reservations n on n.id = coalesce(c.parent_id, c.id)
  left join overstay_displacements h on h.reservation_id = n.id
  where o.ended_at is null and not ${sameStay('c', 'r')}
    and (h.outcome is null or h.overstay_id <> o.reservation_id or h.outcome = 'not-moved' and h.next_try_at <= clock_timestamp())`

const isDue = ({ start, end, until, now }: Row): boolean => takesPlaceOf({ start, end }, until, now)

/** Returns the next guests of places that were not left, who are due to be moved (rule O-6), the earliest first. */
export async function findNextGuests(knex: Knex): Promise<NextGuest[]> {
  return (await many<Row>(knex, `${waiting} order by n.starts_at, n.id`)).filter(isDue)
}

/**
 * Moves the next guest to an equivalent place, or informs them once that there is none and retries a minute later
 * (rules O-6, O-9). Returns whether anything was due.
 */
export async function moveNextGuest(trx: Knex.Transaction, { reservationId, overstayId }: NextGuest): Promise<boolean> {
  const own = await lockAnyReservation(trx, reservationId)
  if (!own || reservationRefusal('REBOOK', own, own.now) !== null) return false
  // Excludes whatever ends the overstay: no guest is moved from a place that has just become free.
  await trx.raw('select from overstays where reservation_id = ? for share', [overstayId])
  const [row] = await many<Row>(trx, `${waiting} and n.id = ? and o.reservation_id = ?`, [reservationId, overstayId])
  if (!row || !isDue(row)) return false
  const moved = await rebook(trx, own, { why: 'overstay' })
  await keep(trx, own, row, moved?.to ?? null)
  if (!moved) return true
  if (row.told) await publishStay(trx, own.id)
  await finishMove(trx, own, overstayId, moved)
  return true
}

async function keep(trx: Knex.Transaction, own: LockedReservation, row: Row, to: number | null): Promise<void> {
  const outcome = to === null ? 'not-moved' : 'rebooked'
  await trx.raw(
    `insert into overstay_displacements (reservation_id, overstay_id, outcome, from_device_id, to_device_id, next_try_at, at)
     values (:id, :overstayId, :outcome, :from, :to::int, case when :to::int is null then clock_timestamp() + interval '1 minute' end, clock_timestamp())
     on conflict (reservation_id) do update set overstay_id = excluded.overstay_id, outcome = excluded.outcome,
       from_device_id = excluded.from_device_id, to_device_id = excluded.to_device_id, next_try_at = excluded.next_try_at,
       at = case when overstay_displacements.outcome = excluded.outcome and overstay_displacements.overstay_id = excluded.overstay_id then overstay_displacements.at else excluded.at end`,
    { id: own.id, overstayId: row.overstayId, outcome, from: own.deviceId, to },
  )
  if (to !== null || row.told) return
  await publishStay(
    trx,
    own.id,
    fact('overstay.nextNotMoved', { reservationIds: [own.id], overstayId: row.overstayId }),
  )
  if (own.userId === null) return
  const { paidCents, refundedCents } = await paidFor(trx, own.id)
  const refundCents = paidCents > refundedCents ? paidCents - refundedCents : null
  const data = { refundCents, triesUntil: own.end.toISOString() }
  const dedupeKey = `overstay-next-not-moved:${own.id}:${row.overstayId}`
  const { id: reservationId, userId } = own
  await queueMessages(trx, [{ kind: 'overstay-next-not-moved', userId, dedupeKey, reservationId, data }])
}

async function finishMove(
  trx: Knex.Transaction,
  own: LockedReservation,
  overstayId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (own.userId === null) return
  const sql = 'select id, name from devices where id in (?, ?)'
  const devices = await many<{ id: number; name: string }>(trx, sql, [from, to])
  const nameOf = (id: number) => devices.find((device) => device.id === id)?.name ?? null
  const { id: reservationId, userId } = own
  const data = { fromDevice: nameOf(from), toDevice: nameOf(to), why: 'overstay' }
  const dedupeKey = `overstay-rebooked:${reservationId}:${overstayId}`
  await queueMessages(trx, [{ kind: 'reservation-rebooked', userId, dedupeKey, reservationId, data }])
}
