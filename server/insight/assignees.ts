import { assignees } from '../../contract/insight.ts'
import { answer } from '../kernel/bus/handle.ts'
import { operatorsOf } from './operators.ts'
import { scopedMalfunction } from './scoped.ts'

/** Returns who may be assigned to a malfunction of the caller's zones. */
export default answer(assignees, async ({ input, actor, trx, refuse }) => {
  const found = await scopedMalfunction(trx, actor, input.malfunctionId)
  if (!found) return refuse('not-found')
  return { users: await operatorsOf(trx, found.siteId) }
})
