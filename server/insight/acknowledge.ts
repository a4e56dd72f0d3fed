import { acknowledge } from '../../contract/insight.ts'
import { publish } from '../../db/outbox.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { handle } from '../bus/handle.ts'
import { scopedMalfunction } from './scoped.ts'

/** An operator has seen a malfunction of his zones. The first one counts; it stays open until its cause is gone. */
export default handle(acknowledge, async ({ input, actor, trx, now, refuse }) => {
  const found = await scopedMalfunction(trx, actor, input.malfunctionId, { lock: true })
  if (!found) return refuse('not-found')
  if (found.closedAt) return refuse('malfunction-closed')
  if (found.acknowledgedAt) return refuse('already-acknowledged')
  await trx('malfunctions')
    .where({ id: found.id })
    .update({ acknowledged_at: now, acknowledged_by: actor.userId, version: trx.raw(`nextval('change_version')`) })
  await trx('malfunction_history').insert({
    malfunction_id: found.id,
    type: 'acknowledged',
    at: now,
    user_id: actor.userId,
  })
  await publish(trx, await malfunctionChanges(trx, [found.id]))
  return { acknowledgedAt: now.toISOString() }
})
