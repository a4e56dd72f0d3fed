import * as z from 'zod'
import { byToken, invite, joinInput, removeManager } from '../../contract/invitations.ts'
import { ask, type HttpCall, limitAddress, type Reply, readBody } from '../http/call.ts'
import { join } from '../invitations/join.ts'
import { refuseDead } from '../invitations/refuse-dead.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { sendFields } from './fields.ts'

const refuse = refuser<'invitation-invalid' | 'invitation-expired' | 'invitation-used'>()

/** POST /users/rm_invitation with email and zones, ids of zones of the caller's. Returns { msg }. */
export async function postRmInvitation(call: HttpCall): Promise<Reply> {
  const { invitationId } = await sendFields(call, invite, { zones: 'zoneIds' })
  return { json: { msg: 'The invitation was sent.', invitation: { id: invitationId } } }
}

/** GET /users/getUserEmailFromInvitationToken/:token: { email }; 423 expired, 409 accepted already, 404 otherwise. Uses nothing up. */
export async function getInvitedEmail(call: HttpCall): Promise<Reply> {
  const token = z.string().max(128).catch('-').parse(call.request.params['token'])
  const { state, invitation } = await ask(call, byToken, { token })
  if (state !== 'valid' || !invitation) return refuseDead(refuse, state === 'valid' ? 'unknown' : state)
  return { json: { email: invitation.email } }
}

/** POST /users/migrate_to_rm with the invitation's token and a new account: 201 { id, email }. */
export async function postMigrateToRm(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'invitations.join', { points: 20, seconds: 60 })
  const { userId, email } = await join(call.context, readBody(call, joinInput), call)
  return { status: 201, json: { id: userId, email } }
}

/** POST /users/remove_rm with userId and perhaps zones: takes the rights in these zones, or in all zones of the caller's. */
export async function postRemoveRm(call: HttpCall): Promise<Reply> {
  const { zoneIds, visitor } = await sendFields(call, removeManager, { zones: 'zoneIds' })
  return { json: { zones: zoneIds, visitor } }
}
