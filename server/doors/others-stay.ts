import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { isOverstay } from '../../machines/overstay.ts'
import type { ReservationState } from '../../machines/reservation-rules.ts'
import { type StayJson, sameStay, stayFacts, stayOf } from './stay-sql.ts'

interface Other {
  readonly state: ReservationState
  readonly end: Date
  readonly noticed: boolean
  readonly stay: StayJson | null
  readonly now: Date
}

/**
 * Returns whether another person still occupies a device after the end of their time (rule O-5). `array` keeps a young
 * table from being searched for each reservation.
 */
export async function othersStay(trx: Knex, reservationId: number, deviceId: number): Promise<boolean> {
  const others = await prepared<Other>(
    trx,
    `select gone.state, gone.ends_at as end, o.reservation_id is not null as noticed,
       case when o.reservation_id is null then ${stayFacts('gone')} end as stay, statement_timestamp() as now
     from reservations mine, reservations gone left join overstays o on o.reservation_id = gone.id
     where mine.id = :id and gone.id <> mine.id and gone.parent_id is null and not ${sameStay('mine', 'gone')} and gone.id = any (array(
       select reservation_id from overstays where device_id = :deviceId and ended_at is null
       union all select r.id from reservations r where r.device_id = :deviceId and r.state = 'RESERVED' and not r.shared
         and r.span && tstzrange(statement_timestamp() - interval '5 minutes', statement_timestamp()) and r.ends_at <= statement_timestamp()
         and not exists (select from overstays where reservation_id = r.id)))`,
    { id: reservationId, deviceId },
  )
  return others.some(
    ({ noticed, stay, state, end, now }) => noticed || (stay !== null && isOverstay(stayOf({ state, end }, stay), now)),
  )
}
