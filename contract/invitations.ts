/** Reservation managers of a zone: invited by mail, with their rights removed again (ACC-5). */
import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { email, id, ids, maxLength, optionalText } from './fields.ts'
import { command, query } from './kit.ts'
import { languages } from './session.ts'

const named = z.object({ id, name: z.string() })

/** Maximum number of zones of an invitation. */
const maxZones = 100
/** How long an invitation is open. */
export const invitationDays = 7

/** The value of a link in a mail. */
const token = z.string().min(1).max(128)

/** The managers of a zone, and who is invited to manage it. */
export const team = query({
  name: 'invitations.team',
  access: operatorFeatures,
  input: z.strictObject({ zoneId: id }),
  reply: z.object({
    managers: z.array(
      z.object({
        id,
        name: z.string(),
        email: z.string(),
        type: z.enum(['NORMAL', 'SUPER']),
        /** Zones of the caller's that this person manages too. */
        zones: z.array(named),
      }),
    ),
    invitations: z.array(
      z.object({
        id,
        email: z.string(),
        zones: z.array(named),
        /** Null = the inviter's account was deleted. */
        invitedBy: z.string().nullable(),
        createdAt: z.string(),
        expiresAt: z.string(),
        expired: z.boolean(),
      }),
    ),
  }),
})

/** Invites an address to manage zones of the caller's. It replaces open invitations of that address to them. POST /users/rm_invitation. */
export const invite = command({
  name: 'invitations.invite',
  access: operatorFeatures,
  input: z.strictObject({ email, zoneIds: ids(maxZones).pipe(z.array(id).min(1)) }),
  reply: z.object({ invitationId: id }),
  refusals: ['already-manager'],
  limit: { points: 30, seconds: 600 },
})

/** Takes the caller's zones out of an invitation. Without any zone left it can no longer be accepted. */
export const withdraw = command({
  name: 'invitations.withdraw',
  access: operatorFeatures,
  input: z.strictObject({ invitationId: id }),
  reply: z.object({ invitationId: id }),
  refusals: [],
})

/** Takes the rights in zones of the caller's from a manager; without zoneIds in all of them. POST /users/remove_rm. */
export const removeManager = command({
  name: 'invitations.removeManager',
  access: operatorFeatures,
  input: z.strictObject({ userId: id, zoneIds: ids(maxZones).pipe(z.array(id).min(1)).optional() }),
  reply: z.object({
    /** Zones in which the rights ended. */
    zoneIds: z.array(id),
    /** No zone is left: the person is a visitor again. */
    visitor: z.boolean(),
  }),
  refusals: ['manager-yourself'],
})

export const invitationStates = ['valid', 'expired', 'used', 'withdrawn', 'unknown'] as const
export type InvitationState = (typeof invitationStates)[number]

const invitation = z.object({
  email: z.string(),
  zones: z.array(named),
  company: z.string(),
  invitedBy: z.string().nullable(),
  expiresAt: z.string(),
  /** The address has an account that can log in. */
  hasAccount: z.boolean(),
})

/** What a link invites to, without using it. GET /users/getUserEmailFromInvitationToken/:token. */
export const byToken = query({
  name: 'invitations.byToken',
  access: 'public',
  input: z.strictObject({ token }),
  reply: z.object({
    state: z.enum(invitationStates),
    /** Null = the link is not valid. */
    invitation: invitation.nullable(),
    /** The address of an expired invitation, for the registration that is offered instead. */
    expiredFor: z.string().nullable(),
  }),
  limit: { points: 30, seconds: 60 },
})

/** The signed-in person, whose address was invited, becomes a reservation manager of the zones. */
export const accept = command({
  name: 'invitations.accept',
  access: 'session',
  input: z.strictObject({ token }),
  reply: z.object({ zones: z.array(named) }),
  refusals: [
    'invitation-invalid',
    'invitation-expired',
    'invitation-used',
    'invitation-other-person',
    'invitation-not-for-role',
  ],
  secretInput: ['token'],
})

/** Accepts an invitation with a new account. POST /users/migrate_to_rm. */
export const joinInput = z.strictObject({
  token,
  password: z.string().max(1024),
  firstname: optionalText(maxLength.name),
  lastname: optionalText(maxLength.name),
  language: z.enum(languages),
  /** The terms of service are accepted. */
  terms: z.literal(true),
})
export const joinRefusals = [
  'invitation-invalid',
  'invitation-expired',
  'invitation-used',
  'invitation-not-for-role',
  'password-too-weak',
  'password-too-common',
  'email-taken',
  'account-deactivated',
] as const
