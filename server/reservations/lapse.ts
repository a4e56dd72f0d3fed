import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { clock } from '../../db/clock.ts'
import { exists } from '../../db/sql.ts'
import { endHolds } from '../claims/claim.ts'
import { lapsed } from '../claims/facts.ts'
import { tellReservations } from './tell.ts'

/** So many holds in one transaction at most; the rest waits for the next run. */
const batch = 200

/** SQL: true for a hold (alias r) that ran out by then. */
const ranOut = (at: string): string =>
  `r.state = 'CREATED' and r.parent_id is null and r.held_until <= ${at} and ${lapsed('r', at)}`

/**
 * Tells the screens of holds that ran out. It changes no outcome: whoever wants such a place gets it before this has run, because every claim
 * clears what ran out in its way. Rows that somebody else is just ending are left to him. Answers how many ended.
 */
export async function lapseHolds(knex: Knex): Promise<number> {
  // Mostly nothing has run out: one look costs less than a transaction. Unlike clock_timestamp, this time can be looked up in an index.
  if (!(await exists(knex, `select from reservations r where ${ranOut('statement_timestamp()')}`))) return 0
  return knex.transaction(async (trx) => {
    const now = await clock(trx)
    const { rows } = await trx.raw<{ rows: { id: number }[] }>(
      `select r.id from reservations r where ${ranOut(':now')}
       order by r.id limit ${batch} for update skip locked`,
      { now },
    )
    const ended = await endHolds(
      trx,
      rows.map(({ id }) => id),
      { now, reason: 'hold-expired', timedOut: true, onlyLapsed: true },
    )
    await tellReservations(
      trx,
      ended,
      ended.length > 0 ? { fact: fact('reservations.timedOut', { reservationIds: ended }) } : {},
    )
    return ended.length
  })
}
