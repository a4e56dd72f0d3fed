import type { Matrix } from './rights-inputs.ts'
import { all, operators, ownZone } from './rights-rows.ts'

/** Rows of the invitations of reservation managers. */
export const invitationRows: Matrix = {
  'invitations.team': [{ input: (world) => ({ zoneId: world.own.id }), outcome: ownZone('ok') }],
  'invitations.invite': [
    {
      // The first manager of the zone has this address already.
      input: (world) => ({ email: 'rm@world.example', zoneIds: [world.own.id] }),
      outcome: { ...ownZone('already-manager'), foreignRm: 'bad-input' },
    },
  ],
  'invitations.withdraw': [{ input: () => ({ invitationId: 999_999 }), outcome: operators('not-found') }],
  'invitations.removeManager': [
    // Everybody else would really take the rights away.
    { input: () => ({ userId: 999_999 }), outcome: operators('not-found') },
    {
      input: (world) => ({ userId: world.users.rm.id, zoneIds: [world.foreign.id] }),
      outcome: { ...operators('bad-input'), admin: 'not-found', foreignRm: 'not-found' },
    },
  ],
  'invitations.byToken': [{ input: () => ({ token: 'A'.repeat(43) }), outcome: all('ok') }],
  'invitations.accept': [{ input: () => ({ token: 'A'.repeat(43) }), outcome: all('invitation-invalid') }],
}
