import { removeFactors } from '../../contract/session/security.ts'
import { User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { refuseField } from '../kernel/bus/refuse.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { endSessions } from './end-sessions.ts'
import { requireFresh } from './require-fresh.ts'

/** Removes all factors of somebody who lost them, and ends their sessions: a lost device is signed out too. */
export default handle(removeFactors, async ({ input, actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const user = await User.query(trx).whereRaw('lower(email) = lower(?)', [input.email]).select('id').first()
  if (!user) return refuseField(refuse, 'not-found', 'email')
  const userId = user.id
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'])
    await trx(table).where({ user_id: userId }).delete()
  await endSessions(trx, userId === actor.userId ? { userId, except: actor.sessionId } : { userId })
  await queueAccountNotice(trx, userId, 'factors-removed', now)
  return { userId }
})
