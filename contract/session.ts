import * as z from 'zod'
import { minPassword } from '../machines/password.ts'
import { features, roles } from './features.ts'
import { email } from './fields.ts'
import { command, query, watch } from './kit.ts'

export const languages = ['de', 'en', 'fr', 'it'] as const
export type Language = (typeof languages)[number]

const named = z.object({ id: z.number().int(), name: z.string() })

/** The signed-in user, with everything that the shell shows and the guard checks. */
export const meView = z.object({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  role: z.enum(roles),
  /** Name of a role beside the four of the portal, in the user's language; null = one of the four. */
  roleName: z.string().nullable(),
  type: z.enum(['NORMAL', 'SUPER']),
  tenant: named.nullable(),
  zones: z.array(named),
  features: z.array(z.enum(features)),
  balanceCents: z.number().int(),
  theme: z.string().nullable(),
  /** The page that the user wants after the login, a path; null = the first page of their work. */
  initialPage: z.string().nullable(),
  /** The zone that lists and the search open with, while the user may see it. */
  firstZone: named.nullable(),
  announcements: z.array(z.object({ id: z.number().int(), message: z.string(), validUntil: z.string().nullable() })),
})
export type Me = z.infer<typeof meView>

/** The signed-in user, live: rights, balance and announcements change under an open screen. */
export const sessionMe = watch({
  name: 'session.me',
  access: 'session',
  input: z.strictObject({}),
  kinds: ['me'],
})

/** Stores the user's language; the client only logs a failure (specification: the calls the product makes). */
export const setLanguage = command({
  name: 'session.setLanguage',
  access: 'session',
  input: z.strictObject({ language: z.enum(languages) }),
  reply: z.object({ language: z.enum(languages) }),
  refusals: [],
})

/** Login over HTTP: body of POST /users/login is JSON:API with these attributes. */
export const loginInput = z.strictObject({ login: z.string().min(1).max(255), password: z.string().min(1).max(1024) })
export const loginRefusals = [
  'invalid-credentials',
  'login-blocked',
  'registration-not-finished',
  'account-deactivated',
  'admin-elsewhere',
  'not-an-admin',
  // The right password, and one more step: contract/session/sign-in.ts.
  'second-factor-required',
  'factor-needed',
] as const

/** The one-time set-up of an external database: creates the first admin. POST /setup. */
export const setupInput = z.strictObject({
  token: z.string().min(1).max(128),
  email: z.email().max(255),
  username: z.string().trim().min(1).max(45),
  password: z.string().min(minPassword.new).max(1024),
})
export const setupRefusals = [
  'setup-token-invalid',
  'setup-done',
  'password-too-weak',
  'password-too-common',
  'email-taken',
] as const

/** Path of a company's own login page: the one that it chose, or its prefix. Case is ignored. */
const companyPath = z.string().min(1).max(45)

/** The company of a login page; null = there is none with this path. */
export const companyPage = query({
  name: 'session.companyPage',
  access: 'public',
  input: z.strictObject({ path: companyPath }),
  reply: z.object({ company: z.string().nullable() }),
  limit: { points: 30, seconds: 60 },
})

/** After a login on a company's own page: the company becomes that of the session, if the person belongs to it. */
export const enterCompany = command({
  name: 'session.enterCompany',
  access: 'session',
  input: z.strictObject({ path: companyPath }),
  reply: z.object({ entered: z.boolean() }),
  refusals: [],
})

/** POST /users/password_reset_request. */
export const resetRequestInput = z.strictObject({ email })

/** Whether a link of a mail can still set a new password, without using it. */
export const passwordLink = query({
  name: 'session.passwordLink',
  access: 'public',
  input: z.strictObject({ token: z.string().min(1).max(128) }),
  reply: z.object({ state: z.enum(['valid', 'expired', 'used', 'unknown']) }),
  limit: { points: 30, seconds: 60 },
})

/** POST /users/password_reset: sets a new password by the link of a mail. */
export const resetInput = z.strictObject({ token: z.string().min(1).max(128), password: z.string().max(1024) })
export const resetRefusals = [
  'link-expired',
  'link-used',
  'link-unknown',
  'account-deactivated',
  'password-too-weak',
  'password-too-common',
] as const

/** GET /users/me/products: the products whose prefixes are the user's features. */
export const myProducts = query({
  name: 'session.myProducts',
  access: 'session',
  input: z.strictObject({}),
  reply: z.array(
    z.object({
      id: z.number().int(),
      /** In the caller's language, like the description. */
      name: z.string(),
      prefix: z.enum(features),
      description: z.string().nullable(),
    }),
  ),
})

/** GET /app-config.json: what the client needs before sign-in. */
export const appConfig = z.object({
  version: z.string(),
  wireVersion: z.number().int(),
  theme: z.string(),
  app: z.enum(['portal', 'admin']),
  adminUrl: z.string(),
  portalUrl: z.string(),
  setupNeeded: z.boolean(),
  /** The identity provider of the page's company, by its host or login path. */
  signIn: z.object({ label: z.string() }).nullable(),
  links: z.object({ faq: z.string(), imprint: z.string(), support: z.string() }),
  /** Map tiles, with {z}, {x}, {y}; null = the map has a plain background. */
  map: z.object({ tileUrl: z.string(), attribution: z.string() }).nullable(),
  /** In a demo without a mail server: the folder that mails are written to. */
  mailFolder: z.string().nullable(),
  demo: z.array(
    z.object({ role: z.string(), login: z.string(), password: z.string(), app: z.enum(['portal', 'admin']) }),
  ),
})
export type AppConfig = z.infer<typeof appConfig>
