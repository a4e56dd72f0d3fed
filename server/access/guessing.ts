import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'

/** So many codes an account may try within the window before it must wait: unknown ones, and new ones that exist already somewhere. */
export const guesses = 10
export const windowMinutes = 15

/**
 * Seconds that an account must wait before it may try a code again, null = none (rule A-3). Counted from the audit trail over all processes.
 * Calls of one account come one after the other from here to the end of the transaction: guesses at the same moment count too.
 */
export async function guessingWait(trx: Knex, userId: number): Promise<number | null> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('access.addCode'), ?)`, [userId])
  const { wait } = await one<{ wait: number | null }>(
    trx,
    `select case when count(*) = ? then ceil(extract(epoch from min(at) + make_interval(mins => ?) - now()))::int end as wait
     from (select at from commands where user_id = ? and name in ('access.addCode', 'access.createCode')
             and refusal in ('code-unknown', 'code-exists')
             and at > now() - make_interval(mins => ?)
           order by at desc limit ?) latest`,
    [guesses, windowMinutes, userId, windowMinutes, guesses],
  )
  return wait === null ? null : Math.max(1, wait)
}
