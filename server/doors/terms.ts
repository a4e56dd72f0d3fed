import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { TariffStage } from '../../machines/booking/types.ts'
import type { OverstayTerms } from '../../machines/overstay.ts'
import { backwards, readChain } from '../claims/chain.ts'

interface Row {
  stages: TariffStage[] | null
  end: Date
  timeZone: string
  bookedCents: number
  doubted: boolean
}

/** Malfunctions that make a sensor too unreliable to charge anybody. */
const doubts = `'sensor-dirty', 'sensor-doubtful'`

/**
 * Reads what prices an overstay until `until`: the bought tariff (none if the sensor is in doubt) and what is paid for
 * the stay (rule O-4).
 */
export async function readOverstayTerms(trx: Knex, reservationId: number, until: Date): Promise<OverstayTerms> {
  const [row] = await prepared<Row>(
    trx,
    `with ${backwards}
     select r.rules -> 'stages' as stages, r.ends_at as end, s.time_zone as "timeZone",
       (select sum(price_cents)::int from reservations where id in (select id from chain)) as "bookedCents",
       exists (select from malfunctions m where m.device_id = r.device_id and m.kind in (${doubts}) and m.opened_at < :until
         and coalesce(m.closed_at, 'infinity') > r.ends_at) as doubted
     from reservations r join sites s on s.id = r.site_id where r.id = :id`,
    { id: reservationId, until },
  )
  if (!row) throw new Error(`reservation ${reservationId} is gone`)
  const { start, paidCents } = await readChain(trx, reservationId)
  const { stages, end, timeZone, bookedCents, doubted } = row
  const priced = doubted ? [] : (stages ?? [])
  // What was bought counts as paid, whatever was refunded or is kept elsewhere: the stay itself is not charged again.
  return { stages: priced, stayStart: start, end, until, paidCents: Math.max(paidCents, bookedCents), timeZone }
}
