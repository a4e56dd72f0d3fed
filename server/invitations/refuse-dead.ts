import type { InvitationState } from '../../contract/invitations.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

const codes = {
  expired: 'invitation-expired',
  used: 'invitation-used',
  withdrawn: 'invitation-invalid',
  unknown: 'invitation-invalid',
} as const satisfies Record<Exclude<InvitationState, 'valid'>, string>

/** Refuses an invitation that can no longer be accepted. */
export function refuseDead(
  refuse: Refuse<(typeof codes)[keyof typeof codes]>,
  state: Exclude<InvitationState, 'valid'>,
): never {
  return refuse(codes[state])
}
