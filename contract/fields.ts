/** Schemas of form fields. What they refuse reaches a form as `field-*` codes (field-issues.ts); spread them into the input of a command. */
import * as z from 'zod'
import type { RefusalCode } from './refusals.ts'

/** Maximum lengths: a name, a note, a description or reason. */
export const maxLength = { name: 45, note: 255, description: 2_048 } as const

const refusing = (error: RefusalCode) => ({ error })

/** A row's id; a reference to another row. */
export const id = z.number().int().positive()
/**
 * Version of the row at the start of an edit: `lockVersion` refuses `changed-meanwhile` if the row has another one by
 * now.
 */
export const version = z.number().int().min(0)

/** A required text; spaces around it are removed. */
export const text = (max: number = maxLength.name) => z.string().trim().min(1).max(max)
/** An optional text: empty = null. */
export const optionalText = (max: number = maxLength.description) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((value) => value || null)
/** A required text in which each character counts, such as a code: refused with spaces around it. */
export const exactText = (max: number = maxLength.name) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => value === value.trim(), refusing('field-whitespace'))
/** A required text that ends with a letter, such as a prefix. */
export const endingWithLetter = (max: number = maxLength.name) =>
  exactText(max).refine((value) => /\p{L}$/u.test(value), refusing('field-last-letter'))

/** A whole number that the database can store. @public */
export const whole = z.number().int().min(-2_147_483_648).max(2_147_483_647)

/** An e-mail address. */
export const email = z.email().trim().max(maxLength.note)
const oneEmail = z.email()

/** E-mail addresses separated by single commas; empty = none. @public */
export const emailList = z
  .string()
  .trim()
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
export const phone = z.string().trim().max(maxLength.name).refine(looksLikePhone, refusing('field-phone'))
/** A mobile number. @public */
export const mobile = z.string().trim().max(maxLength.name).refine(looksLikePhone, refusing('field-mobile'))

/** An optional e-mail address or telephone number: empty = null. */
export const optionalEmail = optionalText(maxLength.note).pipe(email.nullable())
export const optionalPhone = optionalText(maxLength.name).pipe(phone.nullable())
/** An optional day, '2026-11-27': empty = null. */
export const optionalDay = optionalText(10).pipe(z.iso.date().nullable())
