import { endSession } from '../../contract/session/security.ts'
import { Session } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { endSessions } from './end-sessions.ts'
import { requireFresh } from './require-fresh.ts'

export default handle(endSession, async ({ input: { sessionId }, actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  const own = await Session.query(trx).findById(Buffer.from(sessionId, 'hex')).where({ user_id: actor.userId })
  if (!own) return refuse('not-found')
  return { ended: await endSessions(trx, { sessionId }) }
})
