import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { set } from '../../contract/maintenance.ts'
import { clock } from '../../db/clock.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { newVersion } from '../../db/models/version.ts'
import { publish } from '../../db/outbox.ts'
import { endHolds, lockSites } from '../claims/claim.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import { refuseField } from '../kernel/bus/refuse.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'
import { type Consequence, consider } from './consider.ts'
import { type PeriodSpan, periodSpan, spanField } from './period-span.ts'
import { readPeriods } from './period-view.ts'
import { covers, maySetMaintenance, readTarget, type Target } from './target.ts'

/**
 * Sets a period (rules MT-1 to MT-7) if the plan made under the locks of its sites is the one that was previewed. The
 * plan is carried out afterwards (work.ts).
 */
export default handle(set, async ({ input, actor, trx, refuse }) => {
  if (!maySetMaintenance(actor)) return refuse('not-authorized')
  const target = await readTarget(trx, actor, input)
  if (!target) return refuse('not-found')
  // Compared exactly, including spaces: the name is a confirmation, not a search.
  if (input.safetyWord !== target.name) return refuse('safety-word-wrong')
  await lockSites(trx, target.siteIds)
  const now = await clock(trx)
  const span = periodSpan(input, now)
  if (typeof span === 'string') return refuseField(refuse, span, spanField(span))
  const { version, items } = await consider(trx, target, span, { asked: input, now })
  if (version !== input.version) return refuse('maintenance-changed')
  const periodId = await writePeriod(trx, target, span, { ...input, by: actor })
  await writeConsequences(trx, periodId, items, now)
  const ended = await endChoosing(trx, target, span, now)
  if (ended.length > 0)
    await publishReservations(trx, ended, { fact: fact('reservations.abandoned', { reservationIds: ended }) })
  await publish(trx, await readPeriods(trx, [periodId]), fact('maintenance.set', { periodId }))
  return { periodId }
})

async function writePeriod(
  trx: Knex.Transaction,
  { scope, id }: Target,
  { start, end }: PeriodSpan,
  { reason, description, by }: { reason: string; description: string | null; by: UserActor },
): Promise<number> {
  const made = await MaintenancePeriod.query(trx).insert({
    scope,
    [`${scope}Id`]: id,
    reason,
    description: description === '' ? null : description,
    startsAt: start,
    endsAt: end,
    createdBy: by.userId,
    version: newVersion(),
  })
  return made.id
}

/** Inserts a row for each reservation, due in their order. The plan under the locks was the first try. */
async function writeConsequences(
  trx: Knex.Transaction,
  periodId: number,
  items: readonly Consequence[],
  now: Date,
): Promise<void> {
  const rows = items.map(({ affected: { id, deviceId: from }, toDeviceId: planned, triesUntil: last }, place) => {
    return { id, from, planned, last, place }
  })
  await trx.raw(
    `insert into reservation_maintenance_periods
       (reservation_id, maintenance_period_id, outcome, from_device_id, planned_device_id, tries, next_try_at, last_try_at, at)
     select w.id, :periodId, 'pending', w."from", w.planned, 1, :now::timestamptz + w.place * interval '1 microsecond', w.last, :now
     from jsonb_to_recordset(:rows::jsonb) as w (id integer, "from" integer, planned integer, last timestamptz, place integer)`,
    { periodId, now, rows: JSON.stringify(rows) },
  )
}

/**
 * Ends holds of people who are choosing there, but not payment holds. Holds that are being booked are left: the booking
 * waits for the site and is refused.
 */
async function endChoosing(trx: Knex.Transaction, target: Target, span: PeriodSpan, now: Date): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `with heads as materialized (
       select distinct coalesce(r.parent_id, r.id) as id from devices d join reservations r on r.device_id = d.id
       where ${covers[target.scope]} and r.state = 'CREATED' and r.span && tstzrange(:start, :end, '[)'))
     select r.id from reservations r join heads on heads.id = r.id where r.state = 'CREATED' and r.hold_kind = 'choosing'
     order by r.id for update of r skip locked`,
    { targetId: target.id, start: span.start, end: span.end },
  )
  return endHolds(
    trx,
    rows.map(({ id }) => id),
    { now, reason: 'maintenance', timedOut: false },
  )
}
