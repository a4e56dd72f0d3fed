/**
 * Schemas of form fields. Their refusals reach a form as `field-*` codes (field-issues.ts); spread them into the input
 * of a command.
 */
import * as z from 'zod'
import { plainText } from '../machines/plain-text.ts'
import { readPlate } from '../machines/plate.ts'
import type { RefusalCode } from './refusals.ts'

/** Maximum lengths: a name, a note, a description or reason. */
export const maxLength = { name: 45, note: 255, description: 2_048 } as const

const refusing = (error: RefusalCode) => ({ error })

/** A row's id; a reference to another row. */
export const id = z.number().int().positive()
/** References to other rows, without duplicates. */
export const ids = (max: number) =>
  z
    .array(id)
    .max(max)
    .transform((named) => [...new Set(named)])

/** Refuses a list in which two items have the same key, at the second of them. */
export const distinctBy =
  <T>(keyOf: (item: T) => string | number) =>
  (items: readonly T[], context: z.RefinementCtx): void => {
    const seen = new Set<string | number>()
    for (const [index, item] of items.entries()) {
      if (seen.has(keyOf(item)))
        context.addIssue({ code: 'custom', path: [index], message: 'field-twice' satisfies RefusalCode })
      seen.add(keyOf(item))
    }
  }
/** Version of the row at the start of an edit: `lockVersion` refuses `changed-meanwhile` if it has changed. */
export const version = z.number().int().min(0)
/** What the caller saw that an act would do (`consequences.read`): the act refuses `world-moved` if it would do something else. */
export const world = z.string().max(100).optional()

const isExact = (value: string): boolean => value === value.trim()

/** A required text; spaces around it are refused, not removed. */
export const text = (max: number = maxLength.name) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => value === '' || value.trim() !== '', { ...refusing('field-not-empty'), abort: true })
    .refine(isExact, refusing('field-whitespace'))
/** An optional text: empty = null; spaces around it are refused. */
export const optionalText = (max: number = maxLength.description) =>
  z
    .string()
    .max(max)
    .nullable()
    .transform((value) => (value?.trim() ? value : null))
    .refine((value) => value === null || isExact(value), refusing('field-whitespace'))
/** A required text that ends with a letter, such as a prefix. */
export const endingWithLetter = (max: number = maxLength.name) =>
  text(max).refine((value) => /\p{L}$/u.test(value), refusing('field-last-letter'))

/** A whole number that the database can store. @public */
export const whole = z.number().int().min(-2_147_483_648).max(2_147_483_647)

/** An e-mail address. */
export const email = z.string().overwrite(plainText).max(maxLength.note).pipe(z.email())
const oneEmail = z.email()

/** E-mail addresses separated by single commas; empty = none. @public */
export const emailList = z
  .string()
  .overwrite(plainText)
  .max(maxLength.description)
  .superRefine((value, context) => {
    if (value === '') return
    const wrong = value.split(',').find((each) => !oneEmail.safeParse(each.trim()).success)
    if (wrong === undefined) return
    const shown = wrong.trim() || ',,'
    context.addIssue({ code: 'custom', message: 'field-email-list' satisfies RefusalCode, params: { text: shown } })
  })

/**
 * Digits with spaces, hyphens, slashes and brackets, with or without a country code. The server decides whether the
 * number exists.
 */
const looksLikePhone = (value: string) => /^\+?[\d\s\-/()]+$/.test(value) && /^(\D*\d){5,15}\D*$/.test(value)
/** A telephone number. */
export const phone = z.string().overwrite(plainText).max(maxLength.name).refine(looksLikePhone, refusing('field-phone'))
/** A mobile number. @public */
export const mobile = z
  .string()
  .overwrite(plainText)
  .max(maxLength.name)
  .refine(looksLikePhone, refusing('field-mobile'))

/** A plain text; empty = null. */
const trimmed = (max: number) =>
  z
    .string()
    .overwrite(plainText)
    .max(max)
    .nullable()
    .transform((value) => value || null)
/** An optional e-mail address or telephone number: trimmed, empty = null. */
export const optionalEmail = trimmed(maxLength.note).pipe(email.nullable())
export const optionalPhone = trimmed(maxLength.name).pipe(phone.nullable())

/** A licence plate, as it is kept (rule C-68). */
export const plate = z
  .string()
  .max(maxLength.name)
  .transform((value, context) => {
    const read = readPlate(value)
    if (read.ok) return read.plate
    const { ok: _, issue, ...params } = read
    context.addIssue({ code: 'custom', message: issue satisfies RefusalCode, params })
    return z.NEVER
  })
/** An optional licence plate: empty = null. */
export const optionalPlate = z
  .string()
  .max(maxLength.name)
  .nullable()
  .transform((value) => (value === null || plainText(value) === '' ? null : value))
  .pipe(plate.nullable())
/** An optional day, '2026-11-27': empty = null. */
export const optionalDay = trimmed(10).pipe(z.iso.date().nullable())

/** An IANA time zone. */
export const timeZone = z.string().refine(isTimeZone, refusing('field-not-offered'))

function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }).format(0))
  } catch {
    return false
  }
}
