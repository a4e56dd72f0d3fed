import { acknowledge } from '../../contract/insight.ts'
import { handle } from '../kernel/bus/handle.ts'
import { changeMalfunction, scopedMalfunction } from './scoped.ts'

/**
 * Records that an operator has seen a malfunction in their zones. The first one counts; the malfunction stays open
 * until its cause is gone.
 */
export default handle(acknowledge, async ({ input, actor, trx, now, refuse }) => {
  const found = await scopedMalfunction(trx, actor, input.malfunctionId, { lock: true })
  if (!found) return refuse('not-found')
  if (found.closedAt) return refuse('malfunction-closed')
  if (found.acknowledgedAt) return refuse('already-acknowledged')
  const change = { acknowledged_at: now, acknowledged_by: actor.userId }
  await changeMalfunction(trx, found.id, change, { type: 'acknowledged', at: now, user_id: actor.userId })
  return { acknowledgedAt: now.toISOString() }
})
