import { byToken } from '../../contract/invitations.ts'
import { Tenant, User } from '../../db/models/people.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'
import { findInvitation } from './find-invitation.ts'

/**
 * Reads an invitation by its link, and uses nothing up. People with the link received the mail, and may know whether the
 * address has an account.
 */
export default answerAnybody(byToken, async ({ input, trx, now }) => {
  const found = await findInvitation(trx, input.token, now)
  const { state, invitation } = found
  if (!invitation) return { state, invitation, expiredFor: state === 'expired' ? found.email : null }
  const { email, zones, invitedBy, expiresAt } = invitation
  const companies = await Tenant.query(trx)
    .findByIds(zones.map(({ tenantId }) => tenantId))
    .orderBy('name')
  const account = await User.query(trx)
    .whereRaw('lower(email) = lower(?)', [email])
    .whereNot('state', 'REGISTERED')
    .first()
  return {
    state,
    invitation: {
      email,
      zones: zones.map(({ id, name }) => ({ id, name })),
      company: companies.map(({ label, name }) => label || name).join(', '),
      invitedBy,
      expiresAt: expiresAt.toISOString(),
      hasAccount: account !== undefined,
    },
    expiredFor: null,
  }
})
