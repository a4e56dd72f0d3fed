import { replaceRecoveryCodes } from '../../contract/session/security.ts'
import { handle } from '../kernel/bus/handle.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { newRecoveryCodes } from './factors/recovery-codes.ts'
import { requireFresh } from './require-fresh.ts'

export default handle(replaceRecoveryCodes, async ({ actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const { userId, sessionId } = actor
  const recoveryCodes = await newRecoveryCodes(trx, userId)
  await queueAccountNotice(trx, userId, 'recovery-codes', now, { sessionId })
  return { recoveryCodes }
})
