import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { RefusalCode } from '../../../contract/refusals.ts'
import type { Context } from '../context.ts'

/** Refusals of one caller that the audit trail keeps one by one; beyond that, it keeps one row a minute with their number. */
export const keptEach = { points: 20, seconds: 600 }
const name = 'audit.refusals'

export interface RefusedCall {
  /** Who called: an account, a secret, or an address. */
  readonly caller: string
  readonly code: RefusalCode
  readonly userId: number | null
}

/**
 * Counts a refused call, and returns whether its row belongs in the audit trail. If not, adds it to the row of its minute
 * instead: nobody fills the trail with refusals. What succeeded is never counted here.
 */
export async function keepsRow(
  { knex, limits }: Pick<Context, 'knex' | 'limits'>,
  refused: RefusedCall,
): Promise<boolean> {
  if ((await limits.take(`${name}:${refused.caller}`, keptEach)) === null) return true
  await addToMinute(knex, refused)
  return false
}

/** The row of a minute has an actor of its own, so that no client's command id collides with it. */
async function addToMinute(knex: Knex, { caller, code, userId }: RefusedCall): Promise<void> {
  const actor = `refusals:${caller}`.slice(0, 255)
  await knex.raw(
    `insert into commands as c (actor, id, name, input, input_hash, outcome, refusal, user_id)
     values (:actor, md5(cast(:actor as text) || date_trunc('minute', now()))::uuid, :name,
       jsonb_build_object('count', 1, 'codes', jsonb_build_object(cast(:code as text), 1)), :hash, 'refused', :code, :userId)
     on conflict (actor, id) do update set input = jsonb_build_object('count', (c.input->>'count')::int + 1,
       'codes', jsonb_set(c.input->'codes', array[cast(:code as text)], to_jsonb(coalesce((c.input->'codes'->>:code)::int, 0) + 1)))`,
    { actor, name, code, userId, hash: createHash('sha256').update(name).digest() },
  )
}
