import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'

export interface Closed {
  readonly outcome: 'done' | 'refused' | 'never'
  readonly runId: string | null
  readonly refusal: string | null
}
interface Kept {
  name: string
  outcome: 'done' | 'refused' | 'failed'
  refusal: string | null
  reply: { runId?: string } | null
  input: object | null
}

/**
 * Returns the outcome of a command of `actor` (rule C-29) once it has ended; null = the id belongs to another command.
 * A command that never arrived gets a row in its place, so that it is refused with command-too-late if it arrives
 * later.
 */
export async function closeCommand(
  trx: Knex.Transaction,
  actor: string,
  id: string,
  { name, userId }: { name: string; userId: number | null },
): Promise<Closed | null> {
  const closed = await trx.raw<{ rows: object[] }>(
    `insert into commands (actor, id, name, input_hash, outcome, refusal, reply, user_id)
     values (:actor, :id, :name, :hash, 'refused', 'command-too-late', '{"code":"command-too-late"}', :userId)
     on conflict do nothing returning 1`,
    { actor, id, name, hash: randomBytes(32), userId },
  )
  if (closed.rows.length > 0) return never
  const columns = ['name', 'outcome', 'refusal', 'reply', 'input'] as const
  const kept = await trx('commands')
    .where({ actor, id })
    .first<Kept | undefined>(...columns)
  if (kept?.name !== name) return null
  // Queried again after it was closed.
  if (kept.input === null) return never
  if (kept.outcome !== 'done') return { outcome: 'refused', runId: null, refusal: kept.refusal ?? 'unknown-failure' }
  return { outcome: 'done', runId: kept.reply?.runId ?? null, refusal: null }
}

const never: Closed = { outcome: 'never', runId: null, refusal: null }
