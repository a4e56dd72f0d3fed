import { deleteNow } from '../../contract/operation.ts'
import { many, one } from '../../db/sql.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Requests the deletion of data older than its span: the next tick of any process starts it. */
export default handle(deleteNow, async ({ input, actor, trx, refuse }) => {
  const [running] = await many(trx, 'select from retention_runs where key = ? and ended_at is null', [input.key])
  if (running) return refuse('retention-running')
  const { at } = await one<{ at: Date }>(
    trx,
    `insert into retention (key, requested_at, requested_by) values (?, now(), ?)
     on conflict (key) do update set requested_at = excluded.requested_at, requested_by = excluded.requested_by returning requested_at as at`,
    [input.key, actor.userId],
  )
  return { requestedAt: at.toISOString() }
})
