import { assignees } from '../../contract/insight.ts'
import { answer } from '../kernel/bus/handle.ts'
import { operatorsOf } from './operators.ts'
import { scopedMalfunction } from './scoped.ts'

/** Returns the people to whom a malfunction in the caller's zones may be assigned. */
export default answer(assignees, async ({ input, actor, trx, refuse }) => {
  const found = await scopedMalfunction(trx, actor, input.malfunctionId)
  if (!found) return refuse('not-found')
  return { users: await operatorsOf(trx, found.siteId) }
})
