import { expect, it } from 'vitest'
import * as z from 'zod'
import { fieldIssues } from './field-issues.ts'
import {
  distinctBy,
  email,
  emailList,
  endingWithLetter,
  ids,
  mobile,
  optionalText,
  phone,
  text,
  whole,
} from './fields.ts'

/** Returns the issue of a value with its params. */
function issueOf(schema: z.ZodType, value: unknown) {
  const parsed = z.object({ field: schema }).safeParse({ field: value })
  if (parsed.success) return null
  const [first] = fieldIssues(parsed.error, { field: value })
  expect(first?.path).toBe('field')
  return [first?.issue, ...Object.values(first?.params ?? {})]
}

it.each<[string, z.ZodType, unknown, unknown[]]>([
  ['nothing given', text(), undefined, ['field-required']],
  ['an empty text', text(), '', ['field-required']],
  ['a text of spaces', text(), '  ', ['field-not-empty']],
  ['no choice', z.enum(['a', 'b']), null, ['field-required']],
  ['an emptied number', whole, '', ['field-required']],
  ['a half', whole, 1.5, ['field-integer']],
  ['letters for a number', whole, 'x', ['field-number']],
  ['too low a number', z.number().gt(3), 3, ['field-greater', 3]],
  ['below the minimum', whole.min(1), 0, ['field-at-least', 1]],
  ['too high a number', z.number().lt(9), 9, ['field-less', 9]],
  ['above the maximum', whole.max(9), 10, ['field-at-most', 9]],
  ['a digit at the end', endingWithLetter(), 'ab1', ['field-last-letter']],
  ['too few characters', z.string().min(6), 'abc', ['field-too-short', 6]],
  ['too many characters', text(3), 'abcd', ['field-too-long', 3]],
  ['nothing chosen of several', z.array(whole).min(1), [], ['field-too-few', 1]],
  ['too much chosen', z.array(whole).max(1), [1, 2], ['field-too-many', 1]],
  ['a space at the end', text(), 'abc ', ['field-whitespace']],
  ['half an address', email, 'a@', ['field-email']],
  ['two commas in a row', emailList, 'a@b.de,,c@d.de', ['field-email-list', ',,']],
  ['one wrong address of several', emailList, 'a@b.de, c', ['field-email-list', 'c']],
  ['letters in a phone number', phone, '0761 abc', ['field-phone']],
  ['too short a mobile number', mobile, '0170', ['field-mobile']],
  ['an option that is not offered', z.enum(['a', 'b']), 'c', ['field-not-offered', 'a, b']],
  ['a space at the start of an optional text', optionalText(), ' abc', ['field-whitespace']],
  ['a list for a text', text(), [], ['field-invalid']],
  ['a number for a text', text(), 7, ['field-invalid']],
])('%s', (_, schema, value, expected) => {
  expect(issueOf(schema, value)).toEqual(expected)
})

it.each<[string, z.ZodType, unknown, unknown]>([
  ['a space within a text', text(), 'a b', 'a b'],
  ['an optional text left empty', optionalText(), ' ', null],
  ['addresses with single commas', emailList, 'a@b.de, c@d.de', 'a@b.de, c@d.de'],
  ['no address', emailList, '', ''],
  ['a phone number', phone, '+49 (761) 12-34', '+49 (761) 12-34'],
])('%s passes', (_, schema, value, expected) => {
  expect(schema.parse(value)).toBe(expected)
})

it('removes duplicate ids, and refuses a list with a repeated key at the second item', () => {
  expect(ids(3).parse([3, 1, 3])).toEqual([3, 1])
  const settings = z.array(z.object({ group: z.string() })).superRefine(distinctBy(({ group }) => group))
  const given = [{ group: 'a' }, { group: 'b' }, { group: 'a' }]
  const parsed = settings.safeParse(given)
  expect(parsed.error && fieldIssues(parsed.error, given)).toMatchObject([{ path: '2', issue: 'field-twice' }])
})

it('names unknown fields', () => {
  const parsed = z.strictObject({}).safeParse({ extra: 1 })
  expect(parsed.error && fieldIssues(parsed.error, { extra: 1 })).toEqual([{ path: 'extra', issue: 'field-unknown' }])
})

it('says once what a field and a rule of several fields refuse', () => {
  const atLeast = (context: z.RefinementCtx) =>
    context.addIssue({ code: 'custom', path: ['max'], message: 'field-at-least', params: { minimum: -1 } })
  const schema = z.object({ min: whole, max: whole.min(-1) }).superRefine((_, context) => atLeast(context))
  const parsed = schema.safeParse({ min: 0, max: -2 })
  expect(parsed.error && fieldIssues(parsed.error, { min: 0, max: -2 })).toEqual([
    { path: 'max', issue: 'field-at-least', params: { minimum: -1 } },
  ])
})
