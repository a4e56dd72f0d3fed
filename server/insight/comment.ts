import { comment } from '../../contract/insight.ts'
import { handle } from '../kernel/bus/handle.ts'
import { changeMalfunction, scopedMalfunction } from './scoped.ts'

/**
 * Stores an operator's comment on a malfunction in their zones, also after its end, because findings are often added
 * later.
 */
export default handle(comment, async ({ input, actor, trx, now, refuse }) => {
  const found = await scopedMalfunction(trx, actor, input.malfunctionId, { lock: true })
  if (!found) return refuse('not-found')
  const entry = { type: 'comment', at: now, user_id: actor.userId, comment: input.text }
  await changeMalfunction(trx, found.id, { comments: trx.raw('comments + 1') }, entry)
  return { at: now.toISOString() }
})
