import { type HistoryEntity, putBack } from '../../contract/history.ts'
import { handle } from '../kernel/bus/handle.ts'
import { binOf } from './bin-of.ts'
import { undoCause } from './undo-cause.ts'

/** Puts a removed row back from the bin, with its id, links and translations. */
export default handle(putBack, async ({ input, actor, trx, now, refuse }) => {
  const removed = await binOf(trx, actor, now).findById(input.id)
  if (!removed) return refuse('not-found')
  const { cause, entity, rowId } = removed
  const all = await binOf(trx, actor, now).where({ cause }).resultSize()
  // What the removal changed besides comes back too, unless it removed several rows.
  await undoCause(trx, refuse, cause, all > 1 ? { entity, rowId } : undefined)
  return { entity: entity as HistoryEntity, rowId }
})
