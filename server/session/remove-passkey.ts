import { removePasskey } from '../../contract/session/security.ts'
import { Passkey } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { keepLastFactor } from './keep-last-factor.ts'
import { requireFresh } from './require-fresh.ts'

export default handle(removePasskey, async ({ input: { passkeyId }, actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const { userId, sessionId } = actor
  const removed = await Passkey.query(trx).where({ id: passkeyId, user_id: userId }).delete()
  if (removed === 0) return refuse('not-found')
  await keepLastFactor(trx, userId, refuse)
  await queueAccountNotice(trx, userId, 'passkey-removed', now, { sessionId })
  return { passkeyId }
})
