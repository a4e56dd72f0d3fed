import { endOtherSessions } from '../../contract/session/security.ts'
import { handle } from '../kernel/bus/handle.ts'
import { endSessions } from './end-sessions.ts'
import { requireFresh } from './require-fresh.ts'

export default handle(endOtherSessions, async ({ actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  return { ended: await endSessions(trx, { userId: actor.userId, except: actor.sessionId }) }
})
