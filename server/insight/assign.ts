import { assign } from '../../contract/insight.ts'
import { handle } from '../kernel/bus/handle.ts'
import { operatorsOf } from './operators.ts'
import { changeMalfunction, scopedMalfunction } from './scoped.ts'

/** Assigns an open malfunction to an operator of its site, or clears the assignment (null). */
export default handle(assign, async ({ input: { malfunctionId, userId }, actor, trx, now, refuse }) => {
  const found = await scopedMalfunction(trx, actor, malfunctionId, { lock: true })
  if (!found) return refuse('not-found')
  if (found.closedAt) return refuse('malfunction-closed')
  const [to = null] = userId === null ? [] : await operatorsOf(trx, found.siteId, userId)
  if (userId !== null && to === null) return refuse('not-an-operator-there')
  if (found.assignedTo === userId) return { assignedTo: to }
  const entry = { type: 'assigned', at: now, user_id: actor.userId, data: { name: to?.name ?? null } }
  await changeMalfunction(trx, found.id, { assigned_to: userId }, entry)
  return { assignedTo: to }
})
