import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { many } from '../../db/sql.ts'
import { overstayPrice } from '../../machines/overstay.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { pushChanges } from '../../telemetry/ingest/write-push.ts'
import { closeMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { expired } from '../claims/facts.ts'
import { type LockedReservation, lockAnyReservation } from '../claims/own.ts'
import { leftAfter, sameStay } from '../doors/stay-sql.ts'
import { readOverstayTerms } from '../doors/terms.ts'
import { queueMessages } from '../messages/queue.ts'
import { chargeOwner } from './charge-owner.ts'
import { publishStay } from './publish-stay.ts'

interface OpenStay {
  id: number
  deviceId: number
  until: Date
  settled: boolean
  /** When the place was left, was booked on by the same person, or was removed; null = still occupied. */
  over: Date | null
  /** A silent place is unknown; it was occupied at least until its last report. */
  known: Date
  /** An extension is being paid; the price depends on it. */
  paying: boolean
  now: Date
}

/** least() ignores nulls. */
const open = `select o.reservation_id as id, o.device_id as "deviceId", o.until_at as until, o.settled_at is not null as settled, clock_timestamp() as now,
    case when s.reachable then o.until_at else coalesce((select max(p.at) from device_reports p where p.device_id = o.device_id
      and p.at between o.began_at and o.until_at and p.status = 'occupied'), o.began_at) end as known,
    exists (select from reservations f where f.follows_id = r.id and f.device_id = o.device_id and f.state = 'CREATED'
      and not ${expired('f', 'clock_timestamp()')}) as paying,
    least(${leftAfter('o.device_id', 'o.began_at')}, d.retired_at,
      (select min(n.starts_at) from reservations n where n.device_id = o.device_id and n.state = 'RESERVED' and not n.shared and n.id <> r.id
         and n.starts_at between o.began_at and clock_timestamp() and ${sameStay('n', 'r')})) as over
  from overstays o join reservations r on r.id = o.reservation_id join devices d on d.id = o.device_id
  join device_states s on s.device_id = d.id where o.ended_at is null`

const isDue = ({ over, settled, until, now, paying }: OpenStay): boolean =>
  !paying && (over !== null || (!settled && now >= until))

/** Returns overstays that have ended, and those whose grace period is over but that are not settled. */
export async function findEnded(knex: Knex): Promise<number[]> {
  return (await many<OpenStay>(knex, `${open} order by 1`)).filter(isDue).map(({ id }) => id)
}

/**
 * Ends an overstay whose place was left and settles its price, once: then, or when the grace period is over (rules O-4,
 * O-8). Returns whether anything was due.
 */
export async function endOverstay(trx: Knex.Transaction, reservationId: number): Promise<boolean> {
  const own = await lockAnyReservation(trx, reservationId)
  const known = await trx('overstays')
    .where({ reservation_id: reservationId })
    .first<{ device_id: number }>('device_id')
  if (!own || !known) return false
  await lockDevices(trx, [known.device_id])
  await trx.raw('select from overstays where reservation_id = ? for no key update', [reservationId])
  const [stay] = await many<OpenStay>(trx, `${open} and o.reservation_id = ?`, [reservationId])
  if (!stay || !isDue(stay)) return false
  const { over, until, known: knownUntil } = stay
  const left = over !== null && over < own.end ? own.end : over
  await trx('overstays')
    .where({ reservation_id: own.id })
    .update({ ended_at: left, version: trx.raw(`nextval('change_version')`) })
  const settled = stay.settled ? null : await settle(trx, own, until, left ?? knownUntil)
  await malfunction(trx, stay, left, settled)
  const said = { reservationIds: [own.id], ...settled }
  await publishStay(trx, own.id, fact(left === null ? 'overstay.settled' : 'overstay.ended', said))
  return true
}

interface Settled {
  readonly priceCents: number
  readonly chargedCents: number
}

async function settle(trx: Knex.Transaction, own: LockedReservation, until: Date, left: Date): Promise<Settled> {
  const priceCents = own.userId !== null ? overstayPrice(await readOverstayTerms(trx, own.id, until), left) : 0
  const chargedCents = await chargeOwner(trx, own, priceCents)
  await trx('overstays')
    .where({ reservation_id: own.id })
    .update({ settled_at: own.now, price_cents: priceCents, charged_cents: chargedCents })
  const { id: reservationId, userId } = own
  if (userId !== null && chargedCents > 0) {
    const data = { until: (left < until ? left : until).toISOString(), cents: chargedCents }
    const dedupeKey = `overstay-charged:${reservationId}`
    await queueMessages(trx, [{ kind: 'overstay-charged', userId, dedupeKey, reservationId, data }])
  }
  return { priceCents, chargedCents }
}

/** On the dashboard until the place is free; after the grace period with the amount owed. */
async function malfunction(
  trx: Knex.Transaction,
  { deviceId }: OpenStay,
  left: Date | null,
  settled: Settled | null,
): Promise<void> {
  const owedCents = settled === null ? 0 : settled.priceCents - settled.chargedCents
  const told =
    owedCents === 0
      ? []
      : await many<{ id: number }>(
          trx,
          `update malfunctions set detail = detail || jsonb_build_object('owedCents', ?::int), version = nextval('change_version')
           where kind = 'overstay' and device_id = ? and closed_at is null returning id`,
          [owedCents, deviceId],
        )
  const closed = left === null ? [] : await closeMalfunctions(trx, [{ kind: 'overstay', deviceId, at: left }])
  const malfunctionIds = [...new Set([...told.map(({ id }) => id), ...closed])]
  await pushChanges(trx, { malfunctionIds })
}
