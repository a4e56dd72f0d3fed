import type { Knex } from 'knex'
import type { InvitationState } from '../../contract/invitations.ts'
import { RmInvitation, Zone } from '../../db/models/people.ts'
import { findLink } from '../session/link-tokens.ts'

export interface OpenInvitation {
  readonly id: number
  readonly email: string
  readonly zones: readonly Zone[]
  readonly invitedBy: string | null
  readonly expiresAt: Date
}
export type FoundInvitation =
  | { readonly state: 'valid'; readonly invitation: OpenInvitation }
  | { readonly state: 'expired'; readonly invitation: null; readonly email: string }
  | { readonly state: Exclude<InvitationState, 'valid' | 'expired'>; readonly invitation: null }

/**
 * Finds the invitation of a link, with the zones that its inviter still manages. Every link of one invitation ends with it.
 * `lock` = nobody else can accept or withdraw it until the commit.
 */
export async function findInvitation(
  trx: Knex,
  token: string,
  now: Date,
  { lock = false }: { lock?: boolean } = {},
): Promise<FoundInvitation> {
  const dead = (state: Exclude<InvitationState, 'valid' | 'expired'>): FoundInvitation => ({ state, invitation: null })
  const link = await findLink(trx, 'rm-invitation', token, now)
  const id = Number(link.data['invitationId'])
  if (link.state === 'unknown' || !Number.isInteger(id)) return dead('unknown')
  const query = RmInvitation.query(trx).findById(id)
  const found = await (lock ? query.forUpdate() : query)
  if (!found) return dead('unknown')
  if (found.acceptedAt) return dead('used')
  if (found.withdrawnAt) return dead('withdrawn')
  if (found.expiresAt <= now || link.state === 'expired')
    return { state: 'expired', invitation: null, email: found.email }
  await found.$fetchGraph('inviter', { transaction: trx })
  const { email, inviter, expiresAt } = found
  const zones = await zonesStillGiven(trx, found)
  if (zones.length === 0) return dead('withdrawn')
  return { state: 'valid', invitation: { id, email, zones, invitedBy: inviter?.shownName ?? null, expiresAt } }
}

/** By name. An inviter who lost a zone gives no rights in it. */
async function zonesStillGiven(trx: Knex, { id, createdBy }: RmInvitation): Promise<Zone[]> {
  return Zone.query(trx)
    .whereRaw('zones.id in (select zone_id from rm_invitation_zones where invitation_id = ?)', [id])
    .whereRaw(
      `exists (select from users u join roles r on r.id = u.role_id where u.id = ? and u.state = 'ACTIVE' and (r.kind = 'Admin'
         or r.kind = 'Reservation Manager' and exists (select from user_zones uz where uz.user_id = u.id and uz.zone_id = zones.id)))`,
      [createdBy],
    )
    .orderBy('zones.name')
}
