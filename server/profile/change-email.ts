import { changeEmail } from '../../contract/profile.ts'
import { User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { refuseField } from '../kernel/bus/refuse.ts'
import { queueAccountMail } from '../messages/queue-account.ts'
import { revokeLinks } from '../session/link-tokens.ts'
import { requireFresh } from '../session/require-fresh.ts'

/**
 * Sends a link to the new address (rule PR-3). The reply is the same for an address that another account has: only its
 * owner learns that, when the link is used.
 */
export default handle(changeEmail, async ({ input, actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const user = await User.query(trx).findById(actor.userId).forNoKeyUpdate().throwIfNotFound()
  if (input.email === user.email) return refuseField(refuse, 'email-unchanged', 'email')
  await revokeLinks(trx, 'email-change', user.id)
  await queueAccountMail(trx, { kind: 'email-change', userId: user.id, to: { email: input.email } })
  return { email: input.email }
})
