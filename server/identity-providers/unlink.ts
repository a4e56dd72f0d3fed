import { unlink } from '../../contract/identity-providers.ts'
import { User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { requireFresh } from '../session/require-fresh.ts'

/** Ends the link of the caller's account with an identity provider; a password must remain as a way in (rule IP-4). */
export default handle(unlink, async ({ actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const user = await User.query(trx).findById(actor.userId).forNoKeyUpdate().select('id', 'sso_issuer', 'password_hash')
  if (!user || user.ssoIssuer === null) return refuse('sign-in-not-linked')
  if (user.passwordHash === null) return refuse('sign-in-needs-password')
  await User.query(trx).findById(actor.userId).patch({ ssoIssuer: null, ssoSubject: null })
  await queueAccountNotice(trx, actor.userId, 'sign-in-unlinked', now, { sessionId: actor.sessionId })
  return {}
})
