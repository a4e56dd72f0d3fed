import type * as z from 'zod'
import { type FieldIssue, type RefusalCode, refusals } from './refusals.ts'

type Params = Readonly<Record<string, string | number>>
type Problem = readonly [issue: RefusalCode, params?: Params]

/**
 * Returns the issues of an input, field by field, each once, as codes with texts in four languages. `input` = the parsed
 * value.
 */
export function fieldIssues(error: z.ZodError, input: unknown): FieldIssue[] {
  const issues = error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    const found = (at: readonly string[], [code, params]: Problem): FieldIssue => ({
      path: at.join('.'),
      issue: code,
      ...(params ? { params } : {}),
    })
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => found([...path, key], ['field-unknown']))
    return [found(path, problemOf(issue, valueAt(input, issue.path)))]
  })
  // A field and a rule of several fields can say the same.
  return [...new Map(issues.toReversed().map((one) => [`${one.path} ${one.issue}`, one])).values()].toReversed()
}

/** Returns whether the field is absent. */
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

function problemOf(issue: z.core.$ZodIssue, value: unknown): Problem {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue, value)
    case 'too_big':
      return tooBig(issue)
    case 'custom':
      return isCode(issue.message) ? [issue.message, textParams(issue.params)] : ['field-invalid']
    default:
      return isMissing(value) ? ['field-required'] : wrongValue(issue, value)
  }
}

function wrongValue(issue: z.core.$ZodIssue, value: unknown): Problem {
  if (issue.code === 'invalid_value') return ['field-not-offered', { expected: issue.values.join(', ') }]
  if (issue.code === 'invalid_format' && issue.format === 'email') return ['field-email']
  if (issue.code === 'invalid_type' && ['number', 'int'].includes(issue.expected))
    return [typeof value === 'number' ? 'field-integer' : 'field-number']
  return ['field-invalid']
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall, value: unknown): Problem {
  const params = { minimum: Number(minimum) }
  if (origin === 'string') {
    if (params.minimum > 1) return ['field-too-short', params]
    return [isMissing(value) ? 'field-required' : 'field-not-empty']
  }
  if (origin === 'array' || origin === 'set') return ['field-too-few', params]
  return [inclusive ? 'field-at-least' : 'field-greater', params]
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Problem {
  const params = { maximum: Number(maximum) }
  if (origin === 'string') return ['field-too-long', params]
  if (origin === 'array' || origin === 'set') return ['field-too-many', params]
  return [inclusive ? 'field-at-most' : 'field-less', params]
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
}

const isCode = (text: string): text is RefusalCode => Object.hasOwn(refusals, text)

function textParams(params: Readonly<Record<string, unknown>> = {}): Params {
  const simple = Object.entries(params).filter((entry): entry is [string, string | number] =>
    ['string', 'number'].includes(typeof entry[1]),
  )
  return Object.fromEntries(simple)
}
