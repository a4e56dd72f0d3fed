import * as z from 'zod'
import { command, query } from '../kit.ts'
import { factorCode, passkeyAttestation } from './sign-in.ts'

/** What protects an account: passkeys, one-time codes, recovery codes, and the sessions that are open. */
const nothing = z.strictObject({})
const id = z.number().int().positive()
const passkeyName = z.string().trim().min(1).max(100)
const recoveryCodes = z.array(z.string())
/** For what can be guessed or sends mail. */
const seldom = { points: 10, seconds: 60 }

export const passkeyView = z.object({
  id,
  name: z.string(),
  /** It is kept by a password manager or an account, and works on several devices. */
  synced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})

/** What protects the caller's account. */
export const factors = query({
  name: 'session.factors',
  access: 'session',
  input: nothing,
  reply: z.object({
    hasPassword: z.boolean(),
    /** Since when one-time codes are on; null = off. */
    totpSince: z.string().nullable(),
    recoveryCodesLeft: z.number().int(),
    passkeys: z.array(passkeyView),
    /** The company, or the installation, wants a second factor: the last one stays. */
    required: z.boolean(),
    /** Whether admins of the installation must have one; null for others. */
    adminsNeedOne: z.boolean().nullable(),
  }),
})

/** What an authenticator needs to make a passkey. */
export const offerPasskey = command({
  name: 'session.offerPasskey',
  access: 'session',
  input: nothing,
  reply: z.looseObject({ challenge: z.string(), rp: z.looseObject({ id: z.string().optional() }) }),
  refusals: ['confirm-identity', 'too-many-passkeys'],
})

/** Keeps a passkey that the browser made. Somebody without recovery codes gets them. */
export const addPasskey = command({
  name: 'session.addPasskey',
  access: 'session',
  input: z.strictObject({ name: passkeyName, response: passkeyAttestation }),
  reply: z.object({ passkeyId: id, recoveryCodes: recoveryCodes.nullable() }),
  secretReply: true,
  privateInput: ['response'],
  refusals: ['confirm-identity', 'sign-in-step-expired', 'passkey-refused', 'too-many-passkeys'],
})

export const renamePasskey = command({
  name: 'session.renamePasskey',
  access: 'session',
  input: z.strictObject({ passkeyId: id, name: passkeyName }),
  reply: z.object({ passkeyId: id }),
  refusals: [],
})

export const removePasskey = command({
  name: 'session.removePasskey',
  access: 'session',
  input: z.strictObject({ passkeyId: id }),
  reply: z.object({ passkeyId: id }),
  refusals: ['confirm-identity', 'last-factor'],
})

/** A secret for an authenticator app, as text and as the address for a QR code. It is on once a code confirms it. */
export const offerTotp = command({
  name: 'session.offerTotp',
  access: 'session',
  input: nothing,
  reply: z.object({ secret: z.string(), address: z.string() }),
  secretReply: true,
  refusals: ['confirm-identity', 'one-time-codes-on'],
})

/** Turns one-time codes on. Somebody without recovery codes gets them. */
export const confirmTotp = command({
  name: 'session.confirmTotp',
  access: 'session',
  input: z.strictObject({ code: factorCode }),
  reply: z.object({ recoveryCodes: recoveryCodes.nullable() }),
  secretReply: true,
  privateInput: ['code'],
  refusals: ['confirm-identity', 'code-wrong'],
  limit: seldom,
})

export const removeTotp = command({
  name: 'session.removeTotp',
  access: 'session',
  input: nothing,
  reply: z.object({ removed: z.boolean() }),
  refusals: ['confirm-identity', 'last-factor'],
})

/** Replaces all recovery codes; they are shown once. */
export const replaceRecoveryCodes = command({
  name: 'session.replaceRecoveryCodes',
  access: 'session',
  input: nothing,
  reply: z.object({ recoveryCodes }),
  secretReply: true,
  refusals: ['confirm-identity'],
  limit: seldom,
})

/** Lets an admin remove the second factors of somebody who lost them; the person is notified. */
export const removeFactors = command({
  name: 'session.removeFactors',
  access: ['BASIC_ADM'],
  input: z.strictObject({ email: z.email().max(255) }),
  reply: z.object({ userId: id }),
  refusals: ['confirm-identity'],
})

/** Whether the admins of the installation must have a second factor. Sessions of admins without one end at once. */
export const requireFactorOfAdmins = command({
  name: 'session.requireFactorOfAdmins',
  access: ['BASIC_ADM'],
  input: z.strictObject({ required: z.boolean() }),
  reply: z.object({ required: z.boolean() }),
  refusals: ['confirm-identity'],
})

export const sessionView = z.object({
  /** Names the session; it does not sign in. */
  id: z.string(),
  app: z.enum(['portal', 'admin']),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** What the address says: this computer, the local network, or the internet. */
  network: z.enum(['this-computer', 'local', 'internet']).nullable(),
  address: z.string().nullable(),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  /** Screens that it has open now, over all processes. */
  openScreens: z.number().int(),
})

/** The caller's live sessions, the current one first. */
export const sessions = query({
  name: 'session.sessions',
  access: 'session',
  input: nothing,
  reply: z.array(sessionView),
})

/** Ends one of the caller's sessions; its screens close at once. */
export const endSession = command({
  name: 'session.endSession',
  access: 'session',
  input: z.strictObject({ sessionId: z.string().regex(/^[0-9a-f]{64}$/) }),
  reply: z.object({ ended: z.number().int() }),
  refusals: ['confirm-identity'],
})

/** Ends all sessions of the caller but this one. */
export const endOtherSessions = command({
  name: 'session.endOtherSessions',
  access: 'session',
  input: nothing,
  reply: z.object({ ended: z.number().int() }),
  refusals: ['confirm-identity'],
})
