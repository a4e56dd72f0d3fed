import type { Knex } from 'knex'
import { enqueue } from '../../db/transaction.ts'

/** An entry of a reservation's history. `by` = the user who did it; `actor` = the source if it was no user. */
export interface Happening {
  readonly reservationId: number
  readonly type: string
  readonly at: Date
  readonly by?: number | null
  readonly actor?: 'link' | null
  readonly data?: object
}

/** Appends to a reservation's history in the transaction of the change. */
export async function note(
  trx: Knex.Transaction,
  { reservationId, type, at, by = null, actor = null, data = {} }: Happening,
): Promise<void> {
  await enqueue(
    trx,
    'insert into reservation_history (reservation_id, type, at, user_id, actor, data) values (?, ?, ?, ?, ?, ?::jsonb)',
    [reservationId, type, at, by, actor, JSON.stringify(data)],
  )
}
