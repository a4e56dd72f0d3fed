import { confirmTotp } from '../../contract/session/security.ts'
import { Session } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { confirmTotp as turnOn } from './factors/one-time-codes.ts'
import { firstRecoveryCodes } from './factors/recovery-codes.ts'
import { requireFresh } from './require-fresh.ts'

/** Turns the offered one-time codes on with the first code: the app has read the secret. */
export default handle(confirmTotp, async ({ input, actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const { userId, sessionId } = actor
  if (!(await turnOn(trx, userId, input.code.replace(/\s/g, ''), now))) return refuse('code-wrong')
  await Session.query(trx).findById(Buffer.from(sessionId, 'hex')).patch({ secondFactor: true })
  await queueAccountNotice(trx, userId, 'totp-on', now, { sessionId })
  return { recoveryCodes: await firstRecoveryCodes(trx, userId) }
})
