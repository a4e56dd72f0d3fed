import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { Device } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { lockAnyReservation } from '../claims/own.ts'
import { queueMessages } from '../messages/queue.ts'
import { type Moved, rebook } from '../reservations/rebook.ts'
import { type Due, lockDue, unsettled, writeSettled } from './due.ts'
import { lossOf, messageOf } from './messages.ts'
import { publishChanged } from './publish-changed.ts'
import { type Affected, readAffectedByIds } from './read-affected.ts'
import { nextTry, verdictOf } from './verdict.ts'

/**
 * Moves the next reservation to its planned place, or an equivalent one, and notifies its person (rules MT-5, MT-9);
 * false = none is due. One that cannot be moved is left to settle.ts. `onto` learns which one it is before anything is
 * tried.
 */
export async function moveNext(knex: Knex, onto: (due: Due) => void = () => {}): Promise<boolean> {
  return knex.transaction(async (trx) => {
    const { now, due } = await lockDue(trx, { planned: true, limit: 1 })
    const [one] = due
    if (!one) return false
    onto(one)
    const [affected] = await readAffectedByIds(trx, [one.reservationId])
    const verdict = verdictOf(one, now)
    const moved = verdict === 'stays' || verdict === 'look' ? await tryMove(trx, one) : null
    // A move is a fact, which also reports the progress.
    if (moved && affected) await finishMove(trx, one, affected, moved, now)
    else {
      await leave(trx, one, affected, now)
      await publish(trx, [], fact('maintenance.progressed', { periodIds: [one.period.id] }))
    }
    return true
  })
}

async function tryMove(trx: Knex.Transaction, due: Due): Promise<Moved | null> {
  const own = await lockAnyReservation(trx, due.reservationId)
  return own && rebook(trx, own, { why: 'maintenance', first: due.plannedDeviceId })
}

async function finishMove(trx: Knex.Transaction, due: Due, affected: Affected, moved: Moved, now: Date): Promise<void> {
  await writeSettled(trx, [{ ...unsettled(due), outcome: 'rebooked', toDeviceId: moved.to }], now)
  const to = await Device.query(trx).findById(moved.to)
  const names = { fromDevice: affected.deviceName, toDevice: to?.name ?? null, why: 'maintenance' }
  const message = messageOf('reservation-rebooked', affected, due.period, names)
  if (message) await queueMessages(trx, [message])
}

/** Removes the planned place. Waiting reservations wait until the last try; after that nothing is tried. */
async function leave(trx: Knex.Transaction, due: Due, affected: Affected | undefined, now: Date): Promise<void> {
  const tried = due.outcome === 'not-moved' && verdictOf(due, now) === 'look'
  const next = tried ? nextTry(due.lastTryAt, now) : now
  await writeSettled(trx, [{ ...unsettled(due), nextTryAt: next }], now)
  if (next !== null || !affected) return
  await publishChanged(trx, [due.reservationId])
  const message = messageOf(
    'maintenance-last-try-failed',
    affected,
    due.period,
    lossOf(affected, due.period, null, now),
  )
  if (message) await queueMessages(trx, [message])
}
