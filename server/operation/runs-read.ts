import type { Knex } from 'knex'
import type { RetentionRun } from '../../contract/operation.ts'
import { many } from '../../db/sql.ts'
import { wireTime } from '../kernel/sql.ts'

/**
 * Returns runs for display, of `where` over retention_runs r, newest first. Progress is that of the time between the
 * oldest row and the end of the span.
 */
export function readRuns(
  knex: Knex,
  where: string,
  bindings: readonly Knex.RawBinding[],
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<RetentionRun[]> {
  return many(
    knex,
    `select r.id, r.key, ${wireTime('r.before')} as before, ${wireTime('r.started_at')} as "startedAt", ${wireTime('r.ended_at')} as "endedAt",
       u.full_name as "requestedBy", r.deleted_rows as rows, r.partitions, r.bytes_before as "bytesBefore", r.bytes_after as "bytesAfter",
       r.worked_ms as "workedMs", r.problem,
       case when r.ended_at is not null then 1 when r.reached is null or r.oldest is null or r.oldest >= r.before then 0
         else least(1, greatest(0, extract(epoch from r.reached - r.oldest) / extract(epoch from r.before - r.oldest)))::float end as progress
     from retention_runs r left join users u on u.id = r.requested_by where ${where} order by r.id desc limit ? offset ?`,
    [...bindings, limit, offset],
  )
}
