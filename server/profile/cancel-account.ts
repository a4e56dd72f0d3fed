import { cancelAccount } from '../../contract/profile.ts'
import { User } from '../../db/models/people.ts'
import { plainText } from '../../machines/plain-text.ts'
import { handle } from '../kernel/bus/handle.ts'
import { refuseField } from '../kernel/bus/refuse.ts'
import { deactivate } from '../people/deactivate.ts'
import { requireFresh } from '../session/require-fresh.ts'

/** Cancels the caller's own account (ACC-9); the reply is the session's last. */
export default handle(cancelAccount, async ({ input, actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const { email } = await User.query(trx).findById(actor.userId).select('email').throwIfNotFound()
  if (plainText(input.safetyWord) !== email) return refuseField(refuse, 'safety-word-wrong', 'safetyWord')
  await deactivate(trx, { userId: actor.userId, by: actor }, now, refuse)
  return {}
})
