import { putAway } from '../../contract/setup.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Remembers for the caller alone that the checklist is put away. */
export default handle(putAway, async ({ input: { away }, actor, trx }) => {
  const own = trx('setup_put_away')
  if (away) await own.insert({ user_id: actor.userId }).onConflict().ignore()
  else await own.where({ user_id: actor.userId }).delete()
  return { away }
})
