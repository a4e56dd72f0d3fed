import { removeTotp } from '../../contract/session/security.ts'
import { handle } from '../kernel/bus/handle.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { keepLastFactor } from './keep-last-factor.ts'
import { requireFresh } from './require-fresh.ts'

export default handle(removeTotp, async ({ actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const { userId, sessionId } = actor
  const removed = await trx('totp_secrets').where({ user_id: userId }).delete()
  await keepLastFactor(trx, userId, refuse)
  if (removed > 0) await queueAccountNotice(trx, userId, 'totp-off', now, { sessionId })
  return { removed: removed > 0 }
})
