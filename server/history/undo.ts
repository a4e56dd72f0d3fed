import { undo } from '../../contract/history.ts'
import { RowHistory } from '../../db/models/history.ts'
import { handle } from '../kernel/bus/handle.ts'
import { seenBy } from './tables.ts'
import { undoCause } from './undo-cause.ts'

/** Takes back what a command or job did to rows: one's own acts, admins those of everybody. */
export default handle(undo, async ({ input: { cause }, actor, trx, refuse }) => {
  const leads = () => RowHistory.query(trx).where({ cause, leads: true })
  const all = await leads().resultSize()
  const mine = leads().modify('visibleTo', actor).whereIn('entity', seenBy(actor.seesAll))
  if (!actor.seesAll) mine.where('user_id', actor.userId)
  if (all === 0 || (await mine.resultSize()) < all) return refuse('not-found')
  return { rows: await undoCause(trx, refuse, cause) }
})
