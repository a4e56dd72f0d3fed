/** Sign-in through a company's own identity provider by OpenID Connect (ACC-12): its settings, and the sign-in itself over HTTP. */
import * as z from 'zod'
import { adminFeatures } from './features.ts'
import { id, maxLength, optionalText, text, version, world } from './fields.ts'
import { command, query } from './kit.ts'
import type { RefusalCode } from './refusals.ts'

const refusing = (error: RefusalCode) => ({ error })

/** An issuer: https, or http on this machine, without query and fragment. The server decides whether this machine is allowed. */
const issuer = text(maxLength.note).refine(isIssuer, refusing('field-issuer'))

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  const plain = url.protocol === 'http:' && isLoopback(url.hostname)
  return (url.protocol === 'https:' || plain) && url.search === '' && url.hash === '' && !url.username && !url.password
}

/** Returns whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}

const fields = {
  /** People may sign in through it. */
  enabled: z.boolean(),
  /** "Sign in with …" */
  label: text(maxLength.name),
  issuer,
  clientId: text(maxLength.note),
  scope: text(maxLength.note).refine((value) => value.split(' ').includes('openid'), refusing('field-scope')),
  /** Claim of the groups of a university: affiliations such as `student` or `staff@uni.example`. */
  affiliationClaim: text(maxLength.note),
  /** A person who signs in without an account gets one, as a visitor of the company. */
  allowNewAccounts: z.boolean(),
  /** Its people link their accounts, and are enrolled as staff or students. */
  university: z.boolean(),
}

/** A provider where nothing else is given. */
export const newProvider = {
  enabled: false,
  label: '',
  issuer: '',
  clientId: '',
  scope: 'openid email profile',
  affiliationClaim: 'eduperson_scoped_affiliation',
  allowNewAccounts: false,
  university: false,
}

/** The provider of a company, without its secret. */
export const read = query({
  name: 'identityProviders.read',
  access: adminFeatures,
  input: z.strictObject({ tenantId: id }),
  reply: z.object({
    tenant: z.object({ id, name: z.string() }),
    provider: z.object({ ...fields, label: z.string(), version, hasSecret: z.boolean() }).nullable(),
    /** Addresses that the provider has to know: where people come back after the sign-in. */
    callbacks: z.array(z.string()),
  }),
})

/** Saves the provider of a company; `version` is 0 as long as there is none. */
export const save = command({
  name: 'identityProviders.save',
  access: adminFeatures,
  input: z.strictObject({
    tenantId: id,
    version,
    ...fields,
    /** Null = the one that is stored, or none: then the client is public. */
    clientSecret: optionalText(maxLength.note),
  }),
  reply: z.object({ tenantId: id, version }),
  refusals: ['changed-meanwhile'],
  privateInput: ['clientSecret'],
})

/** Removes the provider of a company. Accounts stay; those without a password get one by a reset. */
export const remove = command({
  name: 'identityProviders.remove',
  access: adminFeatures,
  input: z.strictObject({ tenantId: id, version, world }),
  reply: z.object({ tenantId: id }),
  refusals: ['changed-meanwhile', 'world-moved'],
})

/** Sign-in at a provider of the caller's company: linked, or possible. */
export const own = query({
  name: 'identityProviders.own',
  access: 'session',
  input: z.strictObject({}),
  reply: z.object({
    /** Null = the account is linked with none. */
    linked: z.object({ label: z.string().nullable() }).nullable(),
    offered: z.array(z.object({ tenantId: id, label: z.string() })),
    hasPassword: z.boolean(),
  }),
})

/** Ends the link of one's account with the identity provider. */
export const unlink = command({
  name: 'identityProviders.unlink',
  access: 'session',
  input: z.strictObject({}),
  reply: z.object({}),
  refusals: ['confirm-identity', 'sign-in-not-linked', 'sign-in-needs-password'],
})

/** POST /users/oidc/start: signs in with the company of a page (its host or login path), or links one's account with one of one's companies. */
export const startInput = z.union([
  z.strictObject({ page: z.string().max(2_048) }),
  z.strictObject({ linkTenantId: id }),
])
/** Where the browser goes on. */
export const startReply = z.object({ address: z.string() })

/** POST /users/oidc/finish: what the provider sent the browser back with. */
export const finishInput = z.strictObject({ query: z.string().min(1).max(8_192) })
/** `confirm` = the account has this e-mail address; its owner signs in as usual once, and then confirms. */
export const finishReply = z.object({
  outcome: z.enum(['signed-in', 'linked', 'confirm', 'university']),
  label: z.string(),
})

/** POST /users/oidc/confirm: links the account that has just signed in. */
export const confirmReply = z.object({ label: z.string() })

/** POST /users/oidc/test: what the provider says about itself. */
export const testInput = z.strictObject({ issuer })
export const testReply = z.object({
  issuer: z.string(),
  pkce: z.boolean(),
  signOut: z.boolean(),
  claims: z.array(z.string()),
})
