import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { many } from '../../db/sql.ts'
import { graceEnd, isOverstay, priceSteps } from '../../machines/overstay.ts'
import { nextReservation } from '../../machines/reservation.ts'
import type { ReservationState } from '../../machines/reservation-rules.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { pushChanges } from '../../telemetry/ingest/write-push.ts'
import { openMalfunction } from '../../telemetry/malfunctions/malfunctions.ts'
import { boughtRules } from '../claims/bought-rules.ts'
import { type LockedReservation, lockAnyReservation } from '../claims/own.ts'
import { type StayJson, stayFacts, stayOf } from '../doors/stay-sql.ts'
import { readOverstayTerms } from '../doors/terms.ts'
import { queueMessages } from '../messages/queue.ts'
import { publishStay } from './publish-stay.ts'

/** Maximum age of an end that is checked, seconds: after a longer outage the operators decide. */
export const maxLookBackS = 7_200

interface Stay {
  id: number
  state: ReservationState
  end: Date
  stay: StayJson | null
  now: Date
}
const stays = `select r.id, r.state, r.ends_at as end, ${stayFacts('r')} as stay, clock_timestamp() as now from reservations r`

/**
 * Returns head reservations that ended within `lookBackS` and whose place is still occupied by their person (rule O-1).
 */
export async function findOverstays(knex: Knex, lookBackS = maxLookBackS): Promise<number[]> {
  const ended = await many<Stay>(
    knex,
    `${stays} join device_states s on s.device_id = r.device_id
     where r.parent_id is null and r.state = 'RESERVED' and r.ends_at <= statement_timestamp() and r.ends_at > statement_timestamp() - make_interval(secs => ?)
       and s.status = 'occupied' and not exists (select from overstays o where o.reservation_id = r.id) order by r.id`,
    [lookBackS],
  )
  return ended.filter(stillThere).map(({ id }) => id)
}

const stillThere = ({ state, end, stay, now }: Stay): boolean =>
  stay !== null && isOverstay(stayOf({ state, end }, stay), now)

/**
 * Inserts one overstay and informs its person, operators and gateways. Returns false if it does not qualify, or exists
 * already.
 */
export async function beginOverstay(trx: Knex.Transaction, reservationId: number): Promise<boolean> {
  const own = await lockAnyReservation(trx, reservationId)
  if (!own) return false
  await lockDevices(trx, [own.deviceId])
  const [found] = await many<Stay>(trx, `${stays} where r.id = ?`, [reservationId])
  if (!found || !stillThere(found)) return false
  const until = graceEnd(own.end, boughtRules(own.rules).graceMinutes)
  if (nextReservation({ type: 'OVERSTAY', until }, own, found.now).refusal !== null) return false
  const written = await many<object>(
    trx,
    `insert into overstays (reservation_id, device_id, began_at, until_at, version)
     values (?, ?, ?, ?, nextval('change_version')) on conflict do nothing returning reservation_id`,
    [own.id, own.deviceId, own.end, until],
  )
  if (written.length === 0) return false
  const opened = await openMalfunction(trx, {
    kind: 'overstay',
    deviceId: own.deviceId,
    reservationId: own.id,
    at: own.end,
    detail: { reservation: own.number, until: until.toISOString() },
  })
  await pushChanges(trx, { malfunctionIds: opened === null ? [] : [opened] })
  await message(trx, own, until)
  await publishStay(trx, own.id, fact('overstay.begun', { reservationIds: [own.id], until: until.toISOString() }))
  return true
}

/** Once per overstay. Without a grace period the message only asks the person to leave. */
async function message(trx: Knex.Transaction, own: LockedReservation, until: Date): Promise<void> {
  if (own.userId === null) return
  const cents = priceSteps(await readOverstayTerms(trx, own.id, until)).at(-1)?.cents ?? 0
  const { id: reservationId, userId } = own
  const data = { until: until > own.now ? until.toISOString() : null, cents: cents > 0 ? cents : null }
  const dedupeKey = `overstay-begun:${reservationId}`
  await queueMessages(trx, [{ kind: 'overstay-begun', userId, dedupeKey, reservationId, data }])
}
