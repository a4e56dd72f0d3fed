import { add } from '../../contract/codes.ts'
import { Code } from '../../db/models/reservations.ts'
import { guessingWait } from '../access/guessing.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkTarget, meanings } from './values.ts'

/** Adds a code to one of the caller's private zones (rule A-7). */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  // Whether a code exists elsewhere is worth guessing too.
  const seconds = await guessingWait(trx, actor.userId)
  if (seconds !== null) return refuse('too-many-requests', { seconds })
  const zone = await checkTarget(trx, refuse, { actor, ...input })
  const by = { createdBy: actor.userId, modifiedBy: actor.userId }
  const row = { ...input, tenantId: zone.tenantId, ...by }
  const { id: codeId } = await translateConstraints(trx, refuse, meanings, () => Code.query(trx).insert(row))
  return { codeId }
})
