/** Registration over HTTP (ACC-3). */
import * as z from 'zod'
import { plainText } from '../machines/plain-text.ts'
import { email, id, maxLength } from './fields.ts'
import { languages } from './session.ts'

/** What somebody chose before they had an account: held right after the registration. Times are ISO strings. */
export const chosenPlace = z.strictObject({
  siteId: id,
  /** A place, or any free one of a kind. */
  deviceId: id.optional(),
  deviceTypeId: id.optional(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  /** Begins when it is held. */
  now: z.boolean(),
})
export type ChosenPlace = z.output<typeof chosenPlace>

const name = z
  .string()
  .overwrite(plainText)
  .max(maxLength.name)
  .nullable()
  .optional()
  .transform((value) => value || null)

/** POST /users/register. */
export const registerInput = z.strictObject({
  email,
  password: z.string().min(1).max(1024),
  firstname: name,
  lastname: name,
  language: z.enum(languages),
  /** Terms of service and privacy. */
  tosAccepted: z.boolean().refine((accepted) => accepted, { error: 'field-required' }),
  /** The company's login path or prefix, if the person came by it. */
  company: z
    .string()
    .regex(/^[a-z0-9-]{1,45}$/i)
    .nullable()
    .optional(),
  chosen: chosenPlace.nullable().optional(),
})
export const registerRefusals = ['email-used', 'password-too-weak', 'password-too-common'] as const

const token = z.string().min(1).max(128)

/** POST /users/register_confirm: finishes the registration. Any browser but the one that registered needs the password. */
export const confirmInput = z.strictObject({ token, password: z.string().max(1024).optional() })
export const confirmReply = z.object({
  /** False = the person logs in themselves: a second factor is asked for. */
  loggedIn: z.boolean(),
  chosen: chosenPlace.nullable(),
})
export const confirmRefusals = [
  'link-expired',
  'link-used',
  'link-unknown',
  'invalid-credentials',
  'login-blocked',
] as const

/** POST /users/register_renew: sends a new link, by an old one or by the address. */
export const renewInput = z.union([z.strictObject({ token }), z.strictObject({ email })])

/** GET /users/getUserEmailWithRegisterToken?token=…: of a valid link. */
export const registerLinkReply = z.object({
  email: z.string(),
  /** False = opened in another browser than the one that registered: it asks for the password. */
  sameBrowser: z.boolean(),
})
