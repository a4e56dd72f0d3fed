/** Wrong values of form fields, with the issue that form and call refuse them for. */
import type { CommandDef } from '../../kit.ts'
import type { RefusalCode } from '../../refusals.ts'

export type Values = Readonly<Record<string, unknown>>

/** What is changed in a good input, the field that is refused, and its issue. */
export type WrongValue = readonly [change: Values, path: string, issue: RefusalCode]

/** Every rule of an entity's fields: the same for the form, the command and the HTTP call. */
export interface BadInput {
  readonly entity: string
  readonly add?: CommandDef
  readonly edit: CommandDef
  /** Name of the row's id in the edit. */
  readonly idKey: string
  /** A good input. References are placeholders. */
  readonly good: Values
  /** Fields that only a new row has, with good values. */
  readonly onlyNew?: Values
  readonly wrong: readonly WrongValue[]
}

type Rule = readonly [value: unknown, issue: RefusalCode, below?: string]
/** Returns the rules for each of the fields. */
const each = (fields: readonly string[], rules: readonly Rule[]): WrongValue[] =>
  fields.flatMap((field) =>
    rules.map(([value, issue, below = '']): WrongValue => [{ [field]: value }, `${field}${below}`, issue]),
  )

const letters = (length: number) => 'A'.repeat(length)
const tooMuch = 2_147_483_648

/** Required texts. */
export const texts = (max: number, ...fields: readonly string[]) =>
  each(fields, [
    [null, 'field-required'],
    ['', 'field-required'],
    ['  ', 'field-not-empty'],
    [' A', 'field-whitespace'],
    ['A ', 'field-whitespace'],
    [letters(max + 1), 'field-too-long'],
    [7, 'field-invalid'],
  ])

/** Texts that may be left empty. */
export const optionalTexts = (max: number, ...fields: readonly string[]) =>
  each(fields, [
    [' A', 'field-whitespace'],
    ['A\n', 'field-whitespace'],
    [letters(max + 1), 'field-too-long'],
    [7, 'field-invalid'],
  ])

/** Switches. */
export const switches = (...fields: readonly string[]) =>
  each(fields, [
    [null, 'field-required'],
    ['yes', 'field-invalid'],
  ])

/** One of several values. */
export const choices = (...fields: readonly string[]) =>
  each(fields, [
    [null, 'field-required'],
    ['nothing of the kind', 'field-not-offered'],
  ])

/** One of several values, or none. */
export const optionalChoices = (...fields: readonly string[]) =>
  each(fields, [['nothing of the kind', 'field-not-offered']])

const noId: readonly Rule[] = [
  ['first', 'field-number'],
  [0, 'field-greater'],
  [1.5, 'field-integer'],
]
/** References to a row. */
export const references = (...fields: readonly string[]) => each(fields, [[null, 'field-required'], ...noId])
/** References to a row, or to none. */
export const optionalReferences = (...fields: readonly string[]) => each(fields, noId)

/** References to several rows. */
export const manyReferences = (max: number, ...fields: readonly string[]) =>
  each(fields, [
    [null, 'field-required'],
    [[0], 'field-greater', '.0'],
    [[1, 'second'], 'field-number', '.1'],
    [Array.from({ length: max + 1 }, (_, index) => index + 1), 'field-too-many'],
  ])

/** Whole numbers from `min` to `max`; without `max` up to the greatest that the database can store. */
export const wholes = ({ min, max }: { min?: number; max?: number }, ...fields: readonly string[]) =>
  each(fields, [[null, 'field-required'], ...optional(min, max)])

/** Whole numbers that may be left empty. */
export const optionalWholes = ({ min, max }: { min?: number; max?: number }, ...fields: readonly string[]) =>
  each(fields, optional(min, max))

const optional = (min = -tooMuch, max = tooMuch - 1): readonly Rule[] => [
  ['many', 'field-number'],
  [min + 0.5, 'field-integer'],
  [min - 1, 'field-at-least'],
  [max + 1, 'field-at-most'],
]

/** Days that may be left empty. */
export const optionalDays = (...fields: readonly string[]) =>
  each(fields, [
    ['soon', 'field-invalid'],
    ['2026-02-30', 'field-invalid'],
    [7, 'field-invalid'],
  ])

/** Texts in other languages. */
export const translated = (maxLengths: Readonly<Record<string, number>>): WrongValue[] => [
  ...Object.entries(maxLengths).flatMap(([field, max]): WrongValue[] => {
    const path = `translations.texts.de.${field}`
    const of = (text: unknown) => ({ translations: { texts: { de: { [field]: text } } } })
    return [
      [of(' A'), path, 'field-whitespace'],
      [of(letters(max + 1)), path, 'field-too-long'],
      [of(7), path, 'field-invalid'],
    ]
  }),
  [{ translations: { texts: { xx: {} } } }, 'translations.texts.xx', 'field-unknown'],
  [{ translations: { texts: { de: { colour: 'rot' } } } }, 'translations.texts.de.colour', 'field-unknown'],
]

/** What no input has. */
export const unknown: readonly WrongValue[] = [[{ colour: 'red' }, 'colour', 'field-unknown']]
