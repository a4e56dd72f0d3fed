import type { Knex } from 'knex'
import { agreeWithinMs, isProven, normalPlate } from '../../../machines/plate.ts'
import { lockHeld } from '../../doors/holder.ts'
import type { Context } from '../../kernel/context.ts'
import { candidatesAt, theOne } from './candidates.ts'
import { type AccessEvent, openBy, type Verdict } from './event.ts'

/** A car waits at a barrier for a while: its plate is read many times and opens once. */
const pause = { opened: 60, refused: 10 }

/**
 * Evaluates a read plate: two agreeing reads within ten seconds open the device there, or otherwise the whole way of
 * the reservation (rules C-30 to C-32).
 */
export async function evaluatePlate(trx: Knex.Transaction, context: Context, event: AccessEvent): Promise<Verdict> {
  const plate = normalPlate(event.value)
  if (plate === '') return { outcome: 'no-match' }
  const found = (await candidatesAt(trx, event)).filter(
    ({ plateAllowed, licencePlate }) => plateAllowed && licencePlate !== null && normalPlate(licencePlate) === plate,
  )
  if (found.length === 0) return { outcome: 'no-match' }
  const others = await otherReads(trx, event)
  if (!isProven({ value: event.value, at: event.at.getTime() }, others)) return { outcome: 'read-once' }
  const own = found.filter((each) => each.own)
  const one = theOne(own.length > 0 ? own : found, event.now)
  if (!one) return { outcome: 'ambiguous' }
  const held = await lockHeld(trx, one.reservationId)
  // The reservation may have got another plate while waiting for its lock.
  if (!held || normalPlate(held.licencePlate ?? '') !== plate) return { outcome: 'no-match' }
  const here = held.devices.some(({ id, controls }) => id === event.deviceId && controls.includes('open'))
  return openBy(trx, context, event, { held, by: 'plate', deviceIds: here ? [event.deviceId] : null, pause })
}

async function otherReads(trx: Knex.Transaction, event: AccessEvent): Promise<{ value: string; at: number }[]> {
  const { rows } = await trx.raw<{ rows: { value: string | null; at: Date }[] }>(
    `select value, at from access_events where device_id = :deviceId and event = 'plate-seen' and id <> :id
       and at between :at::timestamptz - make_interval(secs => :seconds) and :at::timestamptz + make_interval(secs => :seconds)`,
    { deviceId: event.deviceId, id: event.id, at: event.at, seconds: agreeWithinMs / 1_000 },
  )
  return rows.map(({ value, at }) => ({ value: value ?? '', at: at.getTime() }))
}
