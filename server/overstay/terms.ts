import type { Knex } from 'knex'
import type { TariffStage } from '../../machines/booking/types.ts'
import type { OverstayTerms } from '../../machines/overstay.ts'
import { backwards, readChain } from '../reservations/chain.ts'
import { keptRows } from '../sql.ts'

interface Row {
  stages: TariffStage[] | null
  end: Date
  timeZone: string
  bookedCents: number
}

/** By what an overstay of a reservation until `until` is priced: the tariff as it was bought, and what is paid for the whole stay (rule O-4). */
export async function readOverstayTerms(trx: Knex, reservationId: number, until: Date): Promise<OverstayTerms> {
  const [row] = await keptRows<Row>(
    trx,
    `with ${backwards}
     select r.rules -> 'stages' as stages, r.ends_at as end, s.time_zone as "timeZone",
       (select sum(price_cents)::int from reservations where id in (select id from chain)) as "bookedCents"
     from reservations r join sites s on s.id = r.site_id where r.id = :id`,
    { id: reservationId },
  )
  if (!row) throw new Error(`reservation ${reservationId} is gone`)
  const { start, paidCents } = await readChain(trx, reservationId)
  const { stages, end, timeZone, bookedCents } = row
  // What was bought counts as paid, whatever of it was given back or is kept elsewhere: the stay itself is not charged again.
  return {
    stages: stages ?? [],
    stayStart: start,
    end,
    until,
    paidCents: Math.max(paidCents, bookedCents),
    timeZone,
  }
}
