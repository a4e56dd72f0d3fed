import { removeListView } from '../../contract/people.ts'
import { ListView } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Removes a saved view; those of others do not exist. */
export default handle(removeListView, async ({ input, actor, trx, refuse }) => {
  const removed = await ListView.query(trx).where({ id: input.viewId, user_id: actor.userId }).delete()
  return removed === 0 ? refuse('not-found') : {}
})
