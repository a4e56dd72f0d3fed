import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { clock } from '../../db/clock.ts'
import { exists, many } from '../../db/sql.ts'
import { endExpired } from '../claims/claim.ts'
import { expired } from '../claims/facts.ts'
import { publishReservations } from './publish-reservations.ts'

/** Maximum number of holds in one transaction; the rest waits for the next run. */
const batch = 200

/** SQL: true for a hold (alias r) that has expired by then. */
const ranOut = (at: string): string =>
  `r.state = 'CREATED' and r.parent_id is null and r.held_until <= ${at} and ${expired('r', at)}`

/**
 * Expires holds, for the screens: a claim clears expired holds in its way by itself. Skips locked rows; returns how
 * many expired.
 */
export async function expireHolds(knex: Knex): Promise<number> {
  // Usually nothing has expired: one query is cheaper than a transaction. Unlike clock_timestamp, this time can use an
  // index.
  if (!(await exists(knex, `select from reservations r where ${ranOut('statement_timestamp()')}`))) return 0
  return knex.transaction(async (trx) => {
    const now = await clock(trx)
    const rows = await many<{ id: number }>(
      trx,
      `select r.id from reservations r where ${ranOut(':now')}
       order by r.id limit ${batch} for update skip locked`,
      { now },
    )
    const ids = rows.map(({ id }) => id)
    const ended = await endExpired(trx, ids, now)
    const told = ended.length > 0 ? { fact: fact('reservations.timedOut', { reservationIds: ended }) } : {}
    await publishReservations(trx, ended, told)
    return ended.length
  })
}
