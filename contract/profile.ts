/** What people manage about themselves: personal data, plates, start page, password, address (PROF-1, PROF-2, ACC-8, ACC-9). */
import * as z from 'zod'
import { countryCode } from '../machines/countries.ts'
import { plainText } from '../machines/plain-text.ts'
import { normalPlate } from '../machines/plate.ts'
import type { Feature } from './features.ts'
import { distinctBy, email, id, maxLength, optionalPhone, optionalText, phone, plate, version } from './fields.ts'
import { command, query } from './kit.ts'
import type { RefusalCode } from './refusals.ts'
import { languages } from './session.ts'

export const genders = ['male', 'female', 'other'] as const
/** Maximum number of plates of one person. */
export const maxPlates = 10
/** The features of those who may block people, whose contact is shown to whom they block. */
export const blockers = ['BLOCK_USERS', 'BASIC_ADM'] as const satisfies readonly Feature[]

const named = z.object({ id, name: z.string() })

/** A country by its two letters or its name in one of the four languages; kept by its letters. Empty = null. */
const country = z
  .string()
  .max(maxLength.name)
  .nullable()
  .transform((value, context) => {
    if (value === null || plainText(value) === '') return null
    const code = countryCode(value)
    if (code !== null) return code
    context.addIssue({
      code: 'custom',
      message: 'field-not-offered' satisfies RefusalCode,
      params: { expected: 'DE, CH, …' },
    })
    return z.NEVER
  })

const fields = {
  title: optionalText(maxLength.name),
  gender: z.enum(genders).nullable(),
  firstname: optionalText(maxLength.name),
  lastname: optionalText(maxLength.name),
  addressLine1: optionalText(maxLength.note),
  addressLine2: optionalText(maxLength.note),
  zip: optionalText(maxLength.name),
  city: optionalText(maxLength.note),
  country,
  landlineNumber: optionalPhone,
  mobileNumber: optionalPhone,
  /** The first one is filled in when its owner books. */
  licencePlates: z
    .array(z.strictObject({ plate }))
    .max(maxPlates)
    .superRefine(distinctBy(({ plate: one }) => normalPlate(one))),
  /** Consent to be let in by position. */
  allowsAutomaticAccess: z.boolean(),
  /** A path; null = the first page of the person's work. */
  initialPage: z.string().max(maxLength.note).nullable(),
  firstOpenedZoneId: id.nullable(),
}

/** The caller's own profile. GET /users/profile. */
export const read = query({
  name: 'profile.read',
  access: 'session',
  input: z.strictObject({}),
  reply: z.object({
    id,
    version,
    username: z.string(),
    email: z.string(),
    /** False = signs in otherwise: with a passkey, or at an identity provider. */
    hasPassword: z.boolean(),
    language: z.enum(languages),
    title: z.string().nullable(),
    gender: z.enum(genders).nullable(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    addressLine1: z.string().nullable(),
    addressLine2: z.string().nullable(),
    zip: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    landlineNumber: z.string().nullable(),
    mobileNumber: z.string().nullable(),
    licencePlates: z.array(z.object({ plate: z.string() })),
    allowsAutomaticAccess: z.boolean(),
    initialPage: z.string().nullable(),
    firstOpenedZone: named.nullable(),
  }),
})
export type ProfileView = z.output<typeof read.reply>

/** Saves the profile. PATCH /users/profile. */
export const change = command({
  name: 'profile.change',
  access: 'session',
  input: z.strictObject({ version, ...fields, language: z.enum(languages).optional() }),
  reply: z.object({ version }),
  refusals: ['changed-meanwhile'],
  privateInput: [
    ...([
      'title',
      'gender',
      'firstname',
      'lastname',
      'addressLine1',
      'addressLine2',
      'zip',
      'city',
      'country',
    ] as const),
    ...(['landlineNumber', 'mobileNumber', 'licencePlates'] as const),
  ],
})

/** Zones that the caller can choose as the first: their own, or those where they find sites to book. */
export const zones = query({
  name: 'profile.zones',
  access: 'session',
  input: z.strictObject({ search: z.string().trim().max(maxLength.note).default('') }),
  reply: z.array(named),
})

/** The caller's default plate; null = none. */
export const defaultPlate = query({
  name: 'profile.defaultPlate',
  access: 'session',
  input: z.strictObject({}),
  reply: z.object({ plate: z.string().nullable() }),
})

/** How to reach somebody who blocks people: for themselves, admins, and whom they block. GET /users/getRMContactInformation/:id. */
export const rmContact = query({
  name: 'profile.rmContact',
  access: 'session',
  input: z.strictObject({ userId: id }),
  reply: z.object({
    id,
    name: z.string(),
    rmContactEmail: z.string().nullable(),
    rmContactPhoneNumber: z.string().nullable(),
  }),
})

/** PUT /users/updateRMContactInformation/:id. */
export const changeRmContact = command({
  name: 'profile.changeRmContact',
  access: blockers,
  input: z.strictObject({ userId: id, rmContactEmail: email, rmContactPhoneNumber: phone }),
  reply: z.object({ rmContactEmail: z.string(), rmContactPhoneNumber: z.string() }),
  refusals: [],
})

/** POST /users/change_password: outside the bus, whose records keep a hash of every input. */
export const passwordChange = z.strictObject({
  /** Not needed without a password; then the person must have proved who they are. */
  oldPassword: z.string().max(1024).default(''),
  newPassword: z.string().min(1).max(1024),
  repeated: z.string().max(1024),
})
export const passwordChangeRefusals = [
  'old-password-wrong',
  'passwords-differ',
  'password-too-weak',
  'password-too-common',
  'login-blocked',
  'confirm-identity',
] as const

/** Sends a link to a new address; the account keeps the old one until that link is used. */
export const changeEmail = command({
  name: 'profile.changeEmail',
  access: 'session',
  input: z.strictObject({ email }),
  reply: z.object({ email: z.string() }),
  refusals: ['confirm-identity', 'email-unchanged'],
  privateInput: ['email'],
  limit: { points: 10, seconds: 3_600 },
})

/** Uses the link of a new address. Its page sends it on a click; nobody needs to be logged in there. POST /users/email_change. */
export const confirmEmail = command({
  name: 'profile.confirmEmail',
  access: 'public',
  input: z.strictObject({ token: z.string().min(1).max(128) }),
  reply: z.object({ email: z.string() }),
  refusals: ['link-expired', 'link-used', 'link-unknown', 'email-taken'],
  secretInput: ['token'],
  limit: { points: 10, seconds: 60 },
})

/** What prevents the caller from cancelling their account. */
export const obstacles = query({
  name: 'profile.obstacles',
  access: 'session',
  input: z.strictObject({}),
  reply: z.object({
    creditCents: z.number().int(),
    reservations: z.number().int(),
    /** The next of them. */
    first: z.array(named),
  }),
})

/** Refusals of ending an account, whoever ends it (ACC-9). */
export const deactivationRefusals = [
  'account-already-inactive',
  'account-has-credit',
  'account-has-reservations',
  'last-way-in',
] as const

/** Cancels the caller's account: without credit and open reservations only. `safetyWord` = the account's e-mail address. */
export const cancelAccount = command({
  name: 'profile.cancelAccount',
  access: 'session',
  input: z.strictObject({ safetyWord: z.string().max(maxLength.note) }),
  reply: z.object({}),
  refusals: [...deactivationRefusals, 'confirm-identity', 'safety-word-wrong'],
})
