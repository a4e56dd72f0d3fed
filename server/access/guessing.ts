import type { Knex } from 'knex'
import { one } from '../../db/sql.ts'

/** Maximum number of wrong codes of an account within the window: unknown ones, and new ones that exist already. */
export const guesses = 10
const windowMinutes = 15

/**
 * Returns the seconds until an account may try a code again, null = now (rule A-3). Its calls run one after the other
 * until the transaction ends.
 */
export async function guessingWait(trx: Knex, userId: number): Promise<number | null> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('access.addCode'), ?)`, [userId])
  const { wait } = await one<{ wait: number | null }>(
    trx,
    `select case when count(*) = ? then ceil(extract(epoch from min(at) + make_interval(mins => ?) - now()))::int end as wait
     from (select at from commands where user_id = ? and name in ('access.addCode', 'codes.add', 'codes.edit')
             and refusal in ('code-unknown', 'code-exists')
             and at > now() - make_interval(mins => ?)
           order by at desc limit ?) latest`,
    [guesses, windowMinutes, userId, windowMinutes, guesses],
  )
  return wait === null ? null : Math.max(1, wait)
}
