import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { withRetry } from '../../db/retry.ts'
import { type Due, isAnyDue } from './due.ts'
import { moveNext } from './move.ts'
import { rebookDue } from './rebook-due.ts'

/** Number of reservations moved concurrently; each waits for the locks of its places. */
const lanes = 3
/** Delay after a failure; seconds. */
const restSeconds = 30

/**
 * Handles all due work until none is left or `stopping`; safe to run concurrently, under the locks of the reservations.
 * Failures are retried later.
 */
export async function workThrough(
  knex: Knex,
  log: Pick<Logger, 'error'>,
  stopping: () => boolean = () => false,
): Promise<{ moved: number; settled: number }> {
  const done = { moved: 0, settled: 0 }
  const lane = async () => {
    while (!stopping() && (await moveOne(knex, log))) done.moved += 1
  }
  const settling = async () => {
    for (let count = -1; count !== 0 && !stopping(); ) done.settled += count = await rebookSome(knex, log)
  }
  for (let before = -1; before !== done.moved + done.settled && !stopping(); ) {
    before = done.moved + done.settled
    if (!(await isAnyDue(knex))) break
    await Promise.all([settling(), ...Array.from({ length: lanes }, lane)])
  }
  return done
}

async function moveOne(knex: Knex, log: Pick<Logger, 'error'>): Promise<boolean> {
  const onto: Due[] = []
  try {
    return await withRetry(() => moveNext(knex, (due) => onto.push(due)))
  } catch (error) {
    const due = onto.at(-1)
    if (!due) throw error
    log.error({ err: error, reservationId: due.reservationId }, 'a reservation could not be moved')
    await rest(knex, due.reservationId)
    return true
  }
}

/** Handles a batch; if it fails, its rows one by one, so that only the failing one is left for later. */
async function rebookSome(knex: Knex, log: Pick<Logger, 'error'>): Promise<number> {
  try {
    return await withRetry(() => rebookDue(knex))
  } catch (error) {
    log.error({ err: error }, 'reservations under maintenance were not settled')
    return rebookSingly(knex, log)
  }
}

async function rebookSingly(knex: Knex, log: Pick<Logger, 'error'>): Promise<number> {
  const onto: number[] = []
  try {
    return await withRetry(() => rebookDue(knex, 1, (id) => onto.push(id)))
  } catch (error) {
    const id = onto.at(-1)
    if (id === undefined) throw error
    log.error({ err: error, reservationId: id }, 'a reservation under maintenance was not settled')
    await rest(knex, id)
    return 1
  }
}

async function rest(knex: Knex, reservationId: number): Promise<void> {
  await knex.raw(
    `update reservation_maintenance_periods set next_try_at = clock_timestamp() + make_interval(secs => ?)
     where reservation_id = ? and next_try_at <= clock_timestamp()`,
    [restSeconds, reservationId],
  )
}
