import { accept } from '../../contract/invitations.ts'
import { User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { endSessions } from '../session/end-sessions.ts'
import { readFactors, stepAfterPassword } from '../session/factors/second-factor.ts'
import { findInvitation } from './find-invitation.ts'
import { makeManager } from './make-manager.ts'
import { refuseDead } from './refuse-dead.ts'

/**
 * Accepts an invitation to the address of the signed-in person (rule IV-2). If its company requires a second factor that
 * this login did not ask for, the person's sessions end: the next login asks for it.
 */
export default handle(accept, async ({ input, actor, trx, now, refuse }) => {
  const found = await findInvitation(trx, input.token, now, { lock: true })
  if (!found.invitation) return refuseDead(refuse, found.state)
  const { invitation } = found
  const user = await User.query(trx).findById(actor.userId).withGraphFetched('role').forUpdate()
  if (!user) return refuse('not-found')
  if (user.email.toLowerCase() !== invitation.email.toLowerCase())
    return refuse('invitation-other-person', { email: invitation.email })
  const before = stepAfterPassword(await readFactors(trx, user.id))
  await makeManager(trx, refuse, { user, invitation, now })
  const after = stepAfterPassword(await readFactors(trx, user.id))
  if (before === null && after !== null) await endSessions(trx, { userId: user.id })
  return { zones: invitation.zones.map(({ id, name }) => ({ id, name })) }
})
